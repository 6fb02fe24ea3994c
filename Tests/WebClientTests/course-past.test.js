// What one has played on courses: Sources/WebClient/ui/state/course-past.js, device/own-rounds.js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { OwnRounds, roundsKeyOf } from '../../Sources/WebClient/device/own-rounds.js';
import { figureKey, figuresOn, pastOf } from '../../Sources/WebClient/ui/state/course-past.js';

/** A game of this device, in which one's own column is the second. */
const game = (lobby, startedAt, overPar, more = {}) => /** @type {any} */ ({
  ...{ lobby, startedAt, own: 1, totals: [{ overPar: -9 }, { overPar }] },
  ...{ played: { course: 'c', layout: 'x', series: 1, tee: 'Red', holes: 9 }, ...more },
});
/** A round as the server has counted it. */
const counted = (lobby, startedAt, over, more = {}) => ({
  ...{ lobby, round: 1, player: 7, key: 'l:x:1:red:0a0b0c0d', course: 'c' },
  ...{ startedAt, over, holes: 9, ...more },
});
const KEY = figureKey('x', 1, 'red', 9);

test('One’s best and mean are of whole rounds of one’s own, and deleted games don’t count', () => {
  const past = pastOf([
    game('1', 300, -5, { played: { course: 'c', layout: 'y', series: 1, holes: 0 } }),
    game('2', 200, 2), game('3', 100, 1), game('4', 50, -9, { isDeleted: true }),
    game('5', 40, -9, { own: -1 }), game('6', 30, -9, { played: undefined }),
  ], []).get('c');
  assert.equal(past?.playedAt, 300);
  assert.equal(past?.layout, 'y');
  assert.deepEqual([...(past?.figures ?? [])], [[KEY, { best: 1, mean: 1.5, rounds: 2 }]]);
});

test('A round that the server has counted isn’t counted again, and one it has corrected is right', () => {
  const past = pastOf([game('1', 100, 5), game('2', 200, 2)], [counted('1', 110, 3)]).get('c');
  assert.deepEqual(past?.figures.get(KEY), { best: 2, mean: 2.5, rounds: 2 });
});

test('Rounds from another tee, of another series or number of holes are figures of their own', () => {
  const past = pastOf([], [
    counted('1', 1, 1), counted('2', 2, 2, { key: 'l:x:1:white:0a0b0c0d' }),
    counted('3', 3, 3, { key: 'l:x:2:red:0a0b0c0d' }), counted('4', 4, 4, { holes: 6 }),
    counted('5', 5, null),
  ]).get('c');
  assert.equal(past?.figures.size, 4);
  assert.deepEqual(past?.figures.get(KEY), { best: 1, mean: 1, rounds: 1 });
  assert.equal(past?.playedAt, 5);
  assert.equal(past?.tee, 'red');
});

test('Tees are the same whatever letters their name is written in, and none is one of its own', () => {
  assert.equal(figureKey('x', 1, 'RED tee', 9), figureKey('x', '1', 'red tee', 9));
  const none = { played: { course: 'c', layout: 'x', series: 1, holes: 9 } };
  const past = pastOf([game('1', 1, 4, none)], [counted('2', 2, 2, { key: 'l:x:1::0a0b0c0d' })]);
  assert.deepEqual(past.get('c')?.figures.get(figureKey('x', 1, null, 9)),
    { best: 2, mean: 3, rounds: 2 });
});

test('Figures of a layout have the rounds of those that were merged with its series', () => {
  const past = pastOf([], [
    counted('1', 1, 1), counted('2', 2, 4, { key: 'l:y:2:red:0a0b0c0d' }),
    counted('3', 3, -9, { key: 'l:z:1:red:0a0b0c0d' }),
    counted('4', 4, 2, { key: 'l:y:2:red:0a0b0c0d' }),
  ]).get('c');
  const layout = (id, series, more = {}) => ({ id, series, holes: 9, ...more });
  const course = /** @type {any} */ ({ layouts: [
    layout('x', 1), layout('y', 2, { same_as: { layout: 'x', series: 1 } }),
    layout('z', 1, { same_as: { layout: 'x', series: 2 } }),
  ] });
  const [x, y] = course.layouts;
  const figures = figuresOn(past, course, x, 'Red');
  assert.deepEqual({ ...figures, mean: figures?.mean.toFixed(3) },
    { best: 1, mean: '2.333', rounds: 3 });
  assert.deepEqual(figuresOn(past, course, y, 'Red'), { best: 2, mean: 3, rounds: 2 });
  assert.equal(figuresOn(past, course, x, 'White'), null);
  assert.equal(figuresOn(null, course, x, 'Red'), null);
});

