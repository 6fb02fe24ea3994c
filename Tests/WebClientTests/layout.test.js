// Layouts that a game carries, and the course that a host exchanges.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { decide } from '../../Sources/WebClient/core/decide.js';
import { byteCount, write } from '../../Sources/WebClient/core/json.js';
import { checkLayout, factsText, gameLayout, versionOf } from '../../Sources/WebClient/core/layout.js';
import {
  apply, copyLobby, courseCell, newLobby, parCell,
} from '../../Sources/WebClient/core/lobby.js';
import { cardOf, courseOf, thrownTee } from '../../Sources/WebClient/core/scorecard.js';

const ID = '0a'.repeat(16);
const ABOUT = { course: ID, layout: ID, version: ID, series: 3, tz: 60 };
const EPOCH = '00000000000000e1';
const HOST = { person: 'b2'.repeat(16), tag: 7 };

/** @type {import('../../Sources/WebClient/core/layout.js').Facts} */
const FACTS = {
  name: 'Short',
  tees: [['red', '#c8102e'], ['white', '']],
  holes: [
    ['1', 3, [641350120, -218950000], [[0, 0, 62, 641350000, -218950340], [1, 4, 95]]],
    ['10A', 4, [], [[1, 5, 0]]],
  ],
};

const large = (holes, tees) => ({
  name: 'Large',
  tees: Array.from({ length: tees }, (_, at) => [`tee ${at}`, '#c8102e']),
  holes: Array.from({ length: holes }, (_, hole) => [
    `${hole + 1}`, 3, [641350000 + 69_000 * hole, -218950000],
    Array.from({ length: tees }, (_, tee) =>
      [tee, 5, 100 + hole, 641350000 - 69_000 * hole, -218950000 + 70_000 * tee]),
  ]),
});

test('The layout of a game is made from the facts of a course', () => {
  const { holes, layout } = gameLayout(FACTS, { ...ABOUT, default_tee: 'white' });
  assert.deepEqual(holes, [['1', 3], ['10A', 4]]);
  assert.equal(
    write(layout),
    `{"course":"${ID}","layout":"${ID}","version":"${ID}","series":3,"at":[641350120,-218950000],` +
      '"tz":60,"name":"Short","default_tee":"white","tees":[["red","#c8102e"],["white",""]],' +
      '"holes":[[[0,0],[[0,62,-12,-34],[4,95]]],[[],[[],[5]]]]}',
  );
  checkLayout(layout, 2);
});

test('A game that isn’t to be counted says so, and any other nothing', () => {
  const { layout } = gameLayout(FACTS, { ...ABOUT, uncounted: true });
  assert.match(write(layout), /"tz":60,"uncounted":true,"name"/);
  checkLayout(layout, 2);
  assert.doesNotMatch(write(gameLayout(FACTS, { ...ABOUT, uncounted: false }).layout), /uncounted/);
  assert.throws(() => checkLayout({ ...layout, uncounted: 'yes' }, 2));
});

test('Facts have the version that the server gives them', () => {
  const half = (text) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  for (const name of ['', 'Þúfa', 'x'.repeat(36), 'x'.repeat(44), 'x'.repeat(45), 'x'.repeat(300)]) {
    const facts = { ...FACTS, name };
    assert.equal(versionOf(facts), half(factsText(facts)), name);
  }
  // As in LayoutFactsTests of the server.
  assert.equal(
    factsText({
      tees: [['red', '#c8102e'], ['white', '#fff']],
      name: '9 - Par 27',
      holes: [['10A', 3, [641000000, -219000000],
        [[0, 4, 78, 641007000, -219000000], [1, 0, 0]]]],
    }),
    '{"holes":[["10A",3,[641000000,-219000000],[[0,4,78,641007000,-219000000],[1,0,0]]]],' +
      '"name":"9 - Par 27","tees":[["red","#c8102e"],["white","#fff"]]}',
  );
});

