// One of those who play: their name, and what the host can do about them.

import { Field, Role, Standing, columnsOf } from '../../core/lobby.js';
import { claimable } from './claim.js';
import { h } from '../parts/dom.js';
import { confirmFirst } from '../parts/others.js';
import { button, field, form } from '../parts/elements.js';
import { mayRename, peopleOf } from '../parts/people.js';
import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../parts/people.js').Person} Person */

/** @param {App} app @param {string} key a person's */
export function openPerson(app, key) {
  const find = () => peopleOf(app.game.view).find((person) => person.key === key);
  const first = find();
  if (!first) return;
  let name = first.name;
  const cell = [0, first.player, 0, Field.name];
  const seen = first.player ? app.game.seen(cell) : undefined;
  const rename = () => {
    const value = name.trim();
    const isDone =
      value === find()?.name ||
      app.attempt(() => app.game.edit({ op: 'set', cell, value }, seen));
    if (isDone) app.closeSheet();
  };
  const claim = (player) =>
    app.attempt(() => app.game.edit({ op: 'claim', player })) && app.closeSheet();
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
        claimable(app.game.view).some(({ player }) => player === person.player) &&
          button(t('claim.me'), () => claim(person.player), 'wide'),
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
        () => edit({
          op: 'appoint',
          person: member.person,
          role: isKeeper ? Role.player : Role.scorekeeper,
        }),
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
