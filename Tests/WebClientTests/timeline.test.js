// Who entered what when, from the events of a game; and the game as it stood after each.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardOf } from '../../Sources/WebClient/core/scorecard.js';
import { encodeSnapshot } from '../../Sources/WebClient/core/shapes.js';
import { apply, copyLobby, newLobby } from '../../Sources/WebClient/core/lobby.js';
import { decide, decideCreation } from '../../Sources/WebClient/core/decide.js';
import * as timeline from '../../Sources/WebClient/ui/state/timeline.js';
import { ANNA, BEGIN, CREATE, LOBBY } from './support/phone.js';

const { HELD_MILLISECONDS, Replay, entriesOf, entriesOfCell, heldInLobby, heldTimes } = timeline;

const EPOCH = '1'.repeat(16);
const BEN = 20;
const ANNAS = { person: 'a'.repeat(32), tag: 1 };
const BENS = { person: 'b'.repeat(32), tag: 2 };
const MINUTE = 60_000;

/** A game as the server keeps it: what happens becomes events. */
class Game {
  constructor() {
    const creation = decideCreation({ n: 1, at: 0, bv: 0, be: EPOCH, ...CREATE }, ANNAS);
    this.changes = [{ kind: 'new', creation }];
    this.lobby = newLobby(LOBBY, EPOCH, creation);
    const ben = { number: 2, person: BENS.person, role: 0, standing: 0, player: BEN, name: 'Ben' };
    this.happen({ kind: 'join', member: ben });
    this.do(ANNAS, BEGIN, 0);
  }

  happen(change) {
    this.changes.push(change);
    apply(this.lobby, change);
  }

  /** `at` is when it was typed; it arrives now. */
  do(author, command, at, bv = this.lobby.seq) {
    this.happen(decide(this.lobby, { n: 1, at, bv, be: EPOCH, ...command }, author, 1e9));
  }

  set(author, [player, hole], value, at, bv, confirm) {
    this.do(author, { op: 'set', cell: [1, player, hole, 0], value, confirm }, at, bv);
  }
}

const shortly = ({ kind, member, value, at }) => [kind, member, value, at];

test('The history of a cell tells who entered what when, and what was in dispute', () => {
  const game = new Game();
  game.set(ANNAS, [BEN, 1], 3, 1 * MINUTE);
  game.set(ANNAS, [BEN, 2], 5, 2 * MINUTE);
  game.set(BENS, [BEN, 1], 4, 1.5 * MINUTE, 0);
  game.set(ANNAS, [BEN, 1], 4, 4 * MINUTE, undefined, true);
  game.set(ANNAS, [BEN, 1], null, 5 * MINUTE);
  const history = entriesOfCell(entriesOf(game.changes), [1, BEN, 1, 0]);
  assert.deepEqual(history.map(shortly), [
    ['set', 1, 3, 1 * MINUTE],
    ['set', 2, 4, 1.5 * MINUTE],
    ['confirm', 1, 4, 4 * MINUTE],
    ['set', 1, null, 5 * MINUTE],
  ]);
  assert.deepEqual(history.map(({ isDisputed }) => isDisputed), [false, true, false, false]);
  assert.deepEqual(history.map(({ seq }) => seq), [4, 6, 7, 8]);
});

test('A late entry and what the host made of it belong to the history of the cell', () => {
  const game = new Game();
  game.do(ANNAS, { op: 'move', from: ['playing', 1], to: ['ended', 1] }, 0);
  game.do(ANNAS, { op: 'move', from: ['ended', 1], to: ['locked', 1] }, 0);
  game.set(BENS, [BEN, 1], 4, MINUTE);
  game.set(BENS, [BEN, 1], 5, 2 * MINUTE);
  game.do(ANNAS, { op: 'settle', late: 6, apply: true }, 3 * MINUTE);
  game.do(ANNAS, { op: 'settle', late: 7, apply: false }, 3 * MINUTE);
  const history = entriesOfCell(entriesOf(game.changes), [1, BEN, 1, 0]);
  assert.deepEqual(history.map(shortly), [
    ['late', 2, 4, MINUTE],
    ['late', 2, 5, 2 * MINUTE],
    ['apply', 2, 4, null],
    ['discard', 2, 5, null],
  ]);
});

