// A game that another tab of this browser has.

import { h } from '../parts/dom.js';
import { button, topBar } from '../parts/elements.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 */

/** So often it is seen to whether it has let the game go. */
const LOOK_MILLISECONDS = 3_000;

/** @param {App} app @param {Game} game */
export function open(app, game) {
  // The other tab may go without a word.
  const timer = setInterval(() => document.hidden || game.wake(), LOOK_MILLISECONDS);
  const take = async () => {
    await game.takeOver();
    if (game.isElsewhere) app.say(t('elsewhere.stays'));
  };
  return {
    title: t('elsewhere.title'),
    close: () => clearInterval(timer),
    view: () =>
      h('div', null, topBar(), h('main', { class: 'page' },
        h('h1', { tabindex: '-1' }, t('elsewhere.title')),
        h('p', null, t('elsewhere.text')),
        button(t('elsewhere.here'), take, 'primary wide big'))),
  };
}
