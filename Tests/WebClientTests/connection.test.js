// When a client connects, asks, waits and gives up.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BYE, encodePing } from '../../Sources/WebClient/core/wire.js';
import { parseObject } from '../../Sources/WebClient/core/json.js';
import { encodeMessage } from './support/encode.js';
import { FakeServer, TICKET, notice } from './support/fake-server.js';
import { BEGIN, CREATE, LOBBY, Phone, score } from './support/phone.js';

const error = (code, name, retryMs) =>
  encodeMessage({ type: 'error', code, name, text: '', retry: true, retry_ms: retryMs });
const isWaiting = (phone) => phone.view.connection === 'waiting';
const SEEDS = Array.from({ length: 20 }, (_, place) => place + 1);

test('Reconnects are spread over a bound that doubles up to 30 s', () => {
  const longest = Array(12).fill(0);
  for (const seed of SEEDS) {
    const phone = Phone.host(seed);
    phone.do((core) => core.start());
    for (let attempt = 0; attempt < 12; attempt += 1) {
      phone.lose();
      assert.ok(phone.wait >= 0 && phone.wait <= Math.min(30_000, 500 * 2 ** attempt));
      longest[attempt] = Math.max(longest[attempt], phone.wait);
      phone.tick(phone.wait);
      assert.equal(phone.view.connection, 'connecting');
    }
  }
  longest.forEach((wait, attempt) => assert.ok(wait > Math.min(30_000, 500 * 2 ** attempt) / 2));
});

test('The delays of different devices differ', () => {
  const delays = SEEDS.map((seed) => {
    const phone = Phone.host(seed);
    phone.do((core) => core.start());
    phone.lose();
    return phone.wait;
  });
  assert.ok(new Set(delays).size > 10);
});

test('A session that lasted starts the backoff anew; one that broke at once doesn’t', () => {
  const { phone, server } = Phone.playing();
  let longest = 0;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    phone.lose();
    longest = Math.max(longest, phone.wait);
    phone.connect(server);
  }
  assert.ok(longest > 2_000);
  phone.milliseconds += 10_000;
  phone.lose();
  assert.ok(phone.wait <= 500);
});

test('After 40 s of silence the server is asked, and left if it doesn’t answer', () => {
  const { phone } = Phone.playing();
  assert.equal(phone.core.nextDeadline, phone.milliseconds + 40_000);
  phone.tick(39_999);
  assert.deepEqual(phone.sent, []);
  phone.tick(1);
  assert.deepEqual(phone.sent, [encodePing(phone.milliseconds)]);
  phone.tick(9_999);
  assert.equal(phone.view.connection, 'live');
  phone.tick(1);
  assert.ok(isWaiting(phone));
  assert.ok(phone.effects.some(({ type, code }) => type === 'disconnect' && code === 4004));
});

test('While an op is on its way, 10 s of silence are enough to ask', () => {
  const { phone } = Phone.playing();
  phone.edit(score(1, 3));
  assert.equal(phone.core.nextDeadline, phone.milliseconds + 10_000);
});

test('The shell is told each new moment to wake the core, once', () => {
  const { phone, server } = Phone.playing();
  const last = phone.effects.filter(({ type }) => type === 'schedule').at(-1);
  assert.equal(last.at, phone.core.nextDeadline);
  phone.effects = [];
  phone.settle();
  assert.deepEqual(phone.effects, []);
  phone.tick(40_000);
  phone.talk(server);
  phone.do((core) => core.stop());
  assert.deepEqual(phone.effects.filter(({ type }) => type === 'schedule').map(({ at }) => at), [
    phone.milliseconds + 10_000,
    phone.milliseconds + 40_000,
    null,
  ]);
});

test('An alarm that rings a moment too early is set again, and the phone connects', () => {
  const { phone } = Phone.playing();
  phone.lose();
  const due = phone.core.nextDeadline;
  phone.effects = [];
  phone.tick(due - phone.milliseconds - 0.5);
  assert.ok(isWaiting(phone));
  assert.deepEqual(phone.effects, [{ type: 'schedule', at: due }]);
  phone.tick(0.5);
  assert.equal(phone.view.connection, 'connecting');
});

