// Where the tee and the basket of a hole are, said by standing there, while a course is made.

import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { Standing } from '../parts/standing.js';
import { withPlaces } from '../state/course-form.js';
import { degreesText } from '../state/ground.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../state/course-form.js').DraftLayout} DraftLayout
 */

/**
 * @param {import('../app.js').App} app
 * @param {() => DraftLayout} layout as it is now
 * @param {{place: number, tee: number}} which hole, from which tee
 * @param {(change: import('../parts/layout-form.js').Change) => void} change
 */
export function openPlaces(app, layout, { place, tee }, change) {
  const standing = new Standing(app.update);
  const holeNow = () => layout().holes[place];
  const say = (what, known) => change((now) => withPlaces(now, place, tee, { [what]: known }));

  /** @param {'tee' | 'basket'} what @param {import('../../core/layout.js').Place} known */
  const part = (what, known) =>
    h('div', { class: 'stack' },
      h('p', null, h('strong', null, t(`stand.${what}`)), ' ',
        h('span', { class: 'muted' }, known.length === 2 ? degreesText(known) : t('stand.unknown'))),
      h('div', { class: 'pair' },
        button(t(`stand.${what}Here`),
          () => standing.begin(what, (found) => say(what, found.slice(0, 2))), undefined,
          { disabled: standing.what !== '' }),
        known.length === 2 && button(t('stand.forget'), () => say(what, []))),
      standing.what === what && standing.view());

  const { label } = holeNow();
  app.sheet(
    () =>
      h(
        'div',
        {
          class: 'stack',
          mounted: (element) =>
            element.closest('dialog').addEventListener('close', () => standing.end()),
        },
        part('tee', holeNow().starts[tee].place),
        part('basket', holeNow().basket),
        !standing.what && standing.view(),
        h('p', { class: 'muted' }, t('stand.text')),
      ),
    { label: t('card.holeName', { hole: label }) },
  );
}
