// A replica's journal, as a device keeps it: one record for each thing that must outlive the page.
// Records are only ever appended; their order is the order of what happened. A record is a line:
// the checksum of its JSON (`fingerprint`, 8 hexadecimal digits), a blank, the JSON, a line feed.
// It is what the other client of this repository writes, so that either can go on with it.

import { Raw, fingerprint, write } from './json.js';
import { helloFields } from './wire.js';

/**
 * @typedef {{line: 'hello', identity: import('./wire.js').Identity}
 *   | {line: 'op', text: string, before?: import('./kind.js').Value, isUndo: boolean}
 *   | {line: 'server', epoch: string, message: string}
 *   | {line: 'ack', number: number, seq: number}
 *   | {line: 'reject', number: number, refusal: import('./refusal.js').RefusalRow}
 *   | {line: 'clock', offset: number}
 *   | {line: 'reset'}} Line
 */

export const FORMAT = 1;

export const checksum = (json) => fingerprint(json).toString(16).padStart(8, '0');

/**
 * A record, with its line feed.
 *
 * @param {Line} line
 */
export function encodeLine(line) {
  const json = write(fieldsOf(line));
  return `${checksum(json)} ${json}\n`;
}

function fieldsOf(line) {
  switch (line.line) {
    case 'hello':
      return { line: 'hello', format: FORMAT, ...helloFields(line.identity) };
    case 'op': {
      const undo = line.isUndo || undefined;
      return { line: 'op', op: new Raw(line.text), before: line.before, undo };
    }
    case 'server': {
      // A line feed in JSON is white space: anything else would do.
      const message = new Raw(line.message.replaceAll('\n', ' '));
      return { line: 'server', history: line.epoch, message };
    }
    case 'ack': return { line: 'ack', number: line.number, through: line.seq };
    case 'reject':
      return { line: 'reject', number: line.number, refusal: line.refusal.code };
    case 'clock': return { line: 'clock', offset_ms: line.offset };
    default: return { line: 'reset' };
  }
}

/**
 * The shortest journal that says the same.
 *
 * @param {import('./client-core.js').ClientCore<any>} core
 */
export function compactedJournal({ identity, notedClockOffset, outbox, follower, kind }) {
  /** @type {Line[]} */
  const lines = [{ line: 'hello', identity }];
  if (notedClockOffset !== 0) lines.push({ line: 'clock', offset: notedClockOffset });
  for (const { text, before, isUndo } of outbox.entries) {
    lines.push({ line: 'op', text, before, isUndo });
  }
  if (follower.state) {
    const message = kind.encodeSnapshot(follower.state, follower.hash);
    lines.push({ line: 'server', epoch: follower.state.epoch, message });
  }
  for (const { number, seq } of outbox.acks(follower.seq)) {
    lines.push({ line: 'ack', number, seq });
  }
  const refused = [...outbox.refused].sort(([left], [right]) => left - right);
  for (const [number, refusal] of refused) lines.push({ line: 'reject', number, refusal });
  return lines.map(encodeLine);
}
