// What the card comes to as other games: those that everybody plays with the scores, and any other
// for oneself. All of it is worked out here.

import { isDeleted, isShut } from '../../core/lobby.js';
import { LobbyLimits } from '../../core/lobby-limits.js';
import { cardOf } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { button, overText, segmented } from '../parts/elements.js';
import { listText } from '../parts/words.js';
import { amountOf, canGive, choicesFor, comesTo, receivedIn, sharedOf } from '../state/card-as.js';
import { t } from '../strings.js';
import { withRules } from './menu.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../state/card-as.js').Choice} Choice
 * @typedef {{nameOf(id: string): string, labelOf(hole: number): string}} Words
 */

/** So many names stand in a line. */
const NAMED_MAX = 3;

/**
 * @param {App} app
 * @param {Game} game
 * @param {string} [first] the key of what is shown first
 */
export function openAlsoAs(app, game, first = '') {
  let wanted = first;
  let wantedRound = game.known?.lobby.stage[1] ?? 1;
  const turn = (change) => {
    change();
    app.update();
  };
  app.sheet(
    () => {
      const { known } = game;
      if (!known) return null;
      const { lobby } = known;
      const choices = choicesFor(lobby);
      const choice = choices.find(({ key }) => key === wanted) ?? choices[0];
      const rounds = Array.from({ length: Math.max(1, lobby.stage[1]) }, (_, at) => at + 1);
      const round = rounds.includes(wantedRound) ? wantedRound : rounds.length;
      return h('div', { class: 'stack' },
        choices.length > 1 &&
          segmented(t('also.game'), choices.map(({ key, format }) => [key, t(`also.${format}`)]),
            choice.key, (chosen) => turn(() => {
              wanted = chosen;
            })),
        rounds.length > 1 &&
          segmented(t('table.round'), rounds.map((each) => [each, t('at.r', { round: each })]),
            round, (chosen) => turn(() => {
              wantedRound = chosen;
            })),
        resultPart(lobby, round, choice),
        h('p', { class: 'muted' }, t(choice.id ? 'also.shared' : 'also.text')),
        known.takesPart && !isShut(lobby) && lobby.stage[0] !== 'setup' && saying(app, game, choice, round),
        known.isHost && !isShut(lobby) && sharing(app, game, known, choice, (key) => turn(() => {
          wanted = key;
        })));
    },
    { label: t('also.title') },
  );
}

/** What isn't a score, and is said in a match. */
const saying = (app, game, choice, round) =>
  canGive(choice) &&
  button(t('also.give'), () => withRules(app, ({ give }) => give.openGive(app, game, choice, round)),
    'wide');

/**
 * What the host does about a game: everybody plays it, or no longer.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 * @param {Choice} choice
 * @param {(key: string) => void} show
 */
function sharing(app, game, { lobby }, { id, number, format, settings }, show) {
  const edit = (place, wish) =>
    app.attempt(() => game.edit({ op: 'game', id: place, from: number, settings: wish }));
  const next = lobby.last_game + 1;
  const isFull = lobby.games.length >= LobbyLimits.gamesMax || next > 255;
  const openForm = (known) => () =>
    withRules(app, ({ gameForm }) => gameForm.openGameForm(app, game, known, show));
  const other = !isFull && button(t('also.form'), openForm(null), 'wide');
  if (id && number) {
    return [
      button(t('also.change'), openForm({ id, number, settings }), 'wide'),
      other,
      button(t('also.stop'), () => edit(id, undefined) && show(settings.format), 'wide quiet'),
    ];
  }
  if (isFull) return null;
  return [
    button(t('also.everybody', { game: t(`also.${format}`) }),
      () => edit(next, settings) && show(`g${next}`), 'wide primary'),
    other,
    lobby.cells.size > 0 && h('p', { class: 'muted' }, t('also.fromFirst')),
  ];
}

/**
 * How the games stand that everybody plays, a line for each.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @returns {{key: string, text: string}[]}
 */
export function gameTexts(lobby, round) {
  return sharedOf(lobby).map((choice) => {
    const name = t(`also.${choice.format}`);
    if (lobby.stage[0] === 'setup') return { key: choice.key, text: t('also.toCome', { game: name }) };
    const text = lineText(lobby, round, choice);
    return { key: choice.key, text: text ? `${name}: ${text}` : name };
  });
}

