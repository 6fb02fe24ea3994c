// Who plays, who is here, and what the host can do about it.

import { Role, Standing, columnsOf, memberOf } from '../lobby.js';
import { nameOfMember } from '../card.js';
import { h } from './dom.js';
import { button, checkbox, confirmFirst, field, form, textInput } from './parts.js';
import { t } from './strings.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {{key: string, name: string, player: number, member: any}} Person */

const NAME_FIELD = 1;

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

/** Everybody, one line each. @param {App} app */
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
              () => openPerson(app, person.key),
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
const mayRename = (view, person) =>
  !view.isSpectator &&
  person.player !== 0 &&
  (view.isHost || !person.member || isOwn(view, person));
const mayOpen = (view, person) => mayRename(view, person) || (view.isHost && person.member);

/** @param {App} app @param {string} key a person's */
export function openPerson(app, key) {
  const find = () => peopleOf(app.game.view).find((person) => person.key === key);
  const first = find();
  if (!first) return;
  let name = first.name;
  const cell = [0, first.player, 0, NAME_FIELD];
  const seen = first.player ? app.game.seen(cell) : undefined;
  const rename = () => {
    const value = name.trim();
    const isDone =
      value === find()?.name ||
      app.attempt(() => app.game.edit({ op: 'set', cell, value }, seen));
    if (isDone) app.closeSheet();
  };
  app.sheet(
    () => {
      const person = find();
      if (!person) return h('p', null, t('people.gone'));
      return h(
        'div',
        { class: 'stack' },
        mayRename(app.game.view, person) &&
          form(
            { class: 'stack' },
            rename,
            field(t('name.name'), {
              value: name,
              maxlength: 32,
              required: true,
              oninput: (event) => {
                name = event.target.value;
              },
            }),
            button(t('save'), null, 'primary wide'),
          ),
        app.game.view.isHost && hostActions(app, person),
      );
    },
    { label: first.name },
  );
}

/** @param {App} app @param {Person} person */
function hostActions(app, person) {
  const { game } = app;
  const { lobby, me } = game.view;
  const { member, name, player } = person;
  const edit = (command) => app.attempt(() => game.edit(command));
  const isKeeper = member?.role === Role.scorekeeper;
  const isOther = member && member.number !== me && member.standing === Standing.active;
  const ask = (what, command) => () =>
    confirmFirst(
      app,
      {
        label: t(`people.${what}`),
        text: t(`people.${what}Text`, { name }),
        action: t(`people.${what}`),
        isDanger: what !== 'handOver',
      },
      () => edit(command),
    );
  return [
    isOther &&
      button(
        t(isKeeper ? 'people.unappoint' : 'people.appoint'),
        () => edit({ op: 'appoint', person: member.person, role: isKeeper ? 0 : 1 }),
        'wide',
      ),
    isOther &&
      button(
        t('people.handOver'),
        ask('handOver', {
          op: 'host',
          from: lobby.members[lobby.host - 1].person,
          to: member.person,
        }),
        'wide',
      ),
    player !== 0 && placeButtons(lobby, player, edit),
    player !== 0 && (!member || lobby.stage[0] !== 'setup') &&
      button(t('people.remove'), ask('remove', { op: 'remove', player }), 'wide danger'),
    isOther &&
      button(
        t('people.kick'),
        ask('kick', { op: 'kick', person: member.person }),
        'wide danger',
      ),
  ];
}

/** Two buttons that move a column by one. */
function placeButtons(lobby, player, edit) {
  const columns = columnsOf(lobby).map(({ id }) => id);
  const place = columns.indexOf(player);
  const move = (before) => () => edit({ op: 'place', player, before });
  return h(
    'div',
    { class: 'pair' },
    button(t('people.earlier'), move(columns[place - 1]), undefined, { disabled: place === 0 }),
    button(t('people.later'), move(columns[place + 2]), undefined, {
      disabled: place === columns.length - 1,
    }),
  );
}

/** What the host decides on who plays: a line to add a guest, and joining late. @param {App} app */
export function hostForm(app) {
  const { game } = app;
  /** @type {any} */
  let input = null;
  const add = () => {
    const name = input.value.trim();
    if (name && app.attempt(() => game.edit({ op: 'add', name }))) input.value = '';
    input.focus();
  };
  return () => {
    const { isHost, lobby } = game.view;
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
      checkbox(t('lobby.lateJoin'), allow, () =>
        app.attempt(() => game.edit({ op: 'late_join', allow: !allow }))),
    ];
  };
}

/** Who is here, as a sheet. @param {App} app */
export function openPeople(app) {
  const decide = hostForm(app);
  app.sheet(
    () => app.game.view && h('div', { class: 'stack' }, peopleList(app), decide()),
    { label: t('people.title') },
  );
}
