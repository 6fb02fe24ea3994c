// The rules of a game: which event comes of an op, or why none does (Protocol.md §11–§13). They
// never change anything. They are those of the server, for the view of one's own waiting ops.

import { Field, columnOf, endsWithRound, isOfCourse, shapeOf } from './fields.js';
import { DocumentLimits } from './limits.js';
import { LobbyLimits as limits } from './lobby-limits.js';
import {
  PHASES, Rank, Reason, Role, Standing, cellKey, cellName, cellOf, columnsOf, isDeleted,
  keepsOthers, memberOf, memberOfPerson, playerOf, writeCell,
} from './lobby.js';
import { checkText, distinctName, isTaken } from './names.js';
import { demand, Refusal } from './refusal.js';

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./lobby.js').Change} Change
 * @typedef {import('./lobby.js').Stage} Stage
 * @typedef {{course: string | null, holes: [string, number][],
 *   layout?: import('./lobby.js').Layout}} Course
 * @typedef {{op: 'create', late_join: boolean, nonce: string, invitation: string, watch: string,
 *     name: string, player?: number} & Course
 *   | {op: 'layout', expect: number} & Course
 *   | {op: 'set', cell: import('./lobby.js').Key, value: import('./lobby.js').Value,
 *     confirm?: boolean}
 *   | {op: 'add', player: number, name: string} | {op: 'remove', player: number}
 *   | {op: 'place', player: number, before?: number} | {op: 'move', from: Stage, to: Stage}
 *   | {op: 'kick', person: string} | {op: 'host', from: string, to: string}
 *   | {op: 'appoint', person: string, role: number} | {op: 'late_join', allow: boolean}
 *   | {op: 'game', id: number, from?: number,
 *     settings?: import('./lobby.js').Settings}
 *   | {op: 'trust', from: number, need: number, scorers?: string[], blind?: boolean}
 *   | {op: 'settle', late: number, apply: boolean}
 *   | {op: 'admit', person: string, name: string} | {op: 'claim', player: number}
 *   | {op: 'leave'} | {op: 'delete', deleted: boolean}} Command what is asked for in a game: Protocol.md §7
 * @typedef {Command & {n: number, at: number, bv: number, be: string}} Op
 * @typedef {{person: string, tag: number}} Author
 */

const isWithin = (value, least, most) =>
  Number.isInteger(value) && value >= least && value <= most;

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

const isSameStage = (stage, other) => stage[0] === other[0] && stage[1] === other[1];

/** Whether a host may move the game from one stage to the other. */
export function leadsTo(stage, next) {
  const step = `${stage[0]} ${next[0]}`;
  if (step === 'setup playing' || step === 'round_ended playing') {
    return stage[1] < limits.roundsMax && next[1] === stage[1] + 1;
  }
  const steps = ['playing round_ended', 'playing ended', 'round_ended ended', 'ended locked'];
  return steps.includes(step) && next[1] === stage[1];
}

/**
 * The change that an op leads to.
 *
 * @param {Lobby} lobby
 * @param {Op} op
 * @param {Author} author
 * @param {number} [received] the server's time at receipt
 * @returns {Change}
 * @throws {Refusal} why it leads to none
 */
export function decide(lobby, op, author, received = op.at) {
  const member = memberOfPerson(lobby, author.person);
  if (!member) throw new Refusal('not_member');
  const seen = op.be === lobby.epoch ? Math.min(op.bv, lobby.seq) : 0;
  const isFromOtherHistory = op.be !== lobby.epoch && !/^0+$/.test(op.be);
  if (op.op === 'set') {
    const latest = received + limits.afterReceiptMillisecondsMax;
    const at = clamp(op.at, lobby.start - limits.beforeStartMillisecondsMax, latest);
    return set(lobby, {
      key: op.cell,
      value: op.value,
      confirm: op.confirm,
      member,
      tag: author.tag,
      at: at - lobby.start,
      seen,
      isFromOtherHistory,
    });
  }
  demand(member.standing === Standing.active, 'not_member');
  demand(op.op !== 'create', 'lobby_exists');
  if (op.op === 'leave') {
    return { kind: 'standing', member: member.number, standing: Standing.left };
  }
  if (op.op === 'delete') {
    // Whoever only minds the role while its owner is away doesn't take the game away.
    demand(member.number === lobby.owner, 'not_host');
    demand(op.deleted !== isDeleted(lobby), 'stale');
    return { kind: 'deleted', deleted: op.deleted ? received : undefined };
  }
  demand(!isDeleted(lobby), 'deleted');
  if (op.op === 'claim') return claim(lobby, member, op.player);
  demand(member.number === lobby.host, 'not_host');
  if (op.op === 'settle') return settle(lobby, op, author.tag, seen);
  if (op.op === 'move') {
    demand(isSameStage(op.from, lobby.stage) && leadsTo(op.from, op.to), 'stale');
    return { kind: 'stage', stage: op.to };
  }
  demand(lobby.stage[0] !== 'locked', 'locked');
  if (op.op === 'layout') {
    const isInTime = isFromOtherHistory || lobby.stage[0] === 'setup';
    demand(op.expect === lobby.number && isInTime, 'stale');
    return { kind: 'layout', played: { number: op.expect + 1, ...courseFrom(op) } };
  }
  if (op.op === 'game') return { kind: 'game', id: op.id, game: otherGame(lobby, op) };
  if (op.op === 'trust') return { kind: 'trust', trust: trust(lobby, op) };
  return changePeople(lobby, op);
}