/**
 * What the games that everybody plays have come to, a part of the page for each.
 *
 * @param {Lobby} lobby
 * @param {number} round
 */
export const gameSections = (lobby, round) =>
  sharedOf(lobby).map((choice) =>
    h('section', { key: choice.key, class: 'stack', 'aria-labelledby': choice.key },
      h('h2', { id: choice.key }, t(`also.${choice.format}`)),
      resultPart(lobby, round, choice)));

/**
 * The throws that players receive, by hole.
 *
 * @param {Lobby} lobby
 * @param {number} round
 */
export const throwsReceived = (lobby, round) => receivedIn(lobby, round);

/**
 * What each has of the games that everybody plays, for a table.
 *
 * @param {Lobby} lobby
 */
export const gameColumns = (lobby) =>
  sharedOf(lobby).map(({ format, settings }) => ({
    name: t(`also.${format}`),
    valueOf: (player, round) => amountOf(lobby, round, settings, player),
  }));

/**
 * How they stand, to be tapped by who is in the game.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 * @param {number} round
 */
export function gameLines(app, game, { lobby }, round) {
  if (isDeleted(lobby)) return null;
  return h('div', { class: 'game-lines', role: 'status' },
    h('ul', { class: 'plain' }, gameTexts(lobby, round).map(({ key, text }) =>
      h('li', { key }, button(text, () => openAlsoAs(app, game, key), 'quiet wide')))));
}

/** @param {Lobby} lobby @param {number} round @returns {Words & {order: string[]}} */
function wordsOf(lobby, round) {
  const { labels, lines } = cardOf(lobby, round);
  const names = new Map(lines.map(({ player, name }) => [String(player), name]));
  return {
    order: [...names.keys()],
    nameOf: (id) => names.get(id) ?? '?',
    labelOf: (hole) => labels[hole - 1],
  };
}

/** How a game stands, in a few words. */
function lineText(lobby, round, { format, settings }) {
  const result = comesTo(lobby, round, settings);
  const words = wordsIn(wordsOf(lobby, round), settings);
  if (result.wrong_sides || result.no_handicap) return troubleText(result, words);
  switch (format) {
    case 'skins': return skinsText(result, words);
    case 'match': return matchText(result, words);
    case 'nassau':
      return partsOf(result).map((each) => partText(each, result.segments, words)).join(' · ');
    case 'points':
      return amountsText(result.players.filter(({ thru }) => thru > 0)
        .map(({ id, points }) => [words.nameOf(id), points]));
    case 'stroke':
      return amountsText(result.players.filter(({ place }) => place !== null)
        .map(({ id, to_par: gross, net_to_par: net = gross }) => [words.nameOf(id), overText(net)]));
    case 'awards': return amountsText(wonIn(result, words));
    case 'tags': return result.final ? amountsText(byTag(result, words)) : '';
    default: return '';
  }
}

/** Names with what they have, the most first. */
const amountsText = (amounts) =>
  amounts.slice(0, NAMED_MAX).map(([name, amount]) => `${name} ${amount}`).join(', ');

function skinsText({ won, next, on_table: riding }, words) {
  const ids = byAmount(words.order, won).filter((id) => Number(won[id]) > 0);
  const text = amountsText(ids.map((id) => [words.nameOf(id), won[id]]));
  const more = next && riding > 0 &&
    t('also.next', { hole: words.labelOf(next.hole), count: next.worth });
  return [text, more].filter(Boolean).join(' · ');
}

/** Why it can't be worked out. */
const troubleText = ({ no_handicap: ids }, words) =>
  (ids ? t('also.noHandicap', { names: listText(ids.map(words.nameOf)) }) : t('also.cannot'));

/**
 * Words that also know the sides of a game, which are called as those on them.
 *
 * @param {Words & {order: string[]}} words
 * @param {import('../../core/format-games.js').Settings} settings
 */
function wordsIn(words, { sides }) {
  if (!sides) return words;
  const names = new Map(sides.map((side) => (typeof side === 'string'
    ? [side, words.nameOf(side)]
    : [side.id, side.members.map(words.nameOf).join(' & ')])));
  const nameOf = (id) => names.get(id) ?? words.nameOf(id);
  return { ...words, nameOf, order: [...names.keys()] };
}

