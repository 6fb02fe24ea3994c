// The golden files of Tests/Vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../Sources/WebClient/core/decide.js';
import { WireError, parseObject, write } from '../../Sources/WebClient/core/json.js';
import { checkLayout } from '../../Sources/WebClient/core/layout.js';
import { apply, isDisputed, newCell, newLobby, writeCell } from '../../Sources/WebClient/core/lobby.js';
import { decodeOp, encodeOp } from '../../Sources/WebClient/core/ops.js';
import { Refusal } from '../../Sources/WebClient/core/refusal.js';
import { decodeChange, encodeSnapshot, lobbyFrom } from '../../Sources/WebClient/core/shapes.js';
import { signaturesOf } from '../../Sources/WebClient/core/signing.js';
import { jointStandings, podiumOf, standingsOf } from '../../Sources/WebClient/core/standings.js';
import { comesTo } from '../../Sources/WebClient/ui/state/card-as.js';
import { vectors } from './support/document.js';
import { encodeChange, encodeMessage, siblingPlaces } from './support/encode.js';
import * as wire from './support/wire.js';

const messages = vectors('messages');
const fromServer = messages.filter(({ direction }) => direction === 'server to client');
const fromClient = messages.filter(({ direction }) => direction === 'client to server');

const sibling = ([seq, value, member, tag, at, rank]) => ({ seq, value, member, tag, at, rank });

test('Every message of a server is read, and written again gives the same bytes', () => {
  assert.ok(fromServer.length > 20);
  for (const { name, text } of fromServer) {
    assert.equal(encodeMessage(wire.decodeServerMessage(text)), text, name);
  }
});

test('Every message of a client is written with the same bytes', () => {
  assert.ok(fromClient.length > 15);
  for (const { name, text } of fromClient) assert.equal(sentAgain(text), text, name);
});

/** A client's message, from the values that stand in it. */
function sentAgain(text) {
  const { fields, raw } = parseObject(text);
  if (fields.type === 'hello') {
    const { epoch, seq, hash } = fields;
    const position = epoch === undefined ? wire.NOWHERE : { epoch, seq, hash };
    return wire.encodeHello(wire.identityFrom(fields), position, fields.n, fields.heard);
  }
  if (fields.type === 'history') return wire.encodeHistory(fields.after);
  if (fields.type === 'ping') return wire.encodePing(fields.t);
  if (fields.type === 'bye') return wire.BYE;
  assert.equal(write(fields.ops), raw('ops'));
  const ops = fields.ops.map((op) => decodeOp(write(op)).op);
  return wire.encodeOps(ops.map((op) => encodeOp(op)));
}

test('A message cut short anywhere, or with a sign too many, is refused', () => {
  for (const { name, text } of fromServer) {
    for (let length = 0; length < text.length; length += 1 + (text.length >> 7)) {
      assert.throws(() => wire.decodeServerMessage(text.slice(0, length)), WireError, name);
    }
    assert.throws(() => wire.decodeServerMessage(`${text}}`), WireError, name);
  }
});

test('A message without one of its fields is refused, unless the field may be absent', () => {
  const optional = {
    welcome: ['v', 'ticket', 'limits', 'member', 'kept_days'],
    presence: ['here', 'spectators', 'host_passes_in_ms', 'knocks'],
    error: ['text', 'retry', 'retry_ms'],
    reject: ['name', 'text'],
  };
  for (const { name, text } of fromServer) {
    const { fields } = parseObject(text);
    for (const field of Object.keys(fields)) {
      if (optional[fields.type]?.includes(field)) continue;
      const rest = write({ ...fields, [field]: undefined });
      assert.throws(() => wire.decodeServerMessage(rest), WireError, `${name}: ${field}`);
    }
  }
});

test('Places and fields that a later version adds are passed over', () => {
  for (const { name, text } of fromServer) {
    const { fields } = parseObject(text);
    const later = write({ ...fields, weather: { wind: [1, { gust: 2 }] } });
    assert.equal(encodeMessage(wire.decodeServerMessage(later)), text, name);
    if (fields.type !== 'events' && fields.type !== 'history') continue;
    // A game without a layout ends before its place.
    const whole = (event) => (event[0] === 'new' && event.length < 12 ? [...event, null] : event);
    const longer = write({ ...fields, e: fields.e.map((event) => [...whole(event), 'rain']) });
    assert.equal(encodeMessage(wire.decodeServerMessage(longer)), text, name);
  }
});

