// A course of one's own, at the desk or from the game that was just played; or the layouts of one
// that is everybody's.

import { randomIdentifier } from '../../core/random.js';
import { ask } from '../../device/api.js';
import { random } from '../../device/clock.js';
import { noting } from '../parts/course-parts.js';
import { isoDay } from '../parts/csv.js';
import { h } from '../parts/dom.js';
import { button, checkbox, field, form, segmented } from '../parts/elements.js';
import { layoutFields } from '../parts/layout-form.js';
import {
  LAYOUTS_MAX, changesOf, courseText, draftFrom, draftOf, faultOf, layoutsOf, mergeable, nameOf,
  newHoles, newLayout, parOfLength, parOfThrows,
} from '../state/course-form.js';
import { LICENCE, givenLayout } from '../state/course-wish.js';
import { courseKey, readCourse } from '../state/own-course.js';
import { readWalk, walkKey } from '../state/walk.js';
import { t } from '../strings.js';
import { openPlaces } from './hole-places.js';
import { openSafari } from './safari.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../state/course-form.js').Draft} Draft
 * @typedef {import('../state/course-form.js').DraftLayout} DraftLayout
 */

/**
 * A course of the list.
 *
 * @param {App} app
 * @param {string} id
 * @param {boolean} isOwn whether the notebook has it: then nobody is asked
 * @returns {Promise<PackedCourse | null>}
 */
