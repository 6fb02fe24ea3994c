// A game, as a kind of document: what the client of any kind is told of the rules of this one.

import { decide, decideCreation } from './decide.js';
import { Field } from './fields.js';
import { Standing, apply, cellOf, copyLobby, memberOfPerson, newLobby } from './lobby.js';
import { decodeOp, encodeOp, isEdit } from './ops.js';
import { between } from './random.js';
import { demand } from './refusal.js';
import { shownValue } from './scorecard.js';
import { PRESENCE, decodeChange, encodeSnapshot, lobbyFrom } from './shapes.js';

/**
 * @typedef {import('./decide.js').Command} Command
 * @typedef {import('./lobby.js').Key} Key
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./lobby.js').Value} Value
 * @typedef {{state: Lobby, command: Command, change: import('./lobby.js').Change, key: Key,
 *   presence: import('./shapes.js').Presence}} GameTypes
 * @typedef {import('./client-core.js').ClientCore<GameTypes>} GameCore
 */

/** @type {(random: import('./random.js').Random) => number} the id of a new column */
export const randomPlayer = (random) => between(1, 2 ** 32 - 1, random);

/** @type {Key} */
const NO_CELL = [0, 0, 0, Field.course];

/** @type {(lobby: Lobby | null, key: Key) => Value} */
const shown = (lobby, key) => lobby && shownValue(lobby, key);

/**
 * The cell that a command changes; the course's, before it was exchanged, for those that change
 * none.
 *
 * @param {Lobby | null} confirmed
 * @param {Command} command
 * @returns {Key}
 */
function keyOf(confirmed, command) {
  if (command.op === 'set') return command.cell;
  if (command.op !== 'settle') return NO_CELL;
  // A late entry that this device only expects has no number yet that the server knows.
  demand(command.late <= (confirmed?.seq ?? 0), 'not_pending');
  return confirmed?.late.find(({ seq }) => seq === command.late)?.key ?? NO_CELL;
}

/**
 * The entry that gives the cell of the last own one that still shows what it showed before.
 *
 * @type {import('./kind.js').Kind<GameTypes>['undo']}
 */
function undo(lobby, own) {
  /** @type {{key: Key, value: Value, before: Value}[]} */
  const stack = [];
  for (const { op, before, isUndo } of own) {
    if (op?.op !== 'set' || before === undefined) continue;
    const { cell: key, value } = op;
    const isTakenBack = (each) => String(each.key) === String(key) && each.before === value;
    if (!isUndo) stack.push({ key, value, before });
    else stack.splice(stack.map(isTakenBack).lastIndexOf(true) >>> 0, 1);
  }
  const shows = ({ key, value, before }) => shown(lobby, key) === value && before !== value;
  const last = stack.reverse().find(shows);
  return last ? { op: 'set', cell: last.key, value: last.before } : null;
}

/** @type {import('./kind.js').Kind<GameTypes>} */
export const game = {
  isCreation: ({ op }) => op === 'create',
  decideCreation: (op, author) => ({ kind: 'new', creation: decideCreation(op, author) }),
  begin: (id, epoch, first) => (first.kind === 'new' ? newLobby(id, epoch, first.creation) : null),
  decide,
  copy: copyLobby,
  apply,
  keyOf,
  // What a write to a score replaces depends on whether its author has heard how strict the game is.
  versionOf: (lobby, key) =>
    Math.max(cellOf(lobby, key).version, key[3] === Field.throws ? lobby.trust.since : 0),
  isEdit,
  before: (lobby, command) => (command.op === 'set' ? shown(lobby, command.cell) : undefined),
  undo,
  isMember: (lobby, person) => memberOfPerson(lobby, person)?.standing === Standing.active,
  isOpen: (lobby) => lobby.late_join,
  isForMembers: (lobby) => lobby.invitation !== null,
  encodeOp,
  decodeOp,
  changeFrom: decodeChange,
  stateFrom: lobbyFrom,
  encodeSnapshot,
  presence: PRESENCE,
};
