// How many people must have entered a score: Sources/WebClient/core/lobby.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CASUAL, cellName, isSure, newCell } from '../../Sources/WebClient/core/lobby.js';
import { readable } from '../../Sources/WebClient/core/view.js';

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

test('A blind game hides what others have entered from who keeps a card, and only until they have', () => {
  const entered = { mine: [1, 1, 1, 0], theirs: [1, 1, 2, 0], name: [0, 1, 0, 1] };
  const cells = new Map([
    [cellName(entered.mine), newCell(3, [by(1, 4), by(2, 5)])],
    [cellName(entered.theirs), newCell(4, [by(2, 3)])],
    [cellName(entered.name), newCell(5, [by(2, 'Bo')])],
  ]);
  const seen = (trust, number) => {
    const game = /** @type {any} */ ({ trust: { ...CASUAL, need: 0, scorers: [1, 2], ...trust }, cells });
    const shown = readable(game, number ? /** @type {any} */ ({ number }) : undefined);
    return Object.values(entered).filter((key) => shown.cells.has(cellName(key))).length;
  };
  assert.equal(seen({ blind: true }, 1), 2);
  assert.equal(seen({ blind: true }, 2), 3);
  assert.equal(seen({ blind: true }, 3), 3, 'who keeps no card');
  assert.equal(seen({ blind: true }, 0), 3, 'who watches');
  assert.equal(seen({ blind: false }, 1), 3);
});
