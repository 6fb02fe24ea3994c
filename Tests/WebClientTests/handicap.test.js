// What a handicap could be: Sources/WebClient/ui/state/handicap.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { figureKey, roundsOf } from '../../Sources/WebClient/ui/state/course-past.js';
import { fromRating, fromRounds } from '../../Sources/WebClient/ui/state/handicap.js';

const DAY = 24 * 3_600_000;
const NOW = 1_000 * DAY;
const round = (over, daysAgo) => ({ over, playedAt: NOW - daysAgo * DAY });

test('A handicap is nine tenths of the mean of the last five whole rounds within a year', () => {
  assert.equal(fromRounds([], NOW), null);
  assert.deepEqual(fromRounds([round(10, 1)], NOW), { tenths: 90, overs: [10] });
  // 9 × 29 / 3 = 87.
  assert.deepEqual(fromRounds([round(9, 3), round(8, 1), round(12, 2)], NOW),
    { tenths: 87, overs: [8, 12, 9] });
  const many = [1, 2, 3, 4, 5, 6, 7].map((each) => round(each, each));
  assert.deepEqual(fromRounds(many, NOW), { tenths: 27, overs: [1, 2, 3, 4, 5] });
  assert.deepEqual(fromRounds([round(20, 366), round(null, 1), round(4, 2)], NOW),
    { tenths: 36, overs: [4] });
  // Halves go upwards: 9 × −1 / 2 = −4.5.
  assert.deepEqual(fromRounds([round(-1, 1), round(0, 2)], NOW), { tenths: -4, overs: [-1, 0] });
});

test('From a rating it is what Icelandic clubs count', () => {
  // 895 is 10.5 throws on a par of 72, and 8.3 on one of 57.
  assert.equal(fromRating(895, 72), 105);
  assert.equal(fromRating(895, 57), 83);
  assert.equal(fromRating(1_036, 54), -27);
});

test('Rounds of this device and of the server count once, those of another tee or layout apart', () => {
  const [layout, other] = ['a'.repeat(32), 'b'.repeat(32)];
  const game = (lobby, over, more = {}) => /** @type {any} */ ({
    lobby, own: 0, startedAt: NOW, totals: [{ overPar: over }], isDeleted: false,
    played: { course: 'c', layout, series: 1, tee: 'red', holes: 9, ...more },
  });
  const counted = /** @type {any} */ ([{
    lobby: '1', round: 1, player: 1, key: `l:${layout}:1:red:x`, course: 'c', startedAt: NOW, over: 5, holes: 9,
  }]);
  const games = [game('1', 5), game('2', 7), game('3', 9, { tee: 'white' }), game('4', 3, { layout: other })];
  const key = figureKey(layout, 1, 'Red', 9);
  const found = roundsOf(games, counted).filter((each) => each.key === key).map(({ over }) => over);
  assert.deepEqual(found.sort(), [5, 7]);
});
