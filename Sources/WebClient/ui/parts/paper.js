// The card as on paper: players down, holes across, nine to a table.

import { Field } from '../../core/fields.js';
import { cardOf } from '../../core/scorecard.js';
import { shapeOf, tallyOf } from '../../core/scoring.js';
import { disputedScores } from '../../core/standings.js';
import { nines, parText } from '../state/order.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { overText } from './elements.js';
import { rangeText, scoreText } from './grid.js';

/** @typedef {import('../../core/lobby.js').Lobby} Lobby */

/**
 * For screen readers only.
 *
 * @param {string} text
 */
const hidden = (text) => h('span', { class: 'hidden' }, text);

/**
 * A score in its shape.
 *
 * @param {number | null} throws
 * @param {number} par
 */
export const mark = (throws, par) => [
  h(
    'span',
    { 'aria-hidden': true, class: throws === null ? 'none' : `score ${shapeOf(throws, par)}` },
    throws ?? '·',
  ),
  hidden(scoreText(throws, par)),
];

/**
 * A relation to par.
 *
 * @param {number} over
 */
export const over = (over) =>
  h('span', { class: over < 0 ? 'under' : over > 0 ? 'over' : '' }, overText(over));

/**
 * A table for each nine holes of a round.
 *
 * @param {Lobby} lobby
 * @param {number} round
 * @param {import('../../core/lobby.js').Key | null} [now] the cell to point out
 */
export function scorecard(lobby, round, now = null) {
  const card = cardOf(lobby, round);
  const { labels, lines } = card;
  const disputed = new Set(disputedScores(lobby).map(String));
  const name = lobby.stage[1] > 1 ? `${t('card.round', { round })} · ` : '';
  return nines(labels.length).map(([from, through]) => {
    const holes = labels.slice(from, through);
    const range = `${name}${t('setup.holes')} ${rangeText({ labels }, [from, through])}`;
    const cell = (player, throws, par, at) => {
      const key = [round, player, at + 1, Field.throws];
      const isDisputed = disputed.has(String(key));
      const isNow = String(now) === String(key);
      return h(
        'td',
        { class: isNow ? 'now' : null },
        mark(throws, par),
        isDisputed && h('b', { class: 'open' }, '?', hidden(t('card.disputed'))),
      );
    };
    return h(
      'div',
      {
        key: `${round}-${from}`,
        class: 'scroll',
        tabindex: 0,
        role: 'region',
        'aria-label': range,
      },
      h(
        'table',
        { class: 'paper' },
        h('caption', null, range),
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, t('card.hole')),
            holes.map((label) => h('th', { scope: 'col' }, label)),
            h('th', { scope: 'col' }, t('card.total')),
          ),
          h(
            'tr',
            { class: 'par-row' },
            h('th', { scope: 'row' }, t('table.par')),
            holes.map((_, at) => h('td', null, parText(card, from + at, from + at + 1))),
            h('td', null, parText(card, from, through)),
          ),
        ),
        h(
          'tbody',
          null,
          lines.map(({ player, name, throws, pars, penalties }) =>
            h(
              'tr',
              { key: player },
              h('th', { scope: 'row' }, name),
              throws.slice(from, through).map((count, at) =>
                cell(player, count, pars[from + at], from + at)),
              h('td', { class: 'sum' }, tallyOf(throws, pars, from, through).total || '',
                through === pars.length && penalties > 0 && ` +${penalties}`),
            ),
          ),
        ),
      ),
    );
  });
}

/**
 * "T2", or nothing.
 *
 * @param {import('../../core/standings.js').Result} standing
 */
export const placeOf = ({ place, isShared }) =>
  place === null
    ? h('span', null, '–', hidden(t('table.noPlace')))
    : h('span', null, isShared && 'T', place, isShared && hidden(`, ${t('table.shared')}`));

const unplaced = ({ scored, most }) => t('table.unplaced', { scored, most });

/**
 * The leader first.
 *
 * @param {import('../../core/standings.js').Result[]} standings
 * @param {{caption: string, isRunning?: boolean, own?: number,
 *   group?: (standing: any) => string}} options `own`: one's own column;
 *   `isRunning`: how many holes each has played is told
 */
export function standingsTable(standings, { caption, isRunning = false, own, group }) {
  const rounds = standings[0]?.rounds ?? [];
  const column = (text, full) =>
    h('th', { scope: 'col' }, full ? h('abbr', { title: full }, text) : text);
  const isMany = rounds.length > 1;
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      { class: 'standings' },
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          column('#', t('table.place')),
          column(t('table.player')),
          column('±', t('table.overPar')),
          isRunning && column(t('table.thru'), t('table.thruFull')),
          isMany &&
            rounds.map(({ round }) => column(t('at.r', { round }), t('card.round', { round }))),
          column(t('card.total')),
        ),
      ),
      h(
        'tbody',
        null,
        standings.map((each) =>
          h(
            'tr',
            {
              key: `${each.player}${group?.(each) ?? ''}`,
              class: each.place === 1 ? 'first' : null,
            },
            h('td', { class: 'place' }, placeOf(each)),
            h('th', { scope: 'row' }, each.name,
              own === each.player && h('small', null, t('people.you')),
              group && h('small', null, group(each)),
              each.place === null && each.most > 0 && (each.scored > 0 || !isRunning) &&
                h('small', null, unplaced(each))),
            h('td', { class: 'relation' }, each.scored ? over(each.overPar) : '–'),
            isRunning && h('td', null, each.scored),
            isMany && each.rounds.map(({ scored, total }) => h('td', null, scored ? total : '–')),
            h('td', null, each.scored ? each.total : '–'),
          ),
        ),
      ),
    ),
  );
}
