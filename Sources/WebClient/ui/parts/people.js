// Who plays, and who is here.

import { Role, Standing, isShut } from '../../core/lobby.js';
import { mayOpen, peopleOf, recentNames } from '../state/who.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button, checkbox, form, textInput } from './elements.js';
import { friendMark, friendsHere } from './friend-mark.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../state/who.js').Person} Person
 */

/** @type {(view: KnownView, person: Person) => (string | false | null)[]} what is special */
const notesOf = ({ lobby, presence, me, connection }, { member, player }) => {
  if (!member) return [t('people.guest')];
  const { number, role, standing } = member;
  return [
    number === me && t('people.you'),
    number === lobby.host && t('people.host'),
    role === Role.scorekeeper && t('people.scorekeeper'),
    !player && t('people.noColumn'),
    standing === Standing.left && t('people.left'),
    standing === Standing.kicked && t('people.kicked'),
    standing === Standing.active && connection === 'live' && presence &&
      (presence.here.includes(number) ? t('people.here') : t('people.away')),
  ].filter(Boolean);
};

/**
 * Everybody, one line each.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
export function peopleList(app, game, view) {
  const { presence } = view;
  const friends = friendsHere(app, view);
  return h(
    'ul',
    { class: 'rows people' },
    peopleOf(view).map((person) => {
      const isHere = person.member && presence?.here.includes(person.member.number);
      const isFriend = friends.includes(person.member?.number ?? 0);
      const content = [
        h('span', { class: isHere ? 'dot here' : 'dot', 'aria-hidden': true }),
        h('strong', null, person.name,
          isFriend && [friendMark(), h('span', { class: 'hidden' }, ` ${t('people.friend')}`)]),
        h('span', { class: 'notes' }, notesOf(view, person).join(' · ')),
      ];
      return h(
        'li',
        { key: person.key, class: 'row' },
        mayOpen(view, person, Boolean(app.device.account))
          ? button(
              [...content, h('span', { class: 'more', 'aria-hidden': true }, '›')],
              () => app.using('person', ({ openPerson }) => openPerson(app, game, person.key)),
              'row-link',
            )
          : h('div', { class: 'row-link' }, ...content),
      );
    }),
    presence !== null && presence.spectators > 0 &&
      h('li', { class: 'row muted', key: 'spectators' },
        t('people.spectators', { count: presence.spectators })),
  );
}

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
 * Who is here, as a sheet.
 *
 * @param {App} app
 * @param {Game} game
 */
export function openPeople(app, game) {
  const decide = hostForm(app, game);
  app.sheet(
    () => {
      const { known } = game;
      return known && h('div', { class: 'stack' }, peopleList(app, game, known), decide(known));
    },
    { label: t('people.title') },
  );
}