/** @param {Lobby} lobby @param {number} round @param {Choice} choice */
function resultPart(lobby, round, { format, settings }) {
  if (lobby.stage[0] === 'setup') return null;
  const result = comesTo(lobby, round, settings);
  const words = wordsIn(wordsOf(lobby, round), settings);
  if (result.wrong_sides || result.no_handicap) {
    return h('p', { class: 'notice' }, troubleText(result, words));
  }
  switch (format) {
    case 'skins': return skinsPart(result, words.order, words);
    case 'match': return matchPart(result, words.order, words);
    case 'nassau': return nassauPart(result, words.order, words);
    case 'points': return pointsPart(result, words);
    case 'stroke': return strokePart(result, words);
    case 'awards':
      return table([[t('also.awards')], ['±', t('also.balance')]],
        byAmount(words.order, result.won).map((id) =>
          ({ id, cells: [result.won[id], signed(result.balance[id])] })), words);
    case 'tags':
      return [
        table([[t('also.tags')]], byTag(result, words).map(([, tag, id]) => ({ id, cells: [tag] })), words),
        !result.final && h('p', { class: 'muted' }, t('also.notFinal')),
      ];
    default: return h('p', { class: 'notice' }, t('also.unknown', { format: settings.format }));
  }
}

/** What is so of some holes, in words. */
const holesText = (what, holes, { labelOf }, more = {}) =>
  t(what, { ...more, holes: listText(holes.map(labelOf)) });

/** Whose holes are whose. */
const wonPart = (order, list, words) =>
  h('ul', { class: 'plain stack' }, order.filter((id) => list.includes(id)).map((id) => {
    const holes = holesWith(list, id);
    const what = holes.length > 1 ? 'also.holesOf' : 'also.holeOf';
    return h('li', { key: id }, holesText(what, holes, words, { name: words.nameOf(id) }));
  }));

/** The holes at which a list says a value. */
const holesWith = (list, value) => list.flatMap((each, at) => (each === value ? [at + 1] : []));

/**
 * @param {[text: string, full?: string][]} columns behind the player's
 * @param {{id: string, place?: string, cells: any[]}[]} rows
 * @param {Words} words
 */
function table(columns, rows, { nameOf }) {
  const column = ([text, full = '']) =>
    h('th', { scope: 'col' }, full ? h('abbr', { title: full }, text) : text);
  const hasPlaces = rows.some(({ place }) => place);
  return h('table', { class: `standings${hasPlaces ? '' : ' unplaced'}` },
    h('thead', null, h('tr', null,
      hasPlaces && column(['#', t('table.place')]),
      column([t('table.player')]),
      columns.map(column))),
    h('tbody', null, rows.map(({ id, place, cells }) =>
      h('tr', { key: id },
        hasPlaces && h('td', { class: 'place' }, place),
        h('th', { scope: 'row' }, nameOf(id)),
        cells.map((cell) => h('td', null, String(cell)))))));
}

const signed = (amount) => (amount > 0 ? `+${amount}` : String(amount).replace('-', '−'));

/** Whoever has most first. */
const byAmount = (order, amounts) =>
  [...order].sort((left, right) => Number(amounts[right]) - Number(amounts[left]));

function skinsPart({ owner, won, balance, next, open, on_table: riding }, order, words) {
  const ids = byAmount(order, won);
  const unclaimed = holesWith(owner, 'unclaimed');
  const waiting = open.length > 0 ? holesWith(owner, 'open') : [];
  return [
    table([[t('also.skins')], ['±', t('also.balance')]],
      ids.map((id) => ({ id, cells: [won[id], signed(balance[id])] })), words),
    wonPart(order, owner, words),
    next && riding > 0 && h('p', null, t('also.next', {
      hole: words.labelOf(next.hole), count: next.worth,
    })),
    waiting.length > 0 && h('p', null, holesText('also.undecided', waiting, words)),
    unclaimed.length > 0 && h('p', null, holesText('also.unclaimed', unclaimed, words)),
  ];
}

function pointsPart({ players }, words) {
  return table([[t('also.points')], [t('table.thru'), t('table.thruFull')]],
    players.map(({ id, points, thru, place, tied }) => ({
      id, place: place === null ? '–' : tied ? `=${place}` : `${place}`,
      cells: [thru > 0 ? points : '–', thru],
    })), words);
}

