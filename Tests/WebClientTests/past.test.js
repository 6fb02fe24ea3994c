// Which games the first screen offers to go on with, and courses to play again: past.js and
// course-draft.js in Sources/WebClient/ui/state.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CourseDraft, remembered } from '../../Sources/WebClient/ui/state/course-draft.js';
import { isPast } from '../../Sources/WebClient/ui/state/past.js';

const DAY = 86_400_000;

test('One goes on with a game until it is over, left, or two days lie between', () => {
  const game = { stage: ['playing', 1], openedAt: 0, isOut: false };
  assert.equal(isPast(game, 2 * DAY), false);
  assert.equal(isPast(game, 2 * DAY + 1), true);
  assert.equal(isPast({ ...game, isOut: true }, 0), true);
  assert.equal(isPast({ ...game, isDeleted: true }, 0), true);
  for (const [phase, isOver] of [['setup', 0], ['round_ended', 0], ['ended', 1], ['locked', 1]]) {
    assert.equal(isPast({ ...game, stage: [phase, 1] }, 0), Boolean(isOver), phase);
  }
});

test('A new course has 18 holes of par 3, and no name until one is typed', () => {
  const draft = new CourseDraft();
  assert.deepEqual([draft.course.name, draft.course.holes.length, draft.par], [null, 18, 54]);
  draft.name = '  Meadow ';
  assert.equal(draft.course.name, 'Meadow');
});

test('Fewer holes keep their labels and pars, and those that come anew are of par 3', () => {
  const draft = new CourseDraft();
  draft.take({ name: 'Wood', holes: [['A', 4], ['B', 5], ['10A', 3]] });
  draft.setCount(2);
  assert.deepEqual(draft.course, { name: 'Wood', holes: [['A', 4], ['B', 5]] });
  draft.setCount(4);
  assert.deepEqual(draft.course.holes, [['1', 4], ['2', 5], ['3', 3], ['4', 3]]);
});

test('The par of all holes is known as long as all have it', () => {
  const draft = new CourseDraft();
  assert.equal(draft.commonPar(3, 4, 5), 3);
  draft.setAll(4);
  assert.equal(draft.commonPar(3, 4, 5), 4);
  draft.setPar(17, 5);
  assert.deepEqual([draft.commonPar(3, 4, 5), draft.par], [0, 17 * 4 + 5]);
});

test('A course is offered again once, the last first, and one without a name isn’t', () => {
  const course = (name, par = 3) => ({ name, holes: [['1', par]] });
  const known = [course('Wood'), course('Meadow')];
  assert.deepEqual(remembered(course('Meadow', 4), known), [course('Meadow', 4), course('Wood')]);
  assert.equal(remembered(course(null), known), known);
  const many = Array.from({ length: 20 }, (_, place) => course(`Course ${place}`));
  const names = remembered(course('Wood'), many).map(({ name }) => name);
  assert.deepEqual([names.length, names[0], names.at(-1)], [20, 'Wood', 'Course 18']);
});
