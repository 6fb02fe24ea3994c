// A card read as another game: Sources/WebClient/ui/state/card-as.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf, choicesFor, comesTo, sharedOf } from '../../Sources/WebClient/ui/state/card-as.js';
import { apply, copyLobby } from '../../Sources/WebClient/core/lobby.js';
import { game, write } from './support/game.js';
import { below, seeded } from './support/phone.js';

const NAMES = ['Anna', 'Ben', 'Cid'];

test('A match is offered to two, skins and parts to several, points to everybody', () => {
  const formats = (count) =>
    choicesFor(game({ names: NAMES.slice(0, count), rounds: [[]] })).map(({ format }) => format);
  assert.deepEqual([1, 2, 3].map(formats), [
    ['points'], ['skins', 'match', 'nassau', 'points'], ['skins', 'nassau', 'points'],
  ]);
});

test('What everybody plays comes first, and isn’t offered once more', () => {
  const lobby = game({ names: NAMES.slice(0, 2), rounds: [[]] });
  apply(lobby, { kind: 'game', id: 2, game: { id: 2, number: 1, settings: { format: 'skins' } } });
  const settings = { format: 'match', sides: ['1', '2'] };
  apply(lobby, { kind: 'game', id: 5, game: { id: 5, number: 3, settings } });
  const choices = choicesFor(lobby);
  assert.deepEqual(choices.map(({ key }) => key), ['g2', 'g5', 'match', 'nassau', 'stableford']);
  assert.deepEqual(choices[1], { key: 'g5', format: 'match', settings, id: 5, number: 3 });
  apply(lobby, { kind: 'game', id: 2, game: null });
  assert.equal(choicesFor(lobby)[1].key, 'skins');
});

test('A round comes to skins, a match and points, each round by itself', () => {
  const lobby = game({
    names: NAMES.slice(0, 2), rounds: [[[3, 4, 2], [3, 5, 3]], [[9, 9, 9], [3, 4, 3]]],
    phase: 'ended',
  });
  assert.deepEqual(comesTo(lobby, 1, { format: 'skins' }).won, { 1: 3, 2: 0 });
  assert.equal(comesTo(lobby, 1, { format: 'match' }).text, '1 wins 2 up');
  assert.equal(comesTo(lobby, 2, { format: 'match' }).winner, '2');
  assert.deepEqual(comesTo(lobby, 1, { format: 'stableford' }).players.map(({ id, points }) => [id, points]),
    [['1', 7], ['2', 5]]);
});

test('What people disagree about decides nothing that depends on it', () => {
  const lobby = game({ names: NAMES.slice(0, 2), rounds: [[[3, 4], [4, 5]]] });
  write(lobby, [1, 2, 1, 0], [[4, 1], [3, 2]]);
  assert.deepEqual(comesTo(lobby, 1, { format: 'match' }).open, [1]);
  assert.equal(comesTo(lobby, 1, { format: 'stableford' }).players[1].disputed, 1);
  const next = copyLobby(lobby);
  write(next, [1, 2, 1, 0], [[4, 1], [5, 2]]);
  assert.equal(comesTo(next, 1, { format: 'match' }).holes[0], '1');
});

test('Three play a Nassau by the totals of its parts', () => {
  const lobby = game({ names: NAMES, rounds: [[[3, 4, 3], [3, 5, 2], [4, 5, 4]]], phase: 'ended' });
  const { segments, balance } = comesTo(lobby, 1, { format: 'nassau', scoring: 'stroke' });
  assert.deepEqual(segments.map(({ id, winner }) => [id, winner]),
    [['s1', '1'], ['s2', '2'], ['total', null]]);
  assert.deepEqual(balance, { 1: 1, 2: 1, 3: -2 });
});

test('Points are against the par of one’s own tee', () => {
  const layout = {
    course: 'a'.repeat(32), layout: 'b'.repeat(32), version: 'c'.repeat(32), series: 1, tz: 0,
    name: 'Short', default_tee: 'red', tees: [['red', ''], ['white', '']],
    holes: [[[], [[0, 0], [4, 0]]], [[], []], [[], []]],
  };
  const lobby = game({
    names: NAMES.slice(0, 2), rounds: [[[3, 4, 3], [4, 4, 3]]], creation: { layout },
  });
  write(lobby, [0, 2, 0, 4], [['white', 1]]);
  const { players } = comesTo(lobby, 1, { format: 'stableford' });
  assert.deepEqual(players.map(({ id, points }) => [id, points]), [['1', 6], ['2', 6]]);
});

