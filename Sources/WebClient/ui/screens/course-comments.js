// What people say of a course and its holes: all of it, and one's own words.

import { ask } from '../../device/api.js';
import { randomIdentifier } from '../../core/random.js';
import { random } from '../../device/clock.js';
import { Attempt, fault, waysToAccount } from '../parts/account-parts.js';
import { commentRow } from '../parts/comments.js';
import { confirmFirst } from '../parts/confirm.js';
import { coursePage } from '../parts/course-page.js';
import { isoDay } from '../parts/csv.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { aboutText, readAbout } from '../state/comment-about.js';
import { offered } from '../state/course-list.js';
import { factsOf } from '../state/starting.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/catalogue.js').Comment} Comment
 */

const BYTES_MAX = 1_000;
const TIP_BYTES_MAX = 500;

/** @param {App} app @param {string} id */
export async function openComments(app, id) {
  const { device } = app;
  const token = device.account?.token;
  const attempt = new Attempt(app);
  const path = `/courses/${id}/comments`;
  const catalogue = await device.catalogue();
  const course = await catalogue.course(id).then((found) => found.course, () => null);
  const layouts = course ? offered(course, isoDay(Date.now())) : [];
  /** @type {Comment[]} */
  let items = [];
  let next = /** @type {string | undefined} */ (undefined);
  let text = '';
  /** The course as a whole, or the layout's place among those offered and the hole's label. */
  let about = '';
  /** One's own that is said in other words, or a new one, which is the same for each try. */
  let own = randomIdentifier(random);
  let isNew = true;
  let told = '';

  const heard = ({ value }) => {
    ({ items, next } = value);
    app.update();
  };
  const look = () => catalogue.comments(id, token, heard);
  const older = () =>
    attempt.run(async () => {
      const { value } = await ask('GET', `${path}?after=${next}`, { token });
      items = [...items, ...value.items];
      ({ next } = value);
    });
  const begin = () => {
    own = randomIdentifier(random);
    [text, about, isNew] = ['', '', true];
  };
  const act = (action, words = '') =>
    attempt.run(async () => {
      await action();
      told = words;
      await look();
    });
  const send = () =>
    act(async () => {
      const said = text.trim();
      const tip = readAbout(about);
      const body = tip
        ? { tip: { layout: layouts[tip.place].id, hole: tip.hole, text: said } }
        : { text: said };
      await ask('PUT', `${path}/${own}`, { token, body });
      begin();
    });
  /** @param {Comment} comment */
  const change = ({ id: which, text: said, layout, hole }) => {
    const place = layouts.findIndex((each) => each.id === layout);
    [own, text, isNew] = [which, said, false];
    about = place < 0 || hole === undefined ? '' : aboutText(place, hole);
    told = '';
    app.update();
    scrollTo(0, 0);
    document.getElementById('words')?.focus();
  };
  const remove = ({ id: which }) =>
    confirmFirst(app, { label: t('say.remove'), text: t('say.removeText'),
      action: t('say.remove'), isDanger: true },
    () => act(async () => {
      await ask('DELETE', `${path}/${which}`, { token });
      if (which === own) begin();
    }));
  const mark = (which, word, words = '') =>
    act(() => ask('POST', `${path}/${which}`, { token, body: { mark: word } }), words);
  look().catch(() => {});

  const holesOf = (layout, place) =>
    ((course && factsOf(course, layout))?.holes ?? []).map(([label]) =>
      h('option', { value: aboutText(place, label) }, t('card.holeName', { hole: label }),
        layouts.length > 1 && `, ${layout.name}`));

  const wordsPart = () =>
    form({ class: 'stack' }, send,
      h('label', { class: 'field' }, h('span', null, t('say.words')),
        h('textarea', {
          id: 'words',
          rows: 4,
          required: true,
          maxlength: about ? TIP_BYTES_MAX : BYTES_MAX,
          value: text,
          oninput: ({ target }) => {
            text = target.value;
            told = '';
          },
        }),
        h('small', { class: 'muted' }, t('say.text'))),
      layouts.length > 0 &&
        h('label', { class: 'field' }, h('span', null, t('say.about')),
          h('select', {
            value: about,
            onchange: ({ target }) => {
              about = target.value;
              app.update();
            },
          }, h('option', { value: '' }, t('say.course')), layouts.map(holesOf))),
      fault(attempt.problem?.field?.endsWith('text') ? t('say.fault') : attempt.rest()),
      button(t(isNew ? 'say.send' : 'save'), null, 'primary wide big',
        { disabled: attempt.isBusy }),
      !isNew && button(t('cancel'), () => {
        begin();
        app.update();
      }, 'wide quiet'));

  /** @param {Comment} comment */
  const row = (comment) =>
    commentRow(comment,
      comment.own && h('div', { class: 'pair' },
        button(t('say.change'), () => change(comment)),
        button(t('say.remove'), () => remove(comment))),
      comment.may_hide && h('div', { class: 'pair' },
        comment.state === 'reported' &&
          button(t('say.keep'), () => mark(comment.id, 'keep'), 'primary'),
        !comment.own && button(t('say.hide'), () => mark(comment.id, 'hide'))),
      token && !comment.own && !comment.may_hide &&
        button(t('say.report'), () => mark(comment.id, 'report', t('say.told')), 'quiet'));

  return {
    title: t('say.title'),
    view: () =>
      coursePage(t('say.title'),
        { id, course, isIn: true, way: '', needs: '' },
        [
          token ? wordsPart() : [
            h('p', { class: 'muted' }, t('say.needsAccount')),
            ...waysToAccount(`/c/${id}/comments`),
          ],
          told && h('p', { class: 'notice', role: 'status' }, told),
          items.length === 0 && h('p', { class: 'muted' }, t('say.none')),
          h('ul', { class: 'plain comments' }, items.map(row)),
          next && button(t('say.older'), older, 'wide', { disabled: attempt.isBusy }),
        ]),
  };
}
