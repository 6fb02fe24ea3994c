// Who stands where, from the card alone.

import { Field } from './fields.js';
import { isOver } from './lobby.js';
import { cardOf, disputesOf } from './scorecard.js';
import { placesOf, shapeOf, tallyOf, withPenalties } from './scoring.js';

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./scoring.js').Shape} Shape
 * @typedef {{round: number, throws: (number | null)[], total: number, overPar: number,
 *   scored: number}} RoundLine
 * @typedef {{round: number, hole: number, overPar: number}} BestHole `hole` counts from 1
 * @typedef {{player: number, name: string, place: number | null, isShared: boolean,
 *   total: number, overPar: number, scored: number, missing: number, most: number,
 *   rounds: RoundLine[],
 *   counts: Record<Shape | 'ace', number>, best: BestHole | null}} Result
 *   `place` is null for those who can't be compared: nothing scored or, between the rounds and
 *   after the last, holes missing that others have; `most`: how many holes those have who have
 *   scored most; `rounds`: before the first begins, a blank one
 */

/** Whether the places are of a result: between the rounds and after the last. */
const isComparedByHoles = (lobby) => isOver(lobby) || lobby.stage[0] === 'round_ended';

/**
 * The leader first, and equal ones in the order of the card; behind all who have a place the
 * others, who has scored most first.
 *
 * @param {Lobby} lobby
 * @returns {Result[]}
 */
export function standingsOf(lobby) {
  const rounds = Math.max(1, lobby.stage[1]);
  const cards = Array.from({ length: rounds }, (_, at) => cardOf(lobby, at + 1));
  const results = cards[0].lines.map((_, line) => resultOf(cards, line, lobby.stage[1]));
  const most = Math.max(0, ...results.map(({ scored }) => scored));
  for (const each of results) each.most = most;
  const [placed, rest] = placedOf(results, isComparedByHoles(lobby));
  return [...placed, ...rest.sort((left, right) => right.scored - left.scored)];
}

/** @returns {Result} without a place: that depends on the others */
function resultOf(cards, line, begun) {
  const { player, name, pars, total, overPar, scored } = cards[0].lines[line];
  const counts = { ace: 0, eagle: 0, birdie: 0, par: 0, bogey: 0, double: 0, triple: 0 };
  /** @type {BestHole | null} */
  let best = null;
  const rounds = cards.map((card) => {
    const { round } = card;
    const throws = round > begun ? pars.map(() => null) : card.lines[line].throws;
    throws.forEach((count, index) => {
      if (count === null) return;
      const over = count - pars[index];
      counts[shapeOf(count, pars[index])] += 1;
      if (count === 1) counts.ace += 1;
      if (!best || over < best.overPar) best = { round, hole: index + 1, overPar: over };
    });
    const penalties = round > begun ? 0 : card.lines[line].penalties;
    return { round, throws, ...withPenalties(tallyOf(throws, pars), penalties) };
  });
  const missing = cards.length * pars.length - scored;
  const sums = { total, overPar, scored, missing, most: scored };
  return { player, name, place: null, isShared: false, ...sums, rounds, counts, best };
}

/**
 * Those who get a place, the leader first, and the others.
 *
 * @template {Result} Each
 * @param {Each[]} results
 * @param {boolean} needsMost
 * @returns {[Each[], Each[]]}
 */
function placedOf(results, needsMost) {
  const places = placesOf(results, needsMost);
  results.forEach((each, at) => {
    each.place = places[at];
    each.isShared = each.place !== null && places.filter((one) => one === each.place).length > 1;
  });
  const placed = results.filter(({ place }) => place !== null);
  placed.sort((left, right) => Number(left.place) - Number(right.place));
  return [placed, results.filter(({ place }) => place === null)];
}

/**
 * The first three places, each with all who share it: after two first ones there is no second.
 *
 * @param {Result[]} standings
 * @returns {{place: number, people: Result[]}[]}
 */
export function podiumOf(standings) {
  const steps = [1, 2, 3].map((place) => ({
    place,
    people: standings.filter((each) => each.place === place),
  }));
  return steps.filter(({ people }) => people.length > 0);
}

/**
 * The scores that people disagree about, in the order of the card.
 *
 * @type {(lobby: Lobby) => import('./lobby.js').Key[]}
 */
export const disputedScores = (lobby) =>
  disputesOf(lobby)
    .map(({ key }) => key)
    .filter((key) => key[3] === Field.throws);

/**
 * Several games as one, the leader first, with the name of the game: those have a place in it who
 * have one in their game.
 *
 * @template Game
 * @param {{lobby: Lobby, game: Game}[]} games
 * @returns {(Result & {game: Game})[]}
 */
export function jointStandings(games) {
  const all = games.flatMap(({ lobby, game }) =>
    standingsOf(lobby).map((each) => ({ ...each, game })),
  );
  const [placed] = placedOf(all.filter(({ place }) => place !== null), false);
  return [...placed, ...all.filter(({ place }) => place === null)];
}