test('A round on a course of which only the name is known belongs to no course', () => {
  const named = { key: 'n:meadow:0a0b0c0d', course: null };
  assert.equal(pastOf([], [counted('1', 1, 1, named)]).size, 0);
  const odd = pastOf([], [counted('1', 1, 1, { key: null }), counted('2', 2, 1, { key: 'z' })]);
  assert.deepEqual([...(odd.get('c')?.figures ?? [])], []);
});

/** @type {Map<string, any>} */
let kept = new Map();
/** @type {{path: string, token: string}[]} */
let asked = [];
/** @type {any[]} */
let pages = [];
const storage = /** @type {any} */ ({
  get: async (store, key) => kept.get(`${store} ${key}`),
  put: async (store, key, value) => void kept.set(`${store} ${key}`, structuredClone(value)),
});
const rounds = new OwnRounds(storage, /** @type {any} */ (async (method, path, { token }) => {
  asked.push({ path, token });
  const page = pages.shift();
  if (!page) throw new Error('offline');
  return { value: typeof page === 'function' ? page() : page };
}));
const anna = { person: 'p1', token: 't1' };
const item = (lobby, throws, more = {}) => ({
  ...{ lobby, round: 1, player: 7, key: 'k', course: 'c', started: 5, pars: [3, 4], throws, ...more },
});
const page = (items, stamp, count, more = false) => ({ items, stamp, count, more });

/** What is told, by the lobbies and what each came to. */
async function told(holder = { account: anna }) {
  const all = [];
  await rounds.tell(/** @type {any} */ (holder), (each) =>
    all.push(each.map(({ lobby, over }) => `${lobby} ${over}`)));
  return all;
}

beforeEach(() => {
  [kept, asked, pages] = [new Map(), [], []];
});

test('All pages are fetched, and the next time only what is new', async () => {
  pages = [page([item('a', [3, 4])], 's1', 2, true), page([item('b', [2, 0])], 's2', 2)];
  assert.deepEqual(await told(), [['a 0', 'b null']]);
  pages = [page([item('c', [4, 4]), item('a', [3, 5])], 's3', 3)];
  assert.deepEqual(await told(), [['a 0', 'b null'], ['a 1', 'b null', 'c 1']]);
  assert.deepEqual(asked.map(({ path }) => path),
    ['/me/results', '/me/results?after=s1', '/me/results?after=s2']);
  assert.ok(asked.every(({ token }) => token === 't1'));
});

test('If some are gone all are fetched anew', async () => {
  pages = [page([item('a', [3, 4]), item('b', [3, 3])], 's1', 2)];
  await told();
  pages = [page([], 's1', 1), page([item('b', [3, 3])], 's1', 1)];
  assert.deepEqual((await told()).at(-1), ['b -1']);
  assert.deepEqual(asked.map(({ path }) => path),
    ['/me/results', '/me/results?after=s1', '/me/results']);
});

test('If they change while they are fetched, what was known stays until the next time', async () => {
  pages = [page([item('a', [3, 4])], 's1', 1)];
  await told();
  pages = [page([], 's1', 2), page([item('a', [3, 4])], 's1', 2)];
  assert.deepEqual(await told(), [['a 0']]);
  pages = [page([item('b', [3, 4])], 's2', 2)];
  assert.deepEqual((await told()).at(-1), ['a 0', 'b 0']);
});

test('Without signal there are those that are known, and without an account none', async () => {
  pages = [page([item('a', [3, 4])], 's1', 1)];
  await told();
  await assert.rejects(told());
  const all = [];
  await rounds.tell({ account: anna }, (each) => all.push(each.length)).catch(() => {});
  assert.deepEqual(all, [1]);
  assert.deepEqual(await told(/** @type {any} */ ({ account: null })), []);
});

test('Whoever signs out while they are fetched leaves none behind', async () => {
  const holder = { account: /** @type {any} */ (anna) };
  pages = [() => {
    holder.account = null;
    return page([item('a', [3, 4])], 's1', 1);
  }];
  assert.deepEqual(await told(holder), []);
  assert.equal(kept.get(`courses ${roundsKeyOf('p1')}`), undefined);
});