test('Events from the middle of a log keep their numbers', () => {
  const game = new Game();
  game.set(ANNAS, [ANNA, 1], 3, MINUTE);
  game.set(ANNAS, [ANNA, 2], 4, 2 * MINUTE);
  const entries = entriesOf(game.changes.slice(4), 5);
  assert.deepEqual(entries.map(({ seq, value }) => [seq, value]), [[5, 4]]);
});

test('An entry that arrived after others typed later is known to have waited', () => {
  const held = heldTimes([
    { seq: 9, at: 3 * MINUTE },
    { seq: 7, at: 1 * MINUTE },
    { seq: 8, at: 20 * MINUTE },
  ]);
  assert.deepEqual([7, 8, 9].map((seq) => held.get(seq)), [0, 0, 17 * MINUTE]);
  assert.ok(17 * MINUTE > HELD_MILLISECONDS);
});

test('What still stands on the card is enough to know who had no signal', () => {
  const game = new Game();
  game.set(ANNAS, [ANNA, 1], 3, 1 * MINUTE);
  game.set(ANNAS, [BEN, 1], 3, 2 * MINUTE);
  game.set(ANNAS, [ANNA, 2], 3, 30 * MINUTE);
  game.set(BENS, [BEN, 1], 4, 3 * MINUTE, 0);
  const held = heldInLobby(game.lobby);
  const { siblings } = game.lobby.cells.get(`1/${BEN}/1/0`);
  assert.deepEqual(
    siblings.map(({ member, seq }) => [member, held.get(seq)]).sort(),
    [[1, 0], [2, 27 * MINUTE]],
  );
});

test('A replay shows the game after any of its events, in whatever order one asks', () => {
  const game = new Game();
  const states = [null, null, null, encodeSnapshot(copyLobby({ ...game.lobby, epoch: '' }), 0)];
  for (let turn = 0; turn < 700; turn += 1) {
    const author = turn % 3 ? ANNAS : BENS;
    game.set(author, [turn % 2 ? ANNA : BEN, 1 + (turn % 3)], 1 + (turn % 7), turn * 1000);
    states.push(encodeSnapshot({ ...game.lobby, epoch: '' }, 0));
  }
  const replay = new Replay(LOBBY, game.changes);
  assert.equal(replay.length, 703);
  for (const count of [703, 3, 4, 199, 200, 201, 202, 400, 401, 402, 5, 700, 200, 703]) {
    assert.equal(encodeSnapshot(replay.lobbyAt(count), 0), states[count], String(count));
  }
  assert.equal(replay.lobbyAt(1).members.length, 1);
});

test('A replay goes from hole to hole as they were finished, corrections aside', () => {
  const game = new Game();
  game.set(ANNAS, [ANNA, 1], 3, 1);
  game.set(ANNAS, [BEN, 2], 3, 2);
  game.set(ANNAS, [BEN, 1], 3, 3);
  game.set(ANNAS, [ANNA, 2], 3, 4);
  game.set(ANNAS, [ANNA, 1], 4, 5);
  game.set(ANNAS, [ANNA, 3], null, 6);
  const replay = new Replay(LOBBY, game.changes);
  assert.deepEqual(replay.holes, [
    { count: 6, round: 1, hole: 1 },
    { count: 7, round: 1, hole: 2 },
  ]);
  assert.deepEqual([3, 6, 7].map((count) => replay.holeBeside(count, 1)), [6, 7, undefined]);
  assert.deepEqual([8, 7, 6].map((count) => replay.holeBeside(count, -1)), [7, 6, undefined]);
  assert.deepEqual([5, 6, 9].map((count) => replay.holeDone(count)?.hole), [undefined, 1, 2]);
  assert.deepEqual(
    cardOf(replay.lobbyAt(6)).lines.map(({ throws }) => throws),
    [[3, null, null], [3, 3, null]],
  );
});
