// What follows a game, and leads into one: Sources/WebClient/ui/state/ending.js and entrance.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standingsOf } from '../../Sources/WebClient/core/standings.js';
import { awayOf, fileNameOf, rematchOf, winnersOf } from '../../Sources/WebClient/ui/state/ending.js';
import { hostNameOf, mayJoin, remediesOf } from '../../Sources/WebClient/ui/state/entrance.js';
import { Table } from './support/table.js';

const FULL = [[[3, 4, 3], [4, 4, 3]]];
const here = (...numbers) => ({ presence: { here: numbers, spectators: 0, knocks: [] } });

function away(rounds, more) {
  const table = new Table({ rounds, phase: 'ended' });
  Object.assign(table.more, more);
  return awayOf(table.known, standingsOf(table.lobby));
}

test('Who is away is named as long as scores are missing that they may have', () => {
  assert.deepEqual(away([[[3, 4, 3], [4]]], here(1)), ['Ben']);
  assert.deepEqual(away([[[3, 4, 3], [4]]], here(1, 2)), []);
  assert.deepEqual(away(FULL, here(1)), []);
  assert.deepEqual(away([[[3], [4]]], { presence: null }), []);
});

test('Whoever has left isn’t waited for', () => {
  const table = new Table({ rounds: [[[3], [4]]], phase: 'ended' });
  table.happens({ kind: 'standing', member: 2, standing: 1 });
  Object.assign(table.more, here(1));
  assert.deepEqual(awayOf(table.known, standingsOf(table.lobby)), []);
});

test('The first win together, nobody alone, and none where nothing was scored', () => {
  const winners = (setup) =>
    winnersOf(standingsOf(new Table({ phase: 'ended', ...setup }).lobby)).map(({ name }) => name);
  assert.deepEqual(winners({ rounds: FULL }), ['Anna']);
  assert.deepEqual(winners({ rounds: [[[3, 4, 3], [3, 4, 3]]] }), ['Anna', 'Ben']);
  assert.deepEqual(winners({ names: ['Anna'], rounds: [[[3, 4, 3]]] }), []);
  assert.deepEqual(winners({ rounds: [[[], []]] }), []);
});

test('A rematch is on the same course, with columns for the others, begun by who asks for it', () => {
  const table = new Table({ names: ['Anna', 'Ben', 'Cleo'], rounds: FULL, phase: 'ended' });
  table.more.me = 2;
  const { setup, others } = rematchOf(table.known);
  assert.deepEqual(others, ['Anna', 'Cleo']);
  assert.deepEqual(setup, {
    course: 'Meadow',
    holes: [['1', 3], ['2', 4], ['10A', 3]],
    name: 'Ben',
    plays: true,
  });
  table.takesOff('Ben');
  assert.deepEqual([rematchOf(table.known).setup.plays, rematchOf(table.known).others], [
    false, ['Anna', 'Cleo'],
  ]);
});

test('A file’s name has no sign that a system takes for something else', () => {
  assert.equal(fileNameOf('A/B: "C"? 2026-08-01.csv'), 'A-B- -C-- 2026-08-01.csv');
});

test('One joins before the start or where the host has left it open, and else asks', () => {
  const table = new Table();
  assert.equal(mayJoin(null), true);
  assert.equal(mayJoin(table.known), false);
  table.happens({ kind: 'late_join', allow: true });
  assert.equal(mayJoin(table.known), true);
  const before = new Table();
  before.moves('setup', 0);
  assert.equal(mayJoin(before.known), true);
});

test('The host is called as on the card', () => {
  const table = new Table();
  assert.equal(hostNameOf(table.known), 'Anna');
  table.happens({ kind: 'host', host: 2, owner: 1 });
  assert.equal(hostNameOf(table.known), 'Ben');
  table.takesOff('Ben');
  assert.equal(hostNameOf(table.known), 'Ben');
});

test('Against each refusal there is what helps, and home is left where the code has led nowhere', () => {
  const remedies = (name, code = 'K7M2QX') => remediesOf(name && { name }, code);
  assert.deepEqual(remedies('game_started'), ['ask', 'watch', 'home']);
  assert.deepEqual(remedies('lobby_full'), ['watch', 'home']);
  assert.deepEqual(remedies('wrong_code'), ['retype']);
  assert.deepEqual(remedies('bad_text'), ['rename', 'home']);
  assert.deepEqual(remedies('kicked'), ['home']);
  assert.deepEqual(remedies(null), ['home']);
});

test('Without a code there is none to be typed again, and nothing to watch by it', () => {
  const remedies = (name) => remediesOf({ name }, '');
  assert.deepEqual(remedies('game_started'), ['ask', 'home']);
  for (const name of ['lobby_full', 'wrong_code', 'bad_text']) {
    assert.deepEqual(remedies(name), ['home'], name);
  }
});
