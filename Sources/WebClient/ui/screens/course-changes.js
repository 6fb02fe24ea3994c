// A course that is everybody's: what was changed in it, and what somebody wants changed.

import { ask } from '../../device/api.js';
import { randomIdentifier } from '../../core/random.js';
import { random } from '../../device/clock.js';
import { Attempt, choice, entry, fault } from '../parts/account-parts.js';
import { coursePage } from '../parts/course-page.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, field, form } from '../parts/elements.js';
import { Standing } from '../parts/standing.js';
import { degreesText } from '../state/ground.js';
import { LICENCE, fieldsOf, wishOf } from '../state/course-wish.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../state/course-wish.js').Change} Change
 * @typedef {import('../state/course-wish.js').Part} Part
 */

const TEXTS = /** @type {const} */ (['name', 'place', 'website', 'fee', 'access']);
const STATES = ['open', 'closed', 'seasonal', 'gone'];

/** @param {App} app @param {string} id */
export async function openChanges(app, id) {
  const { device } = app;
  const token = device.account?.token;
  const attempt = new Attempt(app);
  const path = `/courses/${id}`;
  const read = async () => (await ask('GET', path)).value;
  let course = await read().catch(() => null);
  let wish = course && wishOf(course);
  let change = randomIdentifier(random);
  /** @type {Change[]} */
  let changes = [];
  let mismatches = 0;
  const standing = new Standing(app.update);
  let role = /** @type {string | undefined} */ (undefined);
  let told = '';

  const list = async () => {
    const { value } = await ask('GET', `${path}/changes`, { token });
    changes = value.items;
    ({ role, mismatches = 0 } = value);
  };
  const act = (action) =>
    attempt.run(async () => {
      const done = await action();
      const next = await read();
      // What is typed and not sent yet stays.
      wish = { ...wishOf(next), ...fieldsOf(course, wish) };
      course = next;
      await list();
      return done;
    });
  const send = async () => {
    const fields = fieldsOf(course, wish);
    if (!fields) {
      told = t('wish.nothing');
      return app.update();
    }
    const sent = await act(() => ask('PUT', `${path}/changes/${change}`, {
      token, body: { fields, licence: LICENCE },
    }));
    if (!sent) return;
    change = randomIdentifier(random);
    wish = wishOf(course);
    told = t(`wish.now.${sent.value.state}`);
    app.update();
  };
  const decide = (which, decision, reason = '') =>
    act(() => ask('POST', `${path}/changes/${which}`, {
      token, body: { decision, ...(reason && { reason }) },
    }));
  if (token && course) attempt.run(list);

  const askWhy = (which, decision) => {
    let reason = '';
    app.sheet(
      () =>
        form({ class: 'stack' }, () => {
          app.closeSheet();
          decide(which, decision, reason.trim());
        },
        field(t('wish.reason'), {
          value: reason,
          maxlength: 200,
          oninput: ({ target }) => {
            reason = target.value;
          },
        }),
        button(t(`wish.${decision}`), null, 'primary wide'),
        button(t('cancel'), app.closeSheet, 'wide quiet')),
      { label: t(`wish.${decision}`) },
    );
  };

  const isWrong = (name) => attempt.problem?.field?.endsWith(name) ?? false;

  const wishPart = () =>
    form({ class: 'fields', novalidate: true }, send,
      TEXTS.map((name) =>
        entry({
          id: `wish-${name}`,
          label: t(`wish.${name}`),
          hint: name === 'website' ? 'https://…' : null,
          fault: isWrong(name) && t('wish.fault'),
        }, {
          value: wish?.[name],
          oninput: ({ target }) => {
            if (wish) wish[name] = target.value;
            told = '';
          },
        })),
      choice({ name: 'status', label: t('wish.status') },
        STATES.map((state) => [state, t(`wish.is.${state}`)]), wish?.status, (state) => {
          if (wish) wish.status = state;
          app.update();
        }),
      h('p', null, t('wish.at'), ': ', wish?.at ? degreesText(wish.at) : t('wish.none')),
      button(t('wish.here'), () => standing.begin('course', (found) => {
        if (wish) wish.at = [found[0], found[1]];
        told = '';
      }), 'wide', { disabled: standing.what !== '' }),
      standing.view(),
      h('p', { class: 'muted' }, t('wish.licence')),
      told && h('p', { class: 'notice', role: 'status' }, told),
      !TEXTS.some(isWrong) && fault(attempt.rest()),
      button(t('wish.send'), null, 'primary wide big', { disabled: attempt.isBusy }),
      h('a', { class: 'button wide', href: `/c/${id}/change` }, t('wish.holes')));

  /** @param {Change} each */
  const changeRow = (each) =>
    h('li', { key: each.id, class: 'panel stack' },
      h('p', null, h('strong', null, t(`wish.state.${each.state}`)), ' · ', dateText(each.at),
        each.own ? ` · ${t('wish.own')}` : each.by && ` · ${each.by}`),
      each.publish && h('p', null, t('wish.published')),
      h('ul', null, each.parts.map((part) =>
        h('li', { key: part.what + part.layout }, partText(part, course)))),
      each.reason && h('p', { class: 'muted' }, each.reason),
      each.may_decide && h('div', { class: 'pair' },
        button(t('wish.accept'), () => decide(each.id, 'accept'), 'primary'),
        button(t('wish.refuse'), () => askWhy(each.id, 'refuse'))),
      each.may_undo && button(t('wish.undo'), () => askWhy(each.id, 'undo'), 'wide'),
      each.own && each.state === 'proposed' && !each.may_decide &&
        button(t('wish.takeBack'), () => decide(each.id, 'refuse'), 'wide'));

  return {
    title: t('wish.title'),
    close: () => standing.end(),
    view: () =>
      coursePage(
        t('wish.title'),
        { id, course, isIn: Boolean(token), way: `/c/${id}/changes`, needs: t('wish.needsAccount') },
        [
          h('p', { class: 'muted' }, t(role ? 'wish.role' : 'wish.text')),
          mismatches > 0 && h('p', { class: 'notice' }, t('wish.mismatches', { count: mismatches })),
          course && wishPart(),
          changes.length > 0 && h('h2', null, t('wish.log')),
          h('ul', { class: 'plain stack' }, changes.map(changeRow)),
        ],
      ),
  };
}

/**
 * @param {Part} part what was, and what is to be
 * @param {import('../../device/catalogue.js').PackedCourse} course
 */
function partText({ what, before, after }, { layouts }) {
  const nameOf = (id) => layouts.find((each) => each.id === id)?.name ?? '–';
  const told = (value) => {
    if (value === null || value === undefined) return t('wish.none');
    if (what === 'status') return t(`wish.is.${value}`);
    if (what === 'at') return degreesText(value);
    if (what !== 'layout') return String(value);
    return [value.name !== `${value.holes}` && value.name,
      t('lobby.holes', { count: value.holes }), t('card.par', { par: value.par }),
      value.length_m && `${value.length_m}\u00A0m`,
      value.same_as ? t('wish.sameAs', { name: nameOf(value.same_as.layout) })
        : value.status === 'archived' && t('wish.archived')].filter(Boolean).join(', ');
  };
  return `${t(`wish.${what}`)}: ${told(before)} → ${told(after)}`;
}
