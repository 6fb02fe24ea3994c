// The device's own ops on their way.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WireLimits } from '../../Sources/WebClient/core/limits.js';
import { Outbox } from '../../Sources/WebClient/core/outbox.js';

const bytesOf = (text) => new TextEncoder().encode(text).length;

test('A message of ops is no longer than a server takes, counted in bytes', () => {
  const outbox = new Outbox();
  // Ops of a later version, which are sent as they are. Three bytes a sign.
  for (let number = 1; number <= 40; number += 1) {
    const text = `{"n":${number},"op":"sing","text":"${'₥'.repeat(200)}"}`;
    outbox.append({ number, text, op: null, isUndo: false });
  }
  outbox.markDurable(40);
  let sent = 0;
  for (let message = outbox.takeMessage(); message !== null; message = outbox.takeMessage()) {
    assert.ok(bytesOf(message) <= WireLimits.clientMessageBytesMax, `${bytesOf(message)} bytes`);
    sent = outbox.inFlight.last;
    outbox.settleFlight();
    outbox.acknowledge(sent, sent, null);
  }
  assert.equal(sent, 40);
});
