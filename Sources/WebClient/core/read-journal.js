// A journal's records, read again; journal.js writes them.

import { FORMAT, checksum } from './journal.js';
import { byteCount, parseObject } from './json.js';
import { WireLimits } from './limits.js';
import { refusalOf } from './refusal.js';
import { bits16, count, epoch, text, time } from './readers.js';
import { identityFrom } from './wire.js';

/** @typedef {import('./journal.js').Line} Line */

/** A message within a line is one level deeper than by itself. */
const DEPTH_MAX = 10;

/**
 * The line without its line feed. Null if it is damaged, or of a kind that this version doesn't
 * know.
 *
 * @param {string} record
 * @returns {Line | null}
 */
export function decodeLine(record) {
  const json = record.slice(9);
  if (record[8] !== ' ' || record.slice(0, 8) !== checksum(json)) return null;
  try {
    return lineFrom(parseObject(json, DEPTH_MAX));
  } catch {
    return null;
  }
}

/** @returns {Line | null} */
function lineFrom({ fields, raw }) {
  switch (fields.line) {
    case 'hello':
      return fields.format === FORMAT ? { line: 'hello', identity: identityFrom(fields) } : null;
    case 'op': {
      const text = rawObject(fields, raw, 'op');
      if (byteCount(text) > WireLimits.opBytesMax) return null;
      return {
        line: 'op',
        text,
        before: valueBefore(fields.before),
        isUndo: fields.undo === true,
      };
    }
    case 'server': {
      const message = rawObject(fields, raw, 'message');
      return { line: 'server', epoch: epoch(fields.history), message };
    }
    case 'ack':
      return { line: 'ack', number: count(fields.number), seq: count(fields.through) };
    case 'reject': {
      const refusal = refusalOf(bits16(fields.refusal));
      return { line: 'reject', number: count(fields.number), refusal };
    }
    case 'clock': return { line: 'clock', offset: time(fields.offset_ms) };
    case 'reset': return { line: 'reset' };
    default: return null;
  }
}

function valueBefore(value) {
  return value === undefined || value === null || typeof value === 'string' ? value : time(value);
}

const rawObject = (fields, raw, key) =>
  typeof fields[key] === 'object' ? text(raw(key)) : text(undefined);

/**
 * All lines of a journal, and what is wrong with it. How it is divided into records doesn't
 * matter.
 *
 * @param {string[]} records
 * @returns {{lines: Line[], hasTornEnd: boolean, damagedLineCount: number}}
 */
export function readJournal(records) {
  const pieces = records.join('').split('\n');
  const hasTornEnd = pieces.pop() !== '';
  const read = pieces.map(decodeLine);
  const lines = /** @type {Line[]} */ (read.filter((line) => line !== null));
  return { lines, hasTornEnd, damagedLineCount: read.length - lines.length };
}
