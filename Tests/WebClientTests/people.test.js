// Names that are offered where one is typed: Sources/WebClient/ui/parts/people.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimable } from '../../Sources/WebClient/ui/screens/claim.js';
import { recentNames } from '../../Sources/WebClient/ui/parts/people.js';
import { game, write } from './support/game.js';

test('Names of past games are offered once, the last first, and none that is on the card', () => {
  const games = [['Anna', 'Ben'], ['Anna', 'cleo', 'Ben'], ['Cleo', 'Dóra']];
  assert.deepEqual(recentNames(games, ['Anna']), ['Ben', 'cleo', 'Dóra']);
  assert.deepEqual(recentNames(games, ['BEN', 'Cleo']), ['Anna', 'Dóra']);
  assert.deepEqual(recentNames([['Do\u0301ra']], ['D\u00f3ra']), []);
  assert.equal(recentNames([Array.from('abcdefghij')], []).length, 6);
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
  write(lobby, [1, 2, 1, 0], [[3, 2]]);
  assert.deepEqual(names(), []);
});
