// The card of a game, read as other games: those that everybody plays with the scores, and those that
// somebody looks at by themself. Knows no page.

import { Field } from '../../core/fields.js';
import { FormatCard } from '../../core/format-card.js';
import { gameResultOf } from '../../core/format-games.js';
import { cellKey, columnsOf, isDisputed, playerOf } from '../../core/lobby.js';
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

/** @type {(choice: Choice) => boolean} whether it is one side's to give to the other */
export const canGive = ({ id, settings: { format, scoring } }) =>
  id !== undefined && (format === 'match' || format === 'nassau') && scoring !== 'stroke';

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
  return once(lobby, `${round} ${id} ${nameOf(settings)}`, () =>
    gameResultOf(factsOf(lobby, round).withGiven(settings, id),
      once(lobby, `${round} ${isAgainstPar}`, () => liveCard(lobby, round, isAgainstPar))));
}

/** @type {(lobby: Lobby, round: number) => RoundFacts} */
export const factsOf = (lobby, round) => once(lobby, round, () => new RoundFacts(lobby, round));

/** @type {WeakMap<Settings, string>} */
const names = new WeakMap();

/** Settings as a text, which is made once. */
function nameOf(/** @type {Settings} */ settings) {
  const known = names.get(settings) ?? JSON.stringify(settings);
  names.set(settings, known);
  return known;
}

/** What was worked out of a lobby under this name, or is now. */
function once(lobby, name, work) {
  const results = known.get(lobby) ?? new Map();
  known.set(lobby, results);
  if (!results.has(name)) results.set(name, work());
  return results.get(name);
}

/**
 * @typedef {import('../../core/lobby.js').Cell} Cell
 * @typedef {{about: string, card: FormatCard, names: string[], cells: Cell[]}} Live a card that lives
 *   on, with the cells from which it was read, in the order in which the lobby has them
 */

/**
 * The cards that were made last, by game, round and whether throws count against one's own par.
 *
 * @type {Map<string, Live>}
 */
const live = new Map();
const LIVE_MAX = 4;

/**
 * The card of a round as games are played on it. Only what has changed since is read again.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @param {boolean} isAgainstPar from a tee with a par of its own, throws count from that
 */
function liveCard(lobby, round, isAgainstPar) {
  const facts = factsOf(lobby, round);
  const columns = columnsOf(lobby).map(({ id }) => id);
  const pars = parsOf(lobby);
  const own = isAgainstPar
    ? columns.map((id) => parsFrom(lobby.layout, thrownTee(lobby, id).place, pars)) : null;
  const text = { pars, ...facts.cardText(pars.length, columns) };
  const about = JSON.stringify([text, own, facts.all(Field.pickedUp), facts.all(Field.provisional)]);
  const name = `${lobby.id} ${round} ${isAgainstPar}`;
  let found = live.get(name);
  if (found?.about !== about || lobby.cells.size < found.names.length) {
    found = { about, card: new FormatCard(text), names: [], cells: [] };
    for (const column of columns) putPickups(found.card, facts, column);
    live.delete(name);
    live.set(name, found);
    for (const oldest of live.keys()) if (live.size > LIVE_MAX) live.delete(oldest);
  }
  const { card, names, cells } = found;
  let at = 0;
  let isOther = false;
  lobby.cells.forEach((cell, cellName) => {
    const place = at;
    at += 1;
    // An own entry that came to nothing has left its place to another.
    if (place < names.length && names[place] !== cellName) isOther = true;
    if (isOther || (cells[place] === cell && names[place] === cellName)) return;
    names[place] = cellName;
    cells[place] = cell;
    const [ofRound, player, hole, field] = cellKey(cellName);
    const line = columns.indexOf(player);
    if (field !== Field.throws || ofRound !== round || line < 0 || hole > pars.length) return;
    const said = /** @type {(number | null)[]} */ (cell.siblings.map(({ value }) => value));
    const shift = own ? own[line][hole - 1] - pars[hole - 1] : 0;
    card.put(String(player), hole,
      facts.entry(player, hole, isDisputed(cell) ? said : said.slice(0, 1), shift));
  });
  if (!isOther) return card;
  live.delete(name);
  return liveCard(lobby, round, isAgainstPar);
}

/** Who picked up where no score was ever typed. */
function putPickups(card, facts, column) {
  for (const { player, hole } of facts.all(Field.pickedUp)) {
    if (player === column && hole <= card.pars.length) {
      card.put(String(player), hole, facts.entry(player, hole, [], 0));
    }
  }
}

/**
 * The throws that players receive by the first game with handicaps that everybody plays, by hole;
 * null: there is none, or somebody has none.
 *
 * @type {(lobby: Lobby, round: number) => Object<string, number[]> | null}
 */
export function receivedIn(lobby, round) {
  const shared = sharedOf(lobby).find(({ settings }) => (settings.handicap ?? 'none') !== 'none');
  return (shared && comesTo(lobby, round, shared.settings).strokes) ?? null;
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
