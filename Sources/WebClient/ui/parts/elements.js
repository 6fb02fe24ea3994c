// Buttons, fields and strips, of which the screens are made.

import { LobbyLimits } from '../../core/lobby-limits.js';
import { t } from '../strings.js';
import { h } from './dom.js';

/** @typedef {import('./dom.js').Child} Child */

/**
 * @param {Child | Child[]} content
 * @param {((event: any) => void) | null} onclick null: it sends its form
 * @param {string} [look] its classes
 * @param {Object<string, any>} [more]
 */
export const button = (content, onclick, look, more) =>
  h('button', { type: onclick ? 'button' : 'submit', class: look, onclick, ...more }, content);

/**
 * Something to know beside the scores.
 *
 * @param {string} kind
 * @param {Child | Child[]} text
 * @param {...Child} rest
 */
export const strip = (kind, text, ...rest) =>
  h('div', { key: kind, class: `strip ${kind}`, role: 'status' }, h('p', null, text), ...rest);

/**
 * Says how much waits to be sent, in scores if there are any: that is how people count.
 *
 * @param {{pendingCount: number, pendingScores: number}} game
 * @param {'home' | 'here' | 'server'} where it is said, or where it waits
 */
export const pendingText = ({ pendingCount, pendingScores }, where) =>
  pendingScores > 0
    ? t(`waits.${where}`, { count: pendingScores })
    : pendingCount > 0 && t(`waitsElse.${where}`);

/**
 * The line at the top of a screen.
 *
 * @param {Child} [right]
 */
export const topBar = (right) =>
  h(
    'header',
    { class: 'bar top' },
    h('a', { class: 'button quiet', href: '/' }, '‹ ', t('home')),
    right,
  );

/**
 * One of a few, side by side.
 *
 * @template T
 * @param {string} label
 * @param {any[][]} options value, what it shows, its full name
 * @param {T} chosen
 * @param {(value: T) => void} choose
 */
export const segmented = (label, options, chosen, choose) =>
  h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': label },
    options.map(([value, text, name]) =>
      button(text, () => choose(value), undefined, {
        'aria-pressed': value === chosen,
        'aria-label': name,
      }),
    ),
  );

const encoder = new TextEncoder();

/** Takes signs, as people see them, off the end of a name that is too long. */
const fitting = (name) =>
  encoder.encode(name).length > LobbyLimits.nameBytesMax
    ? fitting(name.slice(0, [...new Intl.Segmenter().segment(name)].at(-1)?.index ?? 0))
    : name;

/**
 * A line of text; with a `maxlength` it is a name.
 *
 * @param {Object<string, any>} properties
 */
export const textInput = (properties) =>
  h('input', {
    type: 'text',
    autocomplete: 'off',
    ...properties,
    oninput: (event) => {
      const { value } = event.target;
      const name = properties.maxlength ? fitting(value) : value;
      if (name !== value) event.target.value = name;
      properties.oninput?.(event);
    },
  });

/**
 * A labelled line of text. `hint` stands under it.
 *
 * @param {string} label
 * @param {Object<string, any>} properties of the input
 * @param {Child} [hint]
 */
export const field = (label, properties, hint) =>
  h(
    'label',
    { class: 'field' },
    h('span', null, label),
    textInput(properties),
    hint && h('small', { class: 'muted' }, hint),
  );

/** @param {string} name @param {(name: string) => void} change @param {string} [hint] */
export const nameField = (name, change, hint) =>
  field(
    t('name.yours'),
    {
      value: name,
      autocomplete: 'nickname',
      maxlength: 32,
      required: true,
      autofocus: true,
      oninput: (event) => change(event.target.value),
    },
    hint,
  );

/** @param {string} label @param {boolean} checked @param {(event: any) => void} onchange */
export const checkbox = (label, checked, onchange) =>
  h('label', { class: 'check' }, h('input', { type: 'checkbox', checked, onchange }), label);

/** A form whose button does something. */
export const form = (properties, submit, ...children) =>
  h(
    'form',
    {
      ...properties,
      onsubmit: (event) => {
        event.preventDefault();
        submit();
      },
    },
    ...children,
  );

/**
 * A code in big letters, spelled to those who hear it.
 *
 * @param {string} code
 */
export const bigCode = (code) =>
  h(
    'p',
    { class: 'code' },
    h('span', { class: 'hidden' }, [...code].join(' ')),
    [...code].map((sign) => h('span', { 'aria-hidden': true }, sign)),
  );

/**
 * Its relation to par, as it is written on cards.
 *
 * @param {number} over
 */
export const overText = (over) => (over === 0 ? 'E' : over > 0 ? `+${over}` : `−${-over}`);

/** @param {{course?: import('../../core/lobby.js').Value}} game */
export const courseText = ({ course }) => String(course ?? t('course.none'));

/** Hands the link over to another app, or else to the clipboard, or else shows it. */
export async function shareLink(app, path, title) {
  const url = location.origin + path;
  try {
    if (navigator.share) return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    app.say(t('share.copied'));
  } catch (error) {
    if (/** @type {Error} */ (error).name === 'AbortError') return;
    const onfocus = ({ target }) => target.select();
    const link = { value: url, readonly: true, autofocus: true, onfocus };
    app.sheet(() => field(t('share.link'), link), { label: title });
  }
}