test('Whoever waits for what was missed bears 120 s of silence, and 40 s afterwards', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  server.append({ kind: 'late_join', allow: true });
  phone.open();
  const [welcome, events] = phone.ask(server);
  phone.receive(welcome);
  phone.edit(score(1, 3));
  assert.equal(phone.core.nextDeadline, phone.milliseconds + 120_000);
  phone.tick(119_999);
  assert.equal(phone.view.connection, 'live');
  assert.equal(phone.view.isUpToDate, false);
  phone.receive(events);
  phone.talk(server);
  assert.equal(phone.view.isUpToDate, true);
  assert.equal(phone.core.nextDeadline, phone.milliseconds + 40_000);
});

test('An answer within time keeps the connection', () => {
  const { phone, server } = Phone.playing();
  phone.tick(40_000);
  phone.talk(server);
  phone.tick(20_000);
  assert.equal(phone.view.connection, 'live');
});

test('A page that comes to the foreground asks at once, or connects at once', () => {
  const { phone } = Phone.playing();
  phone.do((core, now) => core.probe(now));
  assert.equal(phone.sent.length, 1);
  for (let attempt = 0; attempt < 6; attempt += 1) {
    phone.lose();
    phone.do((core, now) => core.probe(now));
    assert.equal(phone.view.connection, 'connecting');
  }
});

test('A connection that breaks just after the network came back is tried again soon', () => {
  for (const seed of SEEDS) {
    const phone = Phone.host(seed);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      phone.open();
      phone.lose();
    }
    phone.open();
    phone.do((core, now) => core.probe(now));
    phone.lose();
    assert.ok(phone.wait <= 500);
  }
});

test('A server that accepts and says nothing is left after 10 s', () => {
  const phone = Phone.host();
  phone.open();
  assert.equal(phone.core.nextDeadline, phone.milliseconds + 10_000);
  phone.tick(10_000);
  assert.ok(isWaiting(phone));
});

test('A server that says this and that, but no welcome, is left after 10 s all the same', () => {
  const phone = Phone.host();
  phone.open();
  phone.tick(9_000);
  phone.receive(error(101, 'unknown_type', null), '{"type":"weather"}');
  phone.tick(1_000);
  assert.ok(isWaiting(phone));
});

test('A draining server is left in time, and asked again after once to twice its wish', () => {
  for (const seed of SEEDS) {
    const server = new FakeServer(LOBBY);
    const phone = Phone.host(seed);
    phone.edit(CREATE);
    phone.connect(server);
    phone.receive(encodeMessage({ type: 'draining', in_ms: 4_000 }));
    phone.lose(4001);
    const { wait } = phone;
    assert.ok(wait >= 4_000 && wait <= 8_000);
    phone.do((core, now) => core.probe(now));
    assert.equal(phone.wait, wait);
  }
  const { phone } = Phone.playing();
  phone.receive(encodeMessage({ type: 'draining', in_ms: 4_000 }));
  phone.tick(8_000);
  assert.ok(isWaiting(phone));
  assert.ok(phone.effects.some(({ type, code }) => type === 'disconnect' && code === 4001));
});

test('A server can’t make a client wait for more than ten minutes, nor less than no time', () => {
  for (const inMs of [2 ** 53, -(2 ** 53)]) {
    const { phone } = Phone.playing();
    phone.receive(encodeMessage({ type: 'draining', in_ms: inMs }));
    phone.lose();
    assert.ok(phone.wait >= 0 && phone.wait <= 600_000);
  }
});

test('After a storage error the same ops are sent again on the same connection', () => {
  for (const [retryMs, wait] of [
    [700, 700],
    [null, 1_000],
    [0, 100],
  ]) {
    const { phone, server } = Phone.playing();
    phone.edit(score(1, 3));
    const [lost] = phone.sent.splice(0);
    phone.receive(error(112, 'storage', retryMs));
    phone.edit(score(2, 4));
    phone.tick(wait - 1);
    assert.deepEqual(phone.sent, []);
    phone.tick(1);
    assert.ok(phone.sent[0].startsWith(lost.slice(0, -2)));
    phone.talk(server);
    assert.equal(phone.view.pendingCount, 0);
    assert.equal(phone.view.connection, 'live');
  }
});

test('A server that asks to slow down isn’t asked again before its time', () => {
  const { phone } = Phone.playing();
  phone.receive(error(109, 'slow_down', 3_000));
  phone.lose(4005);
  assert.ok(phone.wait >= 3_000);
  phone.do((core, now) => core.probe(now));
  assert.ok(isWaiting(phone));
});

