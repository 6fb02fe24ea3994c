// What somebody wants of a course that is everybody's, as it is sent and as it is told. Knows no
// page.

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {{what: string, layout?: string, before: any, after: any}} Part
 * @typedef {{id: string, at: number, state: 'proposed' | 'in_force' | 'refused' | 'undone',
 *   own: boolean, may_decide: boolean, may_undo: boolean, by?: string, reason?: string,
 *   publish: boolean, parts: Part[]}} Change
 * @typedef {{name: string, status: string, place: string, website: string, fee: string,
 *   access: string, at?: [latitude: number, longitude: number]}} Wish
 */

/** Under which whoever gives something lets everybody have it. */
export const LICENCE = 'ODbL 1.0';

/** @type {Exclude<keyof Wish, 'at'>[]} */
const FIELDS = ['name', 'status', 'place', 'website', 'fee', 'access'];

/** @param {PackedCourse} course @returns {Wish} what it is now, to be changed */
export const wishOf = (course) => ({
  .../** @type {any} */ (Object.fromEntries(FIELDS.map((field) => [field, course[field] ?? '']))),
  ...(course.at && { at: course.at }),
});

/**
 * The fields in which a wish differs; null if in none.
 *
 * @param {PackedCourse} course
 * @param {Wish} wish
 * @returns {Partial<Wish> | null}
 */
export function fieldsOf(course, wish) {
  const changed = FIELDS.filter((field) => wish[field].trim() !== (course[field] ?? ''));
  const fields = {
    ...Object.fromEntries(changed.map((field) => [field, wish[field].trim()])),
    ...(wish.at && `${wish.at}` !== `${course.at}` && { at: wish.at }),
  };
  return Object.keys(fields).length === 0 ? null : fields;
}

/** @param {import('../../device/catalogue.js').PackedLayout} layout as it is given to others */
export const givenLayout = ({ id, name, kind, status, series, facts, ...more }) => ({
  ...{ id, name, kind, status, series, facts },
  ...(more.default_tee !== undefined && { default_tee: more.default_tee }),
  ...(more.ends_on !== undefined && { ends_on: more.ends_on }),
  ...(more.same_as && { same_as: more.same_as }),
});

/**
 * A course of one's own as it is given to others.
 *
 * @param {PackedCourse} course
 * @param {string} country
 */
export const givenOf = ({ name, layouts, at }, country) => ({
  name,
  country,
  ...(at && { at }),
  layouts: layouts.map(givenLayout),
});
