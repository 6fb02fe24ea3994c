// How far it is to the basket, as far as a phone knows that. Knows no page and no clock.

import { bearingBetween, directionOf, metresBetween } from './ground.js';

/**
 * @typedef {import('./ground.js').Place} Place
 * @typedef {{place: Place, accuracyMetres: number, at: number, headingDegrees: number | null}} Fix
 *   where somebody stood at a time, in milliseconds; `headingDegrees`: where they walked
 * @typedef {{metres: number, errorMetres: number | null, direction: string,
 *   turnDegrees: number | null}} Distance `errorMetres`: null if it is too large to be told;
 *   `direction`: of `DIRECTIONS`; `turnDegrees`: from where one walks, clockwise
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

/**
 * @param {Fix} fix
 * @param {Place} basket
 * @returns {Distance}
 */
export function distanceTo({ place, accuracyMetres, headingDegrees }, basket) {
  const metres = metresBetween(place, basket);
  const bearing = bearingBetween(place, basket);
  const isRough = accuracyMetres > ACCURACY_METRES_MAX;
  const turn = headingDegrees === null || isRough ? null : bearing - headingDegrees;
  return {
    metres: isRough ? Math.round(metres / 10) * 10 : Math.round(metres),
    errorMetres: isRough ? null : Math.max(1, Math.round(accuracyMetres)),
    direction: directionOf(bearing),
    turnDegrees: turn === null ? null : Math.round((turn + 360) % 360),
  };
}
