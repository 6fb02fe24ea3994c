// What a player enters, and what is shown of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WireError } from '../../Sources/WebClient/core/json.js';
import { NO_EPOCH } from '../../Sources/WebClient/core/kind.js';
import { decodeOp, encodeOp } from '../../Sources/WebClient/core/ops.js';
import { ANNA, BEGIN, CREATE, Phone, score } from './support/phone.js';

test('An entry is being saved, kept on this device, on its way, then confirmed', () => {
  const { phone, server } = Phone.playing();
  const state = () => phone.view.entryStates.get(`1/${ANNA}/2/0`);
  const n = phone.do((core, now) => core.edit(score(2, 5), now));
  assert.equal(phone.scores[1], 5);
  assert.equal(state(), 'saving');
  phone.lose();
  phone.do((core) => core.committed({ rid: core.identity.rid, n }));
  assert.equal(state(), 'savedOnThisDevice');
  phone.open();
  phone.receive(...phone.ask(server));
  assert.equal(state(), 'onItsWay');
  phone.talk(server);
  assert.equal(state(), 'confirmed');
  assert.equal(phone.scores[1], 5);
});

test('Edits that the rules refuse are not written', () => {
  const { phone } = Phone.playing();
  const before = phone.journal.length;
  const refused = [
    [score(1, 0), 'bad_throws'],
    [score(1, 100), 'bad_throws'],
    [score(1, 2.5), 'bad_throws'],
    [score(1, '3'), 'bad_throws'],
    [score(4, 3), 'no_such_hole'],
    [score(1, 3, 99), 'no_such_player'],
    [{ op: 'set', cell: [2, ANNA, 1, 0], value: 3 }, 'no_such_round'],
    [{ op: 'set', cell: [0, 0, 1, 2], value: 21 }, 'bad_par'],
    [{ op: 'set', cell: [0, ANNA, 0, 1], value: ' ' }, 'bad_text'],
    [{ op: 'set', cell: [0, ANNA, 0, 1], value: 'a\u202eb' }, 'bad_text'],
    [{ op: 'set', cell: [0, ANNA, 0, 1], value: 'å'.repeat(33) }, 'bad_text'],
    [{ op: 'set', cell: [0, ANNA, 0, 1], value: '\ud800' }, 'bad_text'],
    [BEGIN, 'stale'],
    [CREATE, 'lobby_exists'],
    [{ op: 'add', player: ANNA, name: 'Twin' }, 'player_exists'],
    [{ op: 'add', player: 0, name: 'Nobody' }, 'malformed'],
    [{ op: 'remove', player: 8 }, 'no_such_player'],
    [{ op: 'place', player: 8 }, 'no_such_player'],
    [{ op: 'place', player: ANNA, before: 8 }, 'no_such_player'],
    [{ op: 'kick', person: '0'.repeat(32) }, 'no_such_person'],
    [{ op: 'settle', late: 1, apply: true }, 'not_pending'],
    [{ op: 'late_join', allow: false }, 'stale'],
  ];
  for (const [command, name] of refused) {
    assert.throws(() => phone.edit(command), { name }, JSON.stringify(command));
  }
  assert.equal(phone.journal.length, before);
});

