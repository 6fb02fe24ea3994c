// One game: what its log adds up to. Positional arrays of the protocol stay arrays where they are
// keys, stages and holes; all others are objects. Nothing of a lobby is changed in place but by
// `apply`, and that only in a copy which isn't shown yet.

import { Field } from './fields.js';

export const Rank = Object.freeze({ late: -1, other: 0, own: 1, confirmed: 2 });
export const Standing = Object.freeze({ active: 0, left: 1, kicked: 2 });
export const Role = Object.freeze({ player: 0, scorekeeper: 1 });
export const Reason = Object.freeze({
  locked: 0, left: 1, kicked: 2, removed: 3, deleted: 4,
});
export const PHASES = Object.freeze(['setup', 'playing', 'round_ended', 'ended', 'locked']);

/**
 * @typedef {[round: number, player: number, hole: number, field: number]} Key
 * @typedef {null | number | string} Value not scored is null, never 0
 * @typedef {[phase: string, round: number]} Stage
 * @typedef {{seq: number, value: Value, member: number, tag: number, at: number, rank: number}}
 *   Sibling `at`: milliseconds since the lobby's start
 * @typedef {{version: number, siblings: Sibling[]}} Cell the shown sibling first
 * @typedef {{number: number, person: string, role: number, standing: number, player: number,
 *   name: string}} Member `player` 0: has no column
 * @typedef {{id: number, member: number, name: string, removed: number}} Player a column;
 *   `member` 0: a guest
 * @typedef {{seq: number, reason: number, key: Key, value: Value, member: number, tag: number,
 *   at: number}} LateEdit
 * @typedef {{number: number, since: number, need: number, scorers: number[], blind: boolean}}
 *   Trust how often it was changed, and by which event last; how many people must have entered the
 *   same, 0: each of the scorers; whether others' entries show only to who has one there
 * @typedef {{id: number, number: number, settings: Settings}} LobbyGame what is played with the
 *   scores besides: `number`: how often its settings were given
 * @typedef {import('./format-games.js').Settings} Settings
 * @typedef {{id: string, epoch: string, seq: number, start: number, code: string | null,
 *   invitation: string | null, watch: string | null, course: string | null,
 *   holes: [string, number][], layout?: Layout, number: number, given?: Given, stage: Stage,
 *   late_join: boolean, trust: Trust, games: LobbyGame[], last_game: number, host: number, owner: number, members: Member[], players: Player[],
 *   cells: Map<string, Cell>, late: LateEdit[], deleted?: number | undefined}} Lobby `cells` by `cellName`;
 *   `deleted`: since when, a time of day, if it is; `number`: how often the course was exchanged;
 *   `given`: what the game began with, if it was
 * @typedef {{tees: [name: string, colour: string][], holes: [any, number[][]][],
 *   default_tee?: string, [field: string]: any}} Layout what is known of the course: Protocol.md §7
 * @typedef {{course: string | null, holes: [string, number][]}} Given
 * @typedef {Given & {number: number, layout?: Layout}} Played
 * @typedef {{start: number, code: string | null, invitation: string | null,
 *   watch: string | null, course: string | null,
 *   holes: [string, number][], layout?: Layout, late_join: boolean, person: string, name: string,
 *   player: number}}
 *   Creation
 * @typedef {{kind: 'new', creation: Creation} | {kind: 'cell', key: Key, cell: Cell}
 *   | {kind: 'layout', played: Played}
 *   | {kind: 'join', member: Member} | {kind: 'standing', member: number, standing: number}
 *   | {kind: 'add', player: Player} | {kind: 'remove', player: number}
 *   | {kind: 'place', player: number, before: number} | {kind: 'stage', stage: Stage}
 *   | {kind: 'host', host: number, owner: number} | {kind: 'role', member: number, role: number}
 *   | {kind: 'late_join', allow: boolean} | {kind: 'trust', trust: Trust}
 *   | {kind: 'game', id: number, game: LobbyGame | null}
 *   | {kind: 'invite', code: string | null, invitation: string | null}
 *   | {kind: 'claim', member: number, player: number} | {kind: 'late', edit: LateEdit}
 *   | {kind: 'settle', late: number, key: Key, cell: Cell | null}
 *   | {kind: 'deleted', deleted: number | undefined}} Change what an event does
 */

/** @type {Trust} what every game begins with: one person is enough */
export const CASUAL = Object.freeze({ number: 0, since: 0, need: 1, scorers: [], blind: false });

const UNTOUCHED = Object.freeze({ version: 0, siblings: [] });

/** @type {(key: Key) => string} a key as the name of a cell in a map */
export const cellName = ([round, player, hole, field]) =>
  `${round}/${player}/${hole}/${field}`;

