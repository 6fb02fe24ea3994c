// The card of a game, read as another game. Knows no page.

import { Field, cellOf, columnsOf, isDisputed } from '../../core/lobby.js';
import { cardOf } from '../../core/scorecard.js';
import { gameResultOf } from '../../core/format-games.js';

/**
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {'skins' | 'points' | 'match' | 'nassau'} Format
 */

/**
 * Those that so many can play: nobody plays against themself.
 *
 * @type {(lobby: Lobby) => Format[]}
 */
export function formatsFor(lobby) {
  const { length } = columnsOf(lobby);
  if (length < 2) return ['points'];
  return length === 2 ? ['skins', 'match', 'nassau', 'points'] : ['skins', 'nassau', 'points'];
}

/**
 * What a round comes to as a game; players are named by their numbers.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @param {Format} format
 * @returns {any} as `gameResultOf` says
 */
export function comesTo(lobby, round, format) {
  const { pars, lines } = cardOf(lobby, round);
  const entryOf = ({ player, throws, pars: own }, at) => {
    const cell = cellOf(lobby, [round, player, at + 1, Field.throws]);
    // From a tee with a par of its own, throws count from that.
    const shift = isAgainstPar(format) ? own[at] - pars[at] : 0;
    const counted = (value) => (value === null ? null : Number(value) - shift);
    return isDisputed(cell)
      ? cell.siblings.map(({ value }) => counted(value)) : counted(throws[at]);
  };
  const card = {
    pars,
    players: lines.map(({ player }) => ({ id: String(player) })),
    throws: Object.fromEntries(lines.map((line) =>
      [String(line.player), pars.map((_, at) => entryOf(line, at))])),
  };
  return gameResultOf(gameOf(format, lines.length), card);
}

const gameOf = (format, playerCount) => ({
  id: format,
  format: isAgainstPar(format) ? 'stableford' : format,
  ...(format === 'nassau' && playerCount > 2 && { scoring: 'stroke' }),
});

const isAgainstPar = (format) => format === 'points';
