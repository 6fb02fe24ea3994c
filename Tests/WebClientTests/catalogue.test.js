// The courses that a device has: Sources/WebClient/device/catalogue.js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Problem } from '../../Sources/WebClient/device/api.js';
import { Catalogue } from '../../Sources/WebClient/device/catalogue.js';

/** @type {Map<string, any>} */
let kept = new Map();
/** @type {(path: string) => any} what a server has; throws as it does */
let serve;
const storage = /** @type {any} */ ({
  get: async (store, key) => kept.get(`${store} ${key}`),
  all: async () => [...kept.values()],
  put: async (store, key, value) => void kept.set(`${store} ${key}`, structuredClone(value)),
});
const catalogue = new Catalogue(storage, /** @type {any} */ (async (method, path) => ({
  value: serve(path), tag: null,
})));
const course = (id, more = {}) => ({ id, name: `Course ${id}`, layouts: [], ...more });
const failing = (status) => () => {
  throw new Problem(status ? 'not_found' : 'connection', { status });
};
const idsByLink = async () => (await catalogue.byLink()).map(({ id }) => id);

beforeEach(() => {
  kept = new Map();
});

test('A course that was opened by link is there without signal, until it is shown no more', async () => {
  serve = () => course('a', { shared: true });
  assert.equal((await catalogue.course('a')).course.name, 'Course a');
  serve = failing(0);
  assert.equal((await catalogue.course('a')).course.name, 'Course a');
  assert.deepEqual(await idsByLink(), ['a']);
  serve = failing(503);
  assert.equal((await catalogue.course('a')).course.name, 'Course a');
  assert.deepEqual(await idsByLink(), ['a']);
  serve = failing(404);
  await assert.rejects(catalogue.course('a'));
  assert.deepEqual(await idsByLink(), []);
  serve = failing(0);
  await assert.rejects(catalogue.course('a'));
});

test('The last fifty that were opened by link stay, each once, and none of everybody’s', async () => {
  serve = (path) => course(path.split('/').at(-1), { shared: true });
  for (let number = 0; number < 60; number += 1) await catalogue.course(`${number}`);
  await catalogue.course('20');
  const ids = await idsByLink();
  assert.deepEqual([ids.length, ids[0], ids[1], ids.at(-1)], [50, '20', '59', '10']);
  assert.equal(new Set(ids).size, 50);
  serve = () => course('x');
  await catalogue.course('x');
  assert.equal((await idsByLink()).includes('x'), false);
});

test('A course of the list is that of the list, also if it was opened by link before', async () => {
  serve = () => course('a', { shared: true });
  await catalogue.course('a');
  await storage.put('courses', 'pack-IS', { value: { courses: [course('a')] }, heardAt: 5 });
  const found = await catalogue.course('a');
  assert.deepEqual([found.course.shared, found.heardAt], [undefined, 5]);
});
