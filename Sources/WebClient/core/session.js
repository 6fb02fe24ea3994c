// The server's messages, and what each means for the document, the outbox and the connection.

import { CloseCode, ErrorCode } from './codes.js';
import { NO_EPOCH } from './kind.js';
import { WireError, fingerprint } from './json.js';
import { ClientLimits } from './limits.js';
import { between, randomIdentifier } from './random.js';
import { decodeServerMessage } from './wire.js';

/**
 * @typedef {import('./client-core.js').ClientCore<any>} ClientCore
 * @typedef {import('./timing.js').Time} Time
 * @typedef {import('./wire.js').Message} Message
 */

/**
 * A connection's own state, all of which goes with it. Times are monotonic.
 *
 * @returns {{lobby: string | null, ticket: string | null, epoch: string, top: number,
 *   keptDays: number | null,
 *   as: string | null, greetedAt: number, welcomedAt: number | null, heardAt: number,
 *   answerDue: number | null, resumeAt: number | null, drainsAt: number | null}}
 */
export const newSession = () => ({
  lobby: null,
  ticket: null,
  epoch: NO_EPOCH,
  /** How far the log went at `welcome`. */
  top: 0,
  /** For how many days after its last change the server keeps a game; null: for good. */
  keptDays: null,
  as: null,
  greetedAt: 0,
  welcomedAt: null,
  heardAt: 0,
  /** By when an answer must come. */
  answerDue: null,
  /** After a storage error: when to send again. */
  resumeAt: null,
  /** When to leave a server that is about to restart. */
  drainsAt: null,
});

/** The server can't save, and keeps the connection. */
const STORAGE = [ErrorCode.storage, ErrorCode.storageFull];

/** @param {ClientCore} core @param {string} text @param {Time} now */
export function receive(core, text, now) {
  core.session.heardAt = now.monotonic;
  let message;
  try {
    message = decodeServerMessage(text, core.kind);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    return misbehaves(core, now);
  }
  if (!message) return;
  if (core.phase === 'live') core.session.answerDue = null;
  if (Object.hasOwn(ANYTIME, message.type)) return ANYTIME[message.type](core, message, now);
  const isWelcome = message.type === 'welcome';
  if (isWelcome !== (core.phase === 'greeting')) return misbehaves(core, now);
  if (isWelcome) return welcome(core, message, now);
  LIVE[message.type](core, message, now, text);
}

/** The server said something that can't be. */
const misbehaves = (core, now) => core.drop(CloseCode.protocolError, now);

/** @typedef {(core: ClientCore, message: Message, now: Time, text: string) => void} Handler */

const ANYTIME = {
  error: receiveError,
  moved(core, { url }, now) {
    core.drop(CloseCode.normal, now);
    core.redirect = url;
  },
  // The server closes the connection, or we do when it is time.
  draining(core, { in_ms: milliseconds }, now) {
    const least = asked(milliseconds);
    core.notBefore = now.monotonic + between(least, 2 * least, core.random);
    core.session.drainsAt = core.notBefore;
  },
};

const LIVE = {
  snapshot(core, { lobby, h }, now, text) {
    if (core.lobbyID && core.lobbyID !== lobby.id) return misbehaves(core, now);
    core.session.epoch = lobby.epoch;
    core.follower.replace(lobby, h);
    logHasChanged(core, text);
    comeInIfAdmitted(core);
  },
  events(core, message, now, text) {
    const { epoch, lobby } = core.session;
    const outcome = core.follower.follow(message, epoch, lobby);
    if (outcome === 'advanced') {
      logHasChanged(core, text);
      comeInIfAdmitted(core);
    }
    if (outcome === 'misfit') misbehaves(core, now);
  },
  history: (core, { s, e: events, top }) => core.emit({ type: 'history', s, events, top }),
  ack: receiveAck,
  reject(core, { n: number, refusal }) {
    hear(core, number, refusal);
    hasChanged(core);
  },
  gap: receiveGap,
  presence(core, { type, ...presence }, now) {
    core.presence = presence;
    core.presenceAt = now.monotonic;
    core.emit({ type: 'changed' });
  },
  pong(core, { t, now: server }, now) {
    sample(core, server, t, now);
  },
};