test('Members come in the order of their numbers, and a member knows its own', () => {
  const text = fromServer.find((each) => each.text.includes('"members":[[1')).text;
  assert.throws(() => wire.decodeServerMessage(text.replace('[[1', '[[2')), WireError);
  const welcome = fromServer.find((each) => each.text.includes('"as":"member"')).text;
  const anonymous = welcome.replace(/"member":\d+,/, '');
  assert.notEqual(anonymous, welcome);
  assert.throws(() => wire.decodeServerMessage(anonymous), WireError);
});

test('Equal lobbies give equal bytes, in whatever order their cells were written', () => {
  const { text } = fromServer.find((each) => each.text.startsWith('{"type":"snapshot"'));
  const { lobby, h } = wire.decodeServerMessage(text);
  const keys = ['1/7/2/0', '0/41/0/4', '1/41/10/0', '0/41/0/1', '1/41/2/0'];
  const written = (order) => {
    const cells = new Map(order.map((key) => [key, { version: 3, siblings: [] }]));
    return encodeSnapshot({ ...lobby, cells }, h);
  };
  const [bytes, turned] = [written(keys), written([...keys].reverse())];
  assert.equal(turned, bytes);
  const order = [...wire.decodeServerMessage(bytes).lobby.cells.keys()];
  assert.deepEqual(order, ['0/41/0/1', '0/41/0/4', '1/7/2/0', '1/41/2/0', '1/41/10/0']);
});

test('Merges lead to what the vectors say', () => {
  for (const vector of vectors('merge')) {
    const before = newCell(0, vector.before.map(sibling));
    const cell = writeCell(before, sibling(vector.write[0]), vector.seen, vector.strict);
    assert.deepEqual(siblingPlaces(cell), vector.after, vector.name);
    assert.equal(cell.version, vector.version, vector.name);
    assert.equal(cell.siblings[0].value, vector.shown, vector.name);
    assert.equal(isDisputed(cell), vector.disputed, vector.name);
  }
});

test('Signatures and games beside the scores come to what the vectors say', () => {
  const all = vectors('signatures');
  assert.ok(all.length > 25);
  for (const { name, lobby: text, signatures, games } of all) {
    const lobby = lobbyFrom(text, '1'.repeat(16), 99);
    const found = signaturesOf(lobby, 1).map(({ player, content, signature, blocks }) => ({
      player: String(player),
      content,
      signature,
      blocks: blocks.map(({ hole, why, who }) => ({ hole, why, who: who.map(String) })),
    }));
    assert.deepEqual(found, signatures, name);
    const results = lobby.games.map(({ settings }) => comesTo(lobby, 1, settings));
    assert.deepEqual(JSON.parse(JSON.stringify(results)), games, name);
  }
});

test('Games come to what the vectors say', () => {
  const all = vectors('results');
  assert.ok(all.length > 30);
  for (const { name, lobbies, list, results, podium } of all) {
    const games = lobbies.map((lobby, game) => ({ lobby: lobbyFrom(lobby, '1'.repeat(16), 99), game }));
    const joint = jointStandings(games);
    assert.deepEqual(joint.map(resultPlaces), results, name);
    if (games.length === 1) {
      const own = standingsOf(games[0].lobby).map((each) => ({ ...each, game: 0 }));
      assert.deepEqual(own, joint, name);
    }
    const told = joint.map((each) => `${each.place ?? '-'}${each.isShared ? '=' : ''} ${each.name}`);
    assert.equal(told.join(', '), list, name);
    const steps = podiumOf(joint).map(({ people }) => people.map((each) => each.name));
    assert.deepEqual(steps, podium, name);
  }
});

/** A result as the golden file has it. */
function resultPlaces({ isShared, overPar, counts, best, rounds, ...rest }) {
  const { ace, eagle, birdie, par, bogey, double, triple } = counts;
  return {
    ...rest,
    shared: isShared,
    over_par: overPar,
    counts: [ace, eagle, birdie, par, bogey, double, triple],
    best: best && [best.round, best.hole, best.overPar],
    rounds: rounds.map(({ overPar: over, ...line }) => ({ ...line, over_par: over })),
  };
}

test('The events of the log add up to a lobby', () => {
  const log = vectors('log').map(({ seq, body, texts }) => {
    const change = JSON.parse(body)[3];
    return { seq, change: withTexts(change, texts ? JSON.parse(texts) : []) };
  });
  const [first, ...rest] = log.map(({ seq, change }) => decodeChange(change, seq));
  const lobby = newLobby('1'.repeat(32), '00000000000000e1', first.creation);
  assert.deepEqual(encodeChange(first), log[0].change);
  rest.forEach((change, place) => {
    assert.deepEqual(encodeChange(change), log[place + 1].change);
    apply(lobby, change);
  });
  assert.equal(lobby.seq, log.length);
  assert.deepEqual(lobby.given?.holes, [
    ['1', 3],
    ['10A', 4],
  ]);
  assert.deepEqual(lobby.holes, [['1', 3]]);
  assert.equal(lobby.number, 2);
  assert.equal(lobby.members[1].name, 'Ben');
});

