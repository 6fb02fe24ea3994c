// What the screens of an account are made of: lines that lead on, fields that say what is wrong with
// them, initials in a circle.

import { againIn, ageOf, leadingTo } from '../state/account-state.js';
import { colourOf, initialsOf } from '../state/handle.js';
import { refusalText, t } from '../strings.js';
import { h } from './dom.js';
import { button, strip, textInput, topBar } from './elements.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('./dom.js').Child} Child
 * @typedef {import('../../device/api.js').Problem} Problem
 */

/**
 * A screen of the account.
 *
 * @param {string} title
 * @param {(Child | Child[])[]} content
 * @param {'/a' | '/a/data'} [back] where to, if not to the first screen
 */
export const page = (title, content, back) =>
  h(
    'div',
    null,
    back
      ? h('header', { class: 'bar top' },
          h('a', { class: 'button quiet', href: back }, '‹ ',
            t(back === '/a' ? 'account.title' : 'data.title')))
      : topBar(),
    h('main', { class: 'page account' }, h('h1', { tabindex: '-1' }, title), ...content),
  );

/**
 * Initials as a picture. The name stands beside it.
 *
 * @param {{handle: string, name: string, colour?: number | null}} person
 * @param {string} [look]
 */
export const avatar = (person, look = '') =>
  h('span', { class: `avatar colour-${colourOf(person)} ${look}`, 'aria-hidden': true },
    initialsOf(person.name || person.handle));

/** @param {string} handle */
export const at = (handle) => `@${handle}`;

/**
 * Somebody, in a line.
 *
 * @param {import('../state/account-state.js').Someone} person
 * @param {...Child} rest
 */
export const personRow = (person, ...rest) =>
  h(
    'li',
    { key: person.account, class: 'row person' },
    avatar(person),
    h('span', { class: 'who' }, h('strong', null, person.name), h('span', null, at(person.handle))),
    ...rest,
  );

/**
 * Something by its name, in a line.
 *
 * @param {string | number} key
 * @param {string} name
 * @param {Child} note
 * @param {...Child} rest
 */
export const namedRow = (key, name, note, ...rest) =>
  h(
    'li',
    { key, class: 'row' },
    h('span', { class: 'who' }, h('strong', null, name), note && h('span', null, note)),
    ...rest,
  );

/**
 * A button in somebody's line, which says whose it is to those who don't see that.
 *
 * @param {string} name
 * @param {string} text
 * @param {() => void} act
 * @param {string} [look]
 * @param {Object<string, any>} [more]
 */
export const buttonOf = (name, text, act, look = 'quiet', more = {}) =>
  button(text, act, look, { 'aria-label': `${text}: ${name}`, ...more });

/**
 * How whoever has no account, or isn't in, comes to one.
 *
 * @param {string} [to] where one goes on then
 */
export const waysToAccount = (to) => [
  h('a', { class: 'button primary wide big', href: leadingTo('/a/new', to) }, t('signUp.title')),
  h('a', { class: 'button wide', href: leadingTo('/a/in', to) }, t('signIn.title')),
];

/**
 * A line that leads on.
 *
 * @param {string} path
 * @param {string} text
 * @param {Child} [note]
 */
export const leadsTo = (path, text, note) =>
  h('li', { key: path, class: 'row' },
    h('a', { class: 'row-link', href: path },
      h('strong', null, text), note && h('span', null, note)));

/**
 * Why something wasn't done, and when it can be.
 *
 * @param {Problem} problem
 */
export function whyNot({ name, message, waitMilliseconds }) {
  const text = refusalText({ name, text: message || t(`problem.${name}`) });
  if (!waitMilliseconds || name === 'lost') return text;
  const { key, count } = againIn(waitMilliseconds);
  return `${text} ${t(key, { count })}`;
}

/** @param {string | null | false | undefined} text */
export const fault = (text) => text && h('p', { class: 'fault', role: 'alert' }, text);

/**
 * A line of text with what is wrong with it beside it.
 *
 * @param {{id: string, label: string, hint?: Child, fault?: string | null | false,
 *   after?: Child}} about `after`: stands in the line behind it
 * @param {Object<string, any>} properties of the input
 */
