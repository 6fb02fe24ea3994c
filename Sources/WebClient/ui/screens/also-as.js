// What the card comes to as another game: worked out here, kept nowhere.

import { columnsOf } from '../../core/lobby.js';
import { cardOf } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { segmented } from '../parts/elements.js';
import { listText } from '../parts/words.js';
import { comesTo, formatsFor } from '../state/card-as.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../state/card-as.js').Format} Format
 * @typedef {{nameOf(id: string): string, labelOf(hole: number): string}} Words
 */

/** @param {App} app @param {Game} game */
export function openAlsoAs(app, game) {
  let wanted = /** @type {Format | null} */ (null);
  let wantedRound = game.known?.lobby.stage[1] ?? 1;
  const turn = (change) => {
    change();
    app.update();
  };
  app.sheet(
    () => {
      const lobby = game.known?.lobby;
      if (!lobby) return null;
      const formats = formatsFor(lobby);
      const format = wanted && formats.includes(wanted) ? wanted : formats[0];
      const rounds = Array.from({ length: Math.max(1, lobby.stage[1]) }, (_, at) => at + 1);
      const round = rounds.includes(wantedRound) ? wantedRound : rounds.length;
      return h('div', { class: 'stack' },
        h('p', { class: 'muted' }, t('also.text')),
        formats.length > 1 &&
          segmented(t('also.game'), formats.map((each) => [each, t(`also.${each}`)]), format,
            (chosen) => turn(() => {
              wanted = chosen;
            })),
        rounds.length > 1 &&
          segmented(t('table.round'), rounds.map((each) => [each, t('at.r', { round: each })]),
            round, (chosen) => turn(() => {
              wantedRound = chosen;
            })),
        resultPart(lobby, round, format));
    },
    { label: t('also.title') },
  );
}

/** @param {Lobby} lobby @param {number} round @param {Format} format */
function resultPart(lobby, round, format) {
  const result = comesTo(lobby, round, format);
  const { labels, lines } = cardOf(lobby, round);
  const names = new Map(lines.map(({ player, name }) => [String(player), name]));
  /** @type {Words} */
  const words = {
    nameOf: (id) => names.get(id) ?? '?',
    labelOf: (hole) => labels[hole - 1],
  };
  const order = columnsOf(lobby).map(({ id }) => String(id));
  switch (format) {
    case 'skins': return skinsPart(result, order, words);
    case 'match': return matchPart(result, order, words);
    case 'nassau': return nassauPart(result, order, words);
    default: return pointsPart(result, words);
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

function nassauPart({ segments, balance }, order, words) {
  const partText = ({ id }) => {
    if (id === 'total') return t('also.whole');
    return segments.length > 3
      ? t('also.part', { number: id.slice(1) }) : t(id === 's1' ? 'also.first' : 'also.second');
  };
  return [
    h('ul', { class: 'plain stack' }, segments.map((each) =>
      h('li', { key: each.id }, `${partText(each)}: `,
        h('strong', null, each.totals ? totalText(each, words) : matchText(each, words))))),
    table([['±', t('also.balance')]],
      byAmount(order, balance).map((id) => ({ id, cells: [signed(balance[id])] })), words),
  ];
}