/** A wait that the server asks for, within reason. */
const asked = (milliseconds) =>
  Math.min(Math.max(milliseconds, 0), ClientLimits.askedMillisecondsMax);

function hasChanged(core) {
  core.predict();
  core.emit({ type: 'changed' });
}

function sample(core, server, sent, now) {
  if (!core.clock.sample(server, sent, now)) return;
  const { wallOffset: offset } = core.clock;
  if (Math.abs(offset - core.notedClockOffset) < ClientLimits.clockNoteMilliseconds) return;
  core.notedClockOffset = offset;
  core.note({ line: 'clock', offset });
}

// The beginning of a session.

function welcome(core, message, now) {
  const { session, follower, outbox } = core;
  const { lobby, ticket, epoch, top, as, last_n: last, kept_days: keptDays } = message;
  if (core.lobbyID && core.lobbyID !== lobby) return misbehaves(core, now);
  Object.assign(session, { lobby, ticket, epoch, top, as, keptDays });
  session.welcomedAt = now.monotonic;
  session.answerDue = null;
  sample(core, message.now, session.greetedAt, now);
  adopt(core, message);
  if (hasForked(outbox, last, message.last_f)) return fork(core, now);
  core.lastNotice = null;
  core.createsAgain = false;
  if (as === 'creator' && follower.state) {
    // The server has lost the lobby: what it once confirmed is void.
    follower.forget();
    outbox.uncover();
    core.note({ line: 'reset' });
  }
  resume(core, last, top);
  for (const [n, refusal] of message.refused) if (n <= last) hear(core, n, refusal);
  core.predict();
  core.enter('live');
  core.pump();
}

/** Keeps what the server says of the way in, and as which of an account's persons one is. */
function adopt(core, { as, lobby, ticket, person }) {
  const { identity } = core;
  const next = { ...identity };
  if (person !== identity.credentials.person) {
    // The proof was for the other; whoever has one for this person tells it (`speak`).
    next.credentials = { person, token: identity.credentials.token };
  }
  if (as !== 'spectator') {
    const known = 'ticket' in identity.entry ? identity.entry.ticket : null;
    // A lobby that isn't created yet is still to be created.
    if (as !== 'creator') next.entry = { lobby, ticket: ticket ?? known };
    next.as = null;
    delete next.knock;
  }
  if (JSON.stringify(next) === JSON.stringify(identity)) return;
  core.identity = next;
  core.noteIdentity();
}

/**
 * The server knows ops of this replica that aren't in this journal: it was copied to another
 * device, or is an old copy itself, or has lost a record.
 */
function hasForked(outbox, last, lastFingerprint) {
  if (last > outbox.last || !outbox.isWhole(last + 1)) return true;
  if (last === 0) return false;
  const entry = outbox.entry(last);
  return !entry || fingerprint(entry.text) !== lastFingerprint;
}

/** Goes on as another replica, with the ops that were never acknowledged to this one. */
function fork(core, now) {
  core.identity = { ...core.identity, rid: randomIdentifier(core.random) };
  core.outbox = core.outbox.renumbered(core.kind.encodeOp);
  core.predict();
  core.rewriteJournal(true);
  core.drop(CloseCode.normal, now);
}

function resume(core, number, top) {
  if (core.follower.epoch !== core.session.epoch) core.outbox.enterHistory();
  if (applyAck(core, number, top)) noteAck(core, number, top);
}

/** @param {ClientCore} core @param {number} number @returns {boolean} whether that was news */
export function applyAck(core, number, seq) {
  if (number >= core.outbox.acknowledged) {
    return core.outbox.acknowledge(number, seq, core.coveringSeq);
  }
  core.outbox.rewind(number);
  return true;
}

/**
 * Until the history has come that `seq` is from, the journal ends in the one before, where it must
 * not pass for what is there already.
 */
function noteAck(core, number, seq) {
  const isOfThisHistory = core.coveringSeq !== null;
  const through = isOfThisHistory ? seq : Math.max(seq, core.follower.seq + 1);
  core.note({ line: 'ack', number, seq: through });
}

// The log, and the answers to ops.

