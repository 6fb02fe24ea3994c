// The keypad, for thumbs and for real keyboards.

import { LobbyLimits } from '../../core/lobby-limits.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button } from './elements.js';

/**
 * @typedef {{title: import('./dom.js').Child[], by: string | undefined, label: string,
 *   par: number, tens: number, next: string, canClear: boolean, canUndo: boolean, does: Actions}} Shown
 *   `by`: who has entered what is there; `tens`: the keys enter numbers from ten times that on
 * @typedef {{isBounce: (what: string, at: number) => boolean,
 *   enter: (throws: number) => void, tens: (tens: number) => void, clear: () => void,
 *   undo: () => void, next: () => void, tell: () => void,
 *   beside: () => void, close: () => void,
 *   move: (lines: number, holes: number) => void}} Actions
 */

const ONES = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const TENS_MAX = Math.floor(LobbyLimits.throwsMax / 10);

/** @param {Shown} shown */
export function keypad({ title, by, label, par, tens, next, canClear, canUndo, does }) {
  // A touch that bounces counts once. Keys of a real keyboard have no `detail`.
  const once = (what, act) => (event) =>
    (event.detail > 0 && does.isBounce(what, event.timeStamp)) || act();
  const digit = (number) =>
    button(
      [number, number === par && h('small', null, t('card.parWord'))],
      once(`${number}`, () => does.enter(number)),
      number === par ? 'key is-par' : 'key',
      { key: String(number % 10) },
    );
  const key = (name, content, onclick, more = {}) =>
    button(content, once(name, onclick), 'key word', { key: name, ...more });
  const toOnes = key('clear', t('pad.ones'), () => does.tens(0));
  const toMore = key('undo', `${tens + 1}0+`, () => does.tens(tens + 1), {
    disabled: tens >= TENS_MAX,
  });
  return h(
    'section',
    { key: 'keypad', class: 'keypad', 'aria-label': label },
    h(
      'div',
      { class: 'bar entry' },
      h('p', null, title, by && button(by, does.tell, 'quiet')),
      button('⋯', does.beside, 'quiet beside', { 'aria-label': t('pad.beside') }),
      button(t('pad.close'), does.close, 'quiet'),
    ),
    h(
      'div',
      { class: 'keys' },
      (tens > 0 ? [0, ...ONES] : ONES).map((each) => digit(tens * 10 + each)),
      tens === 0 &&
        key('0', '10+', () => does.tens(1), { 'aria-label': t('pad.more'), class: 'key' }),
      tens > 0 ? toOnes : key('clear', t('pad.clear'), does.clear, { disabled: !canClear }),
      tens > 0 ? toMore : key('undo', t('pad.undo'), does.undo, { disabled: !canUndo }),
      key('next', [t('pad.next'), h('small', null, next)], does.next, {
        class: 'key word next',
      }),
    ),
  );
}

/**
 * Does what a key of a real keyboard stands for, unless someone is writing elsewhere.
 *
 * @param {KeyboardEvent} event
 * @param {number} tens
 * @param {Actions} does
 */
export function pressed(event, tens, does) {
  const target = /** @type {HTMLElement} */ (event.target);
  const isHeld = event.repeat && !event.key.startsWith('Arrow');
  if (isHeld || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input, dialog')) return;
  const onKey = target.closest('button:not(.cell), a') !== null;
  const actions = {
    '+': () => does.tens((tens + 1) % (TENS_MAX + 1)),
    ArrowLeft: () => does.move(-1, 0),
    ArrowRight: () => does.move(1, 0),
    ArrowUp: () => does.move(0, -1),
    ArrowDown: () => does.move(0, 1),
    Enter: onKey ? null : does.next,
    Backspace: does.clear,
    Delete: does.clear,
    Escape: does.close,
  };
  const isDigit = /^\d$/.test(event.key);
  const number = tens * 10 + Number(event.key);
  const action = isDigit
    ? () => (number === 0 ? does.tens(1) : does.enter(number))
    : actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
