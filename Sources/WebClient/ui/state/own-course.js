// Courses of one's own, which the notebook holds. Knows no page.

/** @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse */

const PREFIX = 'course/';

export const courseKey = (course) => `${PREFIX}${course}`;

/**
 * One's own courses; what can't be read is left out.
 *
 * @param {{all(prefix: string): [string, string][]}} notes
 * @returns {PackedCourse[]}
 */
export const ownCourses = (notes) =>
  notes.all(PREFIX).flatMap(([id, text]) => {
    const course = readCourse(id, text);
    return course ? [course] : [];
  });

/** @returns {PackedCourse | null} */
export function readCourse(/** @type {string} */ id, /** @type {string} */ text) {
  try {
    const { name, since, layouts } = JSON.parse(text);
    const isRead = typeof name === 'string' && Array.isArray(layouts) && layouts.every(isLayout);
    if (!isRead) return null;
    const at = placeOf(layouts);
    return { id, name, since, layouts, status: 'open', source: 'own', rev: 1, ...(at && { at }) };
  } catch {
    return null;
  }
}

function isLayout(layout) {
  const { holes } = JSON.parse(layout.facts);
  return Array.isArray(holes) && holes.length > 0;
}

/** The first place that is known of it. */
function placeOf(layouts) {
  const holes = layouts.flatMap(({ facts }) => JSON.parse(facts).holes);
  const places = holes.flatMap(([, , basket = [], starts = []]) =>
    [...starts.map((start) => start.slice(3)), basket]);
  return places.find(({ length }) => length === 2) ?? null;
}
