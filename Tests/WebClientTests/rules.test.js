// The rules of the game are the same here as on the server: whatever is asked for, by whomever and
// at whatever stage, has the same outcome in both.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, decideCreation } from '../../Sources/WebClient/core/decide.js';
import { apply, copyLobby, newLobby } from '../../Sources/WebClient/core/lobby.js';
import { LogFollower } from '../../Sources/WebClient/core/follower.js';
import { game } from '../../Sources/WebClient/core/game-kind.js';
import { encodeOp } from '../../Sources/WebClient/core/ops.js';
import { Refusal } from '../../Sources/WebClient/core/refusal.js';
import { encodeSnapshot } from '../../Sources/WebClient/core/shapes.js';
import { Folfd, whyNot } from './support/folfd.js';
import { LOBBY, NONCE, below, owner, rid, seeded } from './support/phone.js';
import { TestSocket } from './support/websocket.js';
import * as wire from './support/wire.js';

/** Someone who sends what no client would, and waits for each answer. */
class Rogue {
  constructor(folfd, number) {
    this.folfd = folfd;
    this.rid = rid(number);
    this.tag = parseInt(this.rid.slice(0, 8), 16);
    this.n = 0;
    this.credentials = owner(number);
  }

  /** Comes in, or back: until the lobby is known. */
  enter(entry, name, as = 'player') {
    this.follower = new LogFollower(game);
    this.messages = [];
    const opened = () => {
      const identity = { client: 'rules', credentials: this.credentials, rid: this.rid };
      this.socket.send(wire.encodeHello({ ...identity, entry, as, name }, wire.NOWHERE, this.n));
    };
    const received = (text) => this.hear(wire.decodeServerMessage(text));
    const closed = () => this.hear({ type: 'closed' });
    this.socket = new TestSocket(this.folfd.port, { opened, received, closed });
    return this.next((message) => message.type === 'welcome');
  }

  hear(message) {
    if (message.type === 'welcome') {
      this.epoch = message.epoch;
      this.person = message.person;
    }
    if (message.type === 'snapshot') this.follower.replace(message.lobby, message.h);
    if (message.type === 'events') {
      assert.notEqual(this.follower.follow(message, this.epoch, LOBBY), 'misfit');
    }
    this.messages.push(message);
    this.wake?.();
  }

  /** The next message that is wanted, or the end of the connection. */
  async next(isWanted) {
    for (;;) {
      const message = this.messages.shift();
      if (message && (isWanted(message) || message.type === 'closed')) return message;
      if (!message) await new Promise((resolve) => (this.wake = resolve));
    }
  }

  /** Sends an op; gives the refusal's name or null. */
  async send(op) {
    this.n += 1;
    this.socket.send(wire.encodeOps([encodeOp({ ...op, n: this.n })]));
    const answer = await this.next(({ type }) => type === 'ack' || type === 'reject');
    if (answer.type === 'reject') await this.next(({ type }) => type === 'ack');
    return answer.refusal?.name ?? null;
  }

  async upTo(seq) {
    while (this.follower.seq < seq) await this.next(({ type }) => type === 'events');
  }
}

/** What opens a game, which only the server draws. */
const doorOf = ({ code, invitation }) => ({ code, invitation });

/** One of these, or something near. */
const pick = (values, random) => values[below(values.length, random)];

const TEXTS = ['Åsa', ' ', '', '😀'.repeat(16), '😀'.repeat(17), 'a\u2028b', 'a\u2067b', 'x'];
const SETTINGS = [
  undefined,
  { format: 'skins', value: 2 },
  { format: 'match', sides: ['1', '7'], handicap: 'low', allowance: 50 },
  { format: 'nassau', press: 'auto', press_max: 2 },
];
const HOLES = [
  ['1', 3],
  ['2', 4],
];
const PHASES = ['setup', 'playing', 'round_ended', 'ended', 'locked'];
/** The course of the game: at which step the host moves where. */
const MOVES = new Map([
  [30, ['playing', 1]],
  [110, ['round_ended', 1]],
  [150, ['playing', 2]],
  [240, ['ended', 2]],
  [310, ['locked', 2]],
]);
/** At which step the owner deletes the game, and brings it back. */
const DELETIONS = new Map([[400, true], [450, false]]);
const KINDS = [
  ...['add', 'remove', 'place', 'kick', 'host', 'appoint', 'late_join', 'settle', 'leave', 'move'],
  ...['admit', 'claim', 'trust', 'trust', 'game', 'game'],
];

