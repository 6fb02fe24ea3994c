// The settings of a game that is played with the scores: Sources/WebClient/ui/state/game-wish.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tenthsOf } from '../../Sources/WebClient/ui/screens/player-facts.js';
import { settingsOf, sidesAs, troubleOf, wishOf } from '../../Sources/WebClient/ui/state/game-wish.js';

const PLAYERS = ['1', '2', '3', '4'];

test('What is as usual isn’t written, and settings stay as they are when nothing is changed', () => {
  for (const settings of [
    { format: 'skins' },
    { format: 'skins', value: 5, carry: false, leftover: 'split' },
    { format: 'match', sides: ['1', '3'], handicap: 'low', allowance: 80 },
    { format: 'match', sides: [{ id: 't1', members: ['1', '2'] }, { id: 't2', members: ['3', '4'] }] },
    { format: 'match', sides: [
      { id: 't1', members: ['1', '2'], score: 'sum' }, { id: 't2', members: ['3', '4'], score: 'sum' },
    ] },
    { format: 'nassau', scoring: 'stroke' },
    { format: 'nassau', press: 'auto', press_at: 3, sides: ['2', '4'] },
    { format: 'stableford', points: 'birdies', handicap: 'full', handicap_source: 'rating72' },
    { format: 'stroke', ties: 'playoff' },
    { format: 'awards', awards: [{ hole: 3, to: '1' }] },
    { format: 'tags' },
  ]) {
    assert.deepEqual(settingsOf(wishOf(settings, PLAYERS), PLAYERS), settings);
  }
});

test('Two teams are the first half and the others, and back again everybody plays alone', () => {
  const wish = wishOf({ format: 'match' }, ['1', '2', '3']);
  const teams = { ...wish, ...sidesAs(wish, 'teams', ['1', '2', '3']) };
  assert.deepEqual(settingsOf(teams, ['1', '2', '3']).sides,
    [{ id: 't1', members: ['1', '2'] }, { id: 't2', members: ['3'] }]);
  assert.deepEqual(sidesAs(teams, 'teams', ['1', '2', '3']), {}, 'what was chosen stays');
  const alone = { ...teams, ...sidesAs(teams, 'alone', ['1', '2', '3']) };
  assert.equal(settingsOf(alone, ['1', '2', '3']).sides, undefined);
});

test('A match is between two sides, and most games need two', () => {
  const trouble = (settings, players = PLAYERS) => troubleOf(wishOf(settings, players), players);
  assert.equal(trouble({ format: 'match' }), 'two');
  assert.equal(trouble({ format: 'match', sides: ['1', '2'] }), '');
  assert.equal(trouble({ format: 'skins', sides: ['1'] }), 'few');
  assert.equal(trouble({ format: 'stroke' }, ['1']), '');
  assert.equal(trouble({ format: 'skins' }, []), 'few');
});

test('Who comes onto the card later plays in a game of all, and in no game of some', () => {
  const all = settingsOf(wishOf({ format: 'skins' }, ['1', '2']), ['1', '2', '3']);
  assert.equal(all.sides, undefined);
  const some = { format: 'match', sides: ['1', '2'] };
  assert.deepEqual(settingsOf(wishOf(some, PLAYERS), PLAYERS), some);
});

test('A handicap is typed as people write it', () => {
  const typed = ['8.5', '8,5', ' 12 ', '-2', '−0.5', '+3', '0', '99', '', 'x', '8.55', '100', '1e1'];
  assert.deepEqual(typed.map(tenthsOf),
    [85, 85, 120, -20, -5, 30, 0, 990, NaN, NaN, NaN, NaN, NaN]);
});
