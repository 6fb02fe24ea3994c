// The card of a game, read as other games: those that everybody plays with the scores, and those that
// somebody looks at by themself. Knows no page.

import { Field, cellOf, columnsOf, isDisputed } from '../../core/lobby.js';
import { cardOf } from '../../core/scorecard.js';
import { gameResultOf } from '../../core/format-games.js';

/**
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/format-games.js').Settings} Settings
 * @typedef {{key: string, format: string, settings: Settings, id?: number, number?: number}} Choice
 *   `id`, `number`: of a game that everybody plays, and how often its settings were given
 */

/** What a game is called on the page, by its format. */
const NAMES = { skins: 'skins', match: 'match', nassau: 'nassau', stableford: 'points' };

/**
 * The settings of the games that so many can play: nobody plays against themself.
 *
 * @type {(count: number) => Settings[]}
 */
function settingsFor(count) {
  if (count < 2) return [{ format: 'stableford' }];
  const pair = [{ format: 'match' }, { format: 'nassau' }];
  const parts = count === 2 ? pair : [{ format: 'nassau', scoring: 'stroke' }];
  return [{ format: 'skins' }, ...parts, { format: 'stableford' }];
}

const isSame = (left, right) => JSON.stringify(left) === JSON.stringify(right);

/**
 * What there is to look at: first what everybody plays.
 *
 * @type {(lobby: Lobby) => Choice[]}
 */
export function choicesFor(lobby) {
  const shared = lobby.games.map(({ id, number, settings }) =>
    ({ key: `g${id}`, format: NAMES[settings.format] ?? 'other', settings, id, number }));
  const own = settingsFor(columnsOf(lobby).length)
    .filter((settings) => !shared.some((each) => isSame(each.settings, settings)))
    .map((settings) => ({ key: settings.format, format: NAMES[settings.format], settings }));
  return [...shared, ...own];
}

/**
 * What a round comes to as a game; players are named by their numbers.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @param {Settings} settings
 * @returns {any} as `gameResultOf` says
 */
export function comesTo(lobby, round, settings) {
  const { pars, lines } = cardOf(lobby, round);
  const isAgainstPar = settings.format === 'stableford';
  const entryOf = ({ player, throws, pars: own }, at) => {
    const cell = cellOf(lobby, [round, player, at + 1, Field.throws]);
    // From a tee with a par of its own, throws count from that.
    const shift = isAgainstPar ? own[at] - pars[at] : 0;
    const counted = (value) => (value === null ? null : Number(value) - shift);
    return isDisputed(cell)
      ? cell.siblings.map(({ value }) => counted(value)) : counted(throws[at]);
  };
  return gameResultOf(settings, {
    pars,
    players: lines.map(({ player }) => ({ id: String(player) })),
    throws: Object.fromEntries(lines.map((line) =>
      [String(line.player), pars.map((_, at) => entryOf(line, at))])),
  });
}