function anyCommand(lobby, random) {
  // Mostly what there is, so that writes meet.
  const strangers = [0, 7, 8, 9, 4_294_967_295];
  const columns = lobby.players.slice(0, 3).map(({ id }) => id);
  const player = pick(below(4, random) > 0 ? columns : strangers, random);
  const person = () => pick([...lobby.members.map((each) => each.person), '0'.repeat(32)], random);
  const [phase, round] = lobby.stage;
  const late = lobby.late.map(({ seq }) => seq);
  const op = below(3, random) > 0 ? 'set' : pick(KINDS, random);
  switch (op) {
    case 'set':
      return anySet(player, round, random);
    case 'add':
      return { op, player, name: pick(TEXTS, random) };
    case 'remove':
      return { op, player };
    case 'place':
      return { op, player, before: pick([undefined, ...columns, ...strangers], random) };
    case 'claim':
      return { op, player };
    case 'admit':
      return { op, person: pick([person(), rid(below(99, random))], random), name: pick(TEXTS, random) };
    case 'kick':
      // Rarely: who is kicked never comes back.
      return { op, person: below(8, random) ? '0'.repeat(32) : person() };
    case 'host':
      return { op, from: person(), to: person() };
    case 'appoint':
      return { op, person: person(), role: below(2, random) };
    case 'game': {
      const known = pick([...lobby.games, undefined], random);
      const id = (known?.id ?? lobby.last_game + 1) + (below(8, random) ? 0 : 1);
      const from = known?.number ?? (below(8, random) ? undefined : 1);
      return { op, id, from, settings: pick(SETTINGS, random) };
    }
    case 'trust': {
      const need = below(4, random);
      const from = lobby.trust.number + (below(8, random) ? 0 : 1);
      // Now and then more scorers than make sense.
      const count = (need ? 0 : 1) + (below(6, random) ? 0 : 1);
      const scorers = Array.from({ length: count }, person);
      return { op, from, need, scorers, blind: below(6, random) === 0 };
    }
    case 'late_join':
      return { op, allow: below(2, random) === 1 };
    case 'settle':
      return { op, late: pick([...late, 1], random), apply: below(3, random) > 0 };
    case 'move':
      return { op, from: [phase, round], to: [pick(PHASES, random), round + 2] };
    default:
      return { op };
  }
}

/** What stands in the places of a cell of these fields: a round, a column, a number, a hole. */
const PLACES = {
  5: 'r--', 6: 'r-h', 7: '--h', 8: '-p-', 9: '-p-', 10: 'rp-', 11: 'rp-', 12: 'rph', 13: 'rph',
  14: 'rph', 15: 'rpn', 16: 'rnh', 17: 'rph', 18: 'rnh', 19: 'rph', 20: 'rph', 21: 'rp-', 22: '-p-',
  64: 'rph', 90: 'rph', 104: 'rph',
};

/** Something beside the scores. */
function anyFact(player, round, random) {
  const field = Number(pick(Object.keys(PLACES), random));
  const of = {
    '-': () => (below(15, random) ? 0 : 1),
    r: () => pick([round, round, round, 0, 1, round + 1, round + 2, 17], random),
    p: () => player,
    n: () => pick([1, 2, 7, 0, 255], random),
    h: () => pick([1, 1, 2, 0, 3], random),
  };
  const cell = [...PLACES[field]].map((sign) => of[sign]()).concat(field);
  const values = [null, 0, 1, 2, 9, 10, 72, 73, 99, 255, 256, -990, -991, 1_200, 99_999, 2 ** 31];
  const texts = [null, ...TEXTS, '3,4;0', '1/s1', 'x'.repeat(25), '1'.repeat(257)];
  const value = pick([17, 20, 21].includes(field) ? texts : values, random);
  return { op: 'set', cell, value, confirm: below(4, random) === 0 || undefined };
}

function anySet(player, round, random) {
  if (below(4, random) === 0) return anyFact(player, round, random);
  const field = pick([0, 0, 0, 1, 2, 3, 4], random);
  const hole = pick([1, 1, 1, 2, 0, 3], random);
  const key = {
    0: [pick([round, round, round, round, 0, round + 1, 17], random), player, hole, 0],
    1: [0, player, 0, 1],
    2: [0, 0, hole, 2],
    3: [0, 0, 0, 3],
    4: [0, player, 0, 4],
  }[field];
  if (below(12, random) === 0) key[below(3, random)] = 1;
  const numbers = [null, 1, 2, 3, 4, 5, 20, 99, 0, 21, 100, -1];
  const value = pick([0, 2].includes(field) ? numbers : [null, ...TEXTS], random);
  return { op: 'set', cell: key, value, confirm: below(4, random) === 0 || undefined };
}

