// Ops as the lines of a journal: Protocol.md §7.

import { DEPTH_MAX, INTEGER_MAX, WireError, parseObject, write } from './json.js';
import { NO_EPOCH } from './lobby.js';
import * as shape from './shapes.js';

const { bits32, bool, identifier, optional, or, orNull, stage, text } = shape;

/** A player, or none: absent, null or 0. */
const playerOrNone = (value) => optional(bits32)(value) || undefined;

/** The fields of each command, in their order. */
const COMMANDS = {
  create: {
    course: optional(text),
    holes: shape.holesAskedFor,
    late_join: or(false, bool),
    nonce: identifier,
    invitation: identifier,
    watch: identifier,
    name: text,
    player: playerOrNone,
  },
  set: {
    cell: (value) => shape.keyFrom(shape.array(value)),
    value: (value) => value,
    confirm: (value) => or(false, bool)(value) || undefined,
  },
  add: { player: bits32, name: text },
  remove: { player: bits32 },
  place: { player: bits32, before: playerOrNone },
  move: { from: stage, to: stage },
  kick: { person: identifier },
  host: { from: identifier, to: identifier },
  appoint: { person: identifier, role: shape.role },
  late_join: { allow: bool },
  settle: { late: shape.count, apply: bool },
  admit: { person: identifier, name: text },
  claim: { player: bits32 },
  leave: {},
};

/** A command with exactly the fields it has, checked. */
function commandFrom(given) {
  const op = text(given.op);
  shape.checked(op, Object.hasOwn(COMMANDS, op));
  const fields = Object.entries(COMMANDS[op]).map(([name, read]) => [name, read(given[name])]);
  const command = { op, ...Object.fromEntries(fields) };
  if (op === 'set') {
    orNull(shape.isNumeric(command.cell[3]) ? shape.time : text)(command.value);
  }
  return command;
}

/**
 * An op as the journal keeps it and messages carry it. Its bytes never change again.
 *
 * @param {import('./decide.js').Op} op
 */
export function encodeOp({ n, at, bv, be, ...command }) {
  const isEdit = command.op === 'set';
  const seen = {
    bv: bv > 0 ? bv : undefined,
    be: isEdit || be !== NO_EPOCH ? shape.epoch(be) : undefined,
  };
  return write({ n, at, ...seen, ...commandFrom(command) });
}

/**
 * An op of a journal. One that this version can't read still has its number.
 *
 * @param {string} bytes
 * @returns {{n: number, op: import('./decide.js').Op | null}}
 * @throws {WireError} if it isn't JSON or has no number
 */
export function decodeOp(bytes) {
  const { fields } = parseObject(bytes, DEPTH_MAX);
  const n = shape.integer(fields.n, 1, INTEGER_MAX);
  try {
    const at = shape.time(fields.at);
    const bv = or(0, shape.count)(fields.bv);
    const epoch = fields.op === 'set' ? shape.epoch : or(NO_EPOCH, shape.epoch);
    const be = epoch(fields.be);
    return { n, op: { n, at, bv, be, ...commandFrom(fields) } };
  } catch (error) {
    if (error instanceof WireError) return { n, op: null };
    throw error;
  }
}
