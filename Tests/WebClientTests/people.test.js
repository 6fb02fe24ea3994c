// Who plays and what one may do: Sources/WebClient/ui/state/who.js and rights.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentNames } from '../../Sources/WebClient/ui/state/recent-names.js';
import {
  claimable, knocksOf, mayCorrect, settles, stepsOf,
} from '../../Sources/WebClient/ui/state/rights.js';
import {
  friendsIn, heirOf, mayOpen, mayRename, peopleOf,
} from '../../Sources/WebClient/ui/state/who.js';
import { game, write } from './support/game.js';
import { Table } from './support/table.js';

test('Names of past games are offered once, the last first, and none that is on the card', () => {
  const games = [['Anna', 'Ben'], ['Anna', 'cleo', 'Ben'], ['Cleo', 'Dóra']];
  assert.deepEqual(recentNames(games, ['Anna']), ['Ben', 'cleo', 'Dóra']);
  assert.deepEqual(recentNames(games, ['BEN', 'Cleo']), ['Anna', 'Dóra']);
  assert.deepEqual(recentNames([['Do\u0301ra']], ['D\u00f3ra']), []);
  assert.equal(recentNames([Array.from('abcdefghij')], []).length, 6);
});

test('Who of those in a game is a friend is known of the account that is in, and of that game', () => {
  const known = { account: 'a1', notes: { together: { at: 0, value: { l1: [2, 3] } } } };
  const account = { account: 'a1' };
  assert.deepEqual(friendsIn({ account, known }, 'l1'), [2, 3]);
  assert.deepEqual(friendsIn({ account, known }, 'l2'), []);
  assert.deepEqual(friendsIn({ account, known: { account: 'a1', notes: {} } }, 'l1'), []);
  assert.deepEqual(friendsIn({ account: { account: 'a2' }, known }, 'l1'), []);
  assert.deepEqual(friendsIn({ account: null, known }, 'l1'), []);
  assert.deepEqual(friendsIn({ account, known: null }, 'l1'), []);
});

test('Who plays may be a player without a phone, as long as their own column is empty', () => {
  const lobby = game({ names: ['Anna', 'Ben', 'Cleo'], rounds: [[[], [], [4]]] });
  const member = { ...lobby.members[0], number: 2, player: 2 };
  lobby.members.push(member);
  lobby.players[1].member = 2;
  const view = { isHost: false, isSpectator: false, lobby, me: 2 };
  const names = (change = {}) => claimable({ ...view, ...change }).map(({ name }) => name);
  assert.deepEqual(names(), ['Cleo']);
  assert.deepEqual(names({ isHost: true }), []);
  assert.deepEqual(names({ isSpectator: true }), []);
  assert.deepEqual(names({ me: null }), []);
  assert.deepEqual(names({ lobby: { ...lobby, stage: ['locked', 1] } }), []);
  write(lobby, [1, 2, 1, 0], [[3, 2]]);
  assert.deepEqual(names(), []);
});

/** A table as Anna, its host, sees it; Cleo has no phone. */
function table(more = {}) {
  const made = new Table({ names: ['Anna', 'Ben', 'Cleo'], phones: ['Anna', 'Ben'] });
  Object.assign(made.more, more);
  return made;
}

const named = ({ known }, name) => peopleOf(known).find((person) => person.name === name);

test('Everybody on the card is listed in its order, then who is there without a column', () => {
  const at = table();
  at.happens({ kind: 'remove', player: at.playerOf('Ben') });
  assert.deepEqual(
    peopleOf(at.known).map(({ key, name, member }) => [key, name, member?.number]),
    [['p1', 'Anna', 1], ['p3', 'Cleo', undefined], ['m2', 'Ben', 2]],
  );
  at.happens({ kind: 'standing', member: 2, standing: 1 });
  assert.deepEqual(peopleOf(at.known).map(({ name }) => name), ['Anna', 'Cleo']);
});

test('The host renames all on the card, others themselves and who has no phone', () => {
  const renamed = (at) =>
    peopleOf(at.known).filter((person) => mayRename(at.known, person)).map(({ name }) => name);
  assert.deepEqual(renamed(table()), ['Anna', 'Ben', 'Cleo']);
  assert.deepEqual(renamed(table({ me: 2, isHost: false })), ['Ben', 'Cleo']);
  assert.deepEqual(renamed(table({ takesPart: false })), []);
});

test('Others can’t do anything about who has a phone, and who only watches about nobody', () => {
  const ben = table({ me: 2, isHost: false });
  assert.equal(mayOpen(ben.known, named(ben, 'Anna'), false), false);
  assert.equal(mayOpen(ben.known, named(ben, 'Anna'), true), true, 'who may become a friend');
  assert.equal(mayOpen(ben.known, named(ben, 'Cleo'), false), true);
  const nobody = table({ me: null, isHost: false, takesPart: false });
  assert.ok(peopleOf(nobody.known).every((person) => !mayOpen(nobody.known, person, true)));
});

test('Who was here first takes over from a host who is away', () => {
  const away = { hostPassesAt: 9000, presence: { here: [2, 1], spectators: 0, knocks: [] } };
  assert.equal(heirOf(table(away).known).number, 2);
  assert.equal(heirOf(table({ ...away, hostPassesAt: null }).known), null);
  assert.equal(heirOf(table({ ...away, presence: null }).known), null);
  assert.equal(heirOf(table({ ...away, presence: { ...away.presence, here: [1] } }).known), null);
});

test('The host lets in who knocks and isn’t in, as long as the game isn’t locked', () => {
  const knocks = [{ person: 'f'.repeat(32), name: 'Dóra' }, { person: '2'.repeat(32), name: 'Ben' }];
  const at = table({ presence: { here: [1], spectators: 1, knocks } });
  assert.deepEqual(knocksOf(at.known).map(({ name }) => name), ['Dóra']);
  assert.deepEqual(knocksOf({ ...at.known, isHost: false }), []);
  at.moves('locked', 1);
  assert.deepEqual(knocksOf(at.known), []);
});

test('The host’s and a scorekeeper’s word is last, also about the course', () => {
  assert.equal(settles(table().known), true);
  const ben = table({ me: 2, isHost: false });
  assert.deepEqual([settles(ben.known), mayCorrect(ben.known)], [false, false]);
  ben.happens({ kind: 'role', member: 2, role: 1 });
  assert.deepEqual([settles(ben.known), mayCorrect(ben.known)], [true, true]);
  assert.equal(mayCorrect(table({ me: null }).known), false);
});

test('Only the host moves a game on, from each stage to those that may follow', () => {
  const at = table();
  const steps = (...stage) => {
    at.moves(...stage);
    return stepsOf(at.known).map((to) => to.join(' '));
  };
  assert.deepEqual(steps('playing', 1), ['round_ended 1', 'ended 1']);
  assert.deepEqual(steps('round_ended', 1), ['playing 2', 'ended 1']);
  assert.deepEqual(steps('ended', 2), ['locked 2']);
  assert.deepEqual(steps('locked', 2), []);
  at.moves('playing', 1);
  assert.deepEqual(stepsOf({ ...at.known, isHost: false }), []);
});
