// What the card screen decides: Sources/WebClient/ui/state/card-state.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CardState, takesFocus } from '../../Sources/WebClient/ui/state/card-state.js';
import { Table } from './support/table.js';

const DISPUTED = [4, 5];

/** A table with the state of its card, on a phone, at time 0. */
function seated(setup, { along = null, wide = false } = {}) {
  const table = new Table(setup);
  const settings = { along };
  const state = new CardState(table, settings, { matches: wide }, 0);
  return { table, state, settings };
}

/** Enters what a key says, as the screen does. */
function enter(table, state, value, now) {
  const entry = state.entry(value, now);
  if (!entry) return null;
  const { cell } = entry.command;
  const name = state.card.lines.find(({ player }) => player === cell[1]).name;
  table.enters(name, cell[2], value, { by: 1 });
  const next = state.entered(entry, now);
  return { ...entry, next };
}

/** “Ben 3” for Ben's third hole. */
const selectedOf = ({ card, selected }) =>
  selected && `${card.lines[selected[0]].name} ${selected[1] + 1}`;

const NINE = { creation: { holes: Array.from({ length: 9 }, (_, at) => [String(at + 1), 3]) } };
const EIGHTEEN = { creation: { holes: Array.from({ length: 18 }, (_, at) => [String(at + 1), 3]) } };

test('The card opens where the game is, for one’s own score or the next that is missing there', () => {
  assert.equal(selectedOf(seated().state), 'Anna 1');
  assert.equal(selectedOf(seated({ rounds: [[[3], [4]]] }).state), 'Anna 2');
  assert.equal(selectedOf(seated({ rounds: [[[3, 4], [4]]] }).state), 'Ben 2');
  const { table } = seated();
  table.more.me = 2;
  assert.equal(selectedOf(new CardState(table, { along: null }, { matches: false }, 0)), 'Ben 1');
});

test('Nothing is selected where every hole is scored, and for whoever only watches', () => {
  const { state } = seated({ names: ['Anna'], rounds: [[[3, 4, 3]]] });
  assert.deepEqual([state.selected, state.isOpen, state.isDone], [null, false, true]);
  const { table } = seated();
  table.more.takesPart = false;
  const watching = new CardState(table, { along: null }, { matches: false }, 0);
  assert.deepEqual([watching.selected, watching.isOpen], [null, false]);
});

test('A phone shows the nine that is played, a wide screen all holes', () => {
  const rounds = [[Array.from({ length: 9 }, () => 3)]];
  assert.deepEqual(seated({ names: ['Anna'], rounds, ...EIGHTEEN }).state.stretch, [9, 18]);
  const { state } = seated({ names: ['Anna'], rounds, ...EIGHTEEN }, { wide: true });
  assert.deepEqual([state.stretch, selectedOf(state)], [[0, 18], 'Anna 10']);
});

test('After an entry comes who has no score on this hole, then the next hole', () => {
  const { table, state } = seated();
  enter(table, state, 3, 1000);
  assert.equal(selectedOf(state), 'Ben 1');
  enter(table, state, 4, 2000);
  assert.equal(selectedOf(state), 'Anna 2');
});

test('Whether the keypad goes on with players or with holes is as set by then', () => {
  const { table, state, settings } = seated({}, { along: 'player' });
  enter(table, state, 3, 1000);
  assert.equal(selectedOf(state), 'Anna 2');
  settings.along = 'hole';
  enter(table, state, 4, 2000);
  assert.equal(selectedOf(state), 'Ben 2');
});

test('With the last score the keypad goes, and what is cleared stays selected', () => {
  const { table, state } = seated({ names: ['Anna'], rounds: [[[3, 4]]] });
  enter(table, state, 3, 1000);
  assert.deepEqual([state.selected, state.isDone], [null, true]);
  state.tap([0, 1], 2000);
  assert.equal(enter(table, state, null, 3000).next, null);
  assert.equal(selectedOf(state), 'Anna 2');
});

