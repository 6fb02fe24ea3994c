// Out of the journal, and back into it.

import { ClientCore } from './client-core.js';
import { WireError, byteCount } from './json.js';
import { readJournal } from './read-journal.js';
import { applyAck, newSession } from './session.js';
import { ServerClock } from './timing.js';
import { decodeServerMessage } from './wire.js';

/** @typedef {{hasTornEnd: boolean, damagedLineCount: number, opCount: number}} Report */

/**
 * Takes up a document where its journal ends. A torn end was never relied upon. A journal with
 * damage is rewritten at once, in the first effect.
 *
 * @template {import('./kind.js').Types} T
 * @param {string[]} records oldest first
 * @param {import('./random.js').Random} random
 * @param {import('./kind.js').Kind<T>} kind
 * @returns {{core: ClientCore<T>, report: Report} | null} null if nothing says which lobby it is
 *   of, or it is of another kind
 */
export function restore(records, random, kind) {
  const { lines, ...report } = readJournal(records);
  const first = lines.find((line) => line.line === 'hello');
  if (first?.line !== 'hello' || first.identity.kind !== kind.name) return null;
  const core = new ClientCore(first.identity, random, kind);
  for (const line of lines) if (!restoreLine(core, line)) report.damagedLineCount += 1;
  core.outbox.markDurable(core.outbox.last);
  core.session = newSession();
  core.journalBytes = byteCount(records.join(''));
  core.predict();
  if (report.hasTornEnd || report.damagedLineCount > 0) core.rewriteJournal(true);
  return { core, report: { ...report, opCount: core.outbox.entries.length } };
}

/**
 * As whom a journal goes on.
 *
 * @param {string[]} records oldest first
 * @returns {import('./wire.js').Credentials | null} null if nothing says so
 */
export function credentialsIn(records) {
  const hellos = readJournal(records).lines.flatMap((line) => (line.line === 'hello' ? [line] : []));
  return hellos.at(-1)?.identity.credentials ?? null;
}

function restoreLine(core, line) {
  switch (line.line) {
    case 'hello':
      core.identity = line.identity;
      return true;
    case 'op': return restoreOp(core, line);
    case 'server': return restoreServer(core, line.epoch, line.message);
    case 'ack':
      if (line.number > core.outbox.last) return false;
      applyAck(core, line.number, line.seq);
      return true;
    case 'reject':
      core.outbox.refuse(line.number, line.refusal);
      return true;
    case 'clock':
      core.clock = new ServerClock(line.offset);
      core.notedClockOffset = line.offset;
      return true;
    default:
      core.follower.forget();
      core.outbox.uncover();
      return true;
  }
}

function attempt(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof WireError) return null;
    throw error;
  }
}

function restoreOp(core, { text, before, isUndo }) {
  const read = attempt(() => core.kind.decodeOp(text));
  if (!read || read.n <= core.outbox.last) return false;
  core.outbox.append({ number: read.n, text, op: read.op, before, isUndo });
  return true;
}

function restoreServer(core, epoch, message) {
  const { follower, outbox, session } = core;
  const entersHistory = epoch !== follower.epoch;
  // Also if the line doesn't fit: the acks behind it count events of this history.
  session.epoch = epoch;
  const read = attempt(() => decodeServerMessage(message, core.kind));
  if (read?.type === 'snapshot') follower.replace(read.lobby, read.h);
  else if (read?.type !== 'events') return false;
  else if (follower.follow(read, epoch, core.lobbyID) === 'misfit') return false;
  if (entersHistory) outbox.enterHistory();
  outbox.cover(follower.seq);
  return true;
}