export const entry = ({ id, label, hint, fault: text, after }, properties) =>
  h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h('div', { class: after ? 'joined' : null },
      textInput({
        id,
        'aria-invalid': text ? true : undefined,
        'aria-describedby': `${id}-about`,
        ...properties,
      }),
      after),
    h('p', { id: `${id}-about`, class: text ? 'fault' : 'muted hint', 'aria-live': 'polite' },
      text || hint),
  );

/**
 * A password that can be looked at.
 *
 * @param {{id: string, label: string, hint?: Child, fault?: string | null | false, isShown: boolean,
 *   turn: () => void}} about
 * @param {Object<string, any>} properties of the input
 */
export const passwordEntry = ({ isShown, turn, ...about }, properties) =>
  entry(
    {
      ...about,
      after: button(t(isShown ? 'password.hide' : 'password.show'), turn, 'quiet', {
        'aria-pressed': isShown,
        'aria-controls': about.id,
      }),
    },
    {
      type: isShown ? 'text' : 'password',
      autocapitalize: 'none',
      spellcheck: 'false',
      ...properties,
    },
  );

/**
 * One of several answers, each with a word about it.
 *
 * @template T
 * @param {{name: string, label: string, fault?: string | null | false}} about
 * @param {[value: T, text: string, note?: string][]} options
 * @param {T} chosen
 * @param {(value: T) => void} choose
 */
export const choice = ({ name, label, fault: text }, options, chosen, choose) =>
  h(
    'fieldset',
    { class: 'choice', 'aria-describedby': text ? `${name}-about` : undefined },
    h('legend', null, label),
    options.map(([value, title, note]) =>
      h(
        'label',
        { key: String(value) },
        h('input', { type: 'radio', name, checked: value === chosen, onchange: () => choose(value) }),
        h('span', null, title, note && h('small', { class: 'muted' }, note)),
      )),
    text && h('p', { id: `${name}-about`, class: 'fault', role: 'alert' }, text),
  );

/**
 * Something to know, and where to see to it.
 *
 * @param {string} text
 * @param {string} path
 * @param {string} action
 */
export const notice = (text, path, action) =>
  h('div', { key: path, class: 'notice' },
    h('span', null, text), h('a', { class: 'button', href: path }, action));

/** What needs signal says so before anybody types. */
export const offlineNotice = () =>
  !navigator.onLine && h('p', { class: 'notice', role: 'status' }, t('problem.offline'));

/**
 * That what stands here was heard some time ago.
 *
 * @param {number | null} heardAt
 */
export function ageStrip(heardAt) {
  const age = ageOf(heardAt, Date.now());
  return (age || !navigator.onLine) &&
    strip('offline', [
      !navigator.onLine && h('strong', null, t('banner.offline')), ' ',
      age && t('age', { age: t(age.key, { count: age.count }) }),
    ]);
}

/**
 * Something that is done by the server: one at a time, and with what became of it.
 */
export class Attempt {
  isBusy = false;
  /** @type {Problem | null} */
  problem = null;
  #place = location.href;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * @template T
   * @param {() => Promise<T>} action
   * @returns {Promise<T | undefined>} nothing if it wasn't done
   */
  async run(action) {
    if (this.isBusy) return undefined;
    this.isBusy = true;
    this.problem = null;
    this.app.update();
    try {
      return await this.app.during(action());
    } catch (error) {
      if (typeof (/** @type {any} */ (error).status) !== 'number') throw error;
      this.problem = /** @type {Problem} */ (error);
      return undefined;
    } finally {
      this.isBusy = false;
      this.app.update();
    }
  }

  /** Whether one has gone elsewhere since: then nobody is to be led on from here. */
  get isLeft() {
    return location.href !== this.#place;
  }

  /** @param {string} field @returns {string | null} what is wrong with it */
  of(field) {
    return this.problem?.field === field ? whyNot(this.problem) : null;
  }

  /**
   * What is wrong, but for the fields that say so themselves.
   *
   * @param {...string} fields
   */
  rest(...fields) {
    const isElsewhere = fields.includes(this.problem?.field ?? '');
    return this.problem && !isElsewhere ? whyNot(this.problem) : null;
  }
}

/** The first field with a fault gets the focus. */
export const focusFault = () =>
  requestAnimationFrame(() => {
    /** @type {HTMLElement | null} */
    const field = document.querySelector('[aria-invalid="true"], fieldset:has(.fault) input');
    field?.focus();
  });
