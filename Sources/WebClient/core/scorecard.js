// The card as people read it: names, totals and their relation to par (Protocol.md §9).

import { Field, costBesideHoles, isOfCourse } from './fields.js';
import {
  cellKey, cellOf, columnsOf, compareKeys, courseCell, isDisputed, memberOf, parCell, playerOf,
} from './lobby.js';
import { parsFrom, tallyOf, teeOf, withPenalties } from './scoring.js';

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./lobby.js').Key} Key
 * @typedef {import('./lobby.js').Value} Value
 * @typedef {{player: number, name: string, throws: (number | null)[], pars: number[], penalties: number,
 *   total: number, overPar: number, scored: number, waived: boolean[]}} Line `throws`: per hole of
 *   the round; `pars`: from the player's tee;
 *   `penalties`: throws of the round that belong to no hole; `waived`: holes of the round that need no score, as
 *   they are closed or the player picked up; the rest: of all rounds that have begun
 * @typedef {{course: Value, labels: string[], pars: number[], round: number,
 *   lines: Line[]}} Card
 * @typedef {{key: Key, claims: {value: Value, member: number, name: string, at: number}[]}}
 *   Dispute the shown claim first; `at` is a time of day
 */

/**
 * The value that a reader sees in a cell's place, also where nothing was ever written.
 *
 * @param {Lobby} lobby
 * @param {Key} key
 * @returns {Value}
 */
export function shownValue(lobby, key) {
  // Of a course that isn't played any more nothing is shown.
  if (isOfCourse(key) && key[0] !== lobby.number) return null;
  const cell = cellOf(lobby, key);
  if (cell.siblings.length > 0) return cell.siblings[0].value;
  switch (key[3]) {
    case Field.name: return playerOf(lobby, key[1])?.name ?? null;
    case Field.par: return lobby.holes[key[2] - 1]?.[1] ?? null;
    case Field.course: return lobby.course;
    default: return null;
  }
}

/**
 * A member's name as the card shows it.
 *
 * @param {Lobby} lobby
 * @param {number} number
 */
export function nameOfMember(lobby, number) {
  const member = memberOf(lobby, number);
  if (!member) return '?';
  if (!playerOf(lobby, member.player)) return member.name;
  return String(shownValue(lobby, [0, member.player, 0, Field.name]));
}

const throwsOf = (lobby, player, round) =>
  lobby.holes.map((_, place) => shownValue(lobby, [round, player, place + 1, Field.throws]));

/** @type {(lobby: Lobby) => number[]} what the holes are worth, from a tee without a par of its own */
export const parsOf = (lobby) => lobby.holes.map((_, place) =>
  Number(shownValue(lobby, parCell(lobby, place + 1))));

/**
 * @param {Lobby} lobby
 * @param {number} [round] the one being played if not given
 * @returns {Card}
 */
export function cardOf(lobby, round = lobby.stage[1]) {
  const pars = parsOf(lobby);
  const beside = besideOf(lobby, round);
  return {
    course: courseOf(lobby),
    labels: lobby.holes.map(([label]) => label),
    pars,
    round,
    lines: columnsOf(lobby).map((column) => lineOf(lobby, column.id, round, pars, beside)),
  };
}

/** @type {(lobby: Lobby) => Value} the course's name */
export const courseOf = (lobby) => shownValue(lobby, courseCell(lobby));

/** @type {(lobby: Lobby, player: number) => ReturnType<typeof teeOf>} the tee that counts */
export const thrownTee = (lobby, player) =>
  teeOf(lobby.layout, shownValue(lobby, [0, player, 0, Field.tee]));

/** The end of the name of a score in a lobby's cells. */
const SCORE = `/${Field.throws}`;

/**
 * What a card needs of the cells that aren't scores, in one pass: most of a lobby's are.
 *
 * @param {Lobby} lobby
 * @param {number} round
 */
function besideOf(lobby, round) {
  /** @type {Map<string, number>} throws that belong to no hole, by round and player */
  const penalties = new Map();
  /** @type {Set<number>} */
  const closed = new Set();
  /** @type {Set<string>} by player and hole */
  const pickedUp = new Set();
  for (const [name, { siblings: [shown] }] of lobby.cells) {
    if (name.endsWith(SCORE) || !shown || shown.value === null) continue;
    const [ofRound, player, hole, field] = cellKey(name);
    if (field >= Field.penalty && hole === 0) {
      const place = `${ofRound}/${player}`;
      const costs = costBesideHoles(field, Number(shown.value));
      penalties.set(place, (penalties.get(place) ?? 0) + costs);
    } else if (ofRound === round && field === Field.closed) closed.add(hole);
    else if (ofRound === round && field === Field.pickedUp) pickedUp.add(`${player}/${hole}`);
  }
  return { penalties, closed, pickedUp };
}

function lineOf(lobby, player, round, common, { penalties, closed, pickedUp }) {
  const pars = parsFrom(lobby.layout, thrownTee(lobby, player).place, common);
  const begun = Array.from({ length: lobby.stage[1] }, (_, at) => throwsOf(lobby, player, at + 1));
  return {
    player,
    name: String(shownValue(lobby, [0, player, 0, Field.name])),
    throws: throwsOf(lobby, player, round),
    pars,
    waived: lobby.holes.map((_, at) => closed.has(at + 1) || pickedUp.has(`${player}/${at + 1}`)),
    penalties: penalties.get(`${round}/${player}`) ?? 0,
    ...withPenalties(tallyOf(begun.flat(), begun.flatMap(() => pars)),
      begun.reduce((sum, _, at) => sum + (penalties.get(`${at + 1}/${player}`) ?? 0), 0)),
  };
}

/**
 * The cells in which people disagree, in the order of the card.
 *
 * @param {Lobby} lobby
 * @returns {Dispute[]}
 */
export function disputesOf(lobby) {
  return [...lobby.cells]
    .filter(([, cell]) => isDisputed(cell))
    .map(([name, cell]) => ({
      key: cellKey(name),
      claims: cell.siblings.map(({ value, member, at }) => ({
        value,
        member,
        name: nameOfMember(lobby, member),
        at: lobby.start + at,
      })),
    }))
    .sort((left, right) => compareKeys(left.key, right.key));
}
