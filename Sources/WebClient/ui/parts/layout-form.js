// The fields of a layout: its tees, and a row for each hole.

import { LobbyLimits } from '../../core/lobby-limits.js';
import { TEES_MAX, resized, withHole, withStart, withTee, withoutTee } from '../state/course-form.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button, field, segmented, textInput } from './elements.js';
import { stepper } from './steppers.js';

/**
 * @typedef {import('../state/course-form.js').DraftLayout} DraftLayout
 * @typedef {(layout: DraftLayout) => DraftLayout} Change of the layout as it is by then: two fields
 *   may be filled before anything is drawn
 * @typedef {{layout: DraftLayout, tee: number, change: (change: Change) => void,
 *   choose: (tee: number) => void, openPlaces: (hole: number) => void}} Shown `tee`: the one that
 *   lengths and pars are about
 */

/** Colours that tees have in most places; '': none is said. */
const COLOURS = ['', '#c8102e', '#ffffff', '#0057b8', '#f2c300', '#1a7f37', '#1b1b1b'];

/** @param {Shown} shown */
export const layoutFields = (shown) => [
  teesPart(shown),
  h('div', { class: 'bar' },
    h('span', { class: 'label' }, t('setup.holes')),
    stepper({
      ...{ label: t('setup.holes'), value: shown.layout.holes.length, least: 1 },
      ...{ most: LobbyLimits.holesMax, change: (count) => setCount(shown, count) },
    })),
  segmented(t('setup.holes'), [[9, '9'], [10, '10'], [18, '18'], [20, '20']],
    shown.layout.holes.length, (count) => setCount(shown, count)),
  h('table', { class: 'holes make' },
    h('thead', null, h('tr', null,
      h('th', { scope: 'col' }, t('course.hole')),
      h('th', { scope: 'col' }, t('course.par')),
      h('th', { scope: 'col' }, t('make.length')),
      h('th', { scope: 'col' }, h('span', { class: 'hidden' }, t('stand.places'))))),
    h('tbody', null, shown.layout.holes.map((_, place) => holeRow(shown, place)))),
];

const setCount = ({ change }, count) =>
  change((now) => ({ ...now, holes: resized(now.holes, count) }));

/** @param {Shown} shown @param {number} place */
function holeRow({ layout, tee, change, openPlaces }, place) {
  const { label, par, basket, starts } = layout.holes[place];
  const start = starts[tee];
  // The first tee has the hole's par; another one has its own where that differs.
  const setPar = (value) =>
    change((now) => (tee === 0 ? withHole(now, place, { par: value })
      : withStart(now, place, tee, { par: value === par ? null : value })));
  const isKnown = basket.length === 2 && start.place.length === 2;
  return h('tr', { key: place },
    h('td', null, textInput({
      value: label,
      'aria-label': t('make.label', { hole: place + 1 }),
      oninput: ({ target }) => change((now) => withHole(now, place, { label: target.value })),
    })),
    h('td', null, stepper({
      label: t('hole.par', { hole: label }),
      ...{ value: tee === 0 ? par : (start.par ?? par), least: 1, most: LobbyLimits.parMax },
      ...{ small: true, change: setPar },
    })),
    h('td', null, h('input', {
      type: 'text',
      inputmode: 'numeric',
      value: start.metres === null ? '' : String(start.metres),
      'aria-label': t('make.metres', { hole: label }),
      oninput: ({ target }) => {
        const digits = target.value.replace(/\D/g, '');
        const metres = digits === '' ? null : Number(digits);
        change((now) => withStart(now, place, tee, { metres }));
      },
    })),
    h('td', null, button('◎', () => openPlaces(place), `quiet sign${isKnown ? '' : ' off'}`, {
      'aria-label': t('stand.of', { hole: label }),
    })));
}

/** @param {Shown} shown */
const teesPart = ({ layout, tee, choose, change }) =>
  h('div', { class: 'stack' },
    h('span', { class: 'label' }, t('course.tee')),
    layout.tees.length > 1 &&
      segmented(t('course.tee'), layout.tees.map(([name, colour], at) =>
        [at, [colour && h('i', { class: 'dot', 'aria-hidden': true, style: { background: colour } }),
          name || t('make.teeUnnamed')]]), tee, choose),
    h('details', null,
      h('summary', null, t('make.tees')),
      h('div', { class: 'stack' },
        field(t('make.teeName'), {
          value: layout.tees[tee][0],
          oninput: ({ target }) => change((now) => renamed(now, tee, [target.value, now.tees[tee][1]])),
        }),
        h('div', { class: 'segments', role: 'group', 'aria-label': t('make.teeColour') },
          COLOURS.map((colour) => button(
            colour ? h('i', { class: 'dot', style: { background: colour } }) : t('make.noColour'),
            () => change((now) => renamed(now, tee, [now.tees[tee][0], colour])), undefined,
            { 'aria-pressed': layout.tees[tee][1] === colour,
              'aria-label': t(`colour.${colour.slice(1) || 'none'}`) }))),
        h('div', { class: 'pair' },
          button(t('make.addTee'), () => {
            change((now) => withTee(now, ''));
            choose(layout.tees.length);
          }, undefined, { disabled: layout.tees.length >= TEES_MAX }),
          layout.tees.length > 1 && button(t('make.removeTee'), () => {
            choose(0);
            change((now) => withoutTee(now, tee));
          })))));

/** @type {(layout: DraftLayout, tee: number, as: [string, string]) => DraftLayout} */
const renamed = (layout, tee, as) =>
  ({ ...layout, tees: layout.tees.map((each, at) => (at === tee ? as : each)) });