async function listed({ device }, id, isOwn) {
  const catalogue = await device.catalogue();
  const known = await (isOwn ? catalogue.kept(id) : catalogue.course(id).catch(() => null));
  return known && known.course.layouts.length > 0 ? known.course : null;
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
  const played = location.hash === '#played' ? app.game?.known ?? null : null;
  const draft = draftFor();
  /** The layouts that somebody has changed here. */
  const touched = new Set(isOurs ? [] : draft.layouts.map((layout) => layout.id));
  let at = Math.max(0, draft.layouts.findIndex(({ status }) => status === 'offered'));
  let tee = 0;
  let fault = /** @type {string | null} */ (null);

  /** @returns {Draft} */
  function draftFor() {
    if (before) return draftOf(before);
    const layout = randomIdentifier(random);
    if (!played) return { name: '', layouts: [newLayout(layout, newHoles(9))] };
    return draftFrom(played.card, layout, readWalk(notes.get(walkKey(played.lobby.id))));
  }

  /** @param {import('../parts/layout-form.js').Change} by */
  const change = (by) => {
    draft.layouts = draft.layouts.map((each, place) => (place === at ? by(each) : each));
    touched.add(draft.layouts[at].id);
    fault = null;
    app.update();
  };
  const choose = (place) => {
    [at, tee] = [place, 0];
    app.update();
  };
  const add = (layout) => {
    draft.layouts = [...draft.layouts, layout];
    touched.add(layout.id);
    choose(draft.layouts.length - 1);
  };
  const changed = () => draft.layouts.filter((layout) => touched.has(layout.id));

  const save = () => {
    const found = faultOf(draft, (layout) => touched.has(layout.id));
    fault = found?.fault ?? null;
    if (found?.layout) choose(draft.layouts.indexOf(found.layout));
    if (!found && touched.size === 0) fault = 'nothing';
    if (fault) return app.update();
    const { isAny, seemsSame } = changesOf(changed(), before);
    if (isAny) askWhether(seemsSame);
    else keep(null);
  };
  /** Whether rounds of before may be compared: those know it best who change it. */
  const askWhether = (seemsSame) => {
    const answer = (isComparable) =>
      button(t(isComparable ? 'make.same' : 'make.other'), () => {
        app.closeSheet();
        keep(isComparable);
      }, isComparable === seemsSame ? 'primary wide' : 'wide');
    app.sheet(
      () => h('div', { class: 'stack' }, h('p', null, t('make.compareText')),
        answer(seemsSame), answer(!seemsSame)),
      { label: t('make.compare') },
    );
  };
  /** @param {boolean | null} isComparable */
  const keep = (isComparable) => {
    const layouts = layoutsOf(changed(), before, isComparable);
    const since = before?.since ?? new Date().getFullYear();
    const note = layouts && (isOurs || courseText(draft.name, since, layouts));
    if (!layouts || !note) {
      fault = 'large';
      return app.update();
    }
    if (isOurs) return send(layouts);
    noting(app, async () => {
      await notes.put(courseKey(course), String(note));
      if (played) await notes.put(walkKey(played.lobby.id), null);
      app.go(`/c/${course}`, { replace: true });
    });
  };
  /** What everybody has isn't written, but wanted. */
  const send = (layouts) =>
    noting(app, async () => {
      const token = device.account?.token;
      const body = { layouts: layouts.map(givenLayout), licence: LICENCE };
      if (token) {
        await app.during(ask('PUT', `/courses/${course}/changes/${wish}`, { token, body }));
      }
      app.go(`/c/${course}/changes`, { replace: true });
    });
  const remove = () =>
    noting(app, async () => {
      await notes.put(courseKey(course), null);
      app.go('/courses', { replace: true });
    });

  /** Another layout: of holes of its own, as this one is for a while, or from one hole to another. */
  const askAnother = () => {
    const layout = draft.layouts[at];
    const begin = (made) => () => {
      app.closeSheet();
      if (made) add(made);
    };
    const id = randomIdentifier(random);
    const copy = { ...layout, id, name: t('make.copyName', { name: nameOf(layout) }) };
    const temporary = /** @type {DraftLayout} */ ({ ...copy, status: 'offered',
      kind: 'temporary', endsOn: isoDay(Date.now()) });
    app.sheet(
      () => h('div', { class: 'stack' },
        button(t('make.fresh'), begin(newLayout(id, newHoles(9), { name: '9' })), 'wide'),
        button(t('make.temporary'), begin(temporary), 'wide'),
        h('p', { class: 'muted' }, t('make.temporaryText')),
        button(t('make.safari'), () => {
          app.closeSheet();
          openSafari(app, layout, tee, id, add);
        }, 'wide'),
        h('p', { class: 'muted' }, t('make.safariText'))),
      { label: t('make.another') },
    );
  };

  /** Pars that lengths suggest, or else what was thrown. */
  const suggest = () => {
    const parOf = (/** @type {number | null} */ metres, /** @type {number} */ place) => {
      const thrown = (played?.card.lines ?? []).flatMap(({ throws }) => throws[place] ?? []);
      return metres === null ? parOfThrows(thrown) : parOfLength(metres);
    };
    change((layout) => ({
      ...layout,
      holes: layout.holes.map((hole, place) =>
        ({ ...hole, par: parOf(hole.starts[0].metres, place) ?? hole.par })),
    }));
    app.say(t('make.suggested'));
  };
  const canSuggest = ({ holes }) =>
    played || holes.some(({ starts }) => starts[0].metres !== null);

  /** As which layout the rounds count of one that isn't played any more. */
  const mergePart = (layout) => {
    const others = mergeable(layout, draft.layouts);
    const choices = [['', t('make.alone')], ...others.map((each) => [each.id, nameOf(each)])];
    return others.length > 0 && h('div', { class: 'stack' },
      h('span', { class: 'label' }, t('make.merge')),
      segmented(t('make.merge'), choices, layout.sameAs?.layout ?? '', (chosen) =>
        change(({ sameAs: _, ...now }) => ({ ...now, ...(chosen && { sameAs: { layout: chosen } }) }))),
      h('p', { class: 'muted' }, t('make.mergeText')));
  };

  const layoutPart = () => {
    const layout = draft.layouts[at];
    const isNew = !before?.layouts.some((each) => each.id === layout.id);
    return [
      draft.layouts.length > 1 &&
        segmented(t('course.layout'), draft.layouts.map((each, place) => [place, nameOf(each)]), at,
          choose),
      draft.layouts.length > 1 &&
        field(t('make.layoutName'), {
          value: layout.name,
          oninput: ({ target }) => change((now) => ({ ...now, name: target.value })),
        }),
      layout.kind === 'temporary' &&
        h('label', { class: 'field' }, h('span', null, t('make.until')),
          h('input', {
            type: 'date',
            value: layout.endsOn,
            oninput: ({ target }) => change((now) => ({ ...now, endsOn: target.value })),
          })),
      !isNew && h('p', { class: 'muted' }, t('make.versions')),
      layoutFields({
        ...{ layout, tee, change },
        choose(next) {
          tee = next;
          app.update();
        },
        openPlaces: (place) =>
          openPlaces(app, () => draft.layouts[at], { place, tee }, change),
      }),
      canSuggest(layout) && button(t('make.suggest'), suggest, 'wide'),
      !isNew && checkbox(t('make.offered'), layout.status === 'offered', ({ target }) =>
        change((now) => ({ ...now, status: target.checked ? 'offered' : 'archived' }))),
      !isNew && layout.status === 'archived' && mergePart(layout),
      isNew && draft.layouts.length > 1 && button(t('make.removeLayout'), () => {
        draft.layouts = draft.layouts.filter((each) => each !== layout);
        touched.delete(layout.id);
        choose(0);
      }, 'wide'),
      draft.layouts.length < LAYOUTS_MAX && button(t('make.another'), askAnother, 'wide'),
    ];
  };

  const title = t(before ? 'make.change' : 'make.title');
  return {
    title,
    close: () => notes.leave(),
    view: () =>
      form(
        { class: 'has-foot' },
        save,
        h('header', { class: 'bar top' },
          h('a', { class: 'button quiet', href: before ? `/c/${course}` : '/courses' }, '‹ ',
            before?.name ?? t('area.courses'))),
        h(
          'main',
          { class: 'page' },
          h('h1', { tabindex: '-1' }, title),
          h('p', { class: 'muted' }, t(isOurs ? 'make.ours' : 'make.text')),
          isOurs
            ? h('p', null, before.name)
            : field(t('make.name'), {
                value: draft.name,
                oninput: ({ target }) => {
                  draft.name = target.value;
                },
              }),
          layoutPart(),
          fault && h('p', { class: 'notice', role: 'alert' }, t(`make.fault.${fault}`)),
          before && !isOurs && button(t('make.remove'), remove, 'wide danger'),
        ),
        h('div', { class: 'foot' },
          button(t(isOurs ? 'wish.send' : 'make.save'), null, 'primary wide big')),
      ),
  };
}
