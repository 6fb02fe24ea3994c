// A hole in play: Sources/WebClient/ui/state/distance.js, starting.js, order.js, and its drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameLayout } from '../../Sources/WebClient/core/layout.js';
import { canDraw, drawing, holeSentence } from '../../Sources/WebClient/ui/parts/drawing.js';
import { distanceTo, fixOf, isStale } from '../../Sources/WebClient/ui/state/distance.js';
import { parText } from '../../Sources/WebClient/ui/state/order.js';
import { holesOfLayout } from '../../Sources/WebClient/ui/state/starting.js';

const ID = '0a'.repeat(16);
const position = (accuracy, more = {}) => ({
  coords: { latitude: 64.1, longitude: -21.9, accuracy, ...more }, timestamp: 1_000,
});
/** @type {[number, number]} 111 m to the north */
const BASKET = [641_010_000, -219_000_000];

test('A distance has the error of the phone’s position, and none that is worse than 20 m', () => {
  const near = distanceTo(fixOf(position(6.4)), BASKET);
  assert.deepEqual(near, { metres: 111, errorMetres: 6, direction: 'n', turnDegrees: null });
  const rough = distanceTo(fixOf(position(21)), BASKET);
  assert.deepEqual(rough, { metres: 110, errorMetres: null, direction: 'n', turnDegrees: null });
  assert.equal(distanceTo(fixOf(position(0.2)), BASKET).errorMetres, 1);
});

test('The arrow shows from where somebody walks, and there is none for who stands', () => {
  const turn = (heading, speed, accuracy = 5) =>
    distanceTo(fixOf(position(accuracy, { heading, speed })), BASKET).turnDegrees;
  assert.equal(turn(90, 1.4), 270);
  assert.equal(turn(350, 1.4), 10);
  assert.equal(turn(0, 1), 0);
  assert.equal(turn(90, 0.4), null);
  assert.equal(turn(NaN, 2), null);
  assert.equal(turn(90, null), null);
  assert.equal(turn(90, 2, 30), null);
});

test('Where somebody was more than 15 s ago isn’t where they are', () => {
  const fix = fixOf(position(5));
  assert.equal(isStale(fix, 16_000), false);
  assert.equal(isStale(fix, 16_001), true);
});

const FACTS = {
  name: 'Short',
  tees: [['red', '#c8102e'], ['white', '']],
  holes: [
    ['1', 3, [641_010_000, -219_000_000], [[0, 0, 111, 641_000_000, -219_000_000], [1, 4, 0]]],
    ['10A', 4, [], [[1, 5, 95]]],
  ],
};
const lobbyWith = (facts) => /** @type {any} */ (gameLayout(facts, {
  course: ID, layout: ID, version: ID, series: 1, default_tee: 'red',
}));

test('The holes of a game’s layout lie where the facts of the course had them', () => {
  const [first, second] = holesOfLayout(lobbyWith(FACTS));
  assert.deepEqual(first, {
    label: '1',
    basket: [641_010_000, -219_000_000],
    tees: [
      { name: 'red', colour: '#c8102e', par: 0, metres: 111, place: [641_000_000, -219_000_000] },
      { name: 'white', colour: '', par: 4, metres: null, place: null },
    ],
  });
  assert.deepEqual(second.basket, null);
  assert.deepEqual(second.tees[1], { name: 'white', colour: '', par: 5, metres: 95, place: null });
});

/** All nodes of a drawing that are of a kind. */
const parts = (node, tag) => [
  ...(node.tag === tag ? [node] : []),
  ...node.children.filter((child) => typeof child === 'object')
    .flatMap((child) => parts(child, tag)),
];

test('A hole is drawn north up, with its length and the circle of ten metres', () => {
  const holes = holesOfLayout(lobbyWith(FACTS)).slice(0, 1);
  assert.ok(canDraw(holes));
  const drawn = drawing(holes, { title: 'x' });
  const [way] = parts(drawn, 'line').map(({ properties }) => properties);
  assert.ok(way.y1 > way.y2 && way.x1 === way.x2, 'from the tee up to the basket');
  const [ten] = parts(drawn, 'circle').map(({ properties }) => properties);
  assert.ok(Math.abs((way.y1 - way.y2) / ten.r - 11.15) < 0.1, 'to scale');
  const texts = parts(drawn, 'text').map(({ children }) => children.join(''));
  assert.ok(texts.includes('111 m'), `${texts}`);
  const you = drawing(holes, { title: 'x', fix: { place: [641_005_000, -219_000_000], accuracyMetres: 6 } });
  assert.equal(parts(you, 'circle').length, 3);
});

test('What no place is known of isn’t drawn, but its lengths are told', () => {
  const holes = holesOfLayout(lobbyWith({ ...FACTS, holes: [FACTS.holes[1]] }));
  assert.equal(canDraw(holes), false);
  assert.match(holeSentence(holes[0]), /drawing.length|95 m/);
});

test('A par that depends on the tee is told as both', () => {
  const line = (...pars) => ({ pars });
  assert.equal(parText({ pars: [3, 4], lines: [] }, 0, 2), '7');
  assert.equal(parText({ pars: [3, 4], lines: [line(3, 4), line(3, 4)] }, 0, 1), '3');
  const two = { pars: [3, 4], lines: [line(4, 4), line(3, 4)] };
  assert.equal(parText(two, 0, 1), '3/4');
  assert.equal(parText(two, 0, 2), '7/8');
});
