// The card of a game, read as other games: those that everybody plays with the scores, and those that
// somebody looks at by themself. Knows no page.

import { Field } from '../../core/fields.js';
import { cellOf, columnsOf, isDisputed, playerOf } from '../../core/lobby.js';
import { cardOf } from '../../core/scorecard.js';
import { gameResultOf } from '../../core/format-games.js';
import { RoundFacts, sideOf } from '../../core/round-facts.js';

/**
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/format-games.js').Settings} Settings
 * @typedef {{key: string, format: string, settings: Settings, id?: number, number?: number}} Choice
 *   `id`, `number`: of a game that everybody plays, and how often its settings were given
 */

/** What a game is called on the page, by its format. */
const NAMES = {
  skins: 'skins', match: 'match', nassau: 'nassau', stableford: 'points', stroke: 'stroke',
  awards: 'awards', tags: 'tags',
};

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

/** @type {(lobby: Lobby) => Choice[]} what everybody plays with the scores */
export const sharedOf = (lobby) => lobby.games.map(({ id, number, settings }) =>
  ({ key: `g${id}`, format: NAMES[settings.format] ?? 'other', settings, id, number }));

/**
 * What there is to look at: first what everybody plays.
 *
 * @type {(lobby: Lobby) => Choice[]}
 */
export function choicesFor(lobby) {
  const shared = sharedOf(lobby);
  const own = settingsFor(columnsOf(lobby).length)
    .filter((settings) => !shared.some((each) => isSame(each.settings, settings)))
    .map((settings) => ({ key: settings.format, format: NAMES[settings.format], settings }));
  return [...shared, ...own];
}

/**
 * What was worked out of a lobby as it is: a screen is drawn more often than that changes.
 *
 * @type {WeakMap<Lobby, Map<string, any>>}
 */
const known = new WeakMap();

/**
 * What a round comes to as a game; players are named by their numbers.
 *
 * @param {Lobby} lobby isn't changed any more
 * @param {number} round
 * @param {Settings} settings
 * @returns {any} as `gameResultOf` says
 */
export function comesTo(lobby, round, settings) {
  const isAgainstPar = settings.format === 'stableford';
  const id = lobby.games.find((each) => each.settings === settings)?.id;
  return once(lobby, `${round} ${id} ${JSON.stringify(settings)}`, () =>
    gameResultOf(factsOf(lobby, round).withGiven(settings, id),
      once(lobby, `${round} ${isAgainstPar}`, () => cardFor(lobby, round, isAgainstPar))));
}

/** @type {(lobby: Lobby, round: number) => RoundFacts} */
export const factsOf = (lobby, round) => once(lobby, round, () => new RoundFacts(lobby, round));

/** What was worked out of a lobby under this name, or is now. */
function once(lobby, name, work) {
  const results = known.get(lobby) ?? new Map();
  known.set(lobby, results);
  if (!results.has(name)) results.set(name, work());
  return results.get(name);
}

/** @returns {import('../../core/format-card.js').CardText} */
function cardFor(lobby, round, isAgainstPar) {
  const { pars, lines } = cardOf(lobby, round);
  const facts = factsOf(lobby, round);
  const entryOf = ({ player, throws, pars: own }, at) => {
    const cell = cellOf(lobby, [round, player, at + 1, Field.throws]);
    // From a tee with a par of its own, throws count from that.
    const shift = isAgainstPar ? own[at] - pars[at] : 0;
    const values = isDisputed(cell) ? cell.siblings.map(({ value }) => value) : [throws[at]];
    return facts.entry(player, at + 1, /** @type {(number | null)[]} */ (values), shift);
  };
  return {
    pars,
    ...facts.cardText(pars.length, lines.map(({ player }) => player)),
    throws: Object.fromEntries(lines.map((line) =>
      [String(line.player), pars.map((_, at) => entryOf(line, at))])),
  };
}

/**
 * What somebody has of a game in a round: points, skins, what a Nassau has brought, or the holes by
 * which their side is up. Null: nothing can be said.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @param {Settings} settings
 * @param {number} player
 * @returns {number | string | null} a skin that is split is a fraction
 */
export function amountOf(lobby, round, settings, player) {
  const result = comesTo(lobby, round, settings);
  const side = sideOf(settings, String(player));
  switch (settings.format) {
    case 'skins': case 'awards': return result.won?.[side] ?? null;
    case 'tags': return result.tags?.[side] ?? null;
    case 'stroke': {
      const line = result.players?.find(({ id }) => id === side);
      return line?.thru > 0 ? (line.net ?? line.gross) : null;
    }
    case 'nassau': return result.balance?.[side] ?? null;
    case 'stableford': return result.players?.find(({ id }) => id === side)?.points ?? null;
    case 'match':
      if (result.by === undefined || !isIn(settings, lobby, side)) return null;
      return result.up === side ? result.by : 0 - result.by;
    default: return null;
  }
}

/** @type {(side: string | import('../../core/format-card.js').SideText) => string} */
const idOf = (side) => (typeof side === 'string' ? side : side.id);

/** @type {(settings: Settings, lobby: Lobby, side: string) => boolean} */
const isIn = ({ sides }, lobby, side) =>
  (sides ? sides.some((each) => idOf(each) === side) : Boolean(playerOf(lobby, Number(side))));
