// How many people must have entered a score: Sources/WebClient/core/lobby.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CASUAL, isSure, newCell } from '../../Sources/WebClient/core/lobby.js';

const by = (member, value, rank = 0) =>
  ({ seq: member, value, member, tag: member, at: member, rank });
const lobby = (need, scorers = []) =>
  /** @type {any} */ ({ trust: { ...CASUAL, need, scorers } });

test('A score is sure once as many people as are needed back it, or somebody confirmed it', () => {
  const one = newCell(3, [by(1, 4)]);
  assert.ok(isSure(lobby(1), one));
  assert.ok(isSure(lobby(2), undefined));
  assert.ok(!isSure(lobby(2), one));
  assert.ok(!isSure(lobby(2), newCell(3, [by(1, 4), { ...by(1, 4), tag: 9 }])));
  assert.ok(isSure(lobby(2), newCell(3, [by(1, 4), by(2, 4)])));
  assert.ok(!isSure(lobby(2), newCell(3, [by(1, 4), by(2, 5)])));
  assert.ok(isSure(lobby(2), newCell(3, [by(1, 4, 2)])));
  assert.ok(isSure(lobby(2), newCell(3, [by(1, null)])));
  assert.ok(!isSure(lobby(0, [1, 2, 3]), newCell(3, [by(1, 4), by(2, 4)])));
  assert.ok(isSure(lobby(0, [1, 2]), newCell(3, [by(1, 4), by(2, 4)])));
});
