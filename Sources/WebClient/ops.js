// Ops as the lines of a journal: Protocol.md §7.

import { INTEGER_MAX, WireError, parseObject, write } from './json.js';
import { Field, NO_EPOCH } from './lobby.js';
import {
  TAG_MAX,
  array,
  bool,
  count,
  epochOf,
  expect,
  holesOf,
  identifier,
  integer,
  keyOf,
  orNull,
  stageOf,
  text,
  time,
} from './shapes.js';

/** @typedef {import('./decide.js').Op} Op */

// Ops. What decides how one is written also decides how it is read: its fields, in their order.

const player = (/** @type {any} */ value) => integer(value, 0, TAG_MAX);

/** @type {Record<string, Record<string, (value: any) => any>>} */
const COMMANDS = {
  create: {
    course: (value) => orNull(value ?? null, text),
    holes: (value) => holesOf(value ?? []),
    late_join: (value) => bool(value ?? false),
    invitation: identifier,
    name: text,
    player: (value) => (value === undefined ? undefined : player(value)),
  },
  set: {
    cell: (value) => keyOf(array(value)),
    value: (value) => value,
    confirm: (value) => (value === undefined || !bool(value) ? undefined : true),
  },
  add: { player, name: text },
  remove: { player },
  move: { from: stageOf, to: stageOf },
  kick: { person: identifier },
  host: { from: identifier, to: identifier },
  appoint: { person: identifier, role: (value) => integer(value, 0, 1) },
  late_join: { allow: bool },
  settle: { late: count, apply: bool },
  leave: {},
};

/** A command with exactly the fields it has, checked. @param {Record<string, any>} given */
function commandFrom(given) {
  const name = text(given.op);
  expect(Object.hasOwn(COMMANDS, name));
  /** @type {import('./decide.js').Command} */
  const command = { op: name };
  for (const [field, read] of Object.entries(COMMANDS[name])) command[field] = read(given[field]);
  if (name !== 'set' || command.value === null) return command;
  const isNumber = [Field.throws, Field.par].includes(command.cell[3]);
  command.value = isNumber ? time(command.value) : text(command.value);
  return command;
}

/**
 * An op as the journal keeps it and messages carry it. Its bytes never change again.
 *
 * @param {Op} op
 */
export function encodeOp({ n, at, bv, be, ...command }) {
  const seen = { bv: bv > 0 ? bv : undefined, be: be !== NO_EPOCH ? be : undefined };
  return write({ n, at, ...seen, ...commandFrom(command) });
}

/**
 * An op of a journal. One that this version can't read still has its number.
 *
 * @param {string} bytes
 * @returns {{n: number, op: Op | null}}
 * @throws {WireError} if it isn't JSON or has no number
 */
export function decodeOp(bytes) {
  const { fields } = parseObject(bytes);
  const n = integer(fields.n, 1, INTEGER_MAX);
  try {
    const at = time(fields.at);
    const bv = count(fields.bv ?? 0);
    const be = epochOf(fields.be ?? NO_EPOCH);
    return { n, op: { n, at, bv, be, ...commandFrom(fields) } };
  } catch (error) {
    if (error instanceof WireError) return { n, op: null };
    throw error;
  }
}