test('A refusal at the door stops, with the server’s sentence', () => {
  const phone = Phone.guest();
  phone.open();
  phone.receive(notice('error', 'wrong_code'));
  phone.lose(4502);
  assert.equal(phone.view.connection, 'stopped');
  const { code, notice: told } = phone.view.stopReason;
  assert.deepEqual([code, told.code, told.text.startsWith('No open game')], [4502, 300, true]);
  assert.equal(phone.core.nextDeadline, null);
});

test('Codes up to 4499, and none at all, lead to another attempt; from 4500 on they don’t', () => {
  for (const code of [null, 1001, 1002, 1006, 1009, 1011, 1012, 1013, 4000, 4005, 4499]) {
    const { phone } = Phone.playing();
    phone.lose(code);
    assert.ok(isWaiting(phone), String(code));
  }
  for (const code of [4500, 4501, 4502, 4505, 4506, 4507, 4999]) {
    const { phone } = Phone.playing();
    phone.lose(code);
    assert.equal(phone.view.connection, 'stopped');
    assert.deepEqual(phone.view.stopReason, { code, notice: null });
  }
});

test('What a connection that was given up still reports is of no interest', () => {
  const { phone, server } = Phone.playing();
  phone.do((core) => core.stop());
  const before = phone.view;
  phone.receive(server.snapshot);
  phone.lose(4503);
  phone.do((core, now) => core.connected(now));
  assert.deepEqual(phone.view, before);
  assert.equal(phone.effects.at(-1).type, 'disconnect');
});

test('A kicked player’s last entries are handed over on one more connection, as outsider', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  phone.lose(4503);
  assert.ok(isWaiting(phone));
  phone.open();
  const [welcome] = phone.ask(server);
  phone.receive(welcome.replace('"as":"member"', '"as":"outsider"'));
  assert.equal(phone.sent.length, 1);
  phone.receive(encodeMessage({ type: 'ack', n: 3, s: 9 }), notice('error', 'kicked'));
  phone.lose(4503);
  assert.equal(phone.view.connection, 'stopped');
  assert.equal(phone.view.stopReason.code, 4503);
  assert.equal(phone.view.pendingCount, 0);
  assert.throws(() => phone.edit(score(2, 3)), { name: 'kicked' });
});

test('What is typed into a game that was erased is refused; what was typed before stays', () => {
  const { phone } = Phone.playing();
  phone.lose(1006);
  phone.edit(score(1, 3));
  phone.open();
  phone.receive(notice('error', 'gone'));
  phone.lose(4502);
  assert.equal(phone.view.pendingCount, 1);
  assert.throws(() => phone.edit(score(2, 3)), { name: 'gone' });
});

test('A kicked player whose entries can’t be handed over tries once only', () => {
  const { phone } = Phone.playing();
  phone.edit(score(1, 3));
  phone.lose(4503);
  phone.open();
  phone.lose(4503);
  assert.equal(phone.view.connection, 'stopped');
  assert.equal(phone.view.pendingCount, 1);
});

test('Someone who has left asks for a part when coming back, once', () => {
  const { phone, server } = Phone.playing();
  phone.lose(4504);
  assert.equal(phone.view.stopReason.code, 4504);
  assert.throws(() => phone.edit(score(1, 3)), { name: 'not_member' });
  assert.equal(phone.view.takesPart, false);
  phone.do((core) => core.rejoin());
  assert.equal(phone.view.takesPart, true);
  phone.restart();
  for (const as of ['player', undefined]) {
    phone.open();
    const { fields } = parseObject(phone.sent[0]);
    assert.deepEqual([fields.as, fields.name, fields.ticket], [as, 'Anna', TICKET]);
    phone.talk(server);
    assert.equal(phone.view.isUpToDate, true);
    phone.lose();
    assert.equal(phone.view.isUpToDate, false);
  }
});

test('A game moved elsewhere is followed there, and looked for at home if nobody is there', () => {
  const { phone } = Phone.playing();
  const redirects = () =>
    phone.effects.filter(({ type }) => type === 'connect').map(({ redirect }) => redirect);
  phone.effects = [];
  phone.receive(encodeMessage({ type: 'moved', url: 'ws://b.example/sync' }));
  phone.tick(phone.wait);
  phone.lose();
  phone.tick(phone.wait);
  assert.deepEqual(redirects(), ['ws://b.example/sync', null]);
});

