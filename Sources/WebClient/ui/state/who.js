// Who plays, who is here, and what one may change about them. Knows no page.

import { Standing, columnsOf, isShut, memberOf } from '../../core/lobby.js';
import { nameOfMember } from '../../core/scorecard.js';

/**
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../../core/lobby.js').Member} Member
 * @typedef {{key: string, name: string, player: number, member: Member | null}} Person `player` 0:
 *   isn't on the card; no `member`: has no phone
 */

/**
 * Columns of the card, then members without one.
 *
 * @param {KnownView} view
 * @returns {Person[]}
 */
export function peopleOf({ lobby, card }) {
  const columns = columnsOf(lobby).map(({ id, member }, place) => ({
    key: `p${id}`,
    name: card.lines[place].name,
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

/** @type {(view: KnownView, person: Person) => boolean} */
const isOwn = ({ me }, { member }) => member !== null && member.number === me;

/** @type {(view: KnownView, person: Person) => boolean} */
export const mayRename = (view, person) =>
  view.takesPart &&
  person.player !== 0 &&
  (view.isHost || !person.member || isOwn(view, person));

/** @type {(view: KnownView, person: Person) => boolean} whether they may become a friend */
export const mayBefriend = (view, person) =>
  view.me !== null && person.member !== null && !isOwn(view, person);

/**
 * Whether anything can be done.
 *
 * @param {KnownView} view
 * @param {Person} person
 * @param {boolean} hasAccount
 */
export const mayOpen = (view, person, hasAccount) =>
  mayRename(view, person) || (person.member ? view.isHost : view.me !== null) ||
  teesOf(view, person).length > 1 ||
  hasAccount && mayBefriend(view, person);

/**
 * The tees from which somebody can be said to throw.
 *
 * @param {KnownView} view
 * @param {Person} person
 */
export const teesOf = ({ lobby, takesPart }, { player }) =>
  takesPart && player && !isShut(lobby) ? (lobby.layout?.tees ?? []) : [];

/**
 * Who takes over from a host who is away: who came first of those here.
 *
 * @param {KnownView} view
 * @returns {Member | null} null: the host isn't away, or nobody is there
 */
export function heirOf({ hostPassesAt, lobby, presence }) {
  const isHeir = ({ number }) => number !== lobby.host && presence?.here.includes(number);
  return (hostPassesAt !== null && lobby.members.find(isHeir)) || null;
}

/**
 * The members of a game who are friends, as it was last heard.
 *
 * @param {{account: {account: string} | null, known: any}} settings
 * @param {string} lobby
 * @returns {number[]}
 */
export const friendsIn = ({ account, known }, lobby) =>
  (account && known?.account === account.account && known.notes.together?.value[lobby]) || [];
