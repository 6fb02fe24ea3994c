// What whoever types over a score has seen of it, and when the keypad goes on by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sight } from '../../Sources/WebClient/ui/state/sight.js';

/** What stands in a cell since an event. */
const standing = (version, more = {}) => ({
  seen: { version, epoch: '1'.repeat(16) },
  isFilled: version > 0,
  isDisputed: false,
  ...more,
});

/** The sight of someone who has opened an empty cell at 0. */
function opened(first = standing(0)) {
  const sight = new Sight();
  sight.open(first, 0);
  return sight;
}

const versionSeen = (sight, now) => sight.seen(now).version;

test('What stands in a cell when its entry is opened has been seen', () => {
  assert.equal(versionSeen(opened(standing(7)), 0), 7);
});

test('What another enters in the selected cell has been seen after two seconds, not before', () => {
  const sight = opened();
  sight.look(standing(7), true, 500);
  assert.equal(versionSeen(sight, 2499), 0);
  assert.equal(versionSeen(sight, 2500), 7);
});

test('Each new score in the cell takes its own two seconds', () => {
  const sight = opened();
  sight.look(standing(7), true, 0);
  sight.look(standing(8), true, 1500);
  assert.equal(versionSeen(sight, 3499), 0);
  sight.look(standing(9), true, 3500);
  assert.equal(versionSeen(sight, 3600), 8);
});

test('The same number in another history is another score', () => {
  const sight = opened(standing(7));
  sight.look({ ...standing(7), seen: { version: 7, epoch: '2'.repeat(16) } }, true, 0);
  assert.equal(sight.seen(1999)?.epoch, '1'.repeat(16));
  assert.equal(sight.seen(2000)?.epoch, '2'.repeat(16));
});

test('Time in which the cell can’t be seen doesn’t count', () => {
  const sight = opened();
  sight.look(standing(7), false, 0);
  assert.equal(versionSeen(sight, 60_000), 0);
  sight.look(standing(7), true, 60_000);
  sight.look(standing(7), false, 61_000);
  sight.look(standing(7), true, 70_000);
  assert.equal(versionSeen(sight, 71_999), 0);
  assert.equal(versionSeen(sight, 72_000), 7);
});

test('What was seen for two seconds stays seen when it is hidden', () => {
  const sight = opened();
  sight.look(standing(7), true, 0);
  sight.look(standing(7), false, 2000);
  assert.equal(versionSeen(sight, 2000), 7);
});

test('Of a dispute the cell shows one side, so standing there is not enough', () => {
  const sight = opened();
  sight.look(standing(7, { isDisputed: true }), true, 0);
  assert.equal(versionSeen(sight, 60_000), 0);
  sight.look(standing(8), true, 60_000);
  assert.equal(versionSeen(sight, 62_000), 8);
});

test('A keypad goes on three seconds after another has filled its cell', () => {
  const sight = opened();
  assert.equal(sight.goesOnAt, Infinity);
  sight.look(standing(7), true, 5000);
  sight.look(standing(8), true, 6000);
  assert.equal(sight.goesOnAt, 8000);
});

test('A keypad in use waits until it was let be for three seconds', () => {
  const sight = opened();
  sight.look(standing(7), true, 5000);
  sight.touchedAt = 7000;
  assert.equal(sight.goesOnAt, 10_000);
});

test('Who opens a score to correct it, or sees it cleared again, keeps the keypad', () => {
  const correcting = opened(standing(7));
  correcting.look(standing(8), true, 1000);
  assert.equal(correcting.goesOnAt, Infinity);
  const cleared = opened();
  cleared.look(standing(7), true, 1000);
  cleared.look(standing(8, { isFilled: false }), true, 2000);
  assert.equal(cleared.goesOnAt, Infinity);
});
