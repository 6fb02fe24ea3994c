// The commands of a game, as ops of a journal: Protocol.md §7.

import { isNumeric } from './fields.js';
import { opFrom, opLine } from './op-line.js';
import {
  array, bits16, bits32, bool, checked, count, identifier, optional, or, orNull, text, time,
} from './readers.js';
import { byte, holesAskedFor, keyFrom, layout, role, settings, stage } from './shapes.js';

/** A player, or none: absent, null or 0. */
const playerOrNone = (value) => optional(bits32)(value) || undefined;

/** A field that may be absent, which null says too: undefined then. */
const orNone = (read) => (value) => optional(read)(value) ?? undefined;

/** People; undefined for none. */
const people = (value) => {
  const all = array(value ?? []).map(identifier);
  return all.length > 0 ? all : undefined;
};

/** The fields of each command, in their order. */
const COMMANDS = {
  create: {
    course: optional(text),
    holes: holesAskedFor,
    layout,
    late_join: or(false, bool),
    nonce: identifier,
    invitation: identifier,
    watch: identifier,
    name: text,
    player: playerOrNone,
  },
  layout: { expect: byte, course: optional(text), holes: holesAskedFor, layout },
  set: {
    cell: (value) => keyFrom(array(value)),
    value: (value) => value,
    confirm: (value) => or(false, bool)(value) || undefined,
  },
  add: { player: bits32, name: text },
  remove: { player: bits32 },
  place: { player: bits32, before: playerOrNone },
  move: { from: stage, to: stage },
  kick: { person: identifier },
  host: { from: identifier, to: identifier },
  appoint: { person: identifier, role },
  late_join: { allow: bool },
  game: { id: byte, from: orNone(bits16), settings: orNone(settings) },
  trust: {
    from: bits16,
    need: byte,
    scorers: people,
    blind: (value) => or(false, bool)(value) || undefined,
  },
  settle: { late: count, apply: bool },
  admit: { person: identifier, name: text },
  claim: { player: bits32 },
  leave: {},
  delete: { deleted: bool },
};

/** A command with exactly the fields it has, checked. */
function commandFrom(given) {
  const op = text(given.op);
  checked(op, Object.hasOwn(COMMANDS, op));
  const fields = Object.entries(COMMANDS[op]).map(([name, read]) => [name, read(given[name])]);
  const command = { op, ...Object.fromEntries(fields) };
  if (op === 'set') {
    orNull(isNumeric(command.cell[3]) ? time : text)(command.value);
  }
  return command;
}

/** Whether a command changes a cell, which somebody opened to do so. */
export const isEdit = ({ op }) => op === 'set';

/**
 * An op as the journal keeps it and messages carry it. Its bytes never change again.
 *
 * @param {import('./decide.js').Op} op
 */
export const encodeOp = (op) => opLine(op, commandFrom(op), isEdit(op));

/**
 * An op of a journal. One that this version can't read still has its number.
 *
 * @param {string} bytes
 * @returns {{n: number, op: import('./decide.js').Op | null}}
 * @throws {import('./json.js').WireError} if it isn't JSON or has no number
 */
export const decodeOp = (bytes) => opFrom(bytes, commandFrom, isEdit);
