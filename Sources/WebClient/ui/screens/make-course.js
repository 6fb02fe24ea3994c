// A course of one's own, at the desk or from the game that was just played; or the holes of one that
// is everybody's.

import { factsText } from '../../core/layout.js';
import { LobbyLimits } from '../../core/lobby-limits.js';
import { randomIdentifier } from '../../core/random.js';
import { ask } from '../../device/api.js';
import { random } from '../../device/clock.js';
import { noting } from '../parts/course-parts.js';
import { h } from '../parts/dom.js';
import { button, field, form, segmented, textInput } from '../parts/elements.js';
import { stepper } from '../parts/steppers.js';
import { courseText, draftFrom, draftOf, faultOf, newHoles, resized } from '../state/course-form.js';
import { offered } from '../state/course-list.js';
import { LICENCE, givenLayout } from '../state/course-wish.js';
import { courseKey, readCourse } from '../state/own-course.js';
import { factsOf } from '../state/starting.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../state/course-form.js').Draft} Draft
 */

/**
 * A course of the list, with the layout alone whose holes are changed.
 *
 * @param {App} app
 * @param {string} id
 * @param {boolean} isOwn whether the notebook has it: then nobody is asked
 * @returns {Promise<PackedCourse | null>}
 */
async function listed({ device }, id, isOwn) {
  const catalogue = await device.catalogue();
  const known = await (isOwn ? catalogue.kept(id) : catalogue.course(id).catch(() => null));
  const [layout] = known ? offered(known.course) : [];
  if (!known || !layout) return null;
  const facts = factsText(factsOf(known.course, layout));
  return { ...known.course, layouts: [{ ...layout, facts }] };
}

/**
 * The form of a new course, or of one that is to change.
 *
 * @param {App} app
 * @param {string} [id]
 */
export async function openMake(app, id) {
  const { device } = app;
  const notes = await device.notebook();
  const text = id ? notes.get(courseKey(id)) : null;
  const ours = id ? await listed(app, id, text !== null) : null;
  const before = ours ?? (id && text !== null ? readCourse(id, text) : null);
  const isOurs = before !== null && before.source !== 'own';
  const wish = randomIdentifier(random);
  const course = before?.id ?? randomIdentifier(random);
  const kept = app.game?.known?.card;
  /** @type {Draft} */
  const draft = before ? draftOf(before)
    : location.hash === '#played' && kept ? draftFrom(kept) : { name: '', holes: newHoles(9) };
  let fault = /** @type {string | null} */ (null);

  const change = (place, part) => {
    draft.holes = draft.holes.map((hole, at) => (at === place ? { ...hole, ...part } : hole));
    fault = null;
    app.update();
  };
  const setCount = (count) => {
    draft.holes = resized(draft.holes, count);
    app.update();
  };
  const save = () => {
    const year = new Date().getFullYear();
    const layout = randomIdentifier(random);
    fault = faultOf(draft);
    const note = fault ? null : courseText(draft, { layout, year, before });
    if (!fault && note === null) fault = 'large';
    if (fault || note === null) return app.update();
    if (isOurs) return send(JSON.parse(note).layouts[0]);
    noting(app, async () => {
      await notes.put(courseKey(course), note);
      app.go(`/c/${course}`, { replace: true });
    });
  };
  /** What everybody has isn't written, but wanted. */
  const send = (layout) =>
    noting(app, async () => {
      const token = device.account?.token;
      const [old] = before?.layouts ?? [];
      const body = {
        layouts: [givenLayout({ ...old, series: layout.series, facts: layout.facts })],
        licence: LICENCE,
      };
      if (token) await ask('PUT', `/courses/${course}/changes/${wish}`, { token, body });
      app.go(`/c/${course}/changes`, { replace: true });
    });
  const remove = () =>
    noting(app, async () => {
      await notes.put(courseKey(course), null);
      app.go('/courses', { replace: true });
    });
  const title = t(before ? 'make.change' : 'make.title');

  const holeRow = ({ label, par, metres }, place) =>
    h('tr', { key: place },
      h('td', null, textInput({
        value: label,
        'aria-label': t('make.label', { hole: place + 1 }),
        oninput: (event) => change(place, { label: event.target.value }),
      })),
      h('td', null, stepper({
        label: t('hole.par', { hole: label }),
        ...{ value: par, least: 1, most: LobbyLimits.parMax, small: true },
        change: (value) => change(place, { par: value }),
      })),
      h('td', null, h('input', {
        type: 'text',
        inputmode: 'numeric',
        value: metres === null ? '' : String(metres),
        'aria-label': t('make.metres', { hole: label }),
        oninput: (event) => {
          const digits = event.target.value.replace(/\D/g, '');
          change(place, { metres: digits === '' ? null : Number(digits) });
        },
      })));

  return {
    title,
    close: () => device.leaveNotebook(),
    view: () =>
      form(
        { class: 'has-foot' },
        save,
        h('header', { class: 'bar top' },
          h('a', { class: 'button quiet', href: '/courses' }, '‹ ', t('area.courses'))),
        h(
          'main',
          { class: 'page' },
          h('h1', { tabindex: '-1' }, title),
          h('p', { class: 'muted' }, t(isOurs ? 'make.ours' : 'make.text')),
          isOurs
            ? h('p', null, before.name, ' · ', before.layouts[0].name)
            : field(t('make.name'), {
                value: draft.name,
                oninput: (event) => {
                  draft.name = event.target.value;
                },
              }),
          h('div', { class: 'bar' },
            h('span', { class: 'label' }, t('setup.holes')),
            stepper({
              ...{ label: t('setup.holes'), value: draft.holes.length, least: 1 },
              ...{ most: LobbyLimits.holesMax, change: setCount },
            })),
          segmented(t('setup.holes'), [[9, '9'], [10, '10'], [18, '18'], [20, '20']],
            draft.holes.length, setCount),
          before && h('p', { class: 'muted' }, t('make.versions')),
          h('table', { class: 'holes make' },
            h('thead', null, h('tr', null,
              h('th', { scope: 'col' }, t('course.hole')),
              h('th', { scope: 'col' }, t('course.par')),
              h('th', { scope: 'col' }, t('make.length')))),
            h('tbody', null, draft.holes.map(holeRow))),
          fault && h('p', { class: 'notice', role: 'alert' }, t(`make.fault.${fault}`)),
          before && !isOurs && button(t('make.remove'), remove, 'wide danger'),
        ),
        h('div', { class: 'foot' },
          button(t(isOurs ? 'wish.send' : 'make.save'), null, 'primary wide big')),
      ),
  };
}
