// The list of courses: Sources/WebClient/ui/state/course-list.js, own-courses.js, country.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf, shownRows, usualLayout } from '../../Sources/WebClient/ui/state/course-list.js';
import { pastOf } from '../../Sources/WebClient/ui/state/course-past.js';
import { countryOf } from '../../Sources/WebClient/ui/state/country.js';
import { compareIcelandic, nameOrder } from '../../Sources/WebClient/ui/state/name-order.js';
import {
  favouritesIn, playedIn, playedOf, playedText,
} from '../../Sources/WebClient/ui/state/own-courses.js';
import { courseOf, factsOf, holeFrom, teeFor } from '../../Sources/WebClient/ui/state/starting.js';

const FACTS = JSON.stringify({
  holes: [['1', 3, [], [[0, 0, 62], [1, 4, 95]]], ['10A', 4, [], [[1, 5, 0]]]],
  name: 'Short',
  tees: [['red', '#c8102e'], ['white', '']],
});
const layout = (id, more = {}) => ({
  ...{ id, name: id, kind: 'lasting', status: 'offered', version: 'c3'.repeat(16), series: 1 },
  ...{ holes: 2, par: 7, facts: FACTS, default_tee: 'white', ...more },
});
const course = (id, name, more = {}) => ({
  ...{ id, name, status: /** @type {'open'} */ ('open'), source: 'own', since: 2025, rev: 1 },
  ...{ layouts: [layout(`${id}-old`, { status: 'archived' }), layout(`${id}-1`)], ...more },
});

const COURSES = [
  course('o', 'Öskjuhlíð', { at: [640, 0] }), course('a', 'Akureyri', { since: 2026 }),
  course('á', 'Árbær', { at: [641, 0] }), course('b', 'Bakki', { status: 'gone' }),
  course('t', 'Þorlákshöfn', { at: [650, 0] }),
];
const TODAY = '2026-11-27';
const NOBODY = { today: TODAY, past: new Map(), favourites: new Set(), played: new Set(), metresTo: null };
const shown = (known, wanted) =>
  shownRows(rowsOf(/** @type {any} */ (COURSES), { ...NOBODY, ...known }), {
    ...{ view: 'usual', typed: '', year: 2026, compare: compareIcelandic }, ...wanted,
  }).map((row) => row.course.id);

const game = (id, startedAt, overPar, more = {}) => ({
  ...{ startedAt, own: 1, totals: [{ overPar: -9 }, { overPar }] },
  ...{ played: { course: id, layout: `${id}-1`, series: 1, holes: 9 }, ...more },
});

test('Courses come in the order of their language, and what is gone doesn’t', () => {
  assert.deepEqual(shown({}, {}), ['a', 'á', 't', 'o']);
});

test('Names come in the order of the Icelandic alphabet, also where a browser knows none', () => {
  const names = ['Öskjuhlíð', 'Ærlækur', 'Þúfa', 'Zeta', 'Ýmir', 'Yst', 'Óðinn', 'Oddi', 'Árbær',
    'Akureyri', 'Ak', '9 holur', 'Ak'];
  const sorted = ['9 holur', 'Ak', 'Ak', 'Akureyri', 'Árbær', 'Oddi', 'Óðinn', 'Yst', 'Ýmir', 'Zeta',
    'Þúfa', 'Ærlækur', 'Öskjuhlíð'];
  assert.deepEqual([...names].sort(compareIcelandic), sorted);
  assert.ok(nameOrder('en')('a', 'b') < 0);
  assert.ok(nameOrder('is')('Þór', 'Ör') < 0);
});

test('What was played last comes first, unless it is known where one is', () => {
  const past = pastOf(/** @type {any} */ ([game('t', 200, 2), game('o', 100, 1)]), []);
  assert.deepEqual(shown({ past }, {}), ['t', 'o', 'a', 'á']);
  const metresTo = ([latitude]) => Math.abs(latitude - 641);
  assert.deepEqual(shown({ past, metresTo }, {}), ['á', 'o', 't', 'a']);
  assert.deepEqual(shown({ past, metresTo }, { view: 'name' }), ['a', 'á', 't', 'o']);
});

test('Favourites, what was played or not, and what is new can be seen alone', () => {
  const past = pastOf(/** @type {any} */ ([game('t', 200, 2)]), []);
  const known = { past, favourites: new Set(['o']), played: new Set(['a']) };
  assert.deepEqual(shown(known, { view: 'favourite' }), ['o']);
  assert.deepEqual(shown(known, { view: 'played' }), ['t', 'a']);
  assert.deepEqual(shown(known, { view: 'unplayed' }), ['á', 'o']);
  assert.deepEqual(shown(known, { view: 'fresh' }), ['a']);
});

