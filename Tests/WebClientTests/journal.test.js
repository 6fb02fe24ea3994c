// The journal: its records, and what is made of one that is torn, damaged or long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { game } from '../../Sources/WebClient/core/game-kind.js';
import { compactedJournal, encodeLine } from '../../Sources/WebClient/core/journal.js';
import { WireLimits } from '../../Sources/WebClient/core/limits.js';
import { Outbox } from '../../Sources/WebClient/core/outbox.js';
import { decodeLine } from '../../Sources/WebClient/core/read-journal.js';
import { refusalOf } from '../../Sources/WebClient/core/refusal.js';
import { restore } from '../../Sources/WebClient/core/restore.js';
import { LOBBY, Phone, below, owner, rid, score, seeded } from './support/phone.js';

const NEXT_EPOCH = '00000000000000e2';
const lineOf = (record) => decodeLine(record.slice(0, -1));

for (const waits of [false, true]) {
  const name = waits ? 'A compacted journal with an op that waits' : 'A compacted journal';
  test(`${name} says the same in fewer records`, () => {
    const { phone, server } = Phone.playing();
    for (let count = 1; count <= 30; count += 1) {
      phone.edit(score(1, count));
      phone.talk(server);
    }
    phone.lose();
    if (waits) phone.edit(score(3, 9));
    const compacted = compactedJournal(phone.core);
    assert.ok(compacted.length < phone.journal.length);
    const before = phone.gameView;
    phone.restart(compacted);
    assert.deepEqual(phone.gameView, before);
    assert.deepEqual(compactedJournal(phone.core), compacted);
    phone.connect(server);
    assert.deepEqual(phone.view.lobby, server.lobby);
  });
}

test('A journal that grows is rewritten by itself', () => {
  const { phone, server } = Phone.playing();
  for (let count = 0; count < 1_500; count += 1) {
    phone.edit(score((count % 3) + 1, (count % 90) + 1));
    phone.talk(server);
  }
  const rewritings = phone.effects.filter(({ type }) => type === 'rewrite').length;
  assert.ok(rewritings >= 1 && rewritings < 10, String(rewritings));
  const { lobby } = phone.view;
  phone.restart();
  assert.deepEqual(phone.view.lobby, lobby);
});

test('A torn last record is dropped, wherever it is torn', () => {
  const { phone } = Phone.playing();
  phone.lose();
  phone.edit(score(1, 3));
  const whole = phone.journal;
  const last = whole.at(-1);
  for (let length = 1; length < last.length; length += 1) {
    const report = phone.restart([...whole.slice(0, -1), last.slice(0, length)]);
    assert.deepEqual(report, { hasTornEnd: true, damagedLineCount: 0, opCount: 2 });
    assert.equal(phone.restart().hasTornEnd, false, 'it was put right');
  }
});

test('After a damaged record every later op is still used, as another replica’s', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  const place = phone.journal.length;
  for (const hole of [1, 2, 3]) phone.edit(score(hole, hole + 2));
  const journal = [...phone.journal];
  journal[place] = journal[place].replace('"at"', '"ta"');
  const report = phone.restart(journal);
  assert.deepEqual(report, { hasTornEnd: false, damagedLineCount: 1, opCount: 4 });
  phone.connect(server);
  phone.connect(server);
  assert.deepEqual(phone.scores, [null, 4, 5]);
  assert.equal(phone.view.pendingCount, 0);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('No damage to a journal makes opening it fail in another way than it should', () => {
  const { phone, server } = Phone.playing();
  for (const hole of [1, 2, 3]) phone.edit(score(hole, 4));
  phone.talk(server);
  const random = seeded(7);
  const whole = phone.journal.join('');
  let opened = 0;
  for (let round = 0; round < 500; round += 1) {
    const signs = [...whole];
    for (let count = below(3, random); count >= 0; count -= 1) {
      const place = below(signs.length, random);
      const sign = ['\n', '"', '0', '}', '\ud800', ''][below(6, random)];
      signs.splice(place, below(2, random), sign);
    }
    const copy = phone.copy();
    if (copy.restart([signs.join('')]) === null) continue;
    opened += 1;
    assert.ok(copy.view);
    assert.equal(copy.restart().damagedLineCount, 0);
  }
  assert.ok(opened > 400);
});

test('A journal without a beginning is none', () => {
  const { phone } = Phone.playing();
  assert.equal(restore([], seeded(1), game), null);
  assert.equal(restore(phone.journal.filter((record) => lineOf(record).line !== 'hello'), seeded(1), game), null);
});

const identity = { client: 'a', credentials: owner(1), rid: rid(1), as: null, name: null };
const LINES = [
  { line: 'hello', identity: { ...identity, entry: { create: LOBBY } } },
  { line: 'hello', identity: { ...identity, entry: { code: 'ABCDEF' }, as: 'spectator' } },
  {
    line: 'hello',
    identity: {
      ...identity,
      entry: { lobby: LOBBY, ticket: rid(7) },
      as: 'player',
      name: 'Åsa "the" arm',
    },
  },
  { line: 'op', text: '{"n":1,"op":"leave","at":5}', before: undefined, isUndo: false },
  { line: 'op', text: '{}', before: null, isUndo: true },
  { line: 'op', text: '{}', before: -4, isUndo: false },
  { line: 'op', text: '{}', before: 'null', isUndo: false },
  { line: 'server', epoch: NEXT_EPOCH, message: '{"type":"events","s":1}' },
  { line: 'ack', number: 7, seq: 8 },
  { line: 'reject', number: 7, refusal: refusalOf(221) },
  { line: 'clock', offset: -12 },
  { line: 'reset' },
];

test('Each kind of record is read as it was written, and with any sign changed not at all', () => {
  for (const line of LINES) {
    const record = encodeLine(line);
    assert.match(record, /^[^\n]+\n$/);
    assert.deepEqual(lineOf(record), line);
    for (let place = 0; place < record.length - 1; place += 1) {
      const sign = record[place] === '1' ? '2' : '1';
      const changed = record.slice(0, place) + sign + record.slice(place + 1, -1);
      assert.equal(decodeLine(changed), null, changed);
    }
  }
});

test('Line feeds in a server’s message don’t break its record', () => {
  const record = encodeLine({ line: 'server', epoch: NEXT_EPOCH, message: '{\n"a":\n1}' });
  assert.equal(lineOf(record).message, '{ "a": 1}');
});

test('An op that no message can carry enters no journal, and is as good as damaged in one', () => {
  const rest = '{"n":1,"at":5,"op":"leave","x":""}'.length;
  const opOf = (count) => `{"n":1,"at":5,"op":"leave","x":"${'é'.repeat((count - rest) / 2)}"}`;
  const lines = [WireLimits.opBytesMax, WireLimits.opBytesMax + 2].map((count) => {
    const text = opOf(count);
    return lineOf(encodeLine({ line: 'op', text, isUndo: false }));
  });
  assert.deepEqual(lines.map((line) => line !== null), [true, false]);
  const outbox = new Outbox();
  const entry = { number: 1, op: null, isUndo: false };
  outbox.append({ ...entry, text: opOf(WireLimits.opBytesMax) });
  outbox.markDurable(1);
  assert.ok(outbox.takeMessage().length <= WireLimits.clientMessageBytesMax);
  assert.throws(() => outbox.append({ ...entry, number: 2, text: opOf(WireLimits.opBytesMax + 2) }));
});