/**
 * The first event of a lobby; the op must be a `create`.
 *
 * @param {Op} op
 * @param {Author} author
 * @param {number} [received]
 * @returns {import('./lobby.js').Creation}
 */
export function decideCreation(op, author, received = op.at) {
  if (op.op !== 'create') throw new Refusal('no_lobby');
  const course = courseFrom(op);
  checkText(op.name, limits.nameBytesMax);
  return {
    start: clamp(op.at, received - limits.offlineMillisecondsMax, received),
    code: null,
    invitation: op.invitation,
    watch: op.watch,
    ...course,
    late_join: op.late_join,
    person: author.person,
    name: op.name,
    player: op.player ?? 0,
  };
}

/**
 * What an op wants to be played. Its layout was looked at by whoever made it.
 *
 * @param {Course} op
 */
function courseFrom({ course, holes, layout }) {
  demand(isWithin(holes.length, 1, limits.holesMax), 'bad_setup');
  for (const [label, par] of holes) {
    demand(isWithin(par, 1, limits.parMax), 'bad_setup');
    checkText(label, limits.labelBytesMax);
  }
  if (course !== null) checkText(course, limits.courseBytesMax);
  return { course, holes, layout };
}

/** @returns {Change} */
function set(lobby, edit) {
  checkValue(edit);
  checkPlace(lobby, edit);
  const seq = lobby.seq + 1;
  const { key, value, tag, at } = edit;
  const member = edit.member.number;
  const reason = lateness(lobby, edit);
  if (reason !== null) {
    demand(lobby.late.length < limits.quarantineEverMax, 'quarantine_full');
    return { kind: 'late', edit: { seq, reason, key, value, member, tag, at } };
  }
  demand(mayWrite(lobby, edit), 'not_yours');
  demandFreeName(lobby, key, value);
  demand(lobby.cells.has(cellName(key)) || lobby.cells.size < limits.cellsEverMax, 'log_full');
  const sibling = { seq, value, member, tag, at, rank: rankOf(lobby, edit) };
  const keeps =
    key[3] === Field.throws &&
    sibling.rank !== Rank.confirmed &&
    keepsOthers(lobby.trust, edit.seen);
  return { kind: 'cell', key, cell: writeCell(cellOf(lobby, key), sibling, edit.seen, keeps) };
}

/** Numbers that can't be, by their field; of all others `bad_value`. */
const FAULTS = { [Field.throws]: 'bad_throws', [Field.par]: 'bad_par' };

function checkValue({ key: [, , , field], value }) {
  const { range, bytesMax = 0, isCode, isNeeded } = shapeOf(field);
  if (value === null && !isNeeded) return;
  if (range) demand(isWithin(value, ...range), FAULTS[field] ?? 'bad_value');
  else if (!isCode) checkText(value, bytesMax);
  else demand(value.length <= bytesMax && /^[-\da-z_/,;X]+$/.test(value), 'bad_value');
}

/** Whether the cell exists on this card. */
function checkPlace(lobby, { key: [round, player, hole, field], isFromOtherHistory }) {
  const [ofRound, ofPlayer, ofHole] = shapeOf(field).places;
  demand(ofRound !== '-' || round === 0, 'malformed');
  demand(ofPlayer !== '-' || player === 0, 'malformed');
  demand(ofHole !== '-' || hole === 0, 'malformed');
  if (ofRound === 'c') demand(isFromOtherHistory || round === lobby.number, 'stale');
  // The history that was lost may have had another course.
  const holeMax = isFromOtherHistory ? limits.holesMax : lobby.holes.length;
  if (ofHole === 'h') demand(isWithin(hole, 1, holeMax), 'no_such_hole');
  if (ofHole === '0') demand(hole <= holeMax, 'no_such_hole');
  if (ofHole === 'g') demand(hole > 0, 'malformed');
  const isOfRound = ofRound === 'r' || ofRound === 'n';
  if (isOfRound) demand(isWithin(round, 1, limits.roundsMax), 'no_such_round');
  if (ofPlayer === 'p') demand(player !== 0, 'no_such_player');
  if (ofPlayer === 'i') demand(isWithin(player, 1, limits.idMax), 'malformed');
  if (isFromOtherHistory) return;
  if (ofRound === 'r') demand(lobby.stage[0] !== 'setup', 'not_started');
  const roundMax = lobby.stage[1] + (ofRound === 'n' ? 1 : 0);
  if (isOfRound) demand(round <= roundMax, 'no_such_round');
  if (ofPlayer === 'p') demand(playerOf(lobby, player), 'no_such_player');
}

