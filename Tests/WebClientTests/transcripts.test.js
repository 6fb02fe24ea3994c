// The transcripts of Protocol.md, in which this client plays everyone: what stands there as said by
// a client is what it says by itself, byte for byte but for the order of the fields of a `hello`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientCore } from '../../Sources/WebClient/core/client-core.js';
import { game } from '../../Sources/WebClient/core/game-kind.js';
import { fingerprint, parseObject } from '../../Sources/WebClient/core/json.js';
import { apply, newLobby } from '../../Sources/WebClient/core/lobby.js';
import { decodeOp } from '../../Sources/WebClient/core/ops.js';
import { Refusal } from '../../Sources/WebClient/core/refusal.js';
import { decodeChange, encodeSnapshot } from '../../Sources/WebClient/core/shapes.js';
import { identityFrom } from '../../Sources/WebClient/core/wire.js';
import { viewOf } from '../../Sources/WebClient/core/view.js';
import { rowsUnder, transcripts } from './support/document.js';
import { seeded } from './support/phone.js';

/** What no client of this repository does: leave out an op, knock without a wish, say nonsense. */
const NOT_PLAYED = ['Gap', 'At the door', 'Refused entry'];
const START = 1_760_000_000_000;

const hex = (digits, seed) => String(seed + 1).padStart(4, '0').repeat(digits / 4);

/** A value of the right shape for what the server makes, the same for the same name. */
class Values {
  constructor() {
    this.values = new Map(
      rowsUnder('Transcripts').map(({ cells: [name, value] }) => [name.slice(1), value]),
    );
  }

  of(name) {
    if (!this.values.has(name)) this.values.set(name, this.make(name, this.values.size));
    return this.values.get(name);
  }

  make(name, seed) {
    if (name.startsWith('code')) return ['K7M2QX', 'K7M2QY'][Number(name.slice(4) || 1) - 1];
    if (name.startsWith('epoch')) return hex(16, seed);
    if (name.endsWith('Player')) return 1_000 + seed;
    if (/^h\d/.test(name)) return hex(24, seed);
    return hex(32, seed);
  }

  fill(json) {
    return json.replace(/"\$(\w+)"/g, (_, name) => JSON.stringify(this.of(name)));
  }
}

class Actor {
  constructor(stage) {
    this.stage = stage;
    this.core = null;
    this.sent = [];
  }

  time(at = this.stage.now) {
    return { wall: at, monotonic: at - START };
  }

  do(action, at) {
    action(this.core, this.time(at));
    for (const effect of this.core.takeEffects()) {
      if (effect.type === 'send') this.sent.push(effect.text);
      if (effect.type === 'disconnect') this.sent = [];
    }
  }

  /** Writes those of these ops that aren't in the journal yet. */
  write(texts) {
    for (const text of texts) if (decodeOp(text).n > this.core.outbox.last) this.edit(text);
    const n = this.core.outbox.last;
    this.do((core) => core.committed({ rid: core.identity.rid, n }));
  }

  edit(text) {
    const { n, at, bv, be, ...command } = decodeOp(text).op;
    try {
      this.do((core, now) => core.edit(command, now, { version: bv, epoch: be }), at);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // The server is to refuse it, so it is asked.
      this.core.outbox.append({ number: n, text, op: decodeOp(text).op, isUndo: false });
    }
  }

  says(json, later) {
    const { fields } = parseObject(json);
    if (fields.type === 'hello') return this.greets(fields, later);
    if (fields.type === 'bye') {
      // Who has been let in takes leave without being told.
      if (this.core.phase === 'connecting') return;
      this.do((core) => core.stop());
      return this.sent.push(json);
    }
    if (fields.type === 'history') {
      this.do((core) => core.askHistory(fields.after));
      // An op that waits in the journal may have gone out before.
      return assert.equal(this.sent.pop(), json);
    }
    const texts = fields.ops.map((op) => JSON.stringify(op));
    if (fields.ops.every(({ n }) => n <= this.core.outbox.acknowledged)) return;
    this.write(texts);
    assert.equal(this.sent.shift(), json);
  }

