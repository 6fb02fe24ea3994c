// Servers that lose history, and journals that are copied or have lost some of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { game } from '../../Sources/WebClient/core/game-kind.js';
import { parseObject } from '../../Sources/WebClient/core/json.js';
import { compactedJournal, encodeLine } from '../../Sources/WebClient/core/journal.js';
import { decodeLine } from '../../Sources/WebClient/core/read-journal.js';
import { restore } from '../../Sources/WebClient/core/restore.js';
import { FakeServer, notice } from './support/fake-server.js';
import { CREATE, LOBBY, Phone, owner, rid, score, seeded } from './support/phone.js';

const NEXT_EPOCH = '00000000000000e2';

/** A phone with two acknowledged scores, and its server. */
function scored() {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  phone.talk(server);
  phone.edit(score(2, 4));
  phone.talk(server);
  return { phone, server };
}

const lineOf = (record) => decodeLine(record.slice(0, -1));
const without = (journal, isLost) => journal.filter((record) => !isLost(lineOf(record)));

test('Edits made offline survive a restart, and are handed over afterwards', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  for (const hole of [1, 2, 3]) phone.edit(score(hole, hole + 2));
  const before = phone.gameView;
  assert.deepEqual(phone.restart(), { hasTornEnd: false, damagedLineCount: 0, opCount: 5 });
  assert.deepEqual(phone.gameView, before);
  assert.equal(phone.view.pendingCount, 3);
  phone.connect(server);
  assert.deepEqual(phone.scores, [3, 4, 5]);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('Opened again, a game is the same with what waits and what was refused', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  phone.talk(server);
  phone.receive(notice('reject', 'locked', { n: 3 }));
  phone.lose();
  phone.edit(score(2, 4));
  const before = phone.gameView;
  assert.equal(phone.restart().opCount, 4);
  assert.deepEqual(phone.gameView, before);
  assert.equal(phone.view.refused[0].refusal.name, 'locked');
});

test('The ticket is in the journal before anything is sent on', () => {
  const { server } = Phone.playing();
  const guest = Phone.guest();
  guest.open();
  guest.effects = [];
  guest.receive(guest.ask(server)[0]);
  const kept = guest.effects.findIndex(({ isDurable }) => isDurable);
  assert.ok(kept >= 0 && kept < guest.effects.findIndex(({ type }) => type === 'changed'));
  guest.restart();
  assert.deepEqual(guest.core.identity.entry, { lobby: LOBBY, ticket: '7'.repeat(32) });
});

test('A newcomer whose first welcome was lost comes again as the same person', () => {
  const { server } = Phone.playing();
  const guest = Phone.guest();
  guest.open();
  guest.ask(server);
  guest.lose();
  guest.restart();
  guest.connect(server);
  assert.deepEqual(
    server.lobby.members.map(({ person }) => person),
    [owner(1).person, owner(2).person],
  );
  assert.ok(guest.view.isUpToDate);
});

test('A server restored from an old copy gets back what it had acknowledged long ago', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  phone.talk(server);
  const old = server.copy();
  phone.edit(score(2, 4));
  phone.talk(server);
  phone.edit(score(3, 5));
  phone.talk(server);
  phone.lose();
  old.rotate(NEXT_EPOCH);
  assert.equal(phone.restart().damagedLineCount, 0);
  phone.edit(score(1, 2));
  phone.connect(old);
  assert.deepEqual(phone.view.lobby, old.lobby);
  assert.equal(phone.view.confirmed.epoch, NEXT_EPOCH);
  assert.deepEqual(phone.scores, [2, 4, 5]);
  assert.equal(old.rows.get(rid(1)).last, 6);
});

test('A refusal that a restored server has forgotten counts no more', () => {
  const { phone, server } = Phone.playing();
  Phone.guest().connect(server);
  phone.hear(server);
  const old = server.copy();
  server.append({ kind: 'host', host: 2, owner: 2 });
  phone.edit({ op: 'add', player: 7, name: 'Grandpa' });
  phone.talk(server);
  assert.equal(phone.view.refused.length, 1);
  phone.lose();
  old.rotate(NEXT_EPOCH);
  phone.connect(old);
  assert.deepEqual(phone.view.refused, []);
  assert.equal(phone.view.card.lines.at(-1).name, 'Grandpa');
  assert.deepEqual(phone.view.lobby, old.lobby);
});

