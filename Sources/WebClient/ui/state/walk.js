// Places that somebody finds out by standing there: of a game's holes, until they keep these as a
// course. Knows no page and no clock.

/**
 * @typedef {[latitude: number, longitude: number, accuracyMetres: number]} Found in 10⁻⁷ degree
 * @typedef {Object<string, {tee?: Found, basket?: Found}>} Walk by the label of the hole
 * @typedef {import('./distance.js').Fix} Fix
 */

/** A fix that is worse says nothing of a place. */
const ACCURACY_METRES_MAX = 15;
/** So long fixes are gathered. */
export const STAND_MILLISECONDS = 10_000;

/** @param {string} lobby */
export const walkKey = (lobby) => `walk/${lobby}`;

/** @type {(text: string | null) => Walk} what another program has written, and can't be read, is none */
export function readWalk(text) {
  try {
    const walk = JSON.parse(text ?? '{}');
    const isFound = (found) => found === undefined ||
      (Array.isArray(found) && found.length === 3 && found.every(Number.isInteger));
    const isHole = (hole) => hole !== null && isFound(hole.tee) && isFound(hole.basket);
    return Object.fromEntries(Object.entries(walk).filter(([, hole]) => isHole(hole)));
  } catch {
    return {};
  }
}

/** @type {(walk: Walk, label: string, what: 'tee' | 'basket', found: Found) => Walk} */
export const withFound = (walk, label, what, found) =>
  ({ ...walk, [label]: { ...walk[label], [what]: found } });

/**
 * Where somebody has stood: in the middle of the fixes that are good enough.
 *
 * @param {Fix[]} fixes
 * @returns {Found | null} null: none is
 */
export function middleOf(fixes) {
  const good = fixes.filter(({ accuracyMetres }) => accuracyMetres <= ACCURACY_METRES_MAX);
  if (good.length === 0) return null;
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [[latitude, longitude]] = good.map(({ place }) => place);
  // Beside the first one, so that it works on both sides of the date line too.
  const around = (turn) => (turn > 1.8e9 ? turn - 3.6e9 : turn < -1.8e9 ? turn + 3.6e9 : turn);
  return [
    Math.round(mean(good.map(({ place }) => place[0] - latitude)) + latitude),
    Math.round(around(mean(good.map(({ place }) => around(place[1] - longitude))) + longitude)),
    Math.round(mean(good.map(({ accuracyMetres }) => accuracyMetres))),
  ];
}
