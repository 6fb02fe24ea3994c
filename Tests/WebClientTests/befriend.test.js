// When it is asked who of the friends is in a game: Sources/WebClient/ui/screens/befriend.js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { lookForFriends } from '../../Sources/WebClient/ui/screens/befriend.js';

Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
Object.defineProperty(globalThis, 'document', {
  value: { documentElement: { lang: 'en' } },
  configurable: true,
});

/** @type {any[]} */
let asked = [];
let isAnswered = true;

beforeEach(() => {
  [asked, isAnswered] = [[], true];
  globalThis.fetch = /** @type {any} */ (async (url, { headers }) => {
    asked.push([headers.Authorization, url]);
    if (isAnswered) return new Response(JSON.stringify({ items: [] }));
    return new Response(JSON.stringify({ name: 'not_found' }), { status: 404 });
  });
});

const accountOf = (name) => ({ account: name, handle: name, token: name, persons: [] });

/** The page, as far as a look goes. */
function page(name) {
  const device = {
    account: accountOf(name),
    settings: /** @type {any} */ ({}),
    setSetting: async (setting, value) => {
      device.settings[setting] = value;
    },
    bearer: async () => device.account.token,
  };
  const app = { device, updates: 0, update: () => (app.updates += 1) };
  return /** @type {any} */ (app);
}

/** All that was begun is done. */
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
};
const lobby = (id) => /** @type {any} */ ({ id, members: [{}, {}] });

test('It is asked once for each game and account who of the friends is there', async () => {
  const app = page('a1');
  for (const id of ['l1', 'l1', 'l2']) {
    lookForFriends(app, lobby(id));
    await settled();
  }
  assert.equal(asked.length, 2);
  app.device.account = accountOf('a2');
  lookForFriends(app, lobby('l2'));
  await settled();
  assert.equal(asked.length, 3);
  assert.equal(asked[2][0], 'Bearer a2');
  lookForFriends(app, { ...lobby('l3'), members: [{}] });
  await settled();
  assert.equal(asked.length, 3, 'nobody else is there');
});

test('A look that failed is tried again after a pause, and not before', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const app = page('a3');
  isAnswered = false;
  lookForFriends(app, lobby('l1'));
  await settled();
  lookForFriends(app, lobby('l1'));
  await settled();
  assert.equal(asked.length, 1);
  const { updates } = app;
  context.mock.timers.tick(30_000);
  assert.ok(app.updates > updates, 'the screen looks again');
  isAnswered = true;
  for (let draws = 0; draws < 2; draws += 1) {
    lookForFriends(app, lobby('l1'));
    await settled();
  }
  assert.equal(asked.length, 2);
});
