// What somebody wants of a course that is everybody's, as it is sent and as it is told. Knows no
// page.

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {{what: string, layout?: string, before: any, after: any}} Part
 * @typedef {{id: string, at: number, state: 'proposed' | 'in_force' | 'refused' | 'undone',
 *   own: boolean, may_decide: boolean, may_undo: boolean, by?: string, reason?: string,
 *   publish: boolean, parts: Part[]}} Change
 * @typedef {{name: string, status: string, place: string, website: string, fee: string,
 *   access: string}} Wish
 */

/** Under which whoever gives something lets everybody have it. */
export const LICENCE = 'ODbL 1.0';

const FIELDS = /** @type {(keyof Wish)[]} */ (['name', 'status', 'place', 'website', 'fee', 'access']);

/** @param {PackedCourse} course @returns {Wish} what it is now, to be changed */
export const wishOf = (course) =>
  /** @type {Wish} */ (Object.fromEntries(FIELDS.map((field) => [field, course[field] ?? ''])));

/**
 * The fields in which a wish differs; null if in none.
 *
 * @param {PackedCourse} course
 * @param {Wish} wish
 * @returns {Partial<Wish> | null}
 */
export function fieldsOf(course, wish) {
  const changed = FIELDS.filter((field) => wish[field].trim() !== (course[field] ?? ''));
  return changed.length === 0 ? null
    : Object.fromEntries(changed.map((field) => [field, wish[field].trim()]));
}

/** @param {import('../../device/catalogue.js').PackedLayout} layout as it is given to others */
export const givenLayout = ({ id, name, kind, status, series, default_tee: tee, facts }) => ({
  ...{ id, name, kind, status, series, facts },
  ...(tee !== undefined && { default_tee: tee }),
});

/**
 * A course of one's own as it is given to others.
 *
 * @param {PackedCourse} course
 * @param {string} country
 */
export const givenOf = ({ name, layouts }, country) => ({
  name,
  country,
  layouts: layouts.map(givenLayout),
});