/** @type {(name: string) => Key} the key again */
export const cellKey = (name) => /** @type {any} */ (name.split('/').map(Number));

/** @type {(left: Key, right: Key) => number} by round, player, hole, field */
export const compareKeys = (left, right) =>
  left[0] - right[0] || left[1] - right[1] || left[2] - right[2] || left[3] - right[3];

/** The greatest (rank, at, tag) first: `seq`, which depends on who had signal, takes no part. */
const byPrecedence = (left, right) =>
  right.rank - left.rank || right.at - left.at || right.tag - left.tag;

export const newCell = (version, siblings) => ({
  version,
  siblings: [...siblings].sort(byPrecedence),
});

/**
 * The cell after a write whose author had seen the version `seen`.
 *
 * @param {Cell} cell
 * @param {Sibling} sibling
 * @param {number} seen
 * @param {boolean} [keepsOthers] whether of what was seen only the author's own is replaced
 * @returns {Cell}
 */
export function writeCell(cell, sibling, seen, keepsOthers = false) {
  const isReplaced = ({ seq, member, tag }) =>
    tag === sibling.tag || (seq <= seen && (!keepsOthers || member === sibling.member));
  const kept = cell.siblings.filter((old) => !isReplaced(old));
  return newCell(sibling.seq, [...kept, sibling]);
}

/**
 * Whether a write to a score, whose author had seen the version `seen`, leaves what others have
 * entered: where several people have to enter the same, and where the author hadn't heard that one
 * is enough again.
 *
 * @type {(trust: Trust, seen: number) => boolean}
 */
export const keepsOthers = ({ need, since }, seen) => need !== 1 || seen < since;

/**
 * Whether as many people as are needed have entered what a score shows, or somebody confirmed it;
 * nothing shown needs nobody.
 *
 * @type {(lobby: Lobby, cell: Cell | undefined) => boolean}
 */
export function isSure({ trust: { need, scorers } }, cell) {
  const [shown] = cell?.siblings ?? [];
  if (need === 1 || !shown || shown.value === null || shown.rank === Rank.confirmed) return true;
  const backers = cell?.siblings.filter(({ value }) => value === shown.value) ?? [];
  const people = new Set(backers.map(({ member }) => member));
  return need === 0 ? scorers.every((scorer) => people.has(scorer)) : people.size >= need;
}

/** @type {(cell: Cell) => boolean} different people's values, of whom none had seen the other's */
export const isDisputed = ({ siblings }) =>
  siblings.some((each) => each.value !== siblings[0].value) &&
  siblings.some((each) => each.member !== siblings[0].member);

/** @type {(lobby: Lobby, key: Key) => Cell} */
export const cellOf = (lobby, key) => lobby.cells.get(cellName(key)) ?? UNTOUCHED;

/** @type {(lobby: Lobby) => Key} where the name of the course that is played stands */
export const courseCell = ({ number }) => [number, 0, 0, Field.course];

/** @type {(lobby: Lobby, hole: number) => Key} where the par of its hole stands, from 1 on */
export const parCell = ({ number }, hole) => [number, 0, hole, Field.par];

/** @param {Pick<Lobby, 'deleted'>} lobby */
export const isDeleted = ({ deleted }) => deleted !== undefined;

/** @param {Pick<Lobby, 'deleted' | 'stage'>} lobby whether nothing changes by itself any more */
export const isShut = (lobby) => lobby.stage[0] === 'locked' || isDeleted(lobby);

/** @type {(game: {stage: Stage}) => boolean} whether no more scores are expected */
export const isOver = ({ stage: [phase] }) => phase === 'ended' || phase === 'locked';

/** @type {(lobby: Lobby, number: number) => Member | undefined} */
export const memberOf = (lobby, number) => lobby.members[number - 1];

/** @type {(lobby: Lobby, person: string) => Member | undefined} */
export const memberOfPerson = (lobby, person) =>
  lobby.members.find((member) => member.person === person);

/** @type {(lobby: Lobby, id: number) => Player | undefined} */
export const playerOf = (lobby, id) => lobby.players.find((player) => player.id === id);

/** @type {(lobby: Lobby) => Player[]} those on the card, in order */
export const columnsOf = (lobby) => lobby.players.filter((player) => !player.removed);

/**
 * A lobby as its first event makes it.
 *
 * @type {(id: string, epoch: string, creation: Creation) => Lobby}
 */
