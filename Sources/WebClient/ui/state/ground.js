// Distances and directions on the ground, in the plane that touches the ellipsoid half-way between
// two places: over 300 m that agrees with the geodesic to less than 0.1 mm, over 100 km to 0.01 %.
// Knows no page.

/** @typedef {[latitude: number, longitude: number]} Place in 10⁻⁷ degree of WGS 84 */

const EQUATOR_METRES = 6_378_137;
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_3;
const RADIANS = Math.PI / 180;

/**
 * A degree of longitude and one of latitude in metres: the radii of curvature of the prime vertical
 * and of the meridian.
 *
 * @param {number} degrees of latitude
 */
function metresPerDegree(degrees) {
  const cosine = Math.cos(degrees * RADIANS);
  const width = 1 - ECCENTRICITY_SQUARED * (1 - cosine * cosine);
  const vertical = EQUATOR_METRES / Math.sqrt(width);
  const meridian = (vertical * (1 - ECCENTRICITY_SQUARED)) / width;
  return { east: vertical * cosine * RADIANS, north: meridian * RADIANS };
}

/**
 * The way from one place to another.
 *
 * @param {Place} from
 * @param {Place} to
 * @returns {{east: number, north: number}} in metres
 */
export function wayBetween(from, to) {
  const scale = metresPerDegree((from[0] + to[0]) / 2e7);
  const degrees = (to[1] - from[1]) / 1e7;
  // The shorter way around the world.
  const around = degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;
  return { east: around * scale.east, north: ((to[0] - from[0]) / 1e7) * scale.north };
}

/** @type {(from: Place, to: Place) => number} */
export function metresBetween(from, to) {
  const { east, north } = wayBetween(from, to);
  return Math.hypot(east, north);
}

/**
 * The direction from one place to another, in degrees from true north, clockwise: 0 … 360.
 *
 * @param {Place} from
 * @param {Place} to
 */
export function bearingBetween(from, to) {
  const { east, north } = wayBetween(from, to);
  return (Math.atan2(east, north) / RADIANS + 360) % 360;
}

/** The eight names of directions, from north on, clockwise. */
export const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'];

/** @param {number} degrees from north, clockwise */
export const directionOf = (degrees) => DIRECTIONS[Math.round(degrees / 45) % 8];

/** @param {number[]} place in 10⁻⁷ degree, which is told to a metre */
export const degreesText = (place) => place.map((part) => (part / 1e7).toFixed(5)).join(', ');
