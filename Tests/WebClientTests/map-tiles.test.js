// Tiles behind a drawing: Sources/WebClient/ui/state/map-tiles.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metresBetween } from '../../Sources/WebClient/ui/state/ground.js';
import { TILES_MAX, tilesBehind } from '../../Sources/WebClient/ui/state/map-tiles.js';

/** @type {(latitude: number, longitude: number) => [number, number]} */
const place = (latitude, longitude) => [latitude * 1e7, longitude * 1e7];

test('A tile is where the map has it, and holds the place for which it is shown', () => {
  // As in OpenStreetMap's wiki, "Slippy map tilenames": Reykjavík's harbour at zoom 16.
  const here = place(64.1475, -21.9408);
  const tiles = tilesBehind([here], 1 / (156_543.034 * Math.cos(64.1475 * Math.PI / 180) / 2 ** 16), 1);
  assert.equal(tiles.length, 1);
  const [{ z, x, y, northWest, southEast }] = tiles;
  assert.equal(z, 16);
  assert.equal(x, Math.floor((here[1] / 1e7 + 180) / 360 * 2 ** 16));
  const sine = Math.log(Math.tan(Math.PI / 4 + 64.1475 * Math.PI / 360));
  assert.equal(y, Math.floor((1 - sine / Math.PI) / 2 * 2 ** 16));
  assert.ok(northWest[0] > here[0] && southEast[0] < here[0]);
  assert.ok(northWest[1] < here[1] && southEast[1] > here[1]);
});

test('The tiles fill the margin around all places, side by side, in about their own size', () => {
  const places = [place(64.14, -21.94), place(64.143, -21.935)];
  const tiles = tilesBehind(places, 0.5, 300);
  assert.ok(tiles.length > 1 && tiles.length <= TILES_MAX);
  const [first] = tiles;
  const pixels = metresBetween(first.northWest, [first.northWest[0], first.southEast[1]]) * 0.5;
  assert.ok(pixels > 180 && pixels < 363, `${pixels}`);
  const north = Math.max(...tiles.map(({ northWest }) => northWest[0]));
  const west = Math.min(...tiles.map(({ northWest }) => northWest[1]));
  assert.ok(metresBetween([north, places[0][1]], [places[1][0], places[0][1]]) >= 299);
  assert.ok(metresBetween([places[0][0], west], places[0]) >= 299);
  for (const { x, y, z, southEast } of tiles) {
    const next = tiles.find((each) => each.x === x + 1 && each.y === y);
    if (next) assert.deepEqual([next.z, next.northWest[1]], [z, southEast[1]]);
  }
});

test('A drawing of too much has no map, and at the edge of the map there is one', () => {
  assert.deepEqual(tilesBehind([place(10, 0), place(10.001, 30)], 1, 10), []);
  for (const edge of [place(84.99, 179.999), place(-84.99, -179.999)]) {
    for (const { x, y, z } of tilesBehind([edge], 0.5, 300)) {
      assert.ok(x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z);
    }
  }
});
