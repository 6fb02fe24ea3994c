// The games of a browser, while it is still busy writing them down: Sources/WebClient/device/
// device.js, over an IndexedDB in memory and a server that is asked by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeIndexedDB } from './support/fake-indexeddb.js';
import { CODE, FakeServer } from './support/fake-server.js';

/** A connection that the test opens, and answers on. */
class FakeSocket {
  static CONNECTING = 0;
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static all = [];

  readyState = FakeSocket.CONNECTING;
  /** @type {string[]} */
  sent = [];
  onopen = () => {};
  onceOpen = () => {};
  onmessage = /** @type {(event: {data: string}) => void} */ (() => {});

  constructor() {
    FakeSocket.all.push(this);
  }

  addEventListener(_name, listener) {
    this.onceOpen = listener;
  }

  send(text) {
    this.sent.push(text);
  }

  close() {}

  /** Has the server answer all that is said, until nobody has anything to say. */
  async talk(server) {
    const session = {};
    this.readyState = FakeSocket.OPEN;
    this.onceOpen();
    this.onopen();
    await turns();
    while (this.sent.length > 0) {
      const answers = server.receive(this.sent.shift(), session);
      for (const data of answers) this.onmessage({ data });
      await turns();
    }
  }
}

/** Lets everything happen that waits for nothing but its turn. */
const turns = () => new Promise(setImmediate);

const give = (name, value) =>
  Object.defineProperty(globalThis, name, { value, configurable: true });
const database = new FakeIndexedDB();
give('navigator', { onLine: true });
give('location', { href: 'http://folf.example/' });
give('document', { addEventListener() {} });
give('addEventListener', () => {});
give('WebSocket', FakeSocket);
// There is one tab.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
const { openDevice } = await import('../../Sources/WebClient/device/device.js');

const SETUP = { course: 'Meadow', holes: /** @type {[string, number][]} */ ([['1', 3]]), name: 'Anna' };

test('A game that is open is found by its code at once, although that isn’t written down yet', async () => {
  const device = await openDevice();
  const game = await device.create(SETUP);
  /** @type {Promise<string | null> | null} */
  let found = null;
  game.subscribe(() => {
    if (game.known?.code) found ??= device.find({ code: CODE });
  });
  await FakeSocket.all.at(-1)?.talk(new FakeServer(game.view?.lobbyID));
  assert.equal(await found, game.key);
  game.discard();
});

test('A game that is just being put away is taken up again by whoever opens it', async () => {
  const device = await openDevice();
  const before = await device.create(SETUP);
  await FakeSocket.all.at(-1)?.talk(new FakeServer(before.view?.lobbyID));
  before.close();
  const game = await device.open(String(before.key));
  await turns();
  assert.ok(before.hasEnded);
  assert.equal(game?.hasEnded, false);
  assert.equal(game?.known?.code, CODE);
  game?.discard();
});
