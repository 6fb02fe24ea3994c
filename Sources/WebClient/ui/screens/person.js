// One of those who play: their name, and what the host can do about them.

import { Field } from '../../core/fields.js';
import { Role, Standing, columnsOf, isShut } from '../../core/lobby.js';
import { thrownTee } from '../../core/scorecard.js';
import { teeOf } from '../../device/game.js';
import { confirmFirst } from '../parts/confirm.js';
import { h } from '../parts/dom.js';
import { button, field, form, segmented } from '../parts/elements.js';
import { claimable, settles } from '../state/rights.js';
import { mayBefriend, mayRename, peopleOf, teesOf } from '../state/who.js';
import { t } from '../strings.js';
import { withRules } from './menu.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../state/who.js').Person} Person
 */

/** @param {App} app @param {Game} game @param {string} key a person's */
export function openPerson(app, game, key) {
  const find = () => game.known && peopleOf(game.known).find((person) => person.key === key);
  const first = find();
  if (!first) return;
  let name = first.name;
  /** @type {import('../../core/lobby.js').Key} */
  const cell = [0, first.player, 0, Field.name];
  const seen = first.player ? game.seen(cell) : undefined;
  const rename = () => {
    const value = name.trim();
    const isDone =
      value === find()?.name ||
      app.attempt(() => game.edit({ op: 'set', cell, value }, seen));
    if (isDone) app.closeSheet();
  };
  const claim = (player) =>
    app.attempt(() => game.edit({ op: 'claim', player })) && app.closeSheet();
  app.sheet(
    () => {
      const person = find();
      const view = game.known;
      if (!person || !view) return h('p', null, t('people.gone'));
      return h(
        'div',
        { class: 'stack' },
        mayRename(view, person) &&
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
        teeChoice(app, game, view, person),
        view.takesPart && !isShut(view.lobby) && person.player !== 0 &&
          (mayRename(view, person) || settles(view)) &&
          button(t('facts.open'), () => withRules(app, ({ playerFacts }) =>
            playerFacts.openPlayerFacts(app, game, person.player)), 'wide'),
        settles(view) && person.player !== 0 && view.lobby.stage[0] !== 'setup' &&
          button(t('beside.card'), () => withRules(app, ({ beside }) =>
            beside.openCardPenalties(app, game, person.player)), 'wide'),
        claimable(view).some(({ player }) => player === person.player) &&
          button(t('claim.me'), () => claim(person.player), 'wide'),
        app.device.account && mayBefriend(view, person) &&
          button(t('people.befriend'), () => app.using('account', ({ befriend }) =>
            befriend.openBefriend(app, game, person)), 'wide'),
        view.isHost && hostActions(app, game, view, person),
      );
    },
    { label: first.name },
  );
}

/** @param {App} app @param {Game} game @param {KnownView} view @param {Person} person */
function teeChoice(app, game, view, person) {
  const tees = teesOf(view, person);
  if (tees.length < 2) return null;
  const { place } = thrownTee(view.lobby, person.player);
  const options = tees.map(([name]) => [name, name]);
  return h('div', { class: 'stack' },
    h('span', { class: 'label' }, t('at.tee')),
    segmented(t('at.tee'), options, tees[place]?.[0], (tee) =>
      app.attempt(() => game.edit(teeOf(person.player, tee)))));
}

/** @param {App} app @param {Game} game @param {KnownView} view @param {Person} person */
function hostActions(app, game, { lobby, me }, { member, name, player }) {
  const edit = (command) => app.attempt(() => game.edit(command));
  const other =
    member && member.number !== me && member.standing === Standing.active ? member : null;
  const isKeeper = member?.role === Role.scorekeeper;
  const role = isKeeper ? Role.player : Role.scorekeeper;
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
    other &&
      button(
        t(isKeeper ? 'people.unappoint' : 'people.appoint'),
        () => edit({ op: 'appoint', person: other.person, role }),
        'wide',
      ),
    other &&
      button(
        t('people.handOver'),
        ask('handOver', {
          op: 'host',
          from: lobby.members[lobby.host - 1].person,
          to: other.person,
        }),
        'wide',
      ),
    player !== 0 && placeButtons(lobby, player, edit),
    player !== 0 && (!member || lobby.stage[0] !== 'setup') &&
      button(t('people.remove'), ask('remove', { op: 'remove', player }), 'wide danger'),
    other &&
      button(t('people.kick'), ask('kick', { op: 'kick', person: other.person }), 'wide danger'),
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