test('What a restored server has lost stays in view until it is there again', () => {
  const { phone, server } = Phone.playing();
  const old = server.copy();
  phone.edit(score(1, 3));
  phone.talk(server);
  phone.lose();
  old.rotate(NEXT_EPOCH);
  phone.open();
  phone.receive(...phone.ask(old));
  assert.equal(phone.view.confirmed.epoch, NEXT_EPOCH);
  assert.deepEqual(phone.scores, [3, null, null]);
  assert.equal(phone.view.pendingCount, 1);
});

test('A server that lost the whole game gets it created again from the host’s journal', () => {
  const { phone } = scored();
  phone.lose();
  const server = new FakeServer(LOBBY);
  server.epoch = NEXT_EPOCH;
  phone.connect(server);
  phone.lose(4000);
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.deepEqual(phone.scores, [3, 4, null]);
  assert.equal(phone.view.pendingCount, 0);
  phone.restart();
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('A guest whose game is lost comes again, and doesn’t create it', () => {
  const { server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  guest.lose();
  const empty = new FakeServer(LOBBY);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    guest.open();
    assert.equal(parseObject(guest.sent[0]).fields.create, undefined);
    guest.talk(empty);
    guest.lose(4000);
    assert.equal(guest.view.connection, 'waiting');
  }
  assert.equal(empty.lobby, null);
});

test('A game that was welcomed but not created is created by the next connection', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  phone.edit(CREATE);
  phone.open();
  phone.receive(phone.ask(server)[0]);
  phone.lose();
  phone.restart();
  phone.open();
  assert.equal(parseObject(phone.sent[0]).fields.create, true);
  phone.talk(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('An epoch that changes within a session leaves the journal as it is', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  server.rotate(NEXT_EPOCH);
  phone.receive(server.snapshot);
  assert.deepEqual(phone.scores, [3, null, null]);
  phone.talk(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.equal(phone.view.connection, 'live');
});

test('What was seen in a history that is lost overwrites nothing', () => {
  const { phone, server } = scored();
  const seen = phone.core.seen([1, 10, 1, 0]);
  server.rotate(NEXT_EPOCH);
  const guest = Phone.guest();
  guest.connect(server);
  guest.edit(score(1, 6), { version: 1, epoch: seen.epoch });
  guest.talk(server);
  assert.equal(server.lobby.cells.get('1/10/1/0').siblings.length, 2);
});

test('A journal says whose it is as long as one of its beginnings can be read', () => {
  const { phone } = Phone.playing();
  const { credentials } = phone.core.identity;
  for (const wanted of [0, 1]) {
    let count = -1;
    const damaged = without(
      phone.journal,
      (line) => line.line === 'hello' && (count += 1) !== wanted,
    );
    assert.deepEqual(restore(damaged, seeded(1), game).core.identity.credentials, credentials);
  }
});

test('A replica that is somebody else’s is left to them; the journal goes on as another', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  phone.edit(score(1, 3));
  phone.open();
  phone.receive(notice('error', 'replica_taken'));
  const renamed = phone.core.identity.rid;
  assert.notEqual(renamed, rid(1));
  assert.equal(phone.view.connection, 'waiting');
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.deepEqual(phone.scores, [3, null, null]);
  assert.equal(server.rows.get(renamed).last, 1);
});

test('A replica that another takes in the meantime is left to them, and nothing is lost', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  phone.edit(score(1, 3));
  phone.open();
  phone.receive(...phone.ask(server));
  assert.equal(phone.sent.length, 1);
  phone.receive(notice('error', 'replica_taken'));
  phone.lose(4502);
  assert.notEqual(phone.core.identity.rid, rid(1));
  assert.equal(phone.view.connection, 'waiting');
  phone.connect(server);
  assert.deepEqual(phone.scores, [3, null, null]);
  assert.equal(phone.view.pendingCount, 0);
});

test('A copied journal goes on as another replica and loses nothing', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  const copy = phone.copy();
  phone.edit(score(1, 3));
  phone.connect(server);
  copy.edit(score(2, 4));
  copy.edit(score(3, 6));
  copy.restart();
  copy.connect(server);
  const renamed = copy.core.identity.rid;
  assert.notEqual(renamed, rid(1));
  assert.equal(copy.view.pendingCount, 2);
  copy.restart();
  assert.equal(copy.core.identity.rid, renamed);
  copy.connect(server);
  assert.equal(copy.view.pendingCount, 0);
  assert.deepEqual(copy.scores, [3, 4, 6]);
  assert.deepEqual(copy.view.lobby, server.lobby);
  assert.equal(server.rows.size, 2);
});

test('A journal rolled back to an older copy takes a new replica', () => {
  const { phone, server } = Phone.playing();
  const old = [...phone.journal];
  phone.edit(score(1, 3));
  phone.talk(server);
  phone.restart(old);
  phone.connect(server);
  phone.connect(server);
  assert.notEqual(phone.core.identity.rid, rid(1));
  assert.deepEqual(phone.scores, [3, null, null]);
  phone.edit(score(2, 4));
  phone.talk(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('A copied journal has to be rewritten before more is sent: the old one isn’t as good', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  const copy = phone.copy();
  phone.edit(score(1, 3));
  phone.connect(server);
  copy.edit(score(2, 4));
  copy.effects = [];
  copy.connect(server);
  const at = copy.effects.findIndex(({ type }) => type === 'rewrite');
  assert.equal(copy.effects[at].isRequired, true);
  assert.ok(copy.effects.slice(at).every(({ type }) => type !== 'send'));
});

test('What a shell still says of ops of the old replica after a fork has no effect', () => {
  const { phone } = Phone.playing();
  phone.lose();
  phone.edit(score(1, 3));
  phone.open();
  phone.receive(notice('error', 'replica_taken'));
  const n = phone.do((core, now) => core.edit(score(2, 4), now));
  phone.do((core) => core.committed({ rid: rid(1), n }));
  phone.do((core) => core.withdraw({ rid: rid(1), n }));
  assert.deepEqual(phone.scores, [3, 4, null]);
  assert.ok(phone.core.outbox.durable < n);
});

for (const isCompacted of [false, true]) {
  const name = isCompacted ? 'compacted journal' : 'journal';
  test(`What a ${name} has lost of the server leaves the own entries in view`, () => {
    const { phone, server } = scored();
    const whole = isCompacted ? compactedJournal(phone.core) : phone.journal;
    phone.restart(without(whole, ({ line }) => line === 'server'));
    assert.deepEqual(phone.scores, [3, 4, null]);
    assert.equal(phone.view.confirmed.seq, 0);
    phone.restart(compactedJournal(phone.core));
    assert.deepEqual(phone.scores, [3, 4, null]);
    phone.connect(server);
    assert.deepEqual(phone.scores, [3, 4, null]);
    assert.deepEqual(phone.view.lobby, server.lobby);
  });
}

test('Events of a history whose snapshot was lost leave the own entries in view', () => {
  const { phone, server } = scored();
  phone.lose();
  server.rotate(NEXT_EPOCH);
  phone.connect(server);
  phone.edit(score(3, 5));
  phone.talk(server);
  phone.edit(score(1, 2));
  phone.talk(server);
  const isSnapshot = ({ message }) => message?.startsWith('{"type":"snapshot"');
  assert.equal(phone.restart(without(phone.journal, isSnapshot)).damagedLineCount, 2);
  assert.deepEqual(phone.scores, [2, 4, 5]);
  phone.restart(compactedJournal(phone.core));
  assert.deepEqual(phone.scores, [2, 4, 5]);
  phone.connect(server);
  assert.deepEqual(phone.scores, [2, 4, 5]);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('Events of a new history that come without its snapshot end the connection', () => {
  const { phone, server } = scored();
  phone.lose();
  server.rotate(NEXT_EPOCH);
  const before = phone.view.confirmed;
  phone.open();
  phone.receive(phone.ask(server)[0]);
  server.append({ kind: 'late_join', allow: true });
  phone.receive(...server.events(5));
  assert.equal(phone.view.connection, 'waiting');
  assert.deepEqual(phone.view.confirmed, before);
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('What was acknowledged in one history is in the snapshot of the next, or nowhere', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  const n = phone.edit(score(1, 3));
  server.rotate(NEXT_EPOCH);
  const lines = [
    { line: 'ack', number: n, seq: 9 },
    { line: 'server', epoch: NEXT_EPOCH, message: server.snapshot },
  ];
  phone.restart([...phone.journal, ...lines.map(encodeLine)]);
  assert.deepEqual(phone.scores, [null, null, null]);
});

test('An acknowledgement of ops that the journal has lost is damage', () => {
  const { phone, server } = scored();
  const report = phone.restart(without(phone.journal, ({ line }) => line === 'op'));
  assert.equal(report.opCount, 0);
  assert.equal(report.damagedLineCount, 3);
  assert.equal(phone.core.outbox.acknowledged, 0);
  phone.connect(server);
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('What a new history acknowledges isn’t looked for in the old one after a restart', () => {
  const { phone, server } = Phone.playing();
  const old = server.copy();
  const guest = Phone.guest();
  guest.connect(server);
  for (const count of [1, 2, 3]) {
    guest.edit(score(1, count));
    guest.talk(server);
  }
  phone.hear(server);
  phone.lose();
  phone.edit(score(3, 5));
  old.rotate(NEXT_EPOCH);
  const hearWelcome = () => {
    phone.open();
    phone.receive(phone.ask(old)[0]);
  };
  hearWelcome();
  while (phone.sent.length > 0) phone.ask(old);
  phone.lose();
  hearWelcome();
  assert.equal(phone.view.pendingCount, 0);
  assert.notEqual(phone.view.confirmed.epoch, NEXT_EPOCH);
  assert.equal(phone.scores[2], 5);
  for (const journal of [phone.journal, compactedJournal(phone.core)]) {
    phone.restart(journal);
    assert.equal(phone.scores[2], 5);
  }
  phone.connect(old);
  assert.equal(phone.scores[2], 5);
  assert.deepEqual(phone.view.lobby, old.lobby);
});

test('An acknowledgement that is taken back in part still holds for the rest', () => {
  const { phone } = scored();
  const damaged = without(phone.journal, ({ line }) => line === 'ack' || line === 'server');
  const acks = [
    { line: 'ack', number: 4, seq: 4 },
    { line: 'ack', number: 3, seq: 3 },
  ].map(encodeLine);
  phone.restart([...damaged, ...acks]);
  assert.equal(phone.view.pendingCount, 1);
  phone.restart(compactedJournal(phone.core));
  assert.equal(phone.view.pendingCount, 1);
  assert.deepEqual(phone.scores, [3, 4, null]);
});

test('A refusal whose answer was lost is told once, and is known after a restart', () => {
  const { phone, server } = Phone.playing();
  phone.edit({ op: 'move', from: ['playing', 1], to: ['ended', 1] });
  // Another of the host's devices has taken the game on.
  server.append({ kind: 'stage', stage: ['ended', 1] });
  for (const message of phone.sent) server.receive(message, phone.session);
  phone.lose();
  assert.deepEqual(phone.view.refused, []);
  phone.effects = [];
  for (let count = 0; count < 3; count += 1) {
    phone.connect(server);
    assert.deepEqual(phone.view.refused.map(({ number }) => number), [3]);
    phone.lose();
  }
  const noted = phone.effects.filter(({ record }) => record?.includes('"reject"'));
  assert.deepEqual(noted.map(({ isDurable }) => isDurable), [true]);
  phone.restart();
  assert.deepEqual(phone.view.refused.map(({ number }) => number), [3]);
  phone.open();
  assert.equal(parseObject(phone.sent[0]).fields.heard, 3);
});
