// Courses of one's own: Sources/WebClient/ui/state/own-course.js, course-form.js, course-wish.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionOf } from '../../Sources/WebClient/core/layout.js';
import {
  courseText, draftFrom, draftOf, faultOf, newHoles, resized,
} from '../../Sources/WebClient/ui/state/course-form.js';
import { fieldsOf, givenOf, wishOf } from '../../Sources/WebClient/ui/state/course-wish.js';
import { courseKey, ownCourses, readCourse } from '../../Sources/WebClient/ui/state/own-course.js';
import { courseOf } from '../../Sources/WebClient/ui/state/starting.js';

const ID = '0a'.repeat(16);
const NEW = { layout: 'b1'.repeat(16), year: 2026, before: null };
const draft = (more = {}) => ({
  name: ' Behind the barn ',
  holes: [{ label: '1', par: 3, metres: 62 }, { label: '10A', par: 4, metres: null }],
  ...more,
});
const made = (given, more = NEW) => readCourse(ID, courseText(given, more) ?? '');

test('A course of one’s own is read as it was made, and can be played', () => {
  const course = made(draft());
  assert.equal(course?.name, 'Behind the barn');
  assert.equal(course?.source, 'own');
  const [layout] = course?.layouts ?? [];
  assert.deepEqual([layout.holes, layout.par, layout.length_m], [2, 7, undefined]);
  assert.equal(layout.version, versionOf(JSON.parse(layout.facts ?? '')));
  const { course: name, holes } = courseOf(/** @type {any} */ (course), layout, 0);
  assert.deepEqual([name, holes], ['Behind the barn', [['1', 3], ['10A', 4]]]);
  assert.deepEqual(draftOf(/** @type {any} */ (course)), draft({ name: 'Behind the barn' }));
});

test('A change makes another version, and another series if holes, pars or lengths differ', () => {
  const before = made(draft());
  const change = (holes) => made(draft({ holes }), { ...NEW, before })?.layouts[0];
  const [old] = before?.layouts ?? [];
  const measured = change([{ label: '1', par: 3, metres: 70 }, draft().holes[1]]);
  assert.deepEqual([measured?.id, measured?.series], [old.id, 1]);
  assert.notEqual(measured?.version, old.version);
  for (const holes of [
    [{ label: '1', par: 4, metres: 62 }, draft().holes[1]],
    [{ label: '1', par: 3, metres: 95 }, draft().holes[1]],
    [{ label: '2', par: 3, metres: 62 }, draft().holes[1]],
    [draft().holes[0]],
  ]) {
    assert.equal(change(holes)?.series, 2);
  }
});

test('What was just played is kept with its labels and pars', () => {
  const card = /** @type {any} */ ({ course: 'Meadow', labels: ['1', 'X'], pars: [3, 5] });
  assert.deepEqual(draftFrom(card), {
    name: 'Meadow',
    holes: [{ label: '1', par: 3, metres: null }, { label: 'X', par: 5, metres: null }],
  });
  assert.equal(draftFrom({ ...card, course: null }).name, '');
});

test('What is wrong with a course is said', () => {
  const hole = (more) => ({ label: '1', par: 3, metres: null, ...more });
  assert.equal(faultOf(draft()), null);
  assert.equal(faultOf(draft({ name: '  ' })), 'name');
  assert.equal(faultOf(draft({ name: 'é'.repeat(33) })), 'name');
  assert.equal(faultOf(draft({ holes: [] })), 'holes');
  assert.equal(faultOf(draft({ holes: newHoles(73) })), 'holes');
  assert.equal(faultOf(draft({ holes: [hole({ label: '' })] })), 'label');
  assert.equal(faultOf(draft({ holes: [hole({ label: '123456789' })] })), 'label');
  assert.equal(faultOf(draft({ holes: [hole({}), hole({ label: ' 1' })] })), 'twice');
  assert.equal(faultOf(draft({ holes: [hole({ metres: 0 })] })), 'metres');
  assert.equal(faultOf(draft({ holes: [hole({ metres: 2_001 })] })), 'metres');
});

test('The largest course that may be made fits a note', () => {
  const holes = Array.from({ length: 72 }, (_, at) =>
    ({ label: `${at}`.padStart(8, 'W'), par: 20, metres: 2_000 }));
  assert.ok(courseText(draft({ name: 'N'.repeat(64), holes }), NEW));
});

test('Holes that are added are counted on, and those that go are the last', () => {
  assert.deepEqual(resized(newHoles(1), 3).map(({ label }) => label), ['1', '2', '3']);
  assert.deepEqual(resized(newHoles(3), 2).map(({ label }) => label), ['1', '2']);
});

test('What another program has noted under a course, and can’t be read, is left out', () => {
  const bad = ['', '{}', '{"name":1,"layouts":[]}', '{"name":"x","layouts":[{"facts":"no"}]}',
    '{"name":"x","layouts":[{"facts":"{\\"holes\\":[]}"}]}'];
  const all = [...bad, courseText(draft(), NEW)].map((text, at) => [`${at}`, text]);
  const notes = { all: (prefix) => (prefix === courseKey('') ? /** @type {any} */ (all) : []) };
  assert.deepEqual(ownCourses(notes).map(({ name }) => name), ['Behind the barn']);
});

test('A wish is the fields that differ, and one that is emptied is taken away', () => {
  const course = /** @type {any} */ ({ name: 'Meadow', status: 'open', fee: '1 kr', at: [1, 2] });
  const wish = wishOf(course);
  assert.deepEqual(wish, {
    name: 'Meadow', status: 'open', place: '', website: '', fee: '1 kr', access: '',
  });
  assert.equal(fieldsOf(course, wish), null);
  assert.equal(fieldsOf(course, { ...wish, name: ' Meadow ' }), null);
  const changed = { ...wish, fee: ' ', place: 'Akureyri ', status: 'closed' };
  assert.deepEqual(fieldsOf(course, changed), { fee: '', place: 'Akureyri', status: 'closed' });
});

test('A course of one’s own is given whole, and without what follows from its holes', () => {
  const given = givenOf(/** @type {any} */ (made(draft())), 'IS');
  assert.deepEqual(Object.keys(given), ['name', 'country', 'layouts']);
  assert.deepEqual(Object.keys(given.layouts[0]),
    ['id', 'name', 'kind', 'status', 'series', 'facts']);
});
