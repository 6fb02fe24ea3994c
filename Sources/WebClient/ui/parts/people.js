// Who plays, and who is here.

import { Role, Standing } from '../../core/lobby.js';
import { thrownTee } from '../../core/scorecard.js';
import { mayOpen, peopleOf, teesOf } from '../state/who.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button } from './elements.js';
import { friendMark, friendsHere } from './friend-mark.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../state/who.js').Person} Person
 */

/** @type {(lobby: KnownView['lobby'], player: number) => string} */
const teeText = (lobby, player) => {
  const { place, isSubstitute } = thrownTee(lobby, player);
  const name = lobby.layout?.tees[place]?.[0] ?? '';
  return isSubstitute ? t('people.normalPar', { tee: name }) : name;
};

/** @type {(view: KnownView, person: Person) => (string | false | null)[]} what is special */
const notesOf = (view, person) => [
  ...standingOf(view, person),
  teesOf(view, person).length > 1 && teeText(view.lobby, person.player),
];

/** @type {(view: KnownView, person: Person) => (string | false | null)[]} */
const standingOf = ({ lobby, presence, me, connection }, { member, player }) => {
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
  ];
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
        h('span', { class: 'notes' }, notesOf(view, person).filter(Boolean).join(' · ')),
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