test('Clearing a cell in which nothing is, and a key with no cell selected, enter nothing', () => {
  const { state } = seated();
  assert.equal(state.entry(null, 1000), null);
  state.close(1000);
  assert.equal(state.entry(3, 2000), null);
});

test('“Next” goes past a cell without entering anything, and from the last to the first', () => {
  const { state } = seated();
  state.next(1000);
  assert.equal(selectedOf(state), 'Ben 1');
  state.tap([1, 2], 2000);
  state.next(3000);
  assert.equal(selectedOf(state), 'Anna 1');
});

test('The keypad stays with its player when a column before is taken off the card', () => {
  const { table, state } = seated({ names: ['Anna', 'Bo', 'Cleo'] });
  state.tap([2, 0], 1000);
  table.takesOff('Bo');
  assert.equal(state.note(2000).isLed, false);
  assert.deepEqual([selectedOf(state), state.selected], ['Cleo 1', [1, 0]]);
  assert.equal(state.entry(4, 2001).command.cell[1], table.playerOf('Cleo'));
});

test('The keypad goes where the game is when its own column is taken off, and a tap then is lost', () => {
  const { table, state } = seated({ names: ['Anna', 'Bo', 'Cleo'] });
  state.tap([1, 1], 1000);
  table.takesOff('Bo');
  assert.equal(state.note(2000).isLed, true);
  assert.equal(selectedOf(state), 'Anna 1');
  assert.equal(state.entry(4, 2499), null);
  assert.equal(state.entry(4, 2500).value, 4);
});

test('A key that is pressed while the next round begins writes nothing into it', () => {
  const { table, state } = seated({ names: ['Anna', 'Ben'], rounds: [[[3], [3]]] });
  assert.equal(selectedOf(state), 'Anna 2');
  table.moves('round_ended', 1);
  state.note(1000);
  assert.deepEqual([state.selected, state.isDone], [null, true]);
  table.moves('playing', 2);
  assert.equal(state.note(2000).isLed, true);
  assert.deepEqual([selectedOf(state), state.round], ['Anna 1', 2]);
  assert.equal(state.entry(4, 2400), null);
  assert.deepEqual(state.entry(5, 2600).command.cell, [2, table.playerOf('Anna'), 1, 0]);
});

test('A tap on a cell is meant for that cell, however soon after the keypad has moved by itself', () => {
  const { table, state } = seated();
  table.moves('round_ended', 1);
  state.note(1000);
  table.moves('playing', 2);
  state.note(2000);
  state.tap([1, 0], 2100);
  assert.equal(state.entry(4, 2200).place[0], 1);
});

test('A keypad that was let be for three seconds goes where the game is, one in use stays', () => {
  const { table, state } = seated();
  table.enters('Anna', 1, 3);
  state.note(1000);
  assert.equal(state.look(true, 1000), 3000);
  state.setTens(1, 3000);
  assert.equal(state.look(true, 3000), 3000);
  assert.equal(state.follow(5999), false);
  assert.deepEqual([selectedOf(state), state.tens], ['Anna 1', 1]);
  assert.equal(state.follow(6000), true);
  assert.deepEqual([selectedOf(state), state.tens], ['Ben 1', 0]);
  assert.equal(state.entry(4, 6499), null);
});

test('Who types over a score that stood there for two seconds has seen it, and not one just come', () => {
  for (const [patience, version] of [[2000, true], [1999, false]]) {
    const { table, state } = seated();
    const before = table.seen(state.keyOf([0, 0]));
    table.enters('Anna', 1, 4);
    state.note(1000);
    state.look(true, 1000);
    const { seen } = state.entry(5, 1000 + patience);
    assert.deepEqual(seen, version ? table.seen(state.keyOf([0, 0])) : before, `${patience} ms`);
  }
});

test('What is hidden all the while hasn’t been seen', () => {
  const { table, state } = seated();
  const before = table.seen(state.keyOf([0, 0]));
  table.enters('Anna', 1, 4);
  state.note(1000);
  state.look(false, 1000);
  assert.deepEqual(state.entry(5, 9000).seen, before);
});

