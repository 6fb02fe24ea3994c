// Ops on their way: durable before sent, exactly once, and what is shown meanwhile.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseObject } from '../../Sources/WebClient/core/json.js';
import { encodeOps } from '../../Sources/WebClient/core/wire.js';
import { FakeServer, notice } from './support/fake-server.js';
import { encodeMessage } from './support/encode.js';
import { ANNA, BEGIN, CREATE, LOBBY, Phone, owner, score } from './support/phone.js';

const opsOf = (text) => parseObject(text).fields.ops;

test('A game begun without any signal is shown at once, and is the server’s later', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  phone.edit(CREATE);
  phone.edit(BEGIN);
  phone.edit(score(1, 4));
  assert.deepEqual(phone.scores, [4, null, null]);
  assert.equal(phone.view.pendingCount, 3);
  assert.equal(phone.view.isHost, true);
  assert.equal(phone.view.code, null);
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.deepEqual(phone.scores, [4, null, null]);
  assert.equal(phone.view.code, 'ABCDEF');
  assert.equal(phone.view.pendingCount, 0);
  assert.equal(phone.view.isUpToDate, true);
});

test('Of what waits scores are counted, each once, and neither players nor the start', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  phone.edit(CREATE);
  phone.edit(BEGIN);
  assert.equal(phone.view.pendingScores, 0);
  for (const [hole, throws] of [[1, 4], [1, 5], [2, 3]]) phone.edit(score(hole, throws));
  assert.equal(phone.view.pendingCount, 5);
  assert.equal(phone.view.pendingScores, 2);
  phone.connect(server);
  assert.equal(phone.view.pendingScores, 0);
});

test('Nothing is sent before the journal has it', () => {
  const { phone } = Phone.playing();
  const n = phone.do((core, now) => core.edit(score(1, 3), now));
  phone.do((core) => core.pump());
  assert.deepEqual(phone.sent, []);
  phone.do((core) => core.committed({ rid: core.identity.rid, n }));
  assert.equal(phone.sent.length, 1);
  const types = phone.effects.map(({ type }) => type);
  assert.ok(types.lastIndexOf('append') < types.lastIndexOf('send'));
});

test('An op that couldn’t be written never happened, nor did the one after it', () => {
  const { phone } = Phone.playing();
  const first = phone.do((core, now) => core.edit(score(1, 3), now));
  phone.do((core, now) => core.edit(score(2, 4), now));
  phone.do((core) => core.withdraw({ rid: core.identity.rid, n: first }));
  assert.deepEqual(phone.scores, [null, null, null]);
  assert.equal(phone.view.pendingCount, 0);
  assert.equal(phone.edit(score(3, 5)), first);
});

test('One message of ops is on its way at a time', () => {
  const { phone, server } = Phone.playing();
  for (const hole of [1, 2, 3]) phone.edit(score(hole, 3));
  assert.equal(phone.sent.length, 1);
  assert.equal(opsOf(phone.sent[0]).length, 1);
  phone.receive(...phone.ask(server));
  assert.equal(opsOf(phone.sent[0]).length, 2);
});

