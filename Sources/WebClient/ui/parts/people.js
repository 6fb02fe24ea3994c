// Who plays, and who is here.

import { Role, Standing, columnsOf, memberOf } from '../../core/lobby.js';
import { nameOfMember } from '../../core/scorecard.js';
import { h } from './dom.js';
import { button, checkbox, form, textInput } from './elements.js';
import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{key: string, name: string, player: number, member: any}} Person */

/**
 * Columns of the card, then members without one.
 *
 * @param {any} view
 * @returns {Person[]}
 */
export function peopleOf({ lobby, card }) {
  const columns = columnsOf(lobby).map(({ id, member }) => ({
    key: `p${id}`,
    name: card.lines.find(({ player }) => player === id).name,
    player: id,
    member: memberOf(lobby, member) ?? null,
  }));
  const shown = new Set(columns.map(({ member }) => member?.number));
  const others = lobby.members
    .filter(({ number, standing }) => standing === Standing.active && !shown.has(number))
    .map((member) => ({
      key: `m${member.number}`,
      name: nameOfMember(lobby, member.number),
      player: 0,
      member,
    }));
  return [...columns, ...others];
}

/** What is special about someone, in words. */
function notesOf({ lobby, presence, me, connection }, { member, player }) {
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
}

/**
 * Everybody, one line each.
 *
 * @param {App} app
 */
export function peopleList(app) {
  const { view } = app.game;
  const { presence } = view;
  return h(
    'ul',
    { class: 'rows people' },
    peopleOf(view).map((person) => {
      const isHere = person.member && presence?.here.includes(person.member.number);
      const content = [
        h('span', { class: isHere ? 'dot here' : 'dot', 'aria-hidden': true }),
        h('strong', null, person.name),
        h('span', { class: 'notes' }, notesOf(view, person).join(' · ')),
      ];
      return h(
        'li',
        { key: person.key, class: 'row' },
        mayOpen(view, person)
          ? button(
              [...content, h('span', { class: 'more', 'aria-hidden': true }, '›')],
              () => app.using('person', ({ openPerson }) => openPerson(app, person.key)),
              'row-link',
            )
          : h('div', { class: 'row-link' }, ...content),
      );
    }),
    presence?.spectators > 0 &&
      h('li', { class: 'row muted', key: 'spectators' },
        t('people.spectators', { count: presence.spectators })),
  );
}

const isOwn = ({ me }, { member }) => member !== null && member.number === me;
export const mayRename = (view, person) =>
  view.takesPart &&
  person.player !== 0 &&
  (view.isHost || !person.member || isOwn(view, person));
const mayOpen = (view, person) =>
  mayRename(view, person) || (person.member ? view.isHost : view.me !== null);

/** More chips than this are more to read than a name is to type. */
const RECENT_MAX = 6;

/**
 * Who was played with lately and isn't on the card, the last first.
 *
 * @param {string[][]} games the names in each, the last game first
 * @param {string[]} there
 */
export function recentNames(games, there) {
  const folded = (name) => name.normalize().toLowerCase();
  const taken = new Set(there.map(folded));
  const isNew = (name) => !taken.has(folded(name)) && Boolean(taken.add(folded(name)));
  return games.flat().filter(isNew).slice(0, RECENT_MAX);
}

/**
 * What the host decides on who plays: a line to add a guest, and joining late.
 *
 * @param {App} app
 */
export function hostForm(app) {
  const { game } = app;
  /** @type {any} */
  let input = null;
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
  return () => {
    const { card, isHost, lobby } = game.view;
    const recent = recentNames(known, card.lines.map(({ name }) => name));
    if (!isHost || lobby.stage[0] === 'locked') return null;
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
 */
export function openPeople(app) {
  const decide = hostForm(app);
  app.sheet(
    () => app.game.view && h('div', { class: 'stack' }, peopleList(app), decide()),
    { label: t('people.title') },
  );
}
