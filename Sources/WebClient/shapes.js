// What stands in one place of a message, an op or a line of the journal: Protocol.md §4, §8, §10.
// Each reader returns a value that can be used without further care, or throws.

import { INTEGER_MAX, WireError, write } from './json.js';
import { LobbyLimits } from './limits.js';
import { Field, PHASES, cellKey, cellName, compareKeys, newCell } from './lobby.js';

/** @typedef {import('./lobby.js').Lobby} Lobby */

export const TAG_MAX = 2 ** 32 - 1;
const MEMBER_MAX = 65_535;
const BYTE_MAX = 255;
const VALUE_MAX = 2 ** 31 - 1;
const CODE = /^[23456789ABCDEFGHJKMNPQRSTUVWXYZ]{6,12}$/i;

// What stands in one place. Each returns the value or throws.

/** @param {boolean} condition */
export function expect(condition) {
  if (!condition) throw new WireError('a value that the protocol has no place for');
}

/** @param {any} value @param {number} least @param {number} most @returns {number} */
export function integer(value, least, most) {
  expect(Number.isInteger(value) && value >= least && value <= most);
  return value;
}

export const count = (/** @type {any} */ value) => integer(value, 0, INTEGER_MAX);
export const time = (/** @type {any} */ value) => integer(value, -INTEGER_MAX, INTEGER_MAX);
export const hash32 = (/** @type {any} */ value) => integer(value, 0, TAG_MAX);
export const memberNumber = (/** @type {any} */ value) => integer(value, 0, MEMBER_MAX);

/** @param {any} value @returns {string} */
export function text(value) {
  expect(typeof value === 'string');
  return value;
}

/** @param {any} value @returns {boolean} */
export function bool(value) {
  expect(typeof value === 'boolean');
  return value;
}

/** @param {any} value @returns {any[]} */
export function array(value, countMax = Infinity) {
  expect(Array.isArray(value) && value.length <= countMax);
  return value;
}

/** Fixed-width hexadecimal, read in either case. @param {any} value @param {number} digits */
export function hexadecimal(value, digits) {
  expect(typeof value === 'string' && value.length === digits && /^[0-9a-f]*$/i.test(value));
  return value.toLowerCase();
}

export const identifier = (/** @type {any} */ value) => hexadecimal(value, 32);
export const epochOf = (/** @type {any} */ value) => hexadecimal(value, 16);

/**
 * @template T, F
 * @param {T} value
 * @param {(value: T) => F} read
 */
export const orNull = (value, read) => (value === null ? null : read(value));

/** @template F @param {any} value @param {(value: any) => F} read @returns {F | null} */
export const optional = (value, read) => (value === undefined ? null : read(value));

/** A code as typed: any case, blanks and dashes ignored. Null if it can't be one. */
export function joinCode(/** @type {string} */ typed) {
  const code = typed.replace(/[ -]/g, '');
  return CODE.test(code) ? code.toUpperCase() : null;
}

/** @param {any} value */
function codeOf(value) {
  const code = joinCode(text(value));
  expect(code !== null);
  return code;
}

/** @param {any} value @returns {import('./lobby.js').Stage} */
export function stageOf(value) {
  const [phase, round] = array(value);
  expect(PHASES.includes(phase));
  return [phase, integer(round, 0, LobbyLimits.roundsMax)];
}

/** The first four places. @param {any[]} places @returns {import('./lobby.js').Key} */
export const keyOf = ([round, player, hole, field]) => [
  integer(round, 0, BYTE_MAX),
  integer(player, 0, TAG_MAX),
  integer(hole, 0, BYTE_MAX),
  integer(field, 0, Field.tee),
];

/** @param {any} value @param {number} field */
const valueOf = (value, field) =>
  orNull(value, (given) =>
    field === Field.throws || field === Field.par
      ? integer(given, -VALUE_MAX - 1, VALUE_MAX)
      : text(given),
  );

/** @param {any} value @param {number} version @param {number} field */
function cellFrom(value, version, field) {
  const siblings = array(value, LobbyLimits.replicasMax).map((places) => {
    const [seq, entered, member, tag, at, rank] = array(places);
    return {
      seq: count(seq),
      value: valueOf(entered, field),
      member: memberNumber(member),
      tag: integer(tag, 0, TAG_MAX),
      at: time(at),
      rank: integer(rank, -1, 2),
    };
  });
  return newCell(version, siblings);
}

/** @param {any} value @returns {[string, number][]} */
export const holesOf = (value) =>
  array(value, LobbyLimits.holesMax).map((places) => {
    const [label, par] = array(places);
    return [text(label), integer(par, -VALUE_MAX - 1, VALUE_MAX)];
  });

/** @param {any[]} places @returns {import('./lobby.js').Member} */
const memberFrom = ([number, person, role, standing, player, name]) => ({
  number: memberNumber(number),
  person: identifier(person),
  role: integer(role, 0, 1),
  standing: integer(standing, 0, 2),
  player: integer(player, 0, TAG_MAX),
  name: text(name),
});

/** @param {any[]} places @returns {import('./lobby.js').Player} */
const playerFrom = ([id, member, name, removed]) => ({
  id: integer(id, 0, TAG_MAX),
  member: memberNumber(member),
  name: text(name),
  isRemoved: integer(removed, 0, BYTE_MAX) === 1,
});

