// Distances, directions and drawings: Sources/WebClient/ui/state/ground.js, ui/parts/drawing.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bearingBetween, directionOf, metresBetween, wayBetween,
} from '../../Sources/WebClient/ui/state/ground.js';

const place = (latitude, longitude) =>
  /** @type {[number, number]} */ ([Math.round(latitude * 1e7), Math.round(longitude * 1e7)]);

// Geodesics on WGS 84 as GeographicLib 2.0 has them (Karney, Algorithms for geodesics, 2013).
const GEODESICS = [
  [0, 0, 0, 0.001, 111.3195], [0, 0, 0.001, 0, 110.5743], [60, 0, 60, 0.001, 55.8],
  [60, 0, 60.001, 0, 111.4123], [89.9995, 0, 90, 0, 55.847],
  [64.1, -21.9, 64.102, -21.896, 296.2145], [-17, 179.999, -16.999, -179.999, 240.0101],
];

test('Distances are those of geodesics, to a millimetre where discs fly', () => {
  for (const [latitude, longitude, other, otherLongitude, metres] of GEODESICS) {
    const found = metresBetween(place(latitude, longitude), place(other, otherLongitude));
    assert.ok(Math.abs(found - metres) < 0.001, `${found} m instead of ${metres} m`);
  }
});

test('Over seventy kilometres they are as good to a hundredth of a per cent', () => {
  const found = metresBetween(place(64, -21), place(64.5, -20));
  assert.ok(Math.abs(found / 73_881.2201 - 1) < 0.0001, `${found}`);
});

test('The way goes over the antimeridian where that is shorter, and says east and north', () => {
  const { east, north } = wayBetween(place(-17, 179.999), place(-16.999, -179.999));
  assert.ok(east > 212.9 && east < 213 && north > 110.6 && north < 110.7);
});

test('A direction is told from true north, clockwise, and by its name', () => {
  const from = place(64.1, -21.9);
  const named = [
    [64.101, -21.9, 'n'], [64.1, -21.89, 'e'], [64.09, -21.9, 's'], [64.1, -21.91, 'w'],
    [64.101, -21.9023, 'nw'],
  ];
  for (const [latitude, longitude, name] of named) {
    const degrees = bearingBetween(from, place(latitude, longitude));
    assert.ok(degrees >= 0 && degrees < 360);
    assert.equal(directionOf(degrees), name);
  }
  assert.equal(directionOf(337.5), 'n');
  assert.equal(directionOf(359.9), 'n');
});
