// Which holes are played in a round, from which one on, and which are the hardest: the host's choice.

import { Field } from '../../core/fields.js';
import { shownValue } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { button, checkbox, segmented } from '../parts/elements.js';
import { stepper } from '../parts/steppers.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Key} Key
 */

/** @param {App} app @param {Game} game */
export function openHolesPlayed(app, game) {
  let isIndex = false;
  app.sheet(
    () => {
      const { lobby } = game.known ?? {};
      if (!lobby) return null;
      const round = Math.max(1, lobby.stage[1]);
      const { length } = lobby.holes;
      const put = (/** @type {Key} */ cell, value) =>
        app.attempt(() => game.edit({ op: 'set', cell, value }));
      /** @type {Key} */
      const start = [round, 0, 0, Field.start];
      /** @type {(hole: number) => Key} */
      const index = (hole) => [lobby.number, 0, hole, Field.index];
      const closed = lobby.holes.map((_, at) =>
        shownValue(lobby, [round, 0, at + 1, Field.closed]) !== null);
      const ranks = lobby.holes.map((_, at) => shownValue(lobby, index(at + 1)));
      const isWhole = new Set(ranks).size === length && ranks.every((rank) => Number(rank) <= length);
      const hasSome = ranks.some((rank) => rank !== null);
      return h('div', { class: 'stack' },
        segmented(t('holes.title'), [[false, t('holes.played')], [true, t('holes.index')]], isIndex,
          (chosen) => {
            isIndex = chosen;
            app.update();
          }),
        !isIndex && [
          h('div', { class: 'counted' },
            h('span', { class: 'label' }, t('holes.start')),
            stepper({
              label: t('holes.start'),
              value: Math.min(length, Number(shownValue(lobby, start) ?? 1)),
              least: 1,
              most: length,
              change: (hole) => put(start, hole),
            })),
          h('fieldset', { class: 'stack' }, h('legend', null, t('holes.closed')),
            h('div', { class: 'many' }, lobby.holes.map(([label], at) =>
              checkbox(label, closed[at], () =>
                put([round, 0, at + 1, Field.closed], closed[at] ? null : 1))))),
          h('p', { class: 'muted' }, t('holes.closedText')),
        ],
        isIndex && [
          h('p', { class: 'muted' }, t(hasSome ? 'holes.indexText' : 'holes.noIndex')),
          hasSome && !isWhole && h('p', { class: 'notice' }, t('holes.notWhole')),
          hasSome && h('ul', { class: 'pars' }, lobby.holes.map(([label], at) =>
            h('li', { key: at },
              h('span', { 'aria-hidden': true }, label),
              stepper({
                label: t('holes.indexOf', { hole: label }),
                value: Number(ranks[at] ?? at + 1),
                least: 1,
                most: length,
                small: true,
                change: (rank) => put(index(at + 1), rank),
              })))),
          button(t(hasSome ? 'holes.dropIndex' : 'holes.makeIndex'), () =>
            lobby.holes.every((_, at) => put(index(at + 1), hasSome ? null : at + 1)), 'wide'),
        ]);
    },
    { label: t('holes.title') },
  );
}
