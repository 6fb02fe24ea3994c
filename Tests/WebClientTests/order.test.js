// The order in which a card is filled in, and what is typed and drawn on it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Field } from '../../Sources/WebClient/core/fields.js';
import { cardOf } from '../../Sources/WebClient/core/scorecard.js';
import { game, write } from './support/game.js';
import { shapeOf } from '../../Sources/WebClient/core/scoring.js';
import { overText } from '../../Sources/WebClient/ui/parts/elements.js';
import { keypad, pressed } from '../../Sources/WebClient/ui/parts/keypad.js';
import {
  currentHole, hyphenated, neighbour, nextEmpty, nines, shortNames, wordOf,
} from '../../Sources/WebClient/ui/state/order.js';

/** Players as rows: a digit is a score, a dot none. */
const card = (...rows) =>
  rows.map((row) => ({ throws: [...row].map((sign) => Number(sign) || null) }));

/** All places, beginning with this one. */
const walk = (lines, from, along, by) => {
  const all = [from];
  while (all.length < lines.length * lines[0].throws.length) {
    all.push(neighbour(lines, all.at(-1), along, by));
  }
  return all.map((place) => place.join('')).join(' ');
};

test('Along a hole comes player after player, along a player hole after hole', () => {
  const lines = card('...', '...');
  assert.equal(walk(lines, [0, 0], 'hole'), '00 10 01 11 02 12');
  assert.equal(walk(lines, [1, 1], 'player'), '11 12 00 01 02 10');
  assert.equal(walk(lines, [0, 1], 'hole', -1), '01 10 00 12 02 11');
});

test('The next empty place is in the same hole first, also before the one just filled', () => {
  assert.deepEqual(nextEmpty(card('3.', '..', '3.'), [0, 0], 'hole'), [1, 0]);
  assert.deepEqual(nextEmpty(card('..', '3.', '3.'), [2, 0], 'hole'), [0, 0]);
  assert.deepEqual(nextEmpty(card('3.', '3.', '3.'), [1, 0], 'hole'), [0, 1]);
});

test('Whoever began at another hole comes round to the first, and a forgotten one is found', () => {
  assert.deepEqual(nextEmpty(card('..3', '..3'), [1, 2], 'hole'), [0, 0]);
  assert.deepEqual(nextEmpty(card('333', '3.3'), [0, 2], 'hole'), [1, 1]);
  assert.deepEqual(nextEmpty(card('3.3', '...'), [0, 2], 'player'), [0, 1]);
  assert.deepEqual(nextEmpty(card('333', '..3'), [0, 2], 'player'), [1, 0]);
  assert.equal(nextEmpty(card('33', '33'), [0, 0], 'hole'), null);
});

test('The current hole is the one last scored until everyone has a score there', () => {
  assert.equal(currentHole(card('...', '...'), -1), 0);
  assert.equal(currentHole(card('.3.', '...'), 1), 1);
  assert.equal(currentHole(card('.3.', '.3.'), 1), 2);
  assert.equal(currentHole(card('..3', '..3'), 2), 0);
  assert.equal(currentHole(card('333', '333'), 2), -1);
  assert.equal(currentHole([], -1), -1);
});

test('Holes are shown nine by nine', () => {
  assert.deepEqual(nines(9), [[0, 9]]);
  assert.deepEqual(nines(20), [[0, 9], [9, 18], [18, 20]]);
});

test('Scores have a shape and a word by their relation to par', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8].map((throws) => shapeOf(throws, 5));
  assert.deepEqual(all.slice(1), ['eagle', 'eagle', 'birdie', 'par', 'bogey', 'double', 'triple']);
  const words = [1, 2, 3, 4, 5, 6, 7, 8].map((throws) => wordOf(throws, 5));
  const expected = ['ace', 'under', 'eagle', 'birdie', 'par', 'bogey', 'double', 'over'];
  assert.deepEqual(words, expected);
  assert.deepEqual([-2, 0, 3].map(overText), ['−2', 'E', '+3']);
});