/** @param {any[]} places @returns {import('./lobby.js').LateEdit} */
function lateFrom([seq, reason, ...places]) {
  const key = keyOf(places);
  const [value, member, tag, at] = places.slice(4);
  return {
    seq: count(seq),
    reason: integer(reason, 0, 3),
    key,
    value: valueOf(value, key[3]),
    member: memberNumber(member),
    tag: integer(tag, 0, TAG_MAX),
    at: time(at),
  };
}

/** An event; `seq`, its own, becomes the version of a cell that it changes. */
export function decodeChange(/** @type {any} */ value, /** @type {number} */ seq) {
  const [kind, ...places] = array(value);
  return { kind, ...changeFields(kind, places, seq) };
}

/** @param {any} kind @param {any[]} places @param {number} seq @returns {object} */
function changeFields(kind, places, seq) {
  switch (kind) {
    case 'new':
      return { creation: creationFrom(places) };
    case 'cell': {
      const key = keyOf(places);
      return { key, cell: cellFrom(places[4], seq, key[3]) };
    }
    case 'join':
      return { member: memberFrom(places) };
    case 'standing':
      return { member: memberNumber(places[0]), standing: integer(places[1], 0, 2) };
    case 'add':
      return { player: playerFrom(places) };
    case 'remove':
      return { player: integer(places[0], 0, TAG_MAX) };
    case 'stage':
      return { stage: stageOf(places[0]) };
    case 'host':
      return { host: memberNumber(places[0]), owner: memberNumber(places[1]) };
    case 'role':
      return { member: memberNumber(places[0]), role: integer(places[1], 0, 1) };
    case 'late_join':
      return { allow: bool(places[0]) };
    case 'late':
      return { edit: lateFrom(places) };
    case 'settle': {
      const key = keyOf(places.slice(1));
      const cell = orNull(places[5], (siblings) => cellFrom(siblings, seq, key[3]));
      return { late: count(places[0]), key, cell };
    }
    default:
      throw new WireError('an event of a later version');
  }
}

/** @param {any[]} places @returns {import('./lobby.js').Creation} */
const creationFrom = ([start, code, invitation, course, holes, late, person, name, player]) => ({
  start: time(start),
  code: orNull(code, codeOf),
  invitation: identifier(invitation),
  course: orNull(course, text),
  holes: holesOf(holes),
  lateJoin: bool(late),
  person: identifier(person),
  name: text(name),
  player: integer(player, 0, TAG_MAX),
});

/** @template T @param {any} value @param {number} countMax @param {(places: any[]) => T} read */
const list = (value, countMax, read) =>
  array(value ?? [], countMax).map((places) => read(array(places)));

/** @param {any} given @param {string} epoch @param {number} seq @returns {Lobby} */
export function lobbyFrom(given, epoch, seq) {
  expect(given !== null && typeof given === 'object');
  const members = list(given.members, LobbyLimits.membersMax, memberFrom);
  expect(members.every((member, place) => member.number === place + 1));
  const cells = list(given.cells, LobbyLimits.cellsMax, (places) => {
    const key = keyOf(places);
    const cell = cellFrom(places[5], count(places[4]), key[3]);
    return /** @type {[string, import('./lobby.js').Cell]} */ ([cellName(key), cell]);
  });
  return {
    id: identifier(given.id),
    epoch,
    seq,
    start: time(given.start),
    code: orNull(given.code ?? null, codeOf),
    invitation: identifier(given.invitation),
    course: orNull(given.course ?? null, text),
    holes: holesOf(given.holes ?? []),
    stage: stageOf(given.stage ?? ['setup', 0]),
    lateJoin: bool(given.late_join ?? false),
    host: memberNumber(given.host ?? 0),
    owner: memberNumber(given.owner ?? 0),
    members,
    players: list(given.players, LobbyLimits.columnsMax, playerFrom),
    cells: new Map(cells),
    late: list(given.late, LobbyLimits.quarantineMax, lateFrom),
  };
}

// The lobby, for a journal that is rewritten.

/** @param {import('./lobby.js').Cell} cell */
const siblingPlaces = (cell) =>
  cell.siblings.map(({ seq, value, member, tag, at, rank }) => [
    seq,
    value,
    member,
    tag,
    at,
    rank,
  ]);

/** The whole of a lobby as a `snapshot`; equal lobbies give equal bytes. */
export function encodeSnapshot(/** @type {Lobby} */ lobby, /** @type {number} */ hash) {
  const keys = [...lobby.cells.keys()].map(cellKey).sort(compareKeys);
  const cells = keys.map((key) => {
    const cell = /** @type {import('./lobby.js').Cell} */ (lobby.cells.get(cellName(key)));
    return [...key, cell.version, siblingPlaces(cell)];
  });
  return write({
    type: 'snapshot',
    epoch: lobby.epoch,
    s: lobby.seq,
    h: hash,
    lobby: {
      id: lobby.id,
      start: lobby.start,
      code: lobby.code,
      invitation: lobby.invitation,
      course: lobby.course,
      holes: lobby.holes,
      stage: lobby.stage,
      late_join: lobby.lateJoin,
      host: lobby.host,
      owner: lobby.owner,
      members: lobby.members.map((each) => [
        each.number,
        each.person,
        each.role,
        each.standing,
        each.player,
        each.name,
      ]),
      players: lobby.players.map((each) => [
        each.id,
        each.member,
        each.name,
        each.isRemoved ? 1 : 0,
      ]),
      cells,
      late: lobby.late.map(({ seq, reason, key, value, member, tag, at }) => [
        seq,
        reason,
        ...key,
        value,
        member,
        tag,
        at,
      ]),
    },
  });
}