const layoutWith = (layout, at) =>
  layout && {
    ...layout,
    name: at(layout.name),
    default_tee: at(layout.default_tee),
    tees: layout.tees.map(([name, colour]) => [at(name), colour]),
  };

/** The log keeps typed texts apart; in messages they stand in their places. */
function withTexts([kind, ...places], texts) {
  const at = (index) => (index === null ? null : texts[index]);
  const isText = (field) => field === 1 || field === 3 || field === 4;
  const siblings = (list, field) =>
    list && list.map(([seq, v, ...rest]) => [seq, isText(field) ? at(v) : v, ...rest]);
  const [a, b, c, d, e, f, g, h, i, j] = places;
  switch (kind) {
    case 'new':
      return [kind, a, b, c, at(d), e.map(([label, par]) => [at(label), par]), f, g, at(h), i, j];
    case 'layout':
      return [kind, a, at(b), c.map(([label, par]) => [at(label), par]), layoutWith(d, at)];
    case 'cell':
      return [kind, a, b, c, d, siblings(e, d)];
    case 'join':
      return [kind, a, b, c, d, e, at(f)];
    case 'add':
      return [kind, a, b, at(c), d];
    case 'late':
      return [kind, a, b, c, d, e, f, isText(f) ? at(g) : g, h, i, j];
    case 'settle':
      return [kind, a, b, c, d, e, siblings(f, e)];
    default:
      return [kind, ...places];
  }
}

test('Whatever is wrong with an op, it has its number, and nothing else is taken for one', () => {
  const ops = vectors('ops');
  assert.ok(ops.length > 80);
  for (const { op, n, result } of ops) {
    const read = decodeOp(op);
    assert.equal(read.n, n, op);
    assert.equal(read.op !== null, result === 'op', op);
  }
});

test('A layout is taken or refused as the golden file has it', () => {
  const layouts = vectors('layouts');
  assert.ok(layouts.length > 60);
  for (const { layout, holes, result } of layouts) {
    const check = () => {
      try {
        checkLayout(layout, holes);
        return 'op';
      } catch (error) {
        if (error instanceof WireError) return 'malformed';
        return error.name;
      }
    };
    assert.equal(check(), result, write(layout));
  }
});

test('Names are refused, told apart and taken as the golden file has it', () => {
  const names = vectors('names');
  assert.ok(names.length > 60);
  const attempt = (lobby, op) => {
    try {
      return decide(lobby, { n: 1, at: 0, bv: 0, be: lobby.epoch, ...op }, host);
    } catch (error) {
      assert.ok(error instanceof Refusal, error);
      return error.name;
    }
  };
  const host = { person: '1'.repeat(32), tag: 1 };
  for (const { card, name, added, taken } of names) {
    const creation = { start: 0, holes: [['1', 3]], person: host.person, name: 'Host', player: 0 };
    const lobby = newLobby('2'.repeat(32), '3'.repeat(16), creation);
    const columns = card.map((each, place) => ({ id: place + 1, name: `Guest ${place}` }));
    columns.push({ id: 100, name: 'Guest' });
    for (const { id, name: first } of columns) {
      lobby.players.push({ id, member: 0, name: first, removed: 0 });
    }
    // What counts is what is shown, and who is on the card.
    lobby.players.push({ id: 101, member: 0, name, removed: 1 });
    for (const [place, each] of card.entries()) {
      const change = attempt(lobby, { op: 'set', cell: [0, place + 1, 0, 1], value: each });
      apply(lobby, change);
    }
    const change = attempt(lobby, { op: 'add', player: 102, name });
    assert.equal(change.player?.name ?? change, added ?? 'bad_text', JSON.stringify(name));
    const set = attempt(lobby, { op: 'set', cell: [0, 100, 0, 1], value: name });
    const refusal = added === null ? 'bad_text' : taken ? 'name_taken' : undefined;
    assert.equal(set.kind ? undefined : set, refusal, JSON.stringify(name));
    if (card.length === 1 && added !== null) {
      const own = attempt(lobby, { op: 'set', cell: [0, 1, 0, 1], value: name });
      assert.equal(own.kind, 'cell', JSON.stringify(name));
    }
  }
});
