// Readers of a game's events and snapshots, place by place: Protocol.md §4, §8, §10. Each gives a
// value that can be used without further care, or throws.

import { isField, isNumeric } from './fields.js';
import { joinCode } from './join-code.js';
import { write } from './json.js';
import { DocumentLimits } from './limits.js';
import { CASUAL, PHASES, cellKey, cellName, compareKeys, newCell } from './lobby.js';
import { LobbyLimits as limits } from './lobby-limits.js';
import {
  array, bits16, bits32, bool, checked, count, identifier, integer, optional, or, orNull, text, time,
} from './readers.js';

const VALUE_MAX = 2 ** 31 - 1;

const par = (value) => integer(value, -VALUE_MAX - 1, VALUE_MAX);
export const role = (value) => integer(value, 0, 1);
const standing = (value) => integer(value, 0, 2);

/** A time; undefined for none. */
const timeOrNone = (value) => optional(time)(value) ?? undefined;

const code = orNull((value) => {
  const found = joinCode(text(value));
  return checked(found, found !== null);
});

export function stage(value) {
  const [phase, round] = array(value);
  return [checked(phase, PHASES.includes(phase)), integer(round, 0, limits.roundsMax)];
}

/** @returns {import('./lobby.js').Key} from the first four places */
export function keyFrom(values) {
  const [round, player, hole, field] = values;
  byte(round);
  byte(hole);
  return [round, bits32(player), hole, checked(field, isField(field))];
}

const valueOf = (value, field) => orNull(isNumeric(field) ? time : text)(value);

/** A list of positional arrays. */
const list = (read, countMax) => (value) =>
  array(value, countMax).map((places) => read(array(places)));

const holes = list(([label, worth]) => [text(label), par(worth)], limits.holesMax);
/** What there is of a layout was looked at by whoever made it, and by the server. */
export const layout = (value) => {
  if (value == null) return undefined;
  array(value.tees ?? []);
  array(value.holes);
  return value;
};

export const byte = (value) => integer(value, 0, 255);

const played = ([number, course, given, known]) => ({
  number: byte(number),
  course: orNull(text)(course),
  holes: holes(given),
  layout: layout(known),
});

/** However many, and of whatever par: it is the rules of the game that refuse them. */
export const holesAskedFor = list(([label, worth]) => [text(label), time(worth)], Infinity);

// Positional arrays with a name and a reader for each place; those beyond are ignored.

const SIBLING = { seq: count, value: (value) => value, member: bits16, tag: bits32, at: time };
const PLACES = {
  sibling: { ...SIBLING, rank: (value) => integer(value, -1, 2) },
  member: { number: bits16, person: identifier, role, standing, player: bits32, name: text },
  player: {
    id: bits32,
    member: bits16,
    name: text,
    removed: (value) => (byte(value) === 1 ? 1 : 0),
  },
  lateHead: { seq: count, reason: (value) => integer(value, 0, 4) },
  lateTail: { value: (value) => value, member: bits16, tag: bits32, at: time },
};

const read = (places, values) =>
  Object.fromEntries(Object.keys(places).map((name, at) => [name, places[name](values[at])]));
const placesOfGame = ({ id, number, settings: given }) => [id, number, given];
const placesOf = (places, object) => Object.keys(places).map((name) => object[name]);

const member = (values) => read(PLACES.member, values);
const player = (values) => read(PLACES.player, values);

function lateEdit(values) {
  const key = keyFrom(values.slice(2));
  const tail = read(PLACES.lateTail, values.slice(6));
  return { ...read(PLACES.lateHead, values), key, ...tail, value: valueOf(tail.value, key[3]) };
}

function cell(value, version, field) {
  const siblings = list((values) => read(PLACES.sibling, values), limits.siblingsMax)(value);
  return newCell(
    version,
    siblings.map((sibling) => ({ ...sibling, value: valueOf(sibling.value, field) })),
  );
}

/** The fields of an event, by its kind, and how each is read. */
const CHANGES = {
  new: ([start, given, invitation, course, given2, late, person, name, column, watch, known]) => ({
    creation: {
      start: time(start),
      code: code(given),
      invitation: orNull(identifier)(invitation),
      // Logs from before there was one end before it.
      watch: or(null, orNull(identifier))(watch),
      course: orNull(text)(course),
      holes: holes(given2),
      layout: layout(known),
      late_join: bool(late),
      person: identifier(person),
      name: text(name),
      player: bits32(column),
    },
  }),
  layout: (places) => ({ played: played(places) }),
  cell(places, seq) {
    const key = keyFrom(places);
    return { key, cell: cell(places[4], seq, key[3]) };
  },
  join: (places) => ({ member: member(places) }),
  standing: ([number, next]) => ({ member: bits16(number), standing: standing(next) }),
  add: (places) => ({ player: player(places) }),
  remove: ([id]) => ({ player: bits32(id) }),
  place: ([id, before]) => ({ player: bits32(id), before: bits32(before) }),
  stage: ([next]) => ({ stage: stage(next) }),
  host: ([host, owner]) => ({ host: bits16(host), owner: bits16(owner) }),
  role: ([number, next]) => ({ member: bits16(number), role: role(next) }),
  late_join: ([allow]) => ({ allow: bool(allow) }),
  game: (places) => ({ id: byte(places[0]), game: lobbyGame(places) }),
  trust: ([number, need, scorers, blind], seq) => ({
    trust: trust(seq, number, need, scorers, blind),
  }),
  invite: ([given, invitation]) => ({
    code: code(given),
    invitation: orNull(identifier)(invitation),
  }),
  claim: ([number, id]) => ({ member: bits16(number), player: bits32(id) }),
  late: (places) => ({ edit: lateEdit(places) }),
  settle([late, ...places], seq) {
    const key = keyFrom(places);
    const written = orNull((siblings) => cell(siblings, seq, key[3]))(places[4]);
    return { late: count(late), key, cell: written };
  },
  deleted: ([since]) => ({ deleted: timeOrNone(since) }),
};

