// The card of a game, read as other games: those that everybody plays with the scores, and those that
// somebody looks at by themself. Knows no page.

import { Field } from '../../core/fields.js';
import { FormatCard } from '../../core/format-card.js';
import { gameResultOf } from '../../core/format-games.js';
import { cellName, columnsOf, isDisputed, playerOf } from '../../core/lobby.js';
import { RoundFacts, sideOf } from '../../core/round-facts.js';
import { parsOf, thrownTee } from '../../core/scorecard.js';
import { parsFrom } from '../../core/scoring.js';

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
      once(lobby, `${round} ${isAgainstPar}`, () => liveCard(lobby, round, isAgainstPar))));
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

/**
 * The cards that were made last, by game, round and whether throws count against one's own par: with
 * the cells that each hole was read from, so that only what has changed is read again.
 *
 * @type {Map<string, {name: string, about: string, card: FormatCard, keys: string[][],
 *   cells: (import('../../core/lobby.js').Cell | undefined)[][]}>}
 */
const live = new Map();
const LIVE_MAX = 4;

/**
 * The card of a round as games are played on it.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @param {boolean} isAgainstPar from a tee with a par of its own, throws count from that
 */
function liveCard(lobby, round, isAgainstPar) {
  const facts = factsOf(lobby, round);
  const columns = columnsOf(lobby);
  const pars = parsOf(lobby);
  const own = columns.map(({ id }) => parsFrom(lobby.layout, thrownTee(lobby, id).place, pars));
  const text = { pars, ...facts.cardText(pars.length, columns.map(({ id }) => id)) };
  const shifts = isAgainstPar ? own : null;
  const about = JSON.stringify([text, shifts, facts.all(Field.pickedUp), facts.all(Field.provisional)]);
  const name = `${lobby.id} ${round} ${isAgainstPar}`;
  let found = live.get(name);
  if (found?.about !== about) {
    const keys = pars.map((_, at) =>
      columns.map(({ id }) => cellName([round, id, at + 1, Field.throws])));
    found = { name, about, card: new FormatCard(text), keys, cells: keys.map(() => []) };
    live.delete(name);
    live.set(name, found);
    for (const oldest of live.keys()) if (live.size > LIVE_MAX) live.delete(oldest);
  }
  const { card, keys, cells } = found;
  keys.forEach((names, at) => {
    const row = cells[at];
    for (let line = 0; line < names.length; line += 1) {
      const cell = lobby.cells.get(names[line]);
      if (cell === row[line]) continue;
      row[line] = cell;
      const siblings = cell?.siblings ?? [];
      const said = /** @type {(number | null)[]} */ (siblings.map(({ value }) => value));
      const values = cell && isDisputed(cell) ? said : said.slice(0, 1);
      const shift = shifts ? shifts[line][at] - pars[at] : 0;
      const { id } = columns[line];
      card.put(String(id), at + 1, facts.entry(id, at + 1, values, shift));
    }
  });
  return card;
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
