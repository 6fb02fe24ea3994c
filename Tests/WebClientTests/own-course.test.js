// Courses of one's own: Sources/WebClient/ui/state/own-course.js, course-form.js, course-wish.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionOf } from '../../Sources/WebClient/core/layout.js';
import {
  changesOf, courseText, draftFrom, draftOf, faultOf, layoutsOf, mergeable, newHoles, newLayout,
  parOfLength, parOfThrows, resized, safariHole, withHole, withPlaces, withStart, withTee, withoutTee,
} from '../../Sources/WebClient/ui/state/course-form.js';
import { fieldsOf, givenOf, wishOf } from '../../Sources/WebClient/ui/state/course-wish.js';
import { courseKey, ownCourses, readCourse } from '../../Sources/WebClient/ui/state/own-course.js';
import { courseOf, factsOf } from '../../Sources/WebClient/ui/state/starting.js';

const ID = '0a'.repeat(16);
const LAYOUT = 'b1'.repeat(16);
/** @type {(label: string, par: number, metres?: number | null, more?: any) => any} */
const hole = (label, par, metres = null, more = {}) =>
  ({ label, par, basket: [], starts: [{ par: null, metres, place: [] }], ...more });
const HOLES = [hole('1', 3, 62), hole('10A', 4)];
const draft = (holes = HOLES, more = {}) =>
  ({ name: ' Behind the barn ', layouts: [newLayout(LAYOUT, holes, more)] });
/** @type {(given: any, before?: any, isComparable?: boolean | null) => any} as the notebook has it */
const made = (given, before = null, isComparable = null) => {
  const layouts = layoutsOf(given.layouts, before, isComparable);
  return layouts && readCourse(ID, courseText(given.name, 2026, layouts) ?? '');
};
const PLACES = [[641350000, -218950000], [641355000, -218950000]];
const PLACED = hole('1', 3, 56, {
  basket: PLACES[1], starts: [{ par: null, metres: 56, place: PLACES[0] }],
});

test('A course of one’s own is read as it was made, and can be played', () => {
  const course = made(draft());
  assert.equal(course?.name, 'Behind the barn');
  assert.equal(course?.source, 'own');
  assert.equal(course?.at, undefined);
  const [layout] = course?.layouts ?? [];
  assert.deepEqual([layout.holes, layout.par, layout.length_m], [2, 7, undefined]);
  assert.equal(layout.version, versionOf(JSON.parse(layout.facts ?? '')));
  const { course: name, holes } = courseOf(course, layout, 0);
  assert.deepEqual([name, holes], ['Behind the barn', [['1', 3], ['10A', 4]]]);
  assert.deepEqual(draftOf(course), { ...draft(), name: 'Behind the barn' });
});

test('A change makes another version, and seems to be comparable unless it plays differently', () => {
  const before = made(draft());
  const [old] = before.layouts;
  const seems = (holes) => changesOf(draft(holes).layouts, before);
  assert.deepEqual(seems(HOLES), { isAny: false, seemsSame: true });
  const measured = [hole('1', 3, 70), HOLES[1]];
  assert.deepEqual(seems(measured), { isAny: true, seemsSame: true });
  for (const holes of [
    [hole('1', 4, 62), HOLES[1]], [hole('1', 3, 95), HOLES[1]], [hole('2', 3, 62), HOLES[1]],
    [HOLES[0]],
  ]) {
    assert.deepEqual(seems(holes), { isAny: true, seemsSame: false });
    assert.equal(made(draft(holes), before).layouts[0].series, 2);
    // Whoever changes it knows better.
    assert.equal(made(draft(holes), before, true).layouts[0].series, 1);
  }
  const [next] = made(draft(measured), before).layouts;
  assert.deepEqual([next.id, next.series], [old.id, 1]);
  assert.notEqual(next.version, old.version);
  assert.equal(made(draft(measured), before, false).layouts[0].series, 2);
  assert.equal(made(draft(), before, false).layouts[0].series, 1, 'nothing has changed');
});

