// Readers of the single values in any message, op or line of a journal: Protocol.md §4. Each gives
// a value that can be used without further care, or throws.

import { INTEGER_MAX, WireError } from './json.js';

/** The value, if it is as it should be. */
export function checked(value, isRight) {
  if (!isRight) throw new WireError('a value out of place');
  return value;
}

export const integer = (value, least, most) =>
  checked(value, Number.isInteger(value) && value >= least && value <= most);
export const count = (value) => integer(value, 0, INTEGER_MAX);
export const time = (value) => integer(value, -INTEGER_MAX, INTEGER_MAX);
export const bits32 = (value) => integer(value, 0, 2 ** 32 - 1);
export const bits16 = (value) => integer(value, 0, 65_535);

const LONE_SURROGATE = /\p{Surrogate}/u;
export const text = (value) =>
  checked(value, typeof value === 'string' && !LONE_SURROGATE.test(value));
export const bool = (value) => checked(value, typeof value === 'boolean');
export const array = (value, countMax = Infinity) =>
  checked(value, Array.isArray(value) && value.length <= countMax);

/** Fixed-width hexadecimal, read in either case. */
export const hexadecimal = (value, digits) =>
  checked(text(value), value.length === digits && /^[0-9a-f]*$/i.test(value)).toLowerCase();
export const identifier = (value) => hexadecimal(value, 32);
export const epoch = (value) => hexadecimal(value, 16);
export const proof = (value) => hexadecimal(value, 24);

/** A reader that leaves null as it is. */
export const orNull = (read) => (value) => (value === null ? null : read(value));
/** Readers of a field that may be absent, which null says too: null then, or what is given. */
export const optional = (read) => (value) => orNull(read)(value ?? null);
export const or = (absent, read) => (value) => read(value ?? absent);
