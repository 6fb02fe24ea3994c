// The compass: Sources/WebClient/ui/state/declination.js, and of distance.js what it adds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declinationAt } from '../../Sources/WebClient/ui/state/declination.js';
import { distanceTo, headingOf } from '../../Sources/WebClient/ui/state/distance.js';

/** Latitude, longitude, year, and the declination by another program with the whole model. */
const KNOWN = [
  [64.15, -21.95, 2025.0, -11.59],
  [64.15, -21.95, 2026.9, -11.02],
  [64.15, -21.95, 2029.9, -10.13],
  [65.68, -18.1, 2025.0, -10.07],
  [65.68, -18.1, 2026.9, -9.5],
  [59.33, 18.07, 2025.0, 7.46],
  [59.33, 18.07, 2026.9, 7.77],
  [60.17, 24.94, 2025.0, 10.2],
  [60.17, 24.94, 2026.9, 10.5],
  [30.27, -97.74, 2025.0, 3.21],
  [30.27, -97.74, 2026.9, 3.06],
  [45.52, -122.68, 2025.0, 14.69],
  [45.52, -122.68, 2026.9, 14.47],
  [-33.87, 151.21, 2025.0, 12.79],
  [-33.87, 151.21, 2026.9, 12.83],
  [-36.85, 174.76, 2025.0, 20.23],
  [-36.85, 174.76, 2026.9, 20.34],
  [0, 0, 2025.0, -4.02],
  [0, 0, 2026.9, -3.78],
  [50.08, 14.44, 2025.0, 4.96],
  [50.08, 14.44, 2026.9, 5.19],
  [78.22, 15.65, 2025.0, 12.13],
  [78.22, 15.65, 2026.9, 12.97],
  [-54.8, -68.3, 2025.0, 11.79],
  [-54.8, -68.3, 2026.9, 11.62],
  [35.68, 139.69, 2025.0, -7.87],
  [35.68, 139.69, 2026.9, -7.94],
  [-33.92, 18.42, 2025.0, -26.38],
  [-33.92, 18.42, 2026.9, -26.83],
];

test('Magnetic north is where the whole model has it, to half a degree', () => {
  for (const [latitude, longitude, year, degrees] of KNOWN) {
    const found = declinationAt([latitude * 1e7, longitude * 1e7], year);
    assert.ok(Math.abs(found - degrees) <= 0.5, `${latitude}, ${longitude}: ${found}, ${degrees}`);
  }
  assert.equal(declinationAt([899_000_000, 0], 2026), 0);
});

test('A phone points as its compass says, turned as its screen is', () => {
  assert.equal(headingOf({ absolute: true, alpha: 90, beta: 10, gamma: 0 }, 0), 270);
  assert.equal(headingOf({ absolute: true, alpha: 0, beta: 0, gamma: 0 }, 0), 0);
  assert.equal(headingOf({ absolute: true, alpha: 90, beta: 0, gamma: 0 }, 90), 0);
  assert.equal(headingOf({ absolute: false, alpha: 12, webkitCompassHeading: 30 }, 0), 30);
});

test('What isn’t about north, or not sure of itself, is no direction', () => {
  assert.equal(headingOf({ absolute: false, alpha: 90, beta: 0, gamma: 0 }, 0), undefined);
  assert.equal(headingOf({ absolute: true, alpha: null }, 0), undefined);
  assert.equal(headingOf({ absolute: true, alpha: 90, beta: 80, gamma: 0 }, 0), null);
  assert.equal(headingOf({ webkitCompassHeading: 30, webkitCompassAccuracy: -1 }, 0), null);
  assert.equal(headingOf({ webkitCompassHeading: 30, webkitCompassAccuracy: 40 }, 0), null);
});

test('The arrow goes by where one walks, or else by where the phone points', () => {
  const fix = { place: /** @type {[number, number]} */ ([641_400_000, -219_400_000]),
    accuracyMetres: 5, at: 0, headingDegrees: /** @type {number | null} */ (null) };
  const north = /** @type {[number, number]} */ ([641_410_000, -219_400_000]);
  assert.equal(distanceTo(fix, north).turnDegrees, null);
  assert.equal(distanceTo(fix, north, 90).turnDegrees, 270);
  assert.equal(distanceTo(fix, north, 375).turnDegrees, 345);
  assert.equal(distanceTo({ ...fix, headingDegrees: 180 }, north, 90).turnDegrees, 180);
  assert.equal(distanceTo({ ...fix, accuracyMetres: 50 }, north, 90).turnDegrees, null);
});