export const newLobby = (id, epoch, { person, name, player, ...creation }) => ({
  ...creation,
  trust: CASUAL,
  games: [],
  last_game: 0,
  number: 0,
  given: undefined,
  id,
  epoch,
  seq: 1,
  stage: ['setup', 0],
  host: 1,
  owner: 1,
  members: [{ number: 1, person, role: 0, standing: 0, player, name }],
  players: player ? [{ id: player, member: 1, name, removed: 0 }] : [],
  cells: new Map(),
  late: [],
  deleted: undefined,
});

/** @type {(lobby: Lobby) => Lobby} a copy that `apply` may change */
export const copyLobby = (lobby) => ({
  ...lobby,
  members: [...lobby.members],
  players: [...lobby.players],
  cells: new Map(lobby.cells),
  late: [...lobby.late],
});

/**
 * Carries out the next event. It is a fact, so no rule is asked; references to nobody change
 * nothing.
 *
 * @param {Lobby} lobby is changed
 * @param {Change} change
 */
export function apply(lobby, change) {
  lobby.seq += 1;
  switch (change.kind) {
    case 'layout':
      lobby.given ??= { course: lobby.course, holes: lobby.holes };
      Object.assign(lobby, change.played);
      break;
    case 'cell':
      lobby.cells.set(cellName(change.key), change.cell);
      break;
    case 'join':
      join(lobby, change.member);
      break;
    case 'standing':
      setStanding(lobby, change.member, change.standing);
      break;
    case 'add':
      add(lobby, change.player);
      break;
    case 'remove':
      changePlayers(lobby, (player) => player.id === change.player, 1);
      break;
    case 'place':
      place(lobby, change.player, change.before);
      break;
    case 'stage':
      lobby.stage = change.stage;
      if (change.stage[0] === 'locked') lobby.code = null;
      break;
    case 'host':
      lobby.host = change.host;
      lobby.owner = change.owner;
      break;
    case 'role':
      changeMember(lobby, change.member, { role: change.role });
      break;
    case 'late_join':
      lobby.late_join = change.allow;
      break;
    case 'trust':
      lobby.trust = change.trust;
      break;
    case 'game':
      play(lobby, change.id, change.game);
      break;
    case 'invite':
      lobby.code = change.code;
      lobby.invitation = change.invitation;
      break;
    case 'claim':
      claim(lobby, change.member, change.player);
      break;
    case 'late':
      lobby.late.push(change.edit);
      break;
    case 'settle':
      lobby.late = lobby.late.filter((edit) => edit.seq !== change.late);
      if (change.cell) lobby.cells.set(cellName(change.key), change.cell);
      break;
    case 'deleted':
      lobby.deleted = change.deleted;
      break;
    default: // A second `new` changes nothing.
  }
}

function changeMember(lobby, number, fields) {
  const member = memberOf(lobby, number);
  if (member) lobby.members[number - 1] = { ...member, ...fields };
}

function changePlayers(lobby, which, removed) {
  lobby.players = lobby.players.map((each) => (which(each) ? { ...each, removed } : each));
}

/** Plays a game of that id besides from now on, or no longer. */
function play(lobby, id, game) {
  const others = lobby.games.filter((each) => each.id !== id);
  lobby.games = game ? [...others, game].sort((left, right) => left.id - right.id) : others;
  lobby.last_game = Math.max(lobby.last_game, id);
}

/** Before the column `next`, or last. */
function place(lobby, id, next) {
  const player = playerOf(lobby, id);
  if (!player || id === next) return;
  const others = lobby.players.filter((each) => each !== player);
  const found = others.findIndex((each) => each.id === next);
  others.splice(found < 0 ? others.length : found, 0, player);
  lobby.players = others;
}

function join(lobby, member) {
  if (member.number === lobby.members.length + 1) lobby.members.push(member);
  else changeMember(lobby, member.number, member);
  if (!member.player) return;
  add(lobby, { id: member.player, member: member.number, name: member.name, removed: 0 });
}

function claim(lobby, number, id) {
  const former = memberOf(lobby, number)?.player;
  if (former !== id) changePlayers(lobby, (each) => each.id === former, 1);
  changeMember(lobby, number, { player: id });
  lobby.players = lobby.players.map((each) =>
    each.id === id ? { ...each, member: number } : each);
}

function add(lobby, player) {
  if (!playerOf(lobby, player.id)) lobby.players.push(player);
  changePlayers(lobby, (each) => each.id === player.id, 0);
}

/** Before the game starts, someone who goes takes the column along. */
function setStanding(
  /** @type {Lobby} */ lobby,
  number,
  standing,
) {
  changeMember(lobby, number, { standing });
  if (standing === Standing.active || lobby.stage[0] !== 'setup') return;
  changePlayers(lobby, (player) => player.member === number, 1);
}