test('Phones that disagreed without signal see the same dispute; the host settles it', () => {
  const { phone: host, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  host.hear(server);
  guest.lose();
  host.edit(score(1, 3));
  host.talk(server);
  guest.edit(score(1, 4));
  assert.deepEqual(guest.view.disputes, []);
  guest.connect(server);
  host.hear(server);
  for (const phone of [host, guest]) {
    const [{ key, claims }] = phone.view.disputes;
    assert.deepEqual(key, [1, ANNA, 1, 0]);
    assert.deepEqual(
      claims.map(({ value, name }) => [value, name]),
      [
        [3, 'Anna'],
        [4, 'Ben'],
      ],
    );
  }
  host.edit({ ...score(1, 4), confirm: true });
  host.talk(server);
  guest.hear(server);
  for (const phone of [host, guest]) {
    assert.deepEqual(phone.view.disputes, []);
    assert.equal(phone.scores[0], 4);
  }
});

test('What was seen on opening an entry counts, not what came while typing', () => {
  const { phone: host, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  host.hear(server);
  const seen = host.core.seen([1, ANNA, 1, 0]);
  guest.edit(score(1, 4));
  guest.talk(server);
  host.hear(server);
  host.edit(score(1, 3), seen);
  host.talk(server);
  assert.equal(host.view.disputes.length, 1);
});

test('A late entry waits for the host, who lets it count', () => {
  const { phone: host, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  host.hear(server);
  guest.lose();
  host.edit({ op: 'kick', person: guest.core.author.person });
  host.talk(server);
  guest.edit(score(1, 4));
  guest.connect(server);
  host.hear(server);
  assert.equal(guest.view.pendingCount, 0);
  const [{ seq, reason, value }] = host.view.late;
  assert.deepEqual([reason, value], [2, 4]);
  assert.equal(host.scores[0], null);
  host.edit({ op: 'settle', late: seq, apply: true });
  assert.equal(host.scores[0], 4);
  host.talk(server);
  assert.deepEqual(host.view.lobby, server.lobby);
  assert.deepEqual(host.view.late, []);
});

test('A late entry can be settled once the server has given it its number', () => {
  const { phone, server } = Phone.playing();
  phone.edit({ op: 'move', from: ['playing', 1], to: ['ended', 1] });
  phone.edit({ op: 'move', from: ['ended', 1], to: ['locked', 1] });
  phone.edit(score(1, 4));
  const [{ seq }] = phone.view.late;
  const settle = { op: 'settle', late: seq, apply: true };
  assert.throws(() => phone.edit(settle), { name: 'not_pending' });
  phone.talk(server);
  phone.edit(settle);
  assert.deepEqual(phone.view.late, []);
  phone.talk(server);
  assert.deepEqual(phone.scores, [4, null, null]);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('Who leaves before the start takes the column along, and nobody afterwards', () => {
  for (const hasBegun of [false, true]) {
    const { phone, server } = Phone.playing();
    if (!hasBegun) server.lobby.stage = ['setup', 0];
    phone.receive(server.snapshot);
    phone.edit({ op: 'leave' });
    assert.equal(phone.view.card.lines.length, hasBegun ? 1 : 0);
  }
});

test('Undo goes back entry by entry, also after the page was opened anew', () => {
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  phone.edit(score(2, 4));
  phone.edit(score(1, 5));
  phone.undo();
  assert.equal(phone.scores[0], 3);
  phone.restart();
  phone.undo();
  assert.equal(phone.scores[1], null);
  phone.undo();
  assert.equal(phone.scores[0], null);
  assert.equal(phone.view.undoable, null);
  assert.equal(phone.undo(), null);
  phone.edit(score(1, 2));
  phone.undo();
  assert.equal(phone.scores[0], null);
  phone.connect(server);
  assert.deepEqual(phone.view.lobby, server.lobby);
});

test('Undo brings back a name, a par and a course as they were at the beginning', () => {
  const { phone } = Phone.playing();
  phone.edit({ op: 'set', cell: [0, ANNA, 0, 1], value: 'Anneli' });
  phone.edit({ op: 'set', cell: [0, 0, 2, 2], value: 5 });
  phone.edit({ op: 'set', cell: [0, 0, 0, 3], value: null });
  const { lines, pars, course } = phone.view.card;
  assert.deepEqual([lines[0].name, pars, course], ['Anneli', [3, 5, 3], null]);
  for (let count = 0; count < 3; count += 1) phone.undo();
  const { card } = phone.view;
  assert.deepEqual([card.lines[0].name, card.pars, card.course], ['Anna', [3, 3, 3], 'Meadow']);
});

test('Undo leaves alone what someone else has changed since', () => {
  const { phone, server } = Phone.playing();
  const guest = Phone.guest();
  guest.connect(server);
  phone.hear(server);
  phone.edit(score(1, 3));
  phone.talk(server);
  guest.hear(server);
  guest.edit(score(1, 4));
  guest.talk(server);
  phone.hear(server);
  assert.equal(phone.scores[0], 4);
  assert.equal(phone.view.undoable, null);
});

test('The card adds up throws and their relation to par over all rounds', () => {
  const { phone } = Phone.playing();
  phone.edit(score(1, 5));
  phone.edit(score(2, 2));
  phone.edit({ op: 'set', cell: [0, 0, 1, 2], value: 4 });
  phone.edit({ op: 'move', from: ['playing', 1], to: ['round_ended', 1] });
  phone.edit({ op: 'move', from: ['round_ended', 1], to: ['playing', 2] });
  phone.edit({ op: 'set', cell: [2, ANNA, 3, 0], value: 3 });
  const [line] = phone.view.card.lines;
  assert.deepEqual(line.throws, [null, null, 3]);
  const { total, overPar, scored } = line;
  assert.deepEqual([total, overPar, scored], [10, 0, 3]);
});

test('Every edit says in which history it was typed, though nothing was seen there', () => {
  const opened = Phone.host().core.seen([1, ANNA, 1, 0]);
  assert.deepEqual(opened, { version: 0, epoch: NO_EPOCH });
  const { phone, server } = Phone.playing();
  phone.edit(score(1, 3));
  phone.edit(score(2, 4), opened);
  for (const { text } of phone.core.outbox.entries.slice(-2)) {
    assert.deepEqual([JSON.parse(text).bv, JSON.parse(text).be], [undefined, server.epoch]);
  }
  const op = { n: 1, at: 1, bv: 0, be: NO_EPOCH, ...score(1, 3) };
  assert.equal(JSON.parse(encodeOp(op)).be, NO_EPOCH);
  assert.throws(() => encodeOp({ ...op, be: undefined }), WireError);
  const { be, ...without } = JSON.parse(encodeOp(op));
  assert.deepEqual(decodeOp(JSON.stringify(without)), { n: 1, op: null });
});

test('What is only expected has the seq that follows in the view, and its own time as received', () => {
  const { phone, server } = Phone.playing();
  phone.lose();
  const { seq, start } = server.lobby;
  const typed = [1, 2].map((hole) => {
    phone.edit(score(hole, 3));
    return phone.core.outbox.entries.at(-1).op.at;
  });
  const { lobby } = phone.view;
  assert.equal(lobby.seq, seq + 2);
  typed.forEach((at, place) => {
    const cell = lobby.cells.get(`1/${ANNA}/${place + 1}/0`);
    const [sibling] = cell.siblings;
    assert.deepEqual([cell.version, sibling.seq, sibling.at], [seq + place + 1, seq + place + 1, at - start]);
  });
});