test('A layout that is too long for a game goes without places', () => {
  const bytes = (layout) => byteCount(write(layout));
  const [whole, placeless] = [[18, 3], [72, 8]].map(([holes, tees]) => {
    const { layout } = gameLayout(/** @type {any} */ (large(holes, tees)), ABOUT);
    checkLayout(layout, holes);
    assert.ok(bytes(layout) <= 12_288);
    return layout;
  });
  assert.ok(whole.at && whole.holes[0][1][0].length === 4);
  assert.ok(!placeless.at && placeless.holes[0][1][0].length === 2);
});

test('Names of tees that are too long for a cell are cut, and stay told apart', () => {
  const tees = ['The long red tee A', 'The long red tee B', 'Å'.repeat(20)];
  const facts = { ...FACTS, tees: tees.map((tee) => [tee, '']), holes: [['1', 3, [], []]] };
  const { layout } = gameLayout(/** @type {any} */ (facts), ABOUT);
  checkLayout(layout, 1);
  assert.equal(new Set(layout.tees.map(([name]) => name)).size, 3);
});

test('A place too far from the others is left out', () => {
  const facts = { ...FACTS, holes: [FACTS.holes[0], ['2', 3, [0, 0], []]] };
  const { layout } = gameLayout(/** @type {any} */ (facts), ABOUT);
  checkLayout(layout, 2);
  assert.deepEqual(layout.holes[1][0], []);
});

/** A game in setup, of which ops make another. */
function game() {
  let lobby = newLobby('1'.repeat(32), EPOCH, {
    start: 0, code: null, invitation: null, watch: null, course: 'Park',
    holes: [['1', 3], ['2', 3], ['3', 3]], late_join: false, person: HOST.person, name: 'Anna',
    player: 1,
  });
  return {
    get lobby() {
      return lobby;
    },
    does(op, be = EPOCH) {
      const change = decide(lobby, { n: 1, at: 0, bv: 0, be, ...op }, HOST, 0);
      lobby = copyLobby(lobby);
      apply(lobby, change);
    },
  };
}

const exchange = (expect) => ({
  op: 'layout', expect, course: 'Meadow', ...gameLayout(FACTS, ABOUT),
});

test('An exchange takes name, holes and layout together, and leaves old pars behind', () => {
  const played = game();
  played.does({ op: 'set', cell: parCell(played.lobby, 2), value: 5 });
  played.does({ op: 'set', cell: courseCell(played.lobby), value: 'Garden' });
  const old = parCell(played.lobby, 1);
  played.does(exchange(0));
  assert.equal(courseOf(played.lobby), 'Meadow');
  assert.deepEqual(cardOf(played.lobby).pars, [3, 4]);
  assert.deepEqual(played.lobby.given, {
    course: 'Park', holes: [['1', 3], ['2', 3], ['3', 3]],
  });
  assert.throws(() => played.does({ op: 'set', cell: old, value: 5 }), { name: 'stale' });
  assert.throws(() => played.does(exchange(0)), { name: 'stale' });
  played.does({ op: 'set', cell: parCell(played.lobby, 1), value: 5 });
  assert.deepEqual(cardOf(played.lobby).pars, [5, 4]);
});

test('After the start the course stays, but for an exchange of a history that was lost', () => {
  const played = game();
  played.does({ op: 'move', from: ['setup', 0], to: ['playing', 1] });
  assert.throws(() => played.does(exchange(0)), { name: 'stale' });
  played.does({ op: 'set', cell: [1, 1, 9, 0], value: 3 }, '00000000000000aa');
  played.does(exchange(0), '00000000000000aa');
  assert.equal(played.lobby.number, 1);
});

test('The tee that counts is a player’s own, or the default in its place', () => {
  const played = game();
  assert.equal(thrownTee(played.lobby, 1).place, -1);
  played.does(exchange(0));
  assert.deepEqual(thrownTee(played.lobby, 1), { place: 0, isSubstitute: false });
  for (const [name, tee] of /** @type {const} */ ([
    ['gold', { place: 0, isSubstitute: true }], ['white', { place: 1, isSubstitute: false }],
  ])) {
    played.does({ op: 'set', cell: [0, 1, 0, 4], value: name });
    assert.deepEqual(thrownTee(played.lobby, 1), tee);
  }
  assert.deepEqual(cardOf(played.lobby).lines[0].pars, [4, 5]);
});
