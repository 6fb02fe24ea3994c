// A safari layout: from the tees of some holes to the baskets of others, as people play it for once.

import { LobbyLimits } from '../../core/lobby-limits.js';
import { isoDay } from '../parts/csv.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { newLayout, safariHole } from '../state/course-form.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../state/course-form.js').DraftLayout} DraftLayout
 * @typedef {import('../state/course-form.js').DraftHole} DraftHole
 */

/**
 * @param {import('../app.js').App} app
 * @param {DraftLayout} layout whose places there are
 * @param {number} tee
 * @param {string} id of the new layout
 * @param {(layout: DraftLayout) => void} add
 */
export function openSafari(app, layout, tee, id, add) {
  const tees = layout.holes.flatMap(({ starts }, at) => (starts[tee].place.length === 2 ? [at] : []));
  const baskets = layout.holes.flatMap(({ basket }, at) => (basket.length === 2 ? [at] : []));
  /** @type {DraftHole[]} */
  let holes = [];
  let [from, to] = [tees[0], baskets[1] ?? baskets[0]];
  let fault = '';

  const chosen = (label, options, value, set) =>
    h('label', { class: 'field' }, h('span', null, t(label)),
      h('select', {
        value: String(value),
        onchange: ({ target }) => set(Number(target.value)),
      }, options.map((at) => h('option', { value: String(at) }, layout.holes[at].label))));
  const next = () => {
    const hole = safariHole(layout, from, to, tee);
    fault = !hole || holes.some(({ label }) => label === hole.label) ? t('make.fault.twice') : '';
    if (hole && !fault) {
      holes = [...holes, hole];
      // One goes on where the last basket was: to its hole's successor.
      from = tees.find((at) => at > to) ?? tees[0];
      to = baskets.find((at) => at > from) ?? baskets[0];
    }
    app.update();
  };
  const done = () => {
    app.closeSheet();
    add(newLayout(id, holes, {
      name: t('make.safariName'), kind: 'temporary', endsOn: isoDay(Date.now()),
      tees: [layout.tees[tee]],
    }));
  };
  app.sheet(
    () =>
      tees.length === 0 || baskets.length === 0
        ? h('p', null, t('make.safariNowhere'))
        : form({ class: 'stack' }, next,
            holes.length > 0 && h('p', null, holes.map(({ label, par, starts }) =>
              `${label} (${t('card.par', { par })}, ${starts[0].metres} m)`).join(' · ')),
            h('div', { class: 'pair' },
              chosen('make.fromTee', tees, from, (at) => {
                from = at;
              }),
              chosen('make.toBasket', baskets, to, (at) => {
                to = at;
              })),
            fault && h('p', { class: 'notice', role: 'alert' }, fault),
            button(t('make.safariNext'), null, holes.length > 0 ? 'wide' : 'wide primary',
              { disabled: holes.length >= LobbyLimits.holesMax }),
            holes.length > 0 && button(t('make.safariDone', { count: holes.length }), done,
              'wide primary')),
    { label: t('make.safari') },
  );
}
