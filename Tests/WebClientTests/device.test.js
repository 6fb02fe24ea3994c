// What of the device can be had without a browser; Tests/Browser has the rest.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Clock } from '../../Sources/WebClient/device/clock.js';
import { syncAddress } from '../../Sources/WebClient/device/socket.js';

test('A server sends us elsewhere, but not from an encrypted connection to an open one', () => {
  const http = 'http://folf.example/g/1?x#y';
  const https = 'https://folf.example/';
  assert.equal(syncAddress(http, null), 'ws://folf.example/sync');
  assert.equal(syncAddress(https, null), 'wss://folf.example/sync');
  assert.equal(syncAddress(http, 'ws://two.example/sync'), 'ws://two.example/sync');
  assert.equal(syncAddress(http, 'wss://two.example/sync'), 'wss://two.example/sync');
  assert.equal(syncAddress(https, 'wss://two.example/sync'), 'wss://two.example/sync');
  assert.equal(syncAddress(https, 'ws://two.example/sync'), 'wss://folf.example/sync');
  assert.equal(syncAddress(https, 'http://two.example/sync'), 'wss://folf.example/sync');
  assert.equal(syncAddress(https, 'two'), 'wss://folf.example/sync');
});

test('The time that a phone sleeps counts, although one of its clocks stands still', async (t) => {
  let wall = 1_760_000_000_000;
  let running = 5_000;
  t.mock.method(Date, 'now', () => wall);
  t.mock.method(performance, 'now', () => running);
  const woken = mock.fn();
  const clock = new Clock(woken);
  const pass = async (onWall, onOther) => {
    wall += onWall;
    running += onOther;
    const { monotonic } = clock.now();
    await null;
    return monotonic;
  };
  assert.equal(await pass(60_000, 60_000), 65_000);
  assert.equal(woken.mock.callCount(), 0);
  assert.equal(await pass(3_600_000, 1_000), 3_665_000);
  assert.equal(woken.mock.callCount(), 1);
  assert.equal(await pass(1_500, 1_000), 3_666_000, 'a date that is set a little doesn’t matter');
  assert.equal(await pass(-86_400_000, 1_000), 3_667_000, 'nor does one that goes back');
  assert.equal(await pass(1_000, 1_000), 3_668_000);
  assert.equal(woken.mock.callCount(), 1);
});

test('A game isn’t entered under a name of which nothing is to be seen', async () => {
  const { Game } = await import('../../Sources/WebClient/device/game.js');
  for (const name of ['\u200b\u2060', '\u2800 ', 'Anna\ufffe', '\ud83d', 'å'.repeat(33)]) {
    const identity = /** @type {any} */ ({ name });
    const game = new Game(/** @type {any} */ ({}), null);
    await assert.rejects(game.begin(identity), { name: 'bad_text' });
  }
});