test('Each tee has its own lengths, and its own par where that differs', () => {
  const [plain] = draft().layouts;
  let layout = withTee(plain, 'white');
  layout = withStart(layout, 0, 1, { metres: 110, par: 4 });
  layout = { ...layout, tees: [['red', '#c8102e'], ['white', '']] };
  const course = made({ name: 'X', layouts: [layout] });
  const facts = factsOf(course, course.layouts[0]);
  assert.deepEqual(facts.tees, [['red', '#c8102e'], ['white', '']]);
  assert.deepEqual(facts.holes[0][3], [[0, 0, 62], [1, 4, 110]]);
  assert.deepEqual(facts.holes[1][3], [], 'nothing is known of it');
  assert.deepEqual(draftOf(course).layouts[0].holes, layout.holes);
  assert.equal(course.layouts[0].par, 7);
  assert.equal(changesOf([withStart(layout, 0, 1, { par: 3 })], course).seemsSame, false);
  assert.equal(changesOf([withHole(layout, 1, { par: 5 })], course).seemsSame, false);
  assert.deepEqual(withoutTee(layout, 1).holes, plain.holes);
});

test('Layouts have names of their own, and a course is where its first known place is', () => {
  const winter = newLayout('c2'.repeat(16), newHoles(9), {
    name: 'Winter', kind: 'temporary', endsOn: '2026-12-01',
  });
  const course = made({ name: 'X', layouts: [newLayout(LAYOUT, [PLACED]), winter] });
  assert.deepEqual(course.at, PLACES[0]);
  assert.deepEqual(course.layouts.map(({ name, kind, ends_on: end }) => [name, kind, end]),
    [['1', 'lasting', undefined], ['Winter', 'temporary', '2026-12-01']]);
  assert.deepEqual(draftOf(course).layouts[1], winter);
  assert.deepEqual(givenOf(course, 'IS').at, PLACES[0]);
  assert.equal(givenOf(course, 'IS').layouts[1].ends_on, '2026-12-01');
});

test('A layout that isn’t played any more can be merged with one of the same labels and pars', () => {
  const [plain] = draft().layouts;
  const other = newLayout('c2'.repeat(16), HOLES, { name: 'Other', status: 'archived' });
  const long = newLayout('c3'.repeat(16), newHoles(9), { name: 'Long' });
  assert.deepEqual(mergeable(other, [plain, other, long]), [plain]);
  assert.deepEqual(mergeable(long, [plain, other, long]), []);
  const merged = { ...other, sameAs: { layout: LAYOUT } };
  assert.deepEqual(mergeable(plain, [plain, merged, long]), [], 'it has taken another in');
  const third = { ...other, id: 'c4'.repeat(16), name: 'Third' };
  assert.deepEqual(mergeable(third, [plain, merged, third]), [plain], 'never in a chain');
  const course = made({ name: 'X', layouts: [plain, merged] });
  assert.deepEqual(course.layouts.map(({ same_as: same }) => same),
    [undefined, { layout: LAYOUT, series: 1 }]);
  assert.deepEqual(givenOf(course, 'IS').layouts[1].same_as, { layout: LAYOUT, series: 1 });
  assert.deepEqual(draftOf(course).layouts[1].sameAs, { layout: LAYOUT, series: 1 });
  const offered = made({ name: 'X', layouts: [plain, { ...merged, status: 'offered' }] });
  assert.equal(offered.layouts[1].same_as, undefined);
  // What was said of an earlier series stays so.
  const before = { ...course, layouts: [{ ...course.layouts[0], series: 4 }, course.layouts[1]] };
  const again = layoutsOf(draftOf(before).layouts.slice(1), before, null);
  assert.deepEqual(again?.[0].same_as, { layout: LAYOUT, series: 1 });
  assert.deepEqual(layoutsOf([merged], before, null)?.[0].same_as, { layout: LAYOUT, series: 4 });
});