/** What a key does, as a list of calls; `on` are the selectors that its target is inside of. */
function calls(key, { tens = 0, on = [], held = {} } = {}) {
  const made = [];
  const does = new Proxy({}, { get: (_, name) => (...given) => made.push([name, ...given]) });
  const target = { closest: (selector) => (on.includes(selector) ? {} : null) };
  const event = { key, target, preventDefault: () => made.push('prevented'), ...held };
  pressed(/** @type {any} */ (event), tens, /** @type {any} */ (does));
  return made;
}

test('A real keyboard enters digits, and by + those above nine', () => {
  assert.deepEqual(calls('4'), ['prevented', ['enter', 4]]);
  assert.deepEqual(calls('+'), ['prevented', ['tens', 1]]);
  assert.deepEqual(calls('0'), ['prevented', ['tens', 1]]);
  assert.deepEqual(calls('0', { tens: 2 }), ['prevented', ['enter', 20]]);
  assert.deepEqual(calls('7', { tens: 1 }), ['prevented', ['enter', 17]]);
  assert.deepEqual(calls('+', { tens: 9 }), ['prevented', ['tens', 0]]);
});

test('Arrows move, Enter goes on, Backspace clears, Escape closes; other keys do nothing', () => {
  assert.deepEqual(calls('ArrowDown'), ['prevented', ['move', 0, 1]]);
  assert.deepEqual(calls('Enter'), ['prevented', ['next']]);
  assert.deepEqual(calls('Backspace'), ['prevented', ['clear']]);
  assert.deepEqual(calls('Escape'), ['prevented', ['close']]);
  assert.deepEqual(calls('x'), []);
});

test('Keys that belong to a button, a text field or the browser are left to them', () => {
  assert.deepEqual(calls('Enter', { on: ['button:not(.cell), a'] }), []);
  assert.deepEqual(calls('3', { on: ['input, dialog'] }), []);
  assert.deepEqual(calls('1', { held: { ctrlKey: true } }), []);
});

test('A key that is held down counts once, but arrows go on', () => {
  const held = { repeat: true };
  assert.deepEqual(calls('3', { held }), []);
  assert.deepEqual(calls('Enter', { held }), []);
  assert.deepEqual(calls('ArrowUp', { held }), ['prevented', ['move', 0, -1]]);
});

test('The keys of two digits stand in their order, from ten on', () => {
  const numbers = (tens) => {
    const shown = { title: '', label: '', par: 3, tens, along: 'hole', next: '', does: {} };
    const [, keys] = keypad(shown).children;
    return keys.children.map(({ children }) => Number(children[0])).filter((each) => each > 0);
  };
  assert.deepEqual(numbers(0), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(numbers(1), [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test('Narrow columns have first names, but where two people share one', () => {
  const names = ['Anna', 'Anna B', 'Guðmundur  Þorsteinsson', 'Cleo'];
  assert.deepEqual(shortNames(names), ['Anna', 'Anna B', 'Guðmundur', 'Cleo']);
});

test('A long name is broken with a hyphen, and leaves no end of one or two signs', () => {
  assert.equal(hyphenated('Guðmundur').replaceAll('\u00AD', '-'), 'Guð-m-u-n-dur');
  assert.equal(hyphenated('Dóra B'), 'Dóra B');
});

test('A hole that is closed, or on which the player picked up, waits for no score', () => {
  const lobby = game({ names: ['Anna', 'Ben'], rounds: [[[], [3]]] });
  write(lobby, [1, 1, 1, Field.pickedUp], [[1, 1]]);
  write(lobby, [1, 0, 2, Field.closed], [[1, 1]]);
  write(lobby, [2, 1, 3, Field.pickedUp], [[1, 1]]);
  const { lines } = cardOf(lobby, 1);
  assert.deepEqual(lines.map(({ waived }) => waived), [[true, true, false], [false, true, false]]);
  assert.equal(currentHole(lines, 0), 2);
  write(lobby, [1, 1, 1, Field.pickedUp], [[null, 1]]);
  assert.equal(currentHole(cardOf(lobby, 1).lines, 0), 0);
});