test('What each has of a game is a number for a table', () => {
  const lobby = game({
    names: NAMES, rounds: [[[3, 4, 3], [3, 5, 2], [4, 5, 4]], [[9, 9, 9], [3, 4, 3], [4, 5, 4]]],
    phase: 'ended',
  });
  const of = (settings, round) => [1, 2, 3].map((player) => amountOf(lobby, round, settings, player));
  assert.deepEqual(of({ format: 'skins' }, 1), [2, 1, 0]);
  assert.deepEqual(of({ format: 'skins' }, 2), [0, 3, 0]);
  assert.deepEqual(of({ format: 'stableford' }, 1), [6, 6, 3]);
  assert.deepEqual(of({ format: 'nassau', scoring: 'stroke' }, 1), [1, 1, -2]);
  const sides = ['1', { id: 'b', members: ['2', '3'] }];
  assert.deepEqual(of({ format: 'match', sides }, 1), [0, 0, 0]);
  assert.deepEqual(of({ format: 'match', sides }, 2), [-2, 2, 2]);
  assert.deepEqual(of({ format: 'match', sides: ['1', '2'] }, 1), [0, 0, null]);
  assert.deepEqual(of({ format: 'match' }, 1), [null, null, null]);
  assert.deepEqual(of({ format: 'tags' }, 1), [null, null, null]);
});

test('A game is worked out anew once something has changed, and not before', () => {
  const lobby = game({ names: NAMES.slice(0, 2), rounds: [[[3, 4], [4, 5]]] });
  const first = comesTo(lobby, 1, { format: 'skins' });
  assert.equal(comesTo(lobby, 1, { format: 'skins' }), first);
  assert.deepEqual(first.won, { 1: 2, 2: 0 });
  const next = copyLobby(lobby);
  write(next, [1, 2, 3, 0], [[2, 1]]);
  write(next, [1, 1, 3, 0], [[3, 1]]);
  assert.deepEqual(comesTo(next, 1, { format: 'skins' }).won, { 1: 2, 2: 1 });
});

test('A card that lives on comes to what one made anew does, whatever was entered or came to nothing', () => {
  const random = seeded(7);
  const settings = [
    { format: 'stroke', handicap: 'full' }, { format: 'skins' }, { format: 'match', sides: ['1', '2'] },
    { format: 'nassau', scoring: 'stroke' }, { format: 'stableford' },
  ];
  const holes = Array.from({ length: 18 }, (_, at) => /** @type {[string, number]} */ ([`${at + 1}`, 3]));
  let lobby = game({ names: NAMES, rounds: [[]], creation: { holes } });
  settings.forEach((each, at) =>
    apply(lobby, { kind: 'game', id: at + 1, game: { id: at + 1, number: 1, settings: each } }));
  for (let step = 0; step < 400; step += 1) {
    const next = copyLobby(lobby);
    const player = 1 + below(3, random);
    const hole = 1 + below(18, random);
    const kind = below(12, random);
    if (kind === 0) write(next, [0, player, 0, 8], [[below(90, random), 1]]);
    else if (kind === 1) write(next, [1, player, hole, 12], [[below(2, random) ? 1 : null, 1]]);
    else if (kind === 2) write(next, [1, player, hole, 13], [[below(2, random) ? 5 : null, 1]]);
    else if (kind === 3) write(next, [1, 0, hole, 6], [[below(2, random) ? 1 : null, 1]]);
    else if (kind === 4) {
      // What a phone had entered by itself is gone, and something else has come.
      const last = [...next.cells.keys()].at(-1);
      next.cells.delete(String(last));
      write(next, [1, player, hole, 0], [[1 + below(6, random), 1]]);
    } else {
      const claims = below(5, random) ? [[1 + below(6, random), 1]] : [[3, 1], [4, 2]];
      write(next, [1, player, hole, 0], claims);
    }
    lobby = next;
    const other = { ...copyLobby(lobby), id: `${step}`.padStart(32, 'e') };
    for (const { settings: each } of sharedOf(lobby)) {
      assert.deepEqual(comesTo(lobby, 1, each), comesTo(other, 1, each), `step ${step}`);
    }
  }
});