/**
 * An event; `seq`, its own, becomes the version of a cell that it changes.
 *
 * @returns {import('./lobby.js').Change}
 */
export function decodeChange(value, seq) {
  const [kind, ...places] = array(value);
  checked(kind, typeof kind === 'string' && Object.hasOwn(CHANGES, kind));
  return { kind, ...CHANGES[kind](places, seq) };
}

/** Those of a game were looked at by whoever made them, and by the server. */
export const settings = (value) =>
  checked(value, typeof value === 'object' && typeof value?.format === 'string');

/** @returns {import('./lobby.js').LobbyGame | null} */
const lobbyGame = ([id, number, given]) =>
  orNull((value) => ({ id: byte(id), number: bits16(number), settings: settings(value) }))(given);

/** The places of an event, and of a snapshot's with since when it is so. */
const trust = (since, number, need, scorers, blind) => ({
  number: bits16(number),
  since: count(since),
  need: byte(need),
  scorers: array(scorers, limits.scorersMax).map(bits16),
  blind: bool(blind),
});

const knock = (value) => {
  const [person, name] = array(value);
  return { person: identifier(person), name: text(name) };
};

/**
 * @typedef {{here: number[], spectators: number, host_passes_in_ms: number | null,
 *   knocks: {person: string, name: string}[]}} Presence
 */

/** The fields of `presence`. */
export const PRESENCE = {
  here: or([], (value) => array(value, DocumentLimits.membersMax).map(bits16)),
  spectators: or(0, time),
  host_passes_in_ms: optional(time),
  knocks: or([], (value) => array(value, DocumentLimits.knocksMax).map(knock)),
};

/** The fields of a lobby, in their order. */
const LOBBY = {
  id: identifier,
  start: time,
  code: optional(code),
  invitation: optional(identifier),
  watch: optional(identifier),
  course: optional(text),
  holes: or([], holes),
  layout,
  played: (value) => (value == null ? undefined : played(array(value))),
  stage: or(['setup', 0], stage),
  late_join: or(false, bool),
  trust: (value) => {
    if (value == null) return CASUAL;
    const [number, since, need, scorers, blind] = array(value);
    return trust(since, number, need, scorers, blind);
  },
  last_game: or(0, byte),
  games: or([], list(lobbyGame, limits.gamesMax)),
  host: or(0, bits16),
  owner: or(0, bits16),
  members: or([], list(member, DocumentLimits.membersMax)),
  players: or([], list(player, limits.columnsMax)),
  cells: or([], (value) => new Map(list(namedCell, limits.cellsEverMax)(value))),
  late: or([], list(lateEdit, limits.quarantineEverMax)),
  deleted: timeOrNone,
};

function namedCell(places) {
  const key = keyFrom(places);
  return [cellName(key), cell(places[5], count(places[4]), key[3])];
}

/** @returns {import('./lobby.js').Lobby} */
export function lobbyFrom(given, history, seq) {
  checked(given, given !== null && typeof given === 'object');
  const fields = Object.entries(LOBBY).map(([name, reader]) => [name, reader(given[name])]);
  const { played: now, ...begun } = Object.fromEntries(fields);
  const { course, holes: first } = begun;
  const exchange = now && { ...now, given: { course, holes: first } };
  const lobby = { ...begun, number: 0, given: undefined, epoch: history, seq, ...exchange };
  checked(lobby, lobby.members.every(({ number }, place) => number === place + 1));
  return lobby;
}

/**
 * The whole of a lobby as a `snapshot`; equal lobbies give equal bytes.
 *
 * @param {import('./lobby.js').Lobby} lobby
 * @param {string} hash the proof that it is so
 */
export function encodeSnapshot(lobby, hash) {
  const fields = Object.keys(LOBBY).map((name) => [name, lobby[name]]);
  const { given, number, course, holes: current, layout: known = null } = lobby;
  const { number: changes, since, need, scorers, blind } = lobby.trust;
  const begun = given && { ...given, layout: undefined, played: [number, course, current, known] };
  const cells = [...lobby.cells].map(([name, { version, siblings }]) => ({
    key: cellKey(name),
    rest: [version, siblings.map((each) => placesOf(PLACES.sibling, each))],
  }));
  cells.sort((left, right) => compareKeys(left.key, right.key));
  return write({
    type: 'snapshot',
    epoch: lobby.epoch,
    s: lobby.seq,
    h: hash,
    lobby: {
      ...Object.fromEntries(fields),
      ...begun,
      last_game: lobby.last_game || undefined,
      games: lobby.last_game ? lobby.games.map(placesOfGame) : undefined,
      trust: changes ? [changes, since, need, scorers, blind] : undefined,
      members: lobby.members.map((each) => placesOf(PLACES.member, each)),
      players: lobby.players.map((each) => placesOf(PLACES.player, each)),
      cells: cells.map(({ key, rest }) => [...key, ...rest]),
      late: lobby.late.map((each) => [
        ...placesOf(PLACES.lateHead, each),
        ...each.key,
        ...placesOf(PLACES.lateTail, each),
      ]),
    },
  });
}
