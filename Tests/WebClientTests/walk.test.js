// Places found out by standing there: Sources/WebClient/ui/state/walk.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { middleOf, readWalk, withFound } from '../../Sources/WebClient/ui/state/walk.js';

const fix = (latitude, longitude, accuracyMetres) => /** @type {any} */ (
  { place: [latitude, longitude], accuracyMetres, at: 0, headingDegrees: null });

test('A place is in the middle of the fixes that are good enough', () => {
  assert.deepEqual(middleOf([fix(10, 20, 15), fix(20, 40, 5), fix(90, 90, 16)]), [15, 30, 10]);
  assert.deepEqual(middleOf([fix(641350000, -218950000, 4.4)]), [641350000, -218950000, 4]);
  assert.equal(middleOf([fix(10, 20, 15.1)]), null);
  assert.equal(middleOf([]), null);
});

test('On the date line the middle isn’t on the other side of the world', () => {
  const [, longitude] = middleOf([fix(0, 1_799_999_990, 5), fix(0, -1_799_999_970, 5)]) ?? [];
  assert.equal(longitude, -1_799_999_990);
  const [, east] = middleOf([fix(0, -1_799_999_970, 5), fix(0, 1_799_999_910, 5)]) ?? [];
  assert.equal(east, 1_799_999_970);
});

test('What is said of a hole replaces what was said before, and nothing else', () => {
  const walk = withFound({ 2: { tee: [1, 2, 3] } }, '1', 'basket', [4, 5, 6]);
  const both = withFound(walk, '2', 'basket', [7, 8, 9]);
  assert.deepEqual(both, { 1: { basket: [4, 5, 6] }, 2: { tee: [1, 2, 3], basket: [7, 8, 9] } });
  assert.deepEqual(readWalk(JSON.stringify(both)), both);
});

test('What another program has written, and can’t be read, is left out', () => {
  for (const text of [null, '', 'x', '3', 'null', '[]']) assert.deepEqual(readWalk(text), {});
  assert.deepEqual(readWalk('{"1":{"tee":[1,2]},"2":{"tee":[1,2,3]},"3":{"basket":[1,2,"x"]},"4":null}'),
    { 2: { tee: [1, 2, 3] } });
});
