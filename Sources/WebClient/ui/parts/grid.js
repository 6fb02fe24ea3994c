// The card as a table: holes down, players across.

import { Field } from '../../core/fields.js';
import { cellName, isSure } from '../../core/lobby.js';
import { shapeOf, tallyOf, withPenalties } from '../../core/scoring.js';
import { hyphenated, parText, shortNames, wordOf } from '../state/order.js';
import { currentLanguage, t } from '../strings.js';
import { h } from './dom.js';
import { overText } from './elements.js';
import { friendMark } from './friend-mark.js';

/**
 * @typedef {import('../state/order.js').Place} Place
 * @typedef {{view: import('../../core/view.js').KnownView,
 *   card: import('../../core/scorecard.js').Card, friends: number[], stretch: [number, number],
 *   selected: Place | null, current: number,
 *   flashes: Map<string, {value: number | null, by: string}>,
 *   select: (place: Place, event: Event) => void, openPlayer: ((player: number) => void) | null,
 *   openHole?: (hole: number) => void, isKept: boolean,
 *   received?: Object<string, number[]> | null,
 *   drawn: Map<string, {signature: string, node: import('./dom.js').VirtualNode}>}} Shown
 *   `friends`: the members who are; `flashes`: what has just been written and by whom, by
 *   `cellName`; `received`: throws that players receive, by hole; `stretch`: the holes that are shown; `isKept`: the device can save;
 *   `drawn`: the cells as they were, for the next time; `select` must stay the same
 */

/**
 * How a score is spoken of.
 *
 * @param {number | null} throws
 * @param {number} par
 */
export const scoreText = (throws, par) =>
  throws === null
    ? t('score.none')
    : `${throws}, ${t(`score.${wordOf(throws, par)}`, { by: Math.abs(throws - par) })}`;

/** @param {Shown} shown */
export function grid(shown) {
  const { card, stretch } = shown;
  const holes = card.labels.map((_, hole) => hole).slice(...stretch);
  const disputed = new Set(shown.view.disputes.map(({ key }) => cellName(key)));
  return h(
    'div',
    { class: 'grid', role: 'region', 'aria-label': t('card.grid'), tabindex: '-1' },
    h(
      'table',
      null,
      h('caption', { class: 'hidden' }, t('card.caption')),
      h('thead', null, head(shown)),
      h('tbody', null, holes.map((hole) => row(shown, hole, disputed))),
      h(
        'tfoot',
        null,
        stretch[1] - stretch[0] < card.pars.length &&
          sumRow(shown, stretch, rangeText(card, stretch)),
        sumRow(shown, [0, card.pars.length], t('card.total')),
        card.round > 1 && allRounds(shown),
      ),
    ),
  );
}

/** @param {{labels: string[]}} card @param {[number, number]} stretch */
export const rangeText = ({ labels }, [first, end]) =>
  end - first > 1 ? `${labels[first]}–${labels[end - 1]}` : labels[first];

function head({ view, card, friends, selected, openPlayer }) {
  const names = shortNames(card.lines.map(({ name }) => name));
  const { members } = view.lobby;
  const own = members[view.me - 1]?.player;
  const marked = friends.map((number) => members[number - 1]?.player);
  return h(
    'tr',
    null,
    h('th', { scope: 'col', class: 'hole' }, t('card.hole'), h('small', null, t('card.parWord'))),
    card.lines.map(({ player, name, throws, pars, penalties }, line) => {
      const { total, overPar, scored } = withPenalties(tallyOf(throws, pars), penalties);
      const content = [
        h('span', { class: player === own ? 'name own' : 'name', 'aria-hidden': true },
          marked.includes(player) && friendMark(), hyphenated(names[line])),
        h('span', { class: 'hidden' }, name, player === own && `, ${t('people.you')}`,
          marked.includes(player) && `, ${t('people.friend')}`),
        h('span', { class: 'run' }, h('b', null, scored ? overText(overPar) : '–'),
          scored > 0 && ` ${total}`),
      ];
      return h(
        'th',
        { key: player, scope: 'col', abbr: name, class: selected?.[0] === line && 'chosen' },
        openPlayer
          ? h('button', { type: 'button', onclick: () => openPlayer(player) }, ...content)
          : h('div', null, ...content),
      );
    }),
  );
}