test('The first tap on a cell selects it, the second tells who entered what there', () => {
  const { table, state } = seated();
  table.enters('Ben', 2, 4);
  state.note(0);
  assert.equal(state.tap([1, 1], 1000), null);
  assert.equal(selectedOf(state), 'Ben 2');
  assert.deepEqual(state.tap([1, 1], 2000), state.keyOf([1, 1]));
  // Of an empty cell there is nothing to tell.
  state.tap([0, 2], 3000);
  assert.equal(state.tap([0, 2], 4000), null);
});

test('The first tap where the keypad has gone by itself is there to enter something', () => {
  const { table, state } = seated({ rounds: [[[3], [4]]] });
  assert.equal(selectedOf(state), 'Anna 2');
  table.enters('Anna', 2, 4);
  state.note(0);
  assert.equal(state.tap([0, 1], 1000), null);
  assert.notEqual(state.tap([0, 1], 2000), null);
});

test('A disputed cell is told of at the first tap, and any cell to whoever only watches', () => {
  const { table, state } = seated();
  table.enters('Ben', 2, DISPUTED);
  state.note(0);
  assert.deepEqual(state.tap([1, 1], 1000), state.keyOf([1, 1]));
  table.enters('Ben', 3, 4);
  table.more.takesPart = false;
  const { selected } = state;
  assert.deepEqual(state.tap([1, 2], 2000), state.keyOf([1, 2]));
  assert.deepEqual([state.selected, state.isOpen], [selected, false]);
});

test('Only an entry of the round that is shown can be taken back here', () => {
  const { table, state } = seated({ rounds: [[[3], [3]], [[4], []]] });
  const anna = table.playerOf('Anna');
  const undoes = (key) => {
    table.more.undoable = key;
    return state.canUndo;
  };
  assert.equal(undoes([2, anna, 1, 0]), true);
  assert.equal(undoes([1, anna, 1, 0]), false);
  assert.equal(undoes([0, 0, 2, 2]), false);
  assert.equal(undoes([2, anna, 1, 4]), false);
  assert.equal(undoes(null), false);
  state.showRound(1);
  assert.equal(undoes([1, anna, 1, 0]), true);
});

test('Whoever takes an entry back is there to enter it anew', () => {
  const { table, state } = seated();
  const { command } = enter(table, state, 4, 1000);
  assert.equal(selectedOf(state), 'Ben 1');
  table.enters('Anna', 1, null, { by: 1 });
  state.undone(command.cell, 2000);
  assert.equal(selectedOf(state), 'Anna 1');
  // It may have been for a column that is gone.
  state.undone([1, 77, 3, 0], 3000);
  assert.equal(selectedOf(state), 'Anna 1');
});

test('Arrow keys stop at the edges, and go on from the cell with the focus if none is selected', () => {
  const { state } = seated();
  state.move(-1, 0, null, 1000);
  assert.equal(selectedOf(state), 'Anna 1');
  state.move(5, 5, null, 2000);
  assert.equal(selectedOf(state), 'Ben 3');
  state.close(3000);
  assert.equal(state.isOpen, false);
  state.move(0, -1, [0, 2], 4000);
  assert.equal(selectedOf(state), 'Anna 2');
});

test('Going to a hole of another nine shows that nine, unless all are shown', () => {
  const { state } = seated({ names: ['Anna'], ...EIGHTEEN });
  assert.deepEqual(state.stretch, [0, 9]);
  state.tap([0, 8], 1000);
  state.next(2000);
  assert.deepEqual([selectedOf(state), state.stretch], ['Anna 10', [9, 18]]);
  state.showNine(-1);
  assert.deepEqual([selectedOf(state), state.stretch], ['Anna 10', [0, 18]]);
  state.showNine(0);
  assert.deepEqual([state.selected, state.stretch], [null, [0, 9]]);
});

test('A look at an earlier round doesn’t say that every hole of this one is scored', () => {
  const { state } = seated({ names: ['Anna'], rounds: [[[3, 4, 3]], [[]]] });
  assert.equal(state.isDone, false);
  state.showRound(1);
  assert.deepEqual([state.isDone, state.selected, state.current], [false, null, -1]);
  assert.deepEqual(state.card.lines[0].throws, [3, 4, 3]);
});