/** Whoever has won something, who has most first. */
const wonIn = ({ won }, { order, nameOf }) =>
  byAmount(order, won).filter((id) => won[id] > 0).map((id) => [nameOf(id), won[id]]);

/** Whoever has a tag, the lowest first. */
const byTag = ({ tags }, { nameOf }) =>
  Object.entries(tags).sort(([, left], [, right]) => left - right)
    .map(([id, tag]) => /** @type {[string, number, string]} */ ([nameOf(id), tag, id]));

/** Places by throws, with those taken off that somebody receives. */
function strokePart({ players, final, playoff }, words) {
  const isNet = players.some(({ net }) => net !== undefined);
  const toldOf = ({ state, thru, gross, to_par: over, net, net_to_par: netOver }) => {
    if (thru === 0) return isNet ? ['–', '–', thru] : ['–', thru];
    const told = [`${gross} ${overText(over)}`, ...(isNet ? [`${net} ${overText(netOver)}`] : [])];
    return [...told, ['dnf', 'no_result'].includes(state) ? t(`also.${state}`) : thru];
  };
  /** @type {[text: string, full?: string][]} */
  const columns = [[t('also.gross')], [t('also.net')], [t('table.thru'), t('table.thruFull')]];
  return [
    table(columns.filter((_, at) => isNet || at !== 1),
      players.map((line) => ({
        id: line.id,
        place: line.place === null ? '–' : line.tied ? `=${line.place}` : `${line.place}`,
        cells: toldOf(line),
      })), words),
    playoff && h('p', { class: 'notice' },
      t('also.playoff', { names: listText(playoff.map(words.nameOf)) })),
    !final && h('p', { class: 'muted' }, t('also.notFinal')),
  ];
}

/** How a match stands, in the words of players. */
function matchText({ up, by, left, state, winner }, { nameOf }) {
  if (winner) {
    return t(left > 0 ? 'also.wonEarly' : 'also.won', { name: nameOf(winner), by, left });
  }
  if (state === 'halved') return t('also.halved');
  if (!up) return t('also.square', { count: left });
  return t(state === 'dormie' ? 'also.dormie' : 'also.up', { name: nameOf(up), by, count: left });
}

function matchPart(result, order, words) {
  return [
    h('p', null, h('strong', null, matchText(result, words))),
    wonPart(order, result.holes, words),
    result.open.length > 0 && h('p', null, holesText('also.undecided', result.open, words)),
  ];
}

/** The lowest total of a part. */
function totalText({ state, winner, holes, thru, out }, { nameOf }) {
  if (winner) return t('also.lowest', { name: nameOf(winner) });
  if (state !== 'live') return t('also.level');
  const ids = Object.keys(thru).filter((id) => !out.includes(id));
  const left = holes.length - Math.min(...ids.map((id) => thru[id]));
  return left > 0 ? t('also.left', { count: left }) : t('also.disputed');
}

/** The parts of a Nassau, each with its presses behind it. */
const partsOf = ({ segments, presses = [] }) =>
  segments.flatMap((part) => [part, ...presses.filter(({ id }) => id.startsWith(`${part.id}p`))]);

function partName({ id, pressed_by: presser }, segments) {
  if (id === 'total') return t('also.whole');
  if (presser) return t('also.press');
  return segments.length > 3
    ? t('also.part', { number: id.slice(1) }) : t(id === 's1' ? 'also.first' : 'also.second');
}

const standText = (part, words) => (part.totals ? totalText(part, words) : matchText(part, words));

const partText = (part, segments, words) =>
  `${partName(part, segments)}: ${standText(part, words)}`;

function nassauPart({ segments, presses, ignored = [], balance }, order, words) {
  return [
    h('ul', { class: 'plain stack' }, partsOf({ segments, presses }).map((each) =>
      h('li', { key: each.id }, `${partName(each, segments)}: `,
        h('strong', null, standText(each, words))))),
    ignored.map(({ by, after }) => h('p', { class: 'muted' },
      t('also.ignored', { name: words.nameOf(by), hole: words.labelOf(after) }))),
    table([['±', t('also.balance')]],
      byAmount(order, balance).map((id) => ({ id, cells: [signed(balance[id])] })), words),
  ];
}
