// What the host does about those who play: guests, who may come late, and how many enter a score.

import { isShut } from '../../core/lobby.js';
import { recentNames } from '../state/recent-names.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button, checkbox, form, textInput } from './elements.js';
import { peopleList } from './people.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 */

/**
 * The host's part of the list: a line to add a guest, and whether others may join late.
 *
 * @param {App} app
 * @param {Game} game
 * @returns {(view: KnownView) => import('./dom.js').Child[]}
 */
export function hostForm(app, game) {
  /** @type {HTMLInputElement} */
  let input;
  /** @type {string[][]} */
  let known = [];
  app.device.games().then((games) => {
    known = games.map(({ names }) => names);
    app.update();
  });
  const put = (name) => app.attempt(() => game.edit({ op: 'add', name }));
  const add = () => {
    const name = input.value.trim();
    if (name && put(name)) input.value = '';
    input.focus();
  };
  return ({ card, isHost, lobby }) => {
    if (!isHost || isShut(lobby)) return [];
    const recent = recentNames(known, card.lines.map(({ name }) => name));
    const { late_join: allow } = lobby;
    return [
      form(
        { class: 'inline' },
        add,
        textInput({
          maxlength: 32,
          placeholder: t('people.addGuest'),
          'aria-label': t('people.addGuest'),
          mounted: (element) => {
            input = element;
          },
        }),
        button(t('add'), null),
      ),
      recent.length > 0 &&
        h(
          'div',
          { class: 'chips', role: 'group', 'aria-label': t('people.recent') },
          recent.map((name) => button(name, () => put(name), undefined, { key: name })),
        ),
      checkbox(t('lobby.lateJoin'), allow, () =>
        app.attempt(() => game.edit({ op: 'late_join', allow: !allow }))),
    ];
  };
}

/**
 * How many people must enter a score, which few want to change.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
function trustChoice(app, game, { isHost, lobby }) {
  if (!isHost || isShut(lobby)) return null;
  const level = Math.min(lobby.trust.need, 2);
  return button(t(`lobby.strict.${level}`), () =>
    app.using('menu', ({ withRules }) =>
      withRules(app, ({ strict }) => strict.openStrict(app, game))), 'wide');
}

/**
 * Who is here, as a sheet; the host decides there, too.
 *
 * @param {App} app
 * @param {Game} game
 */
export function openPeople(app, game) {
  const decide = hostForm(app, game);
  app.sheet(
    () => {
      const { known } = game;
      return known && h('div', { class: 'stack' }, peopleList(app, game, known), decide(known),
        trustChoice(app, game, known));
    },
    { label: t('people.title') },
  );
}
