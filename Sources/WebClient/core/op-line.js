// The fields that ops have in common, whatever kind of document they are for: Protocol.md §7. An
// edit always says on which history it is based, also if on none.

import { NO_EPOCH } from './kind.js';
import { DEPTH_MAX, INTEGER_MAX, WireError, parseObject, write } from './json.js';
import { count, epoch, integer, or, time } from './readers.js';

/**
 * The bytes of an op.
 *
 * @param {import('./kind.js').Numbering} numbering
 * @param {import('./kind.js').Command} command with the fields that it has, and no other
 * @param {boolean} isEdit
 */
export function opLine({ n, at, bv, be }, command, isEdit) {
  const seen = {
    bv: bv > 0 ? bv : undefined,
    be: isEdit || be !== NO_EPOCH ? epoch(be) : undefined,
  };
  return write({ n, at, ...seen, ...command });
}

/**
 * An op again. One whose command can't be read still has its number.
 *
 * @template C
 * @param {string} line
 * @param {(fields: any) => C} commandFrom
 * @param {(fields: any) => boolean} isEdit
 * @returns {{n: number, op: (C & import('./kind.js').Numbering) | null}}
 * @throws {WireError} if it isn't JSON or has no number
 */
export function opFrom(line, commandFrom, isEdit) {
  const { fields } = parseObject(line, DEPTH_MAX);
  const n = integer(fields.n, 1, INTEGER_MAX);
  try {
    const at = time(fields.at);
    const bv = or(0, count)(fields.bv);
    const be = (isEdit(fields) ? epoch : or(NO_EPOCH, epoch))(fields.be);
    return { n, op: { n, at, bv, be, ...commandFrom(fields) } };
  } catch (error) {
    if (error instanceof WireError) return { n, op: null };
    throw error;
  }
}