  greets(fields, later) {
    if (!this.core) this.core = new ClientCore(identityFrom(fields), seeded(1), game);
    // What is in the journal by then is sent further down.
    this.write(later.filter((text) => decodeOp(text).n <= fields.n));
    const { connection, waitsUntil } = viewOf(this.core);
    if (fields.as && connection === 'stopped') this.do((core) => core.rejoin());
    else this.do((core) => core.start());
    if (connection === 'waiting') this.do((core, now) => core.tick(now), START + waitsUntil);
    this.do((core, now) => core.connected(now));
    // The name that someone joined under is known to the server.
    const { name, ...rest } = parseObject(this.sent.shift()).fields;
    const { name: given, ...wanted } = fields;
    assert.deepEqual(rest, wanted);
  }
}

/** A transcript, played from its beginning to its end. */
class Stage {
  constructor(steps) {
    this.values = new Values();
    this.now = START;
    this.steps = steps.map((step) => ({ ...step, json: step.json && this.values.fill(step.json) }));
    this.actors = new Map();
    this.events = eventsOf(this.steps);
  }

  actor(who) {
    if (!this.actors.has(who)) this.actors.set(who, new Actor(this));
    return this.actors.get(who);
  }

  play() {
    this.steps.forEach(({ who, direction, closeCode, json, what }, place) => {
      if (what !== undefined) return this.happens(what);
      const actor = this.actor(who);
      if (direction === '>') return actor.says(json, this.opsAfter(place, who));
      if (json) actor.do((core, now) => core.received(this.whole(actor, json), now));
      else if (actor.core.phase !== 'offline') {
        actor.do((core, now) => core.disconnected(closeCode, now));
      }
    });
    for (const [who, { core, sent }] of this.actors) {
      assert.deepEqual(sent.filter((text) => text !== '{"type":"bye"}'), [], who);
      assert.equal(viewOf(core).pendingCount, 0, who);
    }
  }

  happens(what) {
    const seconds = /^(\d+) s pass$/.exec(what);
    if (seconds) this.now += Number(seconds[1]) * 1_000;
    const cut = /^(\w+) is cut off$/.exec(what);
    const lost = cut ? [this.actor(cut[1])] : [...this.actors.values()];
    if (!cut && !what.startsWith('the server restarts')) return;
    for (const actor of lost) actor.do((core, now) => core.disconnected(null, now));
  }

  opsAfter(place, who) {
    return this.steps.slice(place).flatMap((step) => {
      const isOps = step.who === who && step.direction === '>' && step.json.includes('"ops":');
      return isOps ? parseObject(step.json).fields.ops.map((op) => JSON.stringify(op)) : [];
    });
  }

  /** What the server says, with what the transcript leaves out. */
  whole(actor, json) {
    const { fields } = parseObject(json);
    if (fields.type === 'snapshot' && fields.lobby === '$') {
      const lobby = lobbyAt(this.events, fields.s, fields.epoch);
      const watches = actor.core.session.as === 'spectator';
      const told = watches ? { ...lobby, code: null, invitation: null } : lobby;
      return encodeSnapshot(told, fields.h);
    }
    if (fields.type !== 'welcome') return json;
    const known = fields.last_n > 0 ? fingerprint(actor.core.outbox.entry(fields.last_n).text) : 0;
    return json.replace(/"last_f":("\w+"|\d+)/, `"last_f":${known}`);
  }
}

/** The first event that the transcript has for each `seq`. */
function eventsOf(steps) {
  const events = new Map();
  for (const { json } of steps) {
    const { fields } = parseObject(json ?? '{}');
    if (fields.type !== 'events') continue;
    fields.e.forEach((event, place) => {
      if (!events.has(fields.s + place)) events.set(fields.s + place, event);
    });
  }
  return events;
}

function lobbyAt(events, top, epoch) {
  const { creation } = decodeChange(events.get(1), 1);
  const lobby = newLobby('9ce1de43687e3c4ef867dc7d8013e3e7', epoch, creation);
  for (let seq = 2; seq <= top; seq += 1) apply(lobby, decodeChange(events.get(seq), seq));
  return lobby;
}

test('The transcripts that are not played are there', () => {
  const titles = transcripts.map(({ title }) => title);
  assert.deepEqual(NOT_PLAYED.filter((title) => !titles.includes(title)), []);
});

for (const { title, steps } of transcripts) {
  if (NOT_PLAYED.includes(title)) continue;
  test(`This client can play the transcript “${title}”`, () => new Stage(steps).play());
}