test('A card without players is never full, and a round that was ended is done', () => {
  const { table, state } = seated({ names: ['Anna'] });
  table.takesOff('Anna');
  state.note(1000);
  assert.deepEqual([state.selected, state.isDone], [null, false]);
  table.moves('ended', 1);
  state.note(2000);
  assert.equal(state.isDone, true);
});

test('What others enter in this round is news, with who they are; what one enters isn’t', () => {
  const { table, state } = seated({ ...NINE });
  table.enters('Anna', 1, 3, { by: 2 });
  table.enters('Ben', 1, 4, { by: 1 });
  const { news } = state.note(1000);
  assert.deepEqual(news.map(({ place, value, by }) => [place, value, by]), [[[0, 0], 3, 'Ben']]);
  assert.deepEqual([...state.flashes.values()], news);
  assert.deepEqual(state.note(1001).news, []);
});

test('A correction of another round than the one that is shown is no news', () => {
  const { table, state } = seated({ rounds: [[[3], [3]], [[], []]] });
  table.enters('Ben', 1, 4, { round: 1 });
  assert.deepEqual(state.note(1000).news, []);
  table.enters('Ben', 1, 4);
  assert.equal(state.note(2000).news.length, 1);
});

test('News of a column that isn’t on the card has no place there', () => {
  const { table, state } = seated({ names: ['Anna', 'Ben', 'Cleo'] });
  table.enters('Cleo', 1, 3, { by: 2 });
  table.takesOff('Cleo');
  const [{ place, value }] = state.note(1000).news;
  assert.deepEqual([place, value], [null, 3]);
});

test('News that fade take nothing along that came later in their cell', () => {
  const { table, state } = seated();
  table.enters('Anna', 1, 3);
  const first = state.note(1000).news;
  table.enters('Anna', 1, 4);
  const second = state.note(2000).news;
  state.fade(first);
  assert.deepEqual([...state.flashes.values()], second);
  state.fade(second);
  assert.equal(state.flashes.size, 0);
});

test('A game that another tab has taken changes nothing here', () => {
  const { table, state } = seated();
  Object.defineProperty(table, 'known', { value: null });
  assert.deepEqual(state.note(1000), { news: [], isLed: false });
  assert.equal(state.look(true, 1000), Infinity);
  assert.equal(state.follow(9000), false);
  assert.deepEqual(state.selected, [0, 0]);
});

test('Each tap begins with single digits again', () => {
  const { state } = seated();
  state.setTens(2, 1000);
  assert.equal(state.tens, 2);
  state.tap([1, 0], 2000);
  assert.equal(state.tens, 0);
});

test('The same key again within 120 ms is a wet finger, another key or a later one is not', () => {
  const { state } = seated();
  const pressedAt = (...all) => all.map(([key, at]) => state.isBounce(key, at));
  assert.deepEqual(pressedAt(['4', 1000], ['4', 1119], ['4', 1238]), [false, true, true]);
  assert.deepEqual(pressedAt(['4', 2000], ['4', 2120]), [false, false]);
  assert.deepEqual(pressedAt(['3', 3000], ['4', 3010], ['3', 3020]), [false, false, false]);
});

test('The keypad keeps the focus while its keys are used, and leaves it to its cell when it goes', () => {
  for (const deed of ['enter', 'undo', 'next']) {
    assert.equal(takesFocus(deed, 'keypad'), false, deed);
    assert.equal(takesFocus(deed, 'cell'), true, deed);
  }
  assert.equal(takesFocus('close', 'keypad'), true);
  for (const deed of ['tap', 'move']) assert.equal(takesFocus(deed, 'elsewhere'), true, deed);
});

test('What moves by itself takes the focus from nobody, but from a button that goes with it', () => {
  assert.equal(takesFocus('lead', 'foot'), true);
  for (const focus of ['cell', 'keypad', 'elsewhere']) {
    assert.equal(takesFocus('lead', focus), false, focus);
  }
});
