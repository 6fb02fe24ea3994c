// Who stands where, from the card alone. Knows no page.

import { cardOf } from '../card.js';
import { Field, cellKey, isDisputed } from '../lobby.js';
import { shapeOf, sumOf } from './order.js';

/**
 * @typedef {import('../lobby.js').Lobby} Lobby
 * @typedef {'eagle' | 'birdie' | 'par' | 'bogey' | 'double' | 'triple'} Shape how a score is
 *   drawn
 * @typedef {{round: number, throws: (number | null)[], total: number, overPar: number,
 *   scored: number}} RoundLine
 * @typedef {{round: number, hole: number, overPar: number}} BestHole `hole` counts from 1
 * @typedef {{player: number, name: string, place: number | null, isShared: boolean,
 *   total: number, overPar: number, scored: number, missing: number, most: number,
 *   rounds: RoundLine[],
 *   counts: Record<Shape | 'ace', number>, best: BestHole | null}} Standing
 *   `place` is null for those who can't be compared: nothing scored or, once the game is over,
 *   holes missing that others have; `most`: how many holes the others have
 */

/** @type {(lobby: Lobby) => boolean} whether no more scores are expected */
export const isOver = ({ stage: [phase] }) => phase === 'ended' || phase === 'locked';

/** Whether the places are of a result: between the rounds and after the last. */
const isComparedByHoles = (lobby) => isOver(lobby) || lobby.stage[0] === 'round_ended';

/**
 * The leader first.
 *
 * @param {Lobby} lobby
 * @returns {Standing[]}
 */
export function standingsOf(lobby) {
  const rounds = Math.max(1, lobby.stage[1]);
  const cards = Array.from({ length: rounds }, (_, place) => cardOf(lobby, place + 1));
  const standings = cards[0].lines.map((line, place) => standing(cards, place));
  const most = Math.max(0, ...standings.map(({ scored }) => scored));
  const isCompared = ({ scored }) => scored > 0 && (!isComparedByHoles(lobby) || scored === most);
  const sorted = [
    ...standings.filter(isCompared).sort((left, right) => left.overPar - right.overPar),
    ...standings.filter((each) => !isCompared(each)).sort((a, b) => b.scored - a.scored),
  ];
  for (const each of standings) each.most = most;
  for (const each of standings.filter(isCompared)) {
    each.place = 1 + sorted.findIndex(({ overPar }) => overPar === each.overPar);
    const equals = sorted.filter((one) => isCompared(one) && one.overPar === each.overPar);
    each.isShared = equals.length > 1;
  }
  return sorted;
}

/** @returns {Standing} */
function standing(cards, place) {
  const { player, name } = cards[0].lines[place];
  const { pars } = cards[0];
  const counts = { ace: 0, eagle: 0, birdie: 0, par: 0, bogey: 0, double: 0, triple: 0 };
  /** @type {BestHole | null} */
  let best = null;
  const rounds = cards.map(({ round, lines }) => {
    const { throws } = lines[place];
    throws.forEach((count, index) => {
      if (count === null) return;
      const overPar = count - pars[index];
      counts[shapeOf(count, pars[index])] += 1;
      if (count === 1) counts.ace += 1;
      if (!best || overPar < best.overPar) best = { round, hole: index + 1, overPar };
    });
    const { total, over: overPar, scored } = sumOf(throws, pars);
    return { round, throws, total, overPar, scored };
  });
  const sum = (what) => rounds.reduce((total, line) => total + line[what], 0);
  const scored = sum('scored');
  const missing = cards.length * pars.length - scored;
  const sums = { total: sum('total'), overPar: sum('overPar'), scored, missing, most: scored };
  return { player, name, place: null, isShared: false, ...sums, rounds, counts, best };
}

/**
 * The first three places, each with all who share it: after two first ones there is no second.
 *
 * @param {Standing[]} standings
 * @returns {{place: number, people: Standing[]}[]}
 */
export function podiumOf(standings) {
  const steps = [1, 2, 3].map((place) => ({
    place,
    people: standings.filter((each) => each.place === place),
  }));
  return steps.filter(({ people }) => people.length > 0);
}

/**
 * The scores that people disagree about.
 *
 * @type {(lobby: Lobby) => import('../lobby.js').Key[]}
 */
export const disputedScores = (lobby) =>
  [...lobby.cells]
    .filter(([, cell]) => isDisputed(cell))
    .map(([name]) => cellKey(name))
    .filter((key) => key[3] === Field.throws);

/**
 * Several games as one: the leader first, with the name of the game.
 *
 * @template Game
 * @param {{lobby: Lobby, game: Game}[]} games
 * @returns {(Standing & {game: Game})[]}
 */
export function jointStandings(games) {
  const all = games.flatMap(({ lobby, game }) =>
    standingsOf(lobby).map((each) => ({ ...each, game })),
  );
  const placed = all.filter(({ place }) => place !== null);
  placed.sort((left, right) => left.overPar - right.overPar);
  for (const each of placed) {
    const equals = placed.filter(({ overPar }) => overPar === each.overPar);
    each.place = 1 + placed.indexOf(equals[0]);
    each.isShared = equals.length > 1;
  }
  return [...placed, ...all.filter(({ place }) => place === null)];
}