test('The layout that was played last is offered, but none that isn’t offered any more', () => {
  const both = /** @type {any} */ (course('x', 'X', { layouts: [layout('1'), layout('2')] }));
  assert.equal(usualLayout(both, /** @type {any} */ ({ layout: '2' }), TODAY)?.id, '2');
  assert.equal(usualLayout(both, /** @type {any} */ ({ layout: 'gone' }), TODAY)?.id, '1');
  assert.equal(usualLayout(both, null, TODAY)?.id, '1');
  assert.equal(usualLayout(/** @type {any} */ (course('x', 'X', { layouts: [] })), null, TODAY), null);
});

test('Whoever played a layout last that was merged with another is offered that one', () => {
  const merged = { ...layout('3'), status: 'archived', same_as: { layout: '2', series: 1 } };
  const all = /** @type {any} */ (course('x', 'X', { layouts: [layout('1'), layout('2'), merged] }));
  assert.equal(usualLayout(all, /** @type {any} */ ({ layout: '3' }), TODAY)?.id, '2');
});

test('A layout for a while is offered until its last day', () => {
  const both = /** @type {any} */ (course('x', 'X', {
    layouts: [{ ...layout('1'), ends_on: TODAY }, layout('2')],
  }));
  assert.equal(usualLayout(both, null, '2026-11-26')?.id, '1');
  assert.equal(usualLayout(both, null, TODAY)?.id, '1');
  assert.equal(usualLayout(both, null, '2026-11-28')?.id, '2');
});

test('The notebook says what is liked and played, also what another program has written', () => {
  const notes = new Map([
    ['fav/o', '1'], ['played/a', playedText({ day: '2026-05-01', comment: 'Windy' })],
    ['played/t', 'in spring'], ['note/o', 'x'],
  ]);
  const notebook = {
    get: (key) => notes.get(key) ?? null,
    all: (prefix) => /** @type {[string, string][]} */ ([...notes]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), value])),
  };
  assert.deepEqual([...favouritesIn(notebook)], ['o']);
  assert.deepEqual([...playedIn(notebook)], ['a', 't']);
  assert.deepEqual(playedOf(notebook, 'a'), { day: '2026-05-01', comment: 'Windy' });
  assert.deepEqual(playedOf(notebook, 't'), { day: '', comment: 'in spring' });
  assert.equal(playedOf(notebook, 'o'), null);
});

test('The facts of a pack, whose places are ways from the basket before, are what they were', () => {
  const facts = {
    holes: [
      ['1', 3, [641000000, -219000000], [[0, 0, 0, 641000700, -219000090]]],
      ['2', 3, [], [[0, 0, 0, 640999990, -219000005], [1, 4, 80]]],
      ['3', 3, [641000002, -219000001], []],
    ],
    name: 'Short',
    tees: [['red', ''], ['white', '']],
  };
  const steps = (first) => JSON.stringify({ ...facts, holes: [
    ['1', 3, first, [[0, 0, 0, 700, -90]]],
    ['2', 3, [], [[0, 0, 0, -10, -5], [1, 4, 80]]],
    ['3', 3, [2, -1], []],
  ] });
  const read = (at, first) =>
    factsOf(/** @type {any} */ ({ at }), /** @type {any} */ ({ steps: steps(first) }));
  assert.deepEqual(read([641000100, -219000100], [-100, 100]), facts);
  assert.deepEqual(read(undefined, [641000000, -219000000]), facts);
});

test('A country is the chosen one, or that of a language, or has the most courses', () => {
  const countries = [{ country: 'IS', courses: 3 }, { country: 'SE', courses: 9 }];
  assert.equal(countryOf(countries, 'IS', ['sv-SE']), 'IS');
  assert.equal(countryOf(countries, 'FI', ['de', 'sv-SE', 'is']), 'SE');
  assert.equal(countryOf(countries, null, ['is']), 'IS');
  assert.equal(countryOf(countries, null, ['de-AT']), 'SE');
});

test('A round begins with the layout’s facts, and its pars and lengths are those of the tee', () => {
  const given = courseOf(/** @type {any} */ (COURSES[0]), layout('1'), 60);
  assert.deepEqual(given.holes, [['1', 3], ['10A', 4]]);
  assert.equal(given.layout.tz, -60);
  assert.equal(teeFor(given.layout, 'red'), 'red');
  assert.equal(teeFor(given.layout, 'Red'), 'red');
  assert.equal(teeFor(given.layout, 'blue'), 'white');
  assert.equal(teeFor(given.layout, null), 'white');
  const facts = JSON.parse(FACTS);
  assert.deepEqual(holeFrom(facts, 0, 'white'), { par: 4, metres: 95 });
  assert.deepEqual(holeFrom(facts, 0, 'red'), { par: 3, metres: 62 });
  assert.deepEqual(holeFrom(facts, 1, 'red'), { par: 4, metres: null });
});
