// How far it is to the basket, as far as a phone knows that. Knows no page and no clock.

import { bearingBetween, directionOf, metresBetween } from './ground.js';

/**
 * @typedef {import('./ground.js').Place} Place
 * @typedef {{place: Place, accuracyMetres: number, at: number, headingDegrees: number | null}} Fix
 *   where somebody stood at a time, in milliseconds; `headingDegrees`: where they walked
 * @typedef {{metres: number, errorMetres: number | null, direction: string,
 *   turnDegrees: number | null}} Distance `errorMetres`: null if it is too large to be told;
 *   `direction`: of `DIRECTIONS`; `turnDegrees`: from where one walks, or the phone points,
 *   clockwise
 */

/** A place that is known worse than that gives no more than "about". */
const ACCURACY_METRES_MAX = 20;
const AGE_MILLISECONDS_MAX = 15_000;
/** Who is slower has no direction that says anything. */
const SPEED_MIN = 1;

/**
 * What the browser tells.
 *
 * @param {{coords: {latitude: number, longitude: number, accuracy: number,
 *   heading?: number | null, speed?: number | null}, timestamp: number}} position
 * @returns {Fix}
 */
export function fixOf({ coords, timestamp }) {
  const { latitude, longitude, accuracy, heading = null, speed = null } = coords;
  const walks = heading !== null && !Number.isNaN(heading) && (speed ?? 0) >= SPEED_MIN;
  return {
    place: [Math.round(latitude * 1e7), Math.round(longitude * 1e7)],
    accuracyMetres: accuracy,
    at: timestamp,
    headingDegrees: walks ? heading : null,
  };
}

/** Whether that is too long ago to be where somebody is. */
export const isStale = (/** @type {Fix} */ { at }, /** @type {number} */ now) =>
  now - at > AGE_MILLISECONDS_MAX;

/** A compass that is less sure of itself says nothing. */
const COMPASS_DEGREES_MAX = 25;
/** A phone that is held more upright doesn't point along its top. */
const TILT_DEGREES_MAX = 60;

/**
 * Where the top of a screen points, by what a phone says of how it is held (W3C, Device Orientation
 * and Motion; Safari has properties of its own).
 *
 * @param {{absolute?: boolean, alpha?: number | null, beta?: number | null, gamma?: number | null,
 *   webkitCompassHeading?: number, webkitCompassAccuracy?: number}} held
 * @param {number} screenDegrees how the screen is turned against the phone
 * @returns {number | null | undefined} from magnetic north, clockwise; null: it can't be said as the
 *   phone is held; undefined: that says nothing of north
 */
export function headingOf(held, screenDegrees) {
  const { absolute, alpha = null, beta = 0, gamma = 0 } = held;
  const { webkitCompassHeading: compass, webkitCompassAccuracy: error = 0 } = held;
  const isKnown = compass !== undefined || (absolute && alpha !== null);
  if (!isKnown) return undefined;
  const isFlat = Math.max(Math.abs(beta ?? 0), Math.abs(gamma ?? 0)) <= TILT_DEGREES_MAX;
  if (!isFlat || error < 0 || error > COMPASS_DEGREES_MAX) return null;
  const top = compass ?? 360 - (alpha ?? 0);
  return (top + screenDegrees + 360) % 360;
}

/**
 * @param {Fix} fix
 * @param {Place} basket
 * @param {number | null} [compassDegrees] where the phone points, from true north: who walks points
 *   where they walk
 * @returns {Distance}
 */
export function distanceTo({ place, accuracyMetres, headingDegrees }, basket, compassDegrees = null) {
  const metres = metresBetween(place, basket);
  const bearing = bearingBetween(place, basket);
  const isRough = accuracyMetres > ACCURACY_METRES_MAX;
  const ahead = headingDegrees ?? compassDegrees;
  const turn = ahead === null || isRough ? null : bearing - ahead;
  return {
    metres: isRough ? Math.round(metres / 10) * 10 : Math.round(metres),
    errorMetres: isRough ? null : Math.max(1, Math.round(accuracyMetres)),
    direction: directionOf(bearing),
    turnDegrees: turn === null ? null : Math.round((turn + 720) % 360),
  };
}