function row(shown, hole, disputed) {
  const { card, current, selected, openHole } = shown;
  const content = [
    h('span', { class: 'label' }, h('span', { class: 'hidden' }, t('card.hole'), ' '),
      card.labels[hole]),
    h('small', null, h('span', { class: 'hidden' }, t('card.parWord'), ' '),
      parText(card, hole, hole + 1)),
    hole === current && h('span', { class: 'hidden' }, ` ${t('card.current')}`),
  ];
  return h(
    'tr',
    { key: hole, class: hole === current && 'current' },
    h(
      'th',
      { scope: 'row', class: selected?.[1] === hole ? 'hole chosen' : 'hole' },
      openHole
        ? h('button', {
            type: 'button',
            // The others by a tap: who goes by the keyboard is soon at the scores.
            tabindex: hole === Math.max(current, 0) ? 0 : -1,
            onclick: () => openHole(hole),
          }, ...content)
        : content,
    ),
    card.lines.map((_, line) => cell(shown, line, hole, disputed)),
  );
}

/** The states of an entry that are shown, each by its class; one that is confirmed looks plain. */
const STATES = { saving: 'waits', savedOnThisDevice: 'waits', onItsWay: 'waits', late: 'held' };

/** A cell; the same object as the last time if nothing is new in it. */
function cell(shown, line, hole, disputed) {
  const { view, card, selected, current, flashes, select, drawn, isKept, received } = shown;
  const { player, name, throws, pars, waived } = card.lines[line];
  const [count, par] = [throws[hole], pars[hole]];
  const isWaived = count === null && waived[hole];
  const dots = received?.[player]?.[hole] ?? 0;
  const key = cellName([card.round, player, hole + 1, Field.throws]);
  const known = view.entryStates.get(key);
  const state = known === 'savedOnThisDevice' && !isKept ? 'saving' : known;
  // Who has written is said beside what they wrote, not beside what another wrote over it.
  const written = flashes.get(key);
  const by = written?.value === count ? written.by : undefined;
  const isDisputed = disputed.has(key);
  const isUnsure = !isDisputed && !isSure(view.lobby, view.lobby.cells.get(key));
  const isSelected = selected?.[0] === line && selected[1] === hole;
  const isFirst = line === 0 && hole === Math.max(current, 0);
  const isStop = selected ? isSelected : isFirst;
  const what = [line, name, count, par, state, by, isDisputed, isUnsure, isSelected, isStop, isWaived, dots];
  const signature = [...what, currentLanguage()].join('\n');
  const before = drawn.get(key);
  if (before?.signature === signature) return before.node;
  const label = [
    t('card.holeName', { hole: card.labels[hole] }),
    name,
    isWaived ? t('card.waived') : scoreText(count, par),
    state && t(`state.${state}`),
    isDisputed && t('card.disputed'),
    isUnsure && t('card.unsure'),
    dots !== 0 && t('card.receives', { throws: dots }),
    by && t('card.by', { name: by }),
  ];
  const look = [
    'cell',
    isSelected && 'selected',
    by && 'flash',
    isDisputed && 'disputed',
    isUnsure && 'unsure',
    STATES[state],
  ];
  const node = h(
    'td',
    { key: player },
    h(
      'button',
      {
        type: 'button',
        class: look.filter(Boolean).join(' '),
        'data-place': `${line} ${hole}`,
        'aria-label': label.filter(Boolean).join(', '),
        'aria-current': isSelected && 'true',
        tabindex: isStop ? 0 : -1,
        onclick: (event) => select([line, hole], event),
      },
      h('span', { class: count === null ? 'none' : `score ${shapeOf(count, par)}` }, count ?? (isWaived ? 'X' : '·')),
      dots !== 0 && h('span', { class: 'dots' }, dots > 0 ? '•'.repeat(dots) : overText(-dots)),
      by && h('span', { class: 'by' }, by),
      isSelected && h('span', { class: 'frame' }),
    ),
  );
  drawn.set(key, { signature, node });
  return node;
}

const sumRow = ({ card }, [first, end], text) =>
  h(
    'tr',
    { key: text },
    h(
      'th',
      { scope: 'row', class: 'hole' },
      text,
      h('small', null, parText(card, first, end)),
    ),
    card.lines.map(({ player, throws, pars, penalties }) => {
      const isWhole = first === 0 && end === pars.length;
      return h('td', { key: player },
        sums(withPenalties(tallyOf(throws, pars, first, end), isWhole ? penalties : 0)));
    }),
  );

const allRounds = ({ card }) =>
  h(
    'tr',
    { key: 'all' },
    h('th', { scope: 'row', class: 'hole' }, t('card.allRounds')),
    card.lines.map((line) => h('td', { key: line.player }, sums(line))),
  );

const sums = ({ total, overPar, scored }) =>
  scored > 0 ? [h('b', null, total), h('small', null, overText(overPar))] : '–';
