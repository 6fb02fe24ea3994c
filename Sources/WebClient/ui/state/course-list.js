// The list of courses: which there are to see, in which order. Knows no page, and not where it is.

import { foldedName, found, loosened } from './search-name.js';

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../../device/catalogue.js').PackedLayout} PackedLayout
 * @typedef {import('../../device/catalogue.js').Place} Place
 * @typedef {{best: number, mean: number, rounds: number}} Figures of whole rounds, against par
 * @typedef {{playedAt: number, layout: string, figures: Map<string, Figures>}} Past what is known of
 *   one's own rounds on a course; `layout`: the last one; `figures`: by layout, where there are any
 * @typedef {{course: PackedCourse, layout: PackedLayout | null, loose: string, isFavourite: boolean,
 *   isPlayed: boolean, past: Past | null, metres: number | null}} Row `layout`: the one that the
 *   row speaks of
 * @typedef {'usual' | 'near' | 'played' | 'unplayed' | 'favourite' | 'fresh' | 'name'} View
 */

/** @type {(course: PackedCourse) => PackedLayout[]} those that can be played now */
export const offered = ({ layouts }) => layouts.filter(({ status }) => status === 'offered');

/** The layout that was played last, or else the first. */
export function usualLayout(course, past) {
  const all = offered(course);
  return all.find(({ id }) => id === past?.layout) ?? all[0] ?? null;
}

const summed = (numbers) => numbers.reduce((sum, each) => sum + each, 0);

/**
 * What one has played, by course.
 *
 * @param {import('../../device/summary.js').Summary[]} games of this device, newest first
 * @returns {Map<string, Past>}
 */
export function pastOf(games) {
  const all = new Map();
  for (const { played, startedAt, own = -1, totals, isDeleted } of games) {
    if (!played || isDeleted || own < 0) continue;
    all.set(played.course, [...(all.get(played.course) ?? []),
      { ...played, startedAt, over: played.isWhole ? totals[own].overPar : null }]);
  }
  return new Map([...all].map(([course, rounds]) => [course, {
    playedAt: Math.max(...rounds.map(({ startedAt }) => startedAt ?? 0)),
    layout: rounds[0].layout,
    figures: figuresOf(rounds.filter(({ over }) => over !== null)),
  }]));
}

/** @returns {Map<string, Figures>} */
function figuresOf(/** @type {{layout: string, over: number}[]} */ rounds) {
  const layouts = [...new Set(rounds.map(({ layout }) => layout))];
  return new Map(layouts.map((layout) => {
    const over = rounds.filter((round) => round.layout === layout).map((round) => round.over);
    return [layout, {
      best: Math.min(...over), mean: summed(over) / over.length, rounds: over.length,
    }];
  }));
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
 *   metresTo: ((place: Place) => number) | null}} known `played`: said to be; `metresTo`: how far a
 *   place is from here, if that is known
 * @returns {Row[]}
 */
export const rowsOf = (courses, { past, favourites, played, metresTo }) =>
  courses.map((course) => ({
    course,
    layout: usualLayout(course, past.get(course.id)),
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