function logHasChanged(core, text) {
  core.outbox.cover(core.follower.seq);
  core.note({ line: 'server', epoch: core.session.epoch, message: text });
  if (core.journalBytes > core.journalBytesLimit) core.rewriteJournal(false);
  hasChanged(core);
}

/** Whether one sees the document, but hasn't been let in yet, connected or not. */
export const isKnocking = (core) => hasKnocked(core) && !isIn(core);

/** Whether one came to knock, as far as the journal says, and sees the document. */
const hasKnocked = ({ identity, follower }) =>
  identity.as === 'player' && identity.knock === true && follower.state !== null;

/** Whether one has been taken in: the journal's line about that may be damaged. */
const isIn = ({ author, kind, follower }) => kind.isMember(follower.state, author.person);

/** Who knocks only watches until they are taken in. */
function comeInIfAdmitted(core) {
  if (core.phase !== 'live' || !hasKnocked(core)) return;
  const { state } = core.follower;
  if (!isIn(core) && !core.kind.isOpen(state)) return;
  if (isIn(core)) {
    const entry = { lobby: state.id, ticket: null };
    core.identity = { ...core.identity, entry, knock: undefined };
    core.noteIdentity();
  }
  core.stop();
  core.start();
}

function receiveAck(core, { n: number, s: seq }, now) {
  const { outbox } = core;
  const least = outbox.inFlight?.first ?? 0;
  if (number < least || number > outbox.last) return misbehaves(core, now);
  outbox.settleFlight();
  if (outbox.acknowledge(number, seq, core.coveringSeq)) {
    noteAck(core, number, seq);
    hasChanged(core);
    becomeMember(core);
  }
  core.pump();
}

/** The creator becomes a member with the first op. */
function becomeMember(core) {
  const { entry } = core.identity;
  if (!('create' in entry) || core.outbox.acknowledged === 0) return;
  const member = { lobby: entry.create, ticket: core.session.ticket };
  core.identity = { ...core.identity, entry: member };
  core.noteIdentity();
}

/**
 * The journal has it before the next message goes out: the server keeps a message's refusals, not
 * those of two.
 */
function hear(core, number, refusal) {
  if (core.outbox.refuse(number, refusal)) core.note({ line: 'reject', number, refusal }, true);
}

function receiveGap(core, { expect }, now) {
  const { outbox } = core;
  // The ops that were sent had no gap, so asking for the first of them makes no sense.
  const makesSense =
    outbox.inFlight &&
    expect !== outbox.inFlight.first &&
    expect >= 1 &&
    expect <= outbox.last &&
    outbox.isWhole(expect);
  if (!makesSense) return misbehaves(core, now);
  outbox.settleFlight();
  resume(core, expect - 1, core.follower.seq);
  hasChanged(core);
  core.pump();
}

function receiveError(core, { type, ...fields }, now) {
  const notice = /** @type {import('./wire.js').Notice} */ (fields);
  core.emit({ type: 'notice', notice });
  if (notice.code === ErrorCode.historyLater) return;
  core.lastNotice = notice;
  if (STORAGE.includes(notice.code)) return waitForStorage(core, notice, now);
  // At entry, or where another came in between: nothing of what was sent has been taken.
  if (notice.code === ErrorCode.replicaTaken) return fork(core, now);
  if (notice.code === ErrorCode.unknownLobby) core.createsAgain = canCreate(core);
  if (notice.retry_ms === null || notice.retry_ms <= 0) return;
  core.notBefore = now.monotonic + asked(notice.retry_ms);
}

/** Whether the journal holds what the document began with. */
function canCreate({ kind, outbox }) {
  const first = outbox.entry(1)?.op;
  return first ? kind.isCreation(first) && outbox.isWhole(1) : false;
}

/** Nothing was taken; the same will be sent again on this connection. */
function waitForStorage(core, { retry_ms: given }, now) {
  const wait = given === null ? ClientLimits.storageRetryMilliseconds : asked(given);
  const least = ClientLimits.storageRetryMillisecondsMin;
  core.session.resumeAt = now.monotonic + Math.max(wait, least);
  core.outbox.settleFlight();
  core.emit({ type: 'changed' });
}
