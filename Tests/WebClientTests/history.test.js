// Asking for the events of the past.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeHistory } from '../../Sources/WebClient/core/wire.js';
import { encodeMessage } from './support/encode.js';
import { Phone, score } from './support/phone.js';

const HISTORY = '{"type":"history","s":2,"e":[["late_join",true],["standing",2,1]],"top":7}';

test('The answer to a question is told with the events read', () => {
  const { phone } = Phone.playing();
  assert.equal(phone.do((core) => core.askHistory(1)), true);
  assert.deepEqual(phone.sent, ['{"type":"history","after":1}']);
  const before = phone.gameView;
  phone.receive(HISTORY);
  const effect = phone.effects.at(-1);
  assert.equal(effect.type, 'history');
  assert.deepEqual([effect.s, effect.top], [2, 7]);
  assert.deepEqual(effect.events.map(({ kind }) => kind), ['late_join', 'standing']);
  assert.deepEqual(phone.gameView, before);
});

test('Without a connection, and for outsiders, there is nobody to ask', () => {
  const phone = Phone.host();
  assert.equal(phone.do((core) => core.askHistory(0)), false);
  assert.deepEqual(phone.sent, []);
  const { phone: other } = Phone.playing();
  other.core.session.as = 'outsider';
  assert.equal(other.do((core) => core.askHistory(0)), false);
});

test('To be told to ask later costs neither the connection nor an op on its way', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  assert.equal(phone.sent.length, 1);
  phone.do((core) => core.askHistory(0));
  const fields = { code: 119, name: 'history_later', text: '', retry: true, retry_ms: 2_000 };
  phone.receive(encodeMessage({ type: 'error', ...fields }));
  assert.equal(phone.effects.at(-1).notice.name, 'history_later');
  assert.equal(phone.view.connection, 'live');
  assert.equal(phone.core.notBefore, 0);
  assert.equal(phone.sent.at(-1), encodeHistory(0));
  phone.sent.pop();
  phone.talk(server);
  assert.equal(phone.core.outbox.pendingCount, 0);
});

test('A history that can’t be read ends the connection', () => {
  for (const wrong of [
    HISTORY.replace('late_join', 'weather'),
    HISTORY.replace('"s":2', '"s":-1'),
    HISTORY.replace(',"top":7', ''),
  ]) {
    const { phone } = Phone.playing();
    phone.do((core) => core.askHistory(1));
    phone.receive(wrong);
    assert.equal(phone.view.connection, 'waiting', wrong);
  }
});
