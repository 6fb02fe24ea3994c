// How the page tells of entries, and how a board moves by itself.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { newLobby } from '../../Sources/WebClient/core/lobby.js';
import { AutoScroll } from '../../Sources/WebClient/ui/parts/scroll.js';
import { loadMoreStrings, setLanguage } from '../../Sources/WebClient/ui/strings.js';
import { entriesOf } from '../../Sources/WebClient/ui/state/timeline.js';
import * as words from '../../Sources/WebClient/ui/parts/words.js';
import { ANNA, CREATE, LOBBY } from './support/phone.js';

const { agoText, eventText, heldText, valueText, whereText } = words;

const MINUTE = 60_000;
const creation = { ...CREATE, start: 0, code: null, person: 'a'.repeat(32) };

function speak(language) {
  Object.assign(globalThis, { document: { documentElement: {} } });
  return setLanguage(language).then(loadMoreStrings);
}

const game = (changes = {}) => ({ ...newLobby(LOBBY, '1'.repeat(16), creation), ...changes });

test('A cell is told by its player, its hole and, if there are several, its round', async () => {
  await speak('en');
  const two = game({ stage: ['playing', 2] });
  assert.equal(whereText(game(), [1, ANNA, 2, 0]), 'Anna, hole 2');
  assert.equal(whereText(two, [2, ANNA, 2, 0]), 'Anna, hole 2, round 2');
  assert.equal(whereText(game(), [0, 0, 2, 2]), 'Hole 2, par');
  assert.equal(whereText(game(), [0, ANNA, 0, 1]), 'Anna, name');
  assert.equal(whereText(game(), [0, 0, 0, 3]), 'Course');
  assert.equal(whereText(game(), [1, 99, 1, 0]), '?, hole 1');
  assert.equal(valueText([1, ANNA, 2, 0], null), 'no score');
  assert.equal(valueText([0, 0, 0, 3], null), 'Unspecified course');
});

test('The time since is told in minutes, then hours, then as a date', async () => {
  await speak('is');
  const since = (minutes) => agoText(0, minutes * MINUTE + 1);
  assert.equal(since(0), 'rétt í þessu');
  assert.equal(since(1), 'fyrir 1 mínútu');
  assert.equal(since(21), 'fyrir 21 mínútu');
  assert.equal(since(119), 'fyrir 119 mínútum');
  assert.equal(since(121), 'fyrir 2 klukkustundum');
  const noon = new Date(2026, 10, 22, 12, 5).getTime();
  assert.equal(agoText(noon, noon + 1440 * MINUTE), '22. nóv. 2026 12:05');
  assert.equal(agoText(noon, noon - MINUTE), 'rétt í þessu');
  assert.equal(heldText(59_000), '');
  assert.equal(heldText(61_000), ', án sambands');
});

test('Every event of a game has a sentence or is passed over', async () => {
  await speak('en');
  const sibling = { seq: 2, value: null, member: 1, tag: 1, at: 0, rank: 0 };
  const key = [1, ANNA, 2, 0];
  const late = { seq: 3, reason: 0, key, value: 4, member: 1, tag: 1, at: 0 };
  const changes = [
    { kind: 'new', creation },
    { kind: 'cell', key, cell: { version: 2, siblings: [sibling] } },
    { kind: 'late', edit: late },
    { kind: 'settle', late: 3, key, cell: null },
    { kind: 'standing', member: 1, standing: 2 },
    { kind: 'stage', stage: ['round_ended', 1] },
    { kind: 'late_join', allow: true },
    { kind: 'deleted', deleted: 5 },
    { kind: 'deleted', deleted: undefined },
    { kind: 'something newer' },
  ];
  const lobby = game();
  assert.deepEqual(entriesOf(changes).map((entry) => eventText(lobby, entry)), [
    'Anna made the game',
    'Anna, hole 2: Anna cleared it',
    'Anna, hole 2: Anna entered 4 too late',
    'Anna, hole 2: Late entry discarded: Anna, 4',
    'The host removed Anna',
    'Round 1 ended',
    null,
    'The game was deleted',
    'The game was brought back',
    null,
  ]);
});

// The board.

const frames = { next: null, isCalm: false, now: 0 };

/** A board of 300 pixels that shows 100 of them. */
function board() {
  const element = { scrollHeight: 300, clientHeight: 100, scrollTop: 0, listeners: {} };
  element.addEventListener = (kind, heard) => (element.listeners[kind] = heard);
  Object.assign(globalThis, {
    requestAnimationFrame: (step) => (frames.next = step),
    cancelAnimationFrame: () => (frames.next = null),
    matchMedia: () => ({ matches: frames.isCalm }),
  });
  const clock = globalThis.performance.now;
  globalThis.performance.now = () => frames.now;
  afterEach(() => (globalThis.performance.now = clock));
  frames.now = 0;
  const scroll = new AutoScroll();
  scroll.start(element);
  return { element, scroll };
}

function pass(milliseconds) {
  for (const end = frames.now + milliseconds; frames.now < end; ) {
    frames.now += 50;
    frames.next?.(frames.now);
  }
}

test('A board that is too long rests, moves to its end, rests and begins again', () => {
  frames.isCalm = false;
  const { element } = board();
  pass(6_900);
  assert.equal(element.scrollTop, 0);
  pass(2_000);
  assert.ok(element.scrollTop > 20 && element.scrollTop < 100, String(element.scrollTop));
  for (let turn = 0; turn < 300 && element.scrollTop < 199; turn += 1) pass(50);
  assert.ok(element.scrollTop >= 199);
  pass(6_000);
  assert.ok(element.scrollTop >= 199);
  pass(1_500);
  assert.ok(element.scrollTop < 30, String(element.scrollTop));
});

test('A board that was touched or stopped stands still, and a short one always', () => {
  frames.isCalm = false;
  const { element, scroll } = board();
  pass(8_000);
  element.listeners.wheel();
  const scrollTop = (element.scrollTop += 60);
  pass(29_000);
  assert.equal(element.scrollTop, scrollTop);
  pass(2_000);
  assert.ok(element.scrollTop > scrollTop && element.scrollTop < scrollTop + 60);
  scroll.isPaused = true;
  const stopped = element.scrollTop;
  pass(60_000);
  assert.equal(element.scrollTop, stopped);
  scroll.isPaused = false;
  element.scrollHeight = 102;
  pass(60_000);
  assert.equal(element.scrollTop, stopped);
  assert.equal(scroll.isNeeded, false);
});

test('With reduced motion a board turns pages', () => {
  frames.isCalm = true;
  const { element } = board();
  pass(7_100);
  assert.equal(element.scrollTop, 90);
  pass(11_000);
  assert.equal(element.scrollTop, 90);
  pass(1_500);
  assert.equal(element.scrollTop, 180);
});