/** Names are told apart when they are typed; who is shown what later can't be foreseen. */
function demandFreeName(lobby, [, player, , field], value) {
  demand(field !== Field.name || !isTaken(lobby, value, player), 'name_taken');
}

/** Why the edit isn't applied by itself; null if it is. */
function lateness(lobby, { key, member }) {
  if (isDeleted(lobby)) return Reason.deleted;
  if (lobby.stage[0] === 'locked') return Reason.locked;
  if (member.standing === Standing.left) return Reason.left;
  if (member.standing === Standing.kicked) return Reason.kicked;
  return playerOf(lobby, columnOf(key))?.removed ? Reason.removed : null;
}

/** Whether someone settles disputes. */
const settles = (lobby, member) =>
  member.number === lobby.host || member.role === Role.scorekeeper;

/** The host and the scorekeeper write everything, and they alone penalties that belong to no hole. */
function mayWrite(lobby, { key, value, member }) {
  if (settles(lobby, member)) return true;
  const { writers, places } = shapeOf(key[3]);
  if (places[2] === '0' && key[2] === 0) return false;
  const owner = playerOf(lobby, key[1])?.member;
  const isOwn = owner === member.number;
  switch (writers) {
    case 'all': return true;
    case 'column': return isOwn || !owner;
    case 'given': return (isOwn || !owner) && value !== null;
    case 'owner': return isOwn;
    default: return false;
  }
}

function rankOf(lobby, { key, member, confirm }) {
  if (confirm && settles(lobby, member)) return Rank.confirmed;
  if (isLate(lobby, key)) return Rank.late;
  const isOwn = playerOf(lobby, columnOf(key))?.member === member.number;
  return isOwn || member.role === Role.scorekeeper ? Rank.own : Rank.other;
}

function isLate({ stage: [phase, current] }, [round, , , field]) {
  const at = PHASES.indexOf(phase);
  if (field === Field.signed) return false;
  return endsWithRound(field)
    ? at > PHASES.indexOf('playing') || round < current : at >= PHASES.indexOf('ended');
}

/**
 * The edit keeps its author, but it is the host's device that writes it.
 *
 * @returns {Change}
 */
function settle(lobby, op, tag, seen) {
  const { late } = op;
  const edit = lobby.late.find((each) => each.seq === late);
  if (!edit) throw new Refusal('not_pending');
  const { key, value, member, at } = edit;
  if (!op.apply) return { kind: 'settle', late, key, cell: null };
  demand(!isOfCourse(key) || key[0] === lobby.number, 'stale');
  demandFreeName(lobby, key, value);
  const sibling = { seq: lobby.seq + 1, value, member, tag, at, rank: Rank.confirmed };
  return { kind: 'settle', late, key, cell: writeCell(cellOf(lobby, key), sibling, seen) };
}

/**
 * How strict the game is from now on.
 *
 * @param {Lobby} lobby
 * @returns {import('./lobby.js').Trust}
 */
function trust(lobby, { from, need, scorers = [], blind = false }) {
  const { trust: before, seq } = lobby;
  demand(from === before.number, 'stale');
  const isSound =
    need <= limits.trustNeedMax &&
    scorers.length <= limits.scorersMax &&
    new Set(scorers).size === scorers.length &&
    (scorers.length === 0) === (need !== 0) &&
    (need === 0 || !blind);
  demand(isSound, 'malformed');
  const numbers = scorers.map((person) => memberOfPerson(lobby, person)?.number ?? 0);
  demand(numbers.every((number) => number > 0), 'no_such_person');
  demand(before.number < limits.trustChangesMax, 'log_full');
  const isSame =
    need === before.need && blind === before.blind && `${numbers}` === `${before.scorers}`;
  demand(!isSame, 'stale');
  return { number: from + 1, since: seq + 1, need, scorers: numbers, blind };
}

/**
 * A game that is played with the scores besides. Its settings were looked at by whoever made them.
 *
 * @param {Lobby} lobby
 * @param {Extract<Op, {op: 'game'}>} op
 * @returns {import('./lobby.js').LobbyGame | null}
 */
