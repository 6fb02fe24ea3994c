// Which part of a game there is to see: Sources/WebClient/ui/state/place.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, partOf } from '../../Sources/WebClient/ui/state/place.js';
import { Table } from './support/table.js';

/** A game as the device has it, at this stage. */
function at(...stage) {
  const table = new Table();
  table.moves(...stage);
  const known = { ...table.known, code: table.lobby.code };
  return { key: '0123456789abcdef', isElsewhere: false, view: known, known };
}

test('What there is to see follows from the stage, unless the address asks for something', () => {
  const parts = ['setup', 'playing', 'round_ended', 'ended', 'locked'].map((phase) =>
    partOf(at(phase, 1), null));
  assert.deepEqual(parts, ['gathering', 'card', 'card', 'result', 'result']);
  assert.equal(partOf(at('playing', 1), 'result'), 'result');
  assert.equal(partOf(at('ended', 1), 'replay'), 'replay');
});

test('Nothing is seen of a game before anything is known of it, whatever the address asks for', () => {
  const game = { ...at('playing', 1), known: null };
  assert.equal(partOf(game, 'card'), 'waiting');
  assert.equal(partOf({ ...game, view: null }, null), 'waiting');
  assert.equal(partOf({ ...game, view: null, isElsewhere: true }, 'card'), 'elsewhere');
});

test('The address says how others come along, and once nobody can, which game of this device it is', () => {
  const game = at('playing', 1);
  for (const part of ['gathering', 'card', 'result']) {
    assert.equal(addressOf(game, part), '/j/K7M2QX', part);
  }
  assert.equal(addressOf(at('locked', 1), 'result'), '/g/0123456789abcdef');
});

test('The address stays where another part was asked for, and before the game is known', () => {
  assert.equal(addressOf(at('playing', 1), 'replay'), null);
  assert.equal(addressOf(at('playing', 1), undefined), null);
  assert.equal(addressOf({ ...at('playing', 1), known: null }, 'card'), null);
});