test('What was just played is kept with its labels, pars, and the places that were said', () => {
  const card = /** @type {any} */ ({ course: 'Meadow', labels: ['1', 'X'], pars: [3, 5] });
  const walk = /** @type {any} */ ({ 1: { tee: [...PLACES[0], 6], basket: [...PLACES[1], 9] } });
  assert.deepEqual(draftFrom(card, LAYOUT, walk), {
    name: 'Meadow', layouts: [newLayout(LAYOUT, [PLACED, hole('X', 5)])],
  });
  assert.equal(draftFrom({ ...card, course: null }, LAYOUT, {}).name, '');
});

test('What is wrong with a course is said, and of which layout', () => {
  const fault = (given, isOurs = undefined) => faultOf(given, isOurs)?.fault ?? null;
  assert.equal(fault(draft()), null);
  assert.equal(fault({ ...draft(), name: '  ' }), 'name');
  assert.equal(fault({ ...draft(), name: 'é'.repeat(33) }), 'name');
  assert.equal(fault({ ...draft(), layouts: [] }), 'layouts');
  assert.equal(fault(draft([])), 'holes');
  assert.equal(fault(draft(newHoles(73))), 'holes');
  assert.equal(fault(draft([hole('', 3)])), 'label');
  assert.equal(fault(draft([hole('123456789', 3)])), 'label');
  assert.equal(fault(draft([hole('1', 3), hole(' 1', 3)])), 'twice');
  assert.equal(fault(draft([hole('1', 3, 0)])), 'metres');
  assert.equal(fault(draft([hole('1', 3, 2_001)])), 'metres');
  assert.equal(fault(draft(HOLES, { tees: [[' ', '']] })), 'tee');
  assert.equal(fault(draft(HOLES, { endsOn: 'soon' })), 'day');
  const [one] = draft().layouts;
  const twice = { name: 'X', layouts: [one, { ...one, id: ID }] };
  assert.deepEqual(faultOf(twice), { fault: 'layout', layout: one });
  // Of what nobody has changed here nothing is said.
  const bad = { name: 'X', layouts: [one, { ...one, id: ID, name: 'Y', holes: [] }] };
  assert.equal(fault(bad), 'holes');
  assert.equal(fault(bad, ({ id }) => id === LAYOUT), null);
});

test('The largest layout that may be made fits a note, and what doesn’t fit is told', () => {
  const holes = Array.from({ length: 72 }, (_, at) => hole(`${at}`.padStart(8, 'W'), 20, 2_000));
  assert.ok(made({ name: 'N'.repeat(64), layouts: [newLayout(LAYOUT, holes)] }));
  const many = Array.from({ length: 8 }, (_, at) =>
    newLayout(`${at}`.padStart(32, '0'), holes, { name: `${at}` }));
  assert.equal(courseText('N', 2026, layoutsOf(many, null, null) ?? []), null);
  const large = holes.map((each) => ({ ...each, basket: PLACES[0],
    starts: Array.from({ length: 3 }, () => ({ par: null, metres: 2_000, place: PLACES[1] })) }));
  const tees = /** @type {[string, string][]} */ ([['a', ''], ['b', ''], ['c', '']]);
  assert.equal(layoutsOf([newLayout(LAYOUT, large, { tees })], null, null), null);
});

test('Holes that are added are counted on, and those that go are the last', () => {
  assert.deepEqual(resized(newHoles(1), 3).map(({ label }) => label), ['1', '2', '3']);
  assert.deepEqual(resized(newHoles(3), 2).map(({ label }) => label), ['1', '2']);
  assert.equal(resized(newHoles(1, 2), 2)[1].starts.length, 2);
});

