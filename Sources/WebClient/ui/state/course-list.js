// The list of courses: which there are to see, in which order. Knows no page, and not where it is.

import { foldedName, found, loosened } from './search-name.js';

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../../device/catalogue.js').PackedLayout} PackedLayout
 * @typedef {import('../../device/catalogue.js').Place} Place
 * @typedef {import('./course-past.js').Past} Past
 * @typedef {{course: PackedCourse, layout: PackedLayout | null, loose: string, isFavourite: boolean,
 *   isPlayed: boolean, past: Past | null, metres: number | null}} Row `layout`: the one that the
 *   row speaks of
 * @typedef {'usual' | 'near' | 'played' | 'unplayed' | 'favourite' | 'fresh' | 'name'} View
 */

/**
 * Those that can be played on a day, as 2026-11-27.
 *
 * @type {(course: PackedCourse, today: string) => PackedLayout[]}
 */
export const offered = ({ layouts }, today) =>
  layouts.filter(({ status, ends_on: end }) => status === 'offered' && !(end && end < today));

/** The layout that was played last, or the one with which that was merged, or else the first. */
export function usualLayout(course, past, today) {
  const all = offered(course, today);
  const last = course.layouts.find(({ id }) => id === past?.layout);
  return all.find(({ id }) => id === (last?.same_as?.layout ?? last?.id)) ?? all[0] ?? null;
}

/**
 * What is searched, by course: the list is made anew with each letter that is typed.
 *
 * @type {WeakMap<PackedCourse, string>}
 */
const looseNames = new WeakMap();

/** @param {PackedCourse} course */
function looseNameOf(course) {
  const known = looseNames.get(course);
  if (known !== undefined) return known;
  const loose = loosened(foldedName(`${course.name} ${course.place ?? ''}`));
  looseNames.set(course, loose);
  return loose;
}

/**
 * @param {PackedCourse[]} courses
 * @param {{past: Map<string, Past>, favourites: Set<string>, played: Set<string>,
 *   metresTo: ((place: Place) => number) | null, today: string}} known `played`: said to be;
 *   `metresTo`: how far a place is from here, if that is known
 * @returns {Row[]}
 */
export const rowsOf = (courses, { past, favourites, played, metresTo, today }) =>
  courses.map((course) => ({
    course,
    layout: usualLayout(course, past.get(course.id), today),
    loose: looseNameOf(course),
    isFavourite: favourites.has(course.id),
    isPlayed: played.has(course.id) || past.has(course.id),
    past: past.get(course.id) ?? null,
    metres: course.at && metresTo ? metresTo(course.at) : null,
  }));

const FILTERS = {
  played: ({ isPlayed }) => isPlayed,
  unplayed: ({ isPlayed }) => !isPlayed,
  favourite: ({ isFavourite }) => isFavourite,
};

/**
 * The rows to show: what was searched for comes as it fits best, all else in order.
 *
 * @param {Row[]} rows
 * @param {{view: View, typed: string, year: number,
 *   compare: (left: string, right: string) => number}} wanted `compare`: names
 * @returns {Row[]}
 */
export function shownRows(rows, { view, typed, year, compare }) {
  const byName = (left, right) => compare(left.course.name, right.course.name);
  const byMetres = (left, right) => (left.metres ?? Infinity) - (right.metres ?? Infinity) || 0;
  const byPast = (left, right) => (right.past?.playedAt ?? 0) - (left.past?.playedAt ?? 0);
  const isNear = view === 'near' || (view !== 'name' && rows.some(({ metres }) => metres !== null));
  const orders = view === 'name' ? [] : isNear ? [byMetres] : [byPast];
  const order = (left, right) => {
    for (const by of [...orders, byName]) {
      const difference = by(left, right);
      if (difference) return difference;
    }
    return 0;
  };
  const isShown = view === 'fresh'
    ? ({ course }) => course.since === year
    : (FILTERS[/** @type {keyof FILTERS} */ (view)] ?? (() => true));
  return found(rows.filter((row) => row.course.status !== 'gone' && isShown(row)), typed, order);
}
