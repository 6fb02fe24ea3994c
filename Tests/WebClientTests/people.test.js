// Names that are offered where one is typed: Sources/WebClient/ui/people.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentNames } from '../../Sources/WebClient/ui/people.js';

test('Names of past games are offered once, the last first, and none that is on the card', () => {
  const games = [['Anna', 'Ben'], ['Anna', 'cleo', 'Ben'], ['Cleo', 'Dóra']];
  assert.deepEqual(recentNames(games, ['Anna']), ['Ben', 'cleo', 'Dóra']);
  assert.deepEqual(recentNames(games, ['BEN', 'Cleo']), ['Anna', 'Dóra']);
  assert.deepEqual(recentNames([['Do\u0301ra']], ['D\u00f3ra']), []);
  assert.equal(recentNames([Array.from('abcdefghij')], []).length, 6);
});