test('The server’s time comes from the middle of the shortest round trip', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  const time = () => phone.core.clock.now(phone.now);
  server.now = 9_000_000;
  phone.edit(CREATE);
  phone.open();
  const answers = phone.ask(server);
  phone.milliseconds += 300;
  phone.receive(...answers);
  assert.equal(time(), 9_000_150);
  const sent = phone.milliseconds;
  phone.milliseconds += 2_000;
  phone.receive(encodeMessage({ type: 'pong', t: sent, now: 1 }));
  assert.equal(time(), 9_002_150);
  const again = phone.milliseconds;
  phone.milliseconds += 20;
  phone.receive(encodeMessage({ type: 'pong', t: again, now: 9_002_200 }));
  assert.equal(time(), 9_002_210);
  phone.wallAhead = 60_000;
  assert.equal(time(), 9_002_210, 'a changed date doesn’t matter');
  phone.wallAhead = 0;
  phone.restart();
  assert.ok(Math.abs(time() - 9_002_210) < 500, 'another run goes by date again');
});

test('After a sleep the next answer sets the clock, however slow it is', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  server.now = 9_000_000;
  phone.edit(CREATE);
  phone.connect(server);
  const sent = phone.milliseconds;
  phone.milliseconds += 2_000;
  phone.do((core) => core.clock.doubt());
  phone.receive(encodeMessage({ type: 'pong', t: sent, now: 9_600_000 }));
  assert.equal(phone.core.clock.now(phone.now), 9_601_000);
});

test('Clocks with fractions lead to whole times', () => {
  const phone = Phone.host();
  phone.milliseconds = 5_000.25;
  phone.edit(CREATE);
  const server = new FakeServer(LOBBY);
  phone.connect(server);
  phone.tick(40_000.5);
  assert.deepEqual(phone.sent, [encodePing(45_000)]);
  phone.edit(BEGIN);
  phone.talk(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('An entry made before the first answer of a server is dated by the device', () => {
  const phone = Phone.host();
  phone.wallAhead = 1_700_000_000_000;
  phone.edit(CREATE);
  assert.equal(phone.view.lobby.start, 1_700_000_005_000);
});

test('Who is there is known while connected, and when the host’s role passes', () => {
  const { phone } = Phone.playing();
  phone.receive(
    encodeMessage({ type: 'presence', here: [2], spectators: 1, host_passes_in_ms: 60_000 }),
  );
  assert.deepEqual(phone.view.presence.here, [2]);
  assert.equal(phone.view.hostPassesAt, phone.milliseconds + 60_000);
  phone.receive(encodeMessage({ type: 'presence', here: [1, 2], spectators: 0 }));
  assert.equal(phone.view.hostPassesAt, null);
  phone.lose();
  assert.equal(phone.view.presence, null);
});

test('The role that passes to another, and back, is followed', () => {
  const { phone, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  server.append({ kind: 'host', host: 2, owner: 1 });
  phone.hear(server);
  assert.equal(phone.view.isHost, false);
  assert.throws(() => phone.edit({ op: 'late_join', allow: true }), { name: 'not_host' });
  guest.hear(server);
  const [anna, ben] = guest.view.lobby.members.map(({ person }) => person);
  assert.throws(() => guest.edit({ op: 'kick', person: anna }), { name: 'not_yours' });
  assert.throws(() => guest.edit({ op: 'host', from: ben, to: anna }), { name: 'not_host' });
  server.append({ kind: 'host', host: 1, owner: 1 });
  phone.hear(server);
  assert.equal(phone.view.isHost, true);
});

test('Stopping says goodbye and keeps what waits', () => {
  const { phone } = Phone.playing();
  phone.edit(score(1, 3));
  phone.effects = [];
  phone.do((core) => core.stop());
  assert.deepEqual(phone.effects.slice(0, 2), [
    { type: 'send', text: BYE },
    { type: 'disconnect', code: 1000 },
  ]);
  assert.equal(phone.view.connection, 'offline');
  assert.equal(phone.view.pendingCount, 1);
});