/** What the rules here make of an op: a lobby, or the name of a refusal. */
function outcome(lobby, op, author) {
  try {
    const change = decide(lobby, op, author, Date.now());
    const next = copyLobby(lobby);
    apply(next, change);
    return { next, name: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { next: lobby, name: error.name };
  }
}

for (const seed of [1, 2]) {
  test(`Every command has here the outcome that the server gives it (seed ${seed})`, {
    skip: whyNot,
  }, async (context) => {
    const folfd = new Folfd();
    await folfd.start();
    context.after(async () => assert.equal(await folfd.stop(), 0, folfd.log));
    const random = seeded(seed);
    const rogues = [1, 2, 3].map((number) => new Rogue(folfd, number));
    context.after(() => rogues.forEach(({ socket }) => socket.cut()));
    const [anna] = rogues;
    await anna.enter({ create: LOBBY }, null, null);
    const create = {
      ...{ at: Date.now(), bv: 0, be: wire.NOWHERE.epoch, op: 'create', course: null },
      ...{ holes: HOLES, late_join: true, nonce: NONCE, invitation: rid(9), watch: rid(8) },
      ...{ name: 'Anna', player: 1 },
    };
    const creation = decideCreation({ ...create, n: 1 }, anna, Date.now() + 1_000);
    assert.equal(await anna.send(create), null);
    const { code } = anna.follower.state;
    const made = newLobby(LOBBY, anna.epoch, { ...creation, code });
    assert.equal(encodeSnapshot(made, 0), encodeSnapshot(anna.follower.state, 0));
    for (const rogue of rogues.slice(1)) await rogue.enter({ code }, 'Ben');

    const names = new Set();
    let lobby = made;
    for (let step = 0; step < 460; step += 1) {
      const top = Math.max(...rogues.map((rogue) => rogue.follower.seq));
      const present = rogues.filter((rogue) => rogue.socket.closeCode === null);
      for (const rogue of present) await rogue.upTo(top);
      lobby = anna.follower.state ?? lobby;
      const isDeleting = DELETIONS.has(step);
      const isMoving = MOVES.has(step);
      const actor = isDeleting ? lobby.owner : isMoving ? lobby.host : 0;
      const rogue = actor ? rogues[actor - 1] : pick(present, random);
      const at = lobby.start + pick([-400_000, 0, below(1_000, random)], random);
      const be = pick([lobby.epoch, lobby.epoch, wire.NOWHERE.epoch, '00000000000000aa'], random);
      const move = { op: 'move', from: lobby.stage, to: MOVES.get(step) };
      const planned = isDeleting ? { op: 'delete', deleted: DELETIONS.get(step) } : move;
      const command = actor ? planned : anyCommand(lobby, random);
      const op = { at, bv: below(top + 3, random), be, ...command };
      // The host stays, and so does Anna, who sees everything; others may go and come back.
      const stays = rogue === anna || rogue === rogues[lobby.host - 1];
      if (op.op === 'leave' && (stays || step % 20 > 0 || step > 300)) continue;
      if (op.op === 'kick' && op.person === anna.person) continue;
      const expected = outcome(lobby, { ...op, n: rogue.n + 1 }, rogue);
      const name = await rogue.send(op);
      if (actor) assert.equal(name, null);
      assert.equal(name, expected.name, JSON.stringify({ op, stage: lobby.stage }));
      names.add(name);
      if (op.op === 'leave' && name === null) {
        await rogue.next(() => false);
        await rogue.enter({ code: anna.follower.state.code }, 'Ben');
        if (rogue.socket.closeCode !== null) continue;
        await rogue.next(({ type }) => type === 'presence');
        continue;
      }
      const isKick = op.op === 'kick' && name === null;
      const kicked = isKick && rogues.find(({ person }) => person === op.person);
      if (kicked) await kicked.next(() => false);
      await anna.upTo(expected.next.seq + (isKick ? 1 : 0));
      // Only the server knows when it heard of it.
      if (isDeleting) expected.next.deleted &&= anna.follower.state.deleted;
      if (isKick) apply(expected.next, { kind: 'invite', ...doorOf(anna.follower.state) });
      const shown = encodeSnapshot(anna.follower.state, 0);
      assert.equal(shown, encodeSnapshot(expected.next, 0), JSON.stringify(op));
    }
    const followed = encodeSnapshot(anna.follower.state, 0);
    anna.socket.cut();
    await anna.next(() => false);
    await anna.enter({ lobby: LOBBY, ticket: null }, null, null);
    await anna.next(({ type }) => type === 'snapshot');
    assert.equal(followed, encodeSnapshot(anna.follower.state, 0));
    assert.ok(names.has('deleted'));
    assert.ok(names.has('bad_value') && names.has('not_yours'));
    assert.ok(names.size >= 12, [...names].join(' '));
    assert.ok([...lobby.cells.values()].some(({ siblings }) => siblings.length > 1));
  });
}