function otherGame(lobby, { id, from, settings }) {
  const known = lobby.games.find((each) => each.id === id);
  demand(from === known?.number, 'stale');
  demand(id > 0, 'malformed');
  if (!known) {
    demand(id > lobby.last_game && settings, 'stale');
    demand(lobby.games.length < limits.gamesMax, 'log_full');
  }
  if (!settings) return null;
  demand(JSON.stringify(known?.settings) !== JSON.stringify(settings), 'stale');
  demand((from ?? 0) < limits.gameChangesMax, 'log_full');
  return { id, number: (from ?? 0) + 1, settings };
}

/** @param {Lobby} lobby @param {Op} op @returns {Change} */
function changePeople(lobby, op) {
  switch (op.op) {
    case 'add': return addGuest(lobby, op.player, op.name);
    case 'remove':
      demandColumn(lobby, op.player);
      return { kind: 'remove', player: op.player };
    case 'place':
      demandColumn(lobby, op.player);
      if (op.before) demandColumn(lobby, op.before);
      return { kind: 'place', player: op.player, before: op.before ?? 0 };
    case 'kick': {
      const { number } = activeMember(lobby, op.person);
      demand(number !== lobby.host && number !== lobby.owner, 'not_yours');
      return { kind: 'standing', member: number, standing: Standing.kicked };
    }
    case 'host': {
      const { number } = activeMember(lobby, op.to);
      const isHost = memberOf(lobby, lobby.host)?.person === op.from;
      demand(isHost && number !== lobby.host, 'stale');
      // A substitute only minds the role until its owner returns.
      const ownerIsGone = memberOf(lobby, lobby.owner)?.standing !== Standing.active;
      demand(lobby.host === lobby.owner || ownerIsGone, 'not_host');
      return { kind: 'host', host: number, owner: number };
    }
    case 'appoint': {
      const { number, role } = activeMember(lobby, op.person);
      demand(role !== op.role, 'stale');
      return { kind: 'role', member: number, role: op.role };
    }
    case 'admit': return admit(lobby, op.person, op.name);
    case 'late_join':
      demand(op.allow !== lobby.late_join, 'stale');
      return { kind: 'late_join', allow: op.allow };
    default:
      throw new Refusal('unknown_command');
  }
}

const demandColumn = (lobby, id) =>
  demand(playerOf(lobby, id)?.removed === 0, 'no_such_player');

/** @returns {Change} */
function addGuest(lobby, id, name) {
  checkText(name, limits.nameBytesMax);
  demand(id, 'malformed');
  demand(!playerOf(lobby, id), 'player_exists');
  demand(hasRoomForPlayer(lobby), 'too_many_players');
  const told = distinctName(lobby, name, id);
  return { kind: 'add', player: { id, member: 0, name: told, removed: 0 } };
}

const hasRoomForPlayer = (lobby) =>
  lobby.players.length < limits.columnsMax && columnsOf(lobby).length < limits.playersMax;

/**
 * Who knocks comes in whatever the stage, for the host says so.
 *
 * @param {Lobby} lobby
 * @returns {Change}
 */
function admit(lobby, person, name) {
  checkText(name, limits.nameBytesMax);
  const known = memberOfPerson(lobby, person);
  if (known) {
    demand(known.standing === Standing.left, 'stale');
    return { kind: 'join', member: { ...known, standing: Standing.active } };
  }
  const isFull = lobby.members.length >= DocumentLimits.membersMax || !hasRoomForPlayer(lobby);
  demand(!isFull, 'too_many_players');
  const number = lobby.members.length + 1;
  const player = freePlayerID(lobby, person);
  const told = distinctName(lobby, name, player);
  return { kind: 'join', member: { number, person, role: 0, standing: 0, player, name: told } };
}

/** The last 32 bits of the person's id, or what is free behind them. */
function freePlayerID(lobby, person) {
  let id = parseInt(person.slice(-8), 16);
  while (id === 0 || playerOf(lobby, id)) id = (id + 1) % 2 ** 32;
  return id;
}

/**
 * Whoever has scores of their own keeps that column: nothing tells which of two is right.
 *
 * @returns {Change}
 */
function claim(lobby, member, id) {
  demand(lobby.stage[0] !== 'locked', 'locked');
  demandColumn(lobby, id);
  demand(playerOf(lobby, id)?.member === 0, 'not_yours');
  demand(!member.player || !hasScores(lobby, member.player), 'has_scores');
  return { kind: 'claim', member: member.number, player: id };
}

const hasScores = (lobby, id) =>
  [...lobby.cells].some(([name, { siblings }]) => {
    const [, player, , field] = cellKey(name);
    const isScore = player === id && field === Field.throws;
    return isScore && siblings.some(({ value }) => value !== null);
  });

function activeMember(lobby, person) {
  const member = memberOfPerson(lobby, person);
  if (!member) throw new Refusal('no_such_person');
  demand(member.standing === Standing.active, 'stale');
  return member;
}