test('A queue longer than a message goes out in several, none above the limits', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  phone.edit(CREATE);
  phone.edit(BEGIN);
  for (let count = 0; count < 300; count += 1) phone.edit(score((count % 3) + 1, (count % 90) + 1));
  for (let id = 100; id < 139; id += 1) phone.edit({ op: 'add', player: id, name: 'å'.repeat(32) });
  phone.open();
  let messages = 0;
  while (phone.sent.length > 0) {
    const [text] = phone.sent;
    if (text.startsWith('{"type":"op"')) {
      messages += 1;
      assert.ok(Buffer.byteLength(text) <= 16_384);
      assert.ok(opsOf(text).length <= 64);
    }
    phone.receive(...phone.ask(server));
  }
  assert.equal(messages, 6);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('A message of ops keeps to 16 KiB, whatever the ops weigh', () => {
  const phone = Phone.host();
  const server = new FakeServer(LOBBY);
  const holes = Array.from({ length: 72 }, (_, place) => [`${place}abcdef`, 3]);
  phone.edit({ ...CREATE, holes });
  phone.edit(BEGIN);
  phone.connect(server);
  phone.lose();
  const name = '"'.repeat(64);
  for (let count = 0; count < 128; count += 1) {
    phone.edit({ op: 'set', cell: [0, ANNA, 0, 1], value: name });
  }
  phone.open();
  while (phone.sent.length > 0) {
    assert.ok(Buffer.byteLength(phone.sent[0]) <= 16_384);
    phone.receive(...phone.ask(server));
  }
  assert.equal(phone.view.pendingCount, 0);
  assert.equal(server.opsReceived, 130);
});

test('An op whose ack was lost is made up for by the welcome, and counts once', () => {
  const { phone, server } = Phone.playing();
  phone.edit({ op: 'add', player: 7, name: 'Guest' });
  phone.ask(server);
  phone.lose();
  const received = server.opsReceived;
  phone.connect(server);
  assert.equal(server.opsReceived, received);
  assert.equal(phone.view.pendingCount, 0);
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.equal(phone.view.card.lines.length, 2);
});

test('An op that got lost itself is sent again, once, with the same bytes', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  const lost = phone.sent[0];
  phone.lose();
  const received = server.opsReceived;
  phone.open();
  phone.receive(...phone.ask(server));
  assert.deepEqual(phone.sent, [lost]);
  phone.talk(server);
  assert.equal(server.opsReceived, received + 1);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('A gap rewinds to the op that is asked for', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  phone.edit(score(1, 3));
  phone.edit(score(2, 4));
  phone.open();
  phone.receive(...phone.ask(server));
  const [both] = phone.sent;
  phone.sent = [];
  phone.receive(encodeMessage({ type: 'gap', expect: 4 }));
  assert.deepEqual(opsOf(phone.sent[0]), [opsOf(both)[1]]);
  phone.sent = [];
  phone.receive(encodeMessage({ type: 'gap', expect: 3 }));
  assert.deepEqual(phone.sent, [both]);
  phone.talk(server);
  assert.equal(phone.view.pendingCount, 0);
});

test('A gap that makes no sense ends the connection', () => {
  for (const expect of [0, 3, 5, 99]) {
    const { phone } = Phone.playing();
    phone.edit(score(1, 3));
    phone.receive(encodeMessage({ type: 'gap', expect }));
    assert.equal(phone.view.connection, 'waiting', String(expect));
  }
});

test('An op counts once in the view, whether its ack comes before its event or after', () => {
  for (const isAckFirst of [false, true]) {
    const { phone, server } = Phone.playing();
    const rival = Phone.guest();
    rival.connect(server);
    phone.hear(server);
    rival.edit(score(1, 7));
    rival.talk(server);
    phone.edit(score(1, 4));
    const answers = phone.ask(server).slice(-2);
    if (isAckFirst) answers.reverse();
    phone.hear(server);
    for (const answer of answers) {
      phone.receive(answer);
      assert.equal(phone.scores[0], 4);
    }
    assert.deepEqual(phone.view.lobby, server.lobby);
    assert.equal(phone.view.lobby.cells.get(`1/${ANNA}/1/0`).siblings.length, 2);
  }
});

test('A refused op is told, changes nothing and doesn’t hold up the next one', () => {
  const { phone, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  server.append({ kind: 'host', host: 2, owner: 1 });
  phone.edit({ op: 'add', player: 7, name: 'Grandpa' });
  phone.edit(score(1, 3));
  assert.equal(phone.view.card.lines.length, 2);
  phone.receive(...server.events(3));
  phone.talk(server);
  assert.deepEqual(
    phone.view.refused.map(({ number, op, refusal }) => [number, op.name, refusal.name]),
    [[3, 'Grandpa', 'not_host']],
  );
  assert.deepEqual(phone.scores, [3, null, null]);
  assert.equal(phone.view.pendingCount, 0);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('An ack beyond what was sent, or below what is on its way, ends the connection', () => {
  for (const number of [1, 4]) {
    const { phone } = Phone.playing();
    phone.edit(score(1, 3));
    phone.receive(encodeMessage({ type: 'ack', n: number, s: 9 }));
    assert.equal(phone.view.connection, 'waiting', String(number));
  }
});

test('A snapshot takes the place of what is known, with the own ops on top', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 4));
  const guest = Phone.guest();
  guest.connect(server);
  guest.edit(score(2, 6));
  guest.talk(server);
  phone.receive(server.snapshot);
  assert.deepEqual(phone.scores, [4, 6, null]);
  assert.equal(phone.view.pendingCount, 1);
  phone.talk(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('Events that come again are applied once, also among new ones', () => {
  const { phone, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  phone.receive(...server.events(1), ...server.events(2), ...server.events(3));
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.equal(phone.view.lobby.members.length, 2);
  assert.equal(phone.view.confirmed.hash, server.hash(3));
});

test('Events with some missing before them are not applied; the next connection brings all', () => {
  const { phone, server } = Phone.playing();
  const known = phone.view.confirmed;
  Phone.guest(2).connect(server);
  Phone.guest(3).connect(server);
  phone.receive(...server.events(4));
  assert.deepEqual(phone.view.confirmed, known);
  assert.equal(phone.view.connection, 'waiting');
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('A spectator sees everything and changes nothing', () => {
  const { server } = Phone.playing();
  const phone = Phone.guest(3, 'spectator');
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
  assert.equal(phone.view.isSpectator, true);
  assert.equal(phone.view.me, null);
  assert.equal(server.lobby.members.length, 1);
  assert.throws(() => phone.edit(score(1, 3)), { name: 'read_only' });
});

test('Who knocks only watches, connected or not, and plays once the host has let them in', () => {
  const { server } = Phone.playing();
  const phone = Phone.guest();
  phone.core.identity = { ...phone.core.identity, knock: true };
  phone.connect(server);
  const onlyWatches = () => {
    const { isKnocking, takesPart, me } = phone.view;
    assert.deepEqual({ isKnocking, takesPart, me }, { isKnocking: true, takesPart: false, me: null });
    assert.throws(() => phone.edit(score(1, 3)), { name: 'read_only' });
  };
  onlyWatches();
  phone.lose();
  onlyWatches();
  server.join(owner(2).person, 'Ben');
  phone.connect(server);
  assert.equal(phone.view.isKnocking, false);
  assert.equal(phone.view.takesPart, true);
  assert.equal(phone.view.me, 2);
  assert.equal(phone.core.identity.knock, undefined);
  phone.edit(score(1, 3));
});

test('Who was let in goes on without a line, though the journal has lost the line that says so', () => {
  const { server } = Phone.playing();
  const phone = Phone.guest();
  server.join(owner(2).person, 'Ben');
  phone.connect(server);
  phone.lose();
  phone.core.identity = { ...phone.core.identity, as: 'player', knock: true };
  const { isKnocking, takesPart } = phone.view;
  assert.deepEqual({ isKnocking, takesPart }, { isKnocking: false, takesPart: true });
  phone.edit(score(1, 3));
});

test('Messages and fields of later versions are passed over', () => {
  const { phone } = Phone.playing();
  phone.receive('{"type":"weather","wind":[1,{"a":2.5}]}', '{"type":"constructor"}');
  phone.receive('{"type":"presence","here":[1],"spectators":0,"mood":{"good":1.5}}');
  assert.equal(phone.view.connection, 'live');
  assert.deepEqual(phone.view.presence.here, [1]);
});

test('What can’t be read ends the connection and leaves the game as it is', () => {
  const texts = ['', '{', '[]', '{"type":1}', '{"type":"ack"}', '{"type":"ack","n":1.5,"s":1}'];
  const events = [
    '["weather","rain"]',
    '["cell",1,1,1,9,[]]',
    '["cell",1,1,256,0,[]]',
    '["cell",1,1,1,0,[[1,"3",1,1,1,1]]]',
    '["stage",["lunch",1]]',
    '["stage",["playing",17]]',
    '["join",2,"x",0,0,1,"Ben"]',
    '["standing",2,3]',
    '[]',
  ];
  const asEvents = events.map((event) => `{"type":"events","s":3,"h":1,"e":[${event}]}`);
  const wrong = [...texts, ...asEvents, encodeOps([]).replace('op', 'snapshot')];
  for (const text of wrong) {
    const { phone } = Phone.playing();
    const before = phone.gameView;
    phone.receive(text);
    assert.equal(phone.view.connection, 'waiting', text);
    assert.ok(phone.effects.some(({ type, code }) => type === 'disconnect' && code === 1002));
    assert.deepEqual({ ...phone.gameView, presence: null }, { ...before, presence: null }, text);
  }
});

test('A message before the welcome, and a second welcome, end the connection', () => {
  const { phone, server } = Phone.playing();
  phone.receive(server.welcome({ rid: phone.core.identity.rid }, phone.session)[0]);
  assert.equal(phone.view.connection, 'waiting');
  phone.open();
  phone.receive(server.snapshot);
  assert.equal(phone.view.connection, 'waiting');
});

test('A storage error is told with the server’s sentence until a session works again', () => {
  const { phone, server } = Phone.playing();
  phone.receive(notice('error', 'malformed').replace('malformed', 'storage').replace('200', '112'));
  assert.equal(phone.view.notice.name, 'storage');
  phone.lose();
  phone.connect(server);
  assert.equal(phone.view.notice, null);
});