test('A length is the one between the places, unless somebody has said another', () => {
  const [layout] = draft([hole('1', 3)]).layouts;
  const [tee, basket] = PLACES.map((place) => /** @type {any} */ (place));
  const half = withPlaces(layout, 0, 0, { tee });
  assert.equal(half.holes[0].starts[0].metres, null);
  const both = withPlaces(half, 0, 0, { basket });
  assert.deepEqual(both.holes[0], PLACED);
  const moved = withPlaces(both, 0, 0, { basket: [641370000, -218950000] });
  assert.equal(moved.holes[0].starts[0].metres, 223);
  assert.equal(withPlaces(moved, 0, 0, { tee: [] }).holes[0].starts[0].metres, 223);
  const said = withPlaces(withStart(both, 0, 0, { metres: 60 }), 0, 0, { basket: [641370000, 0] });
  assert.equal(said.holes[0].starts[0].metres, 60);
  // The basket is that of all tees.
  const two = withStart(withTee(both, 'white'), 0, 1, { place: tee });
  assert.equal(withPlaces(two, 0, 1, { basket }).holes[0].starts[1].metres, 56);
});

test('Pars are suggested by the length, or by what a group has thrown', () => {
  assert.deepEqual([120, 121, 200, 201].map(parOfLength), [3, 4, 4, 5]);
  assert.equal(parOfThrows([4]), null);
  assert.equal(parOfThrows([5, 4]), 4);
  assert.equal(parOfThrows([5, 4, 9]), 4);
  assert.equal(parOfThrows([2, 2, 3]), 3);
  assert.equal(parOfThrows([9, 9]), 5);
});

test('A safari hole goes from the tee of one to the basket of another, with its length', () => {
  const other = hole('10A', 3, null, { basket: [641370000, -218950000] });
  const [layout] = draft([PLACED, other]).layouts;
  assert.deepEqual(safariHole(layout, 0, 1, 0), {
    label: '1→10A', par: 5, basket: other.basket,
    starts: [{ par: null, metres: 223, place: PLACES[0] }],
  });
  assert.equal(safariHole(layout, 1, 0, 0), null, 'where its tee is isn’t known');
  const long = withHole(layout, 1, { label: '10A-long' });
  assert.equal(safariHole(long, 0, 1, 0)?.label, '1→2');
});

test('What another program has noted under a course, and can’t be read, is left out', () => {
  const bad = ['', '{}', '{"name":1,"layouts":[]}', '{"name":"x","layouts":[{"facts":"no"}]}',
    '{"name":"x","layouts":[{"facts":"{\\"holes\\":[]}"}]}'];
  const layouts = layoutsOf(draft().layouts, null, null) ?? [];
  const all = [...bad, courseText('Behind the barn', 2026, layouts)].map((text, at) => [`${at}`, text]);
  const notes = { all: (prefix) => (prefix === courseKey('') ? /** @type {any} */ (all) : []) };
  assert.deepEqual(ownCourses(notes).map(({ name }) => name), ['Behind the barn']);
});

test('A wish is the fields that differ, and one that is emptied is taken away', () => {
  const course = /** @type {any} */ ({ name: 'Meadow', status: 'open', fee: '1 kr', at: [1, 2] });
  const wish = wishOf(course);
  assert.deepEqual(wish, {
    name: 'Meadow', status: 'open', place: '', website: '', fee: '1 kr', access: '', at: [1, 2],
  });
  assert.equal(fieldsOf(course, wish), null);
  assert.equal(fieldsOf(course, { ...wish, name: ' Meadow ' }), null);
  assert.deepEqual(fieldsOf(course, { ...wish, at: [1, 3] }), { at: [1, 3] });
  const changed = { ...wish, fee: ' ', place: 'Akureyri ', status: 'closed' };
  assert.deepEqual(fieldsOf(course, changed), { fee: '', place: 'Akureyri', status: 'closed' });
});

test('A course of one’s own is given whole, and without what follows from its holes', () => {
  const given = givenOf(made(draft()), 'IS');
  assert.deepEqual(Object.keys(given), ['name', 'country', 'layouts']);
  assert.deepEqual(Object.keys(given.layouts[0]),
    ['id', 'name', 'kind', 'status', 'series', 'facts']);
});
