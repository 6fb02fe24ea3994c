// Which tiles of a map lie behind a drawing. Knows no page.

/**
 * @typedef {import('./ground.js').Place} Place
 * @typedef {{z: number, x: number, y: number, northWest: Place, southEast: Place}} Tile
 */

/** The metres of a pixel at the equator, where a tile of 256 pixels is the whole world. */
const EQUATOR_METRES_PER_PIXEL = 156_543.034;
const ZOOM_MAX = 19;
/** So many are shown at most: a drawing that needs more is too large for a map. */
export const TILES_MAX = 30;
const RADIANS = Math.PI / 180;

/** Where a place is on the map of the whole world, in tiles (Mercator on the sphere). */
function tileAt(/** @type {number} */ latitude, /** @type {number} */ longitude, /** @type {number} */ count) {
  const sine = Math.asinh(Math.tan(latitude * RADIANS));
  return [((longitude + 180) / 360) * count, ((1 - sine / Math.PI) / 2) * count];
}

/** @returns {Place} the north-west corner of a tile */
function cornerOf(/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ count) {
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / count))) / RADIANS;
  return [Math.round(latitude * 1e7), Math.round(((x / count) * 360 - 180) * 1e7)];
}

/**
 * The tiles behind places and the margin around them.
 *
 * @param {Place[]} places
 * @param {number} pixelsPerMetre of the drawing
 * @param {number} marginMetres
 * @returns {Tile[]}
 */
export function tilesBehind(places, pixelsPerMetre, marginMetres) {
  const [north, south, east, west] = [
    Math.max(...places.map(([latitude]) => latitude)) / 1e7,
    Math.min(...places.map(([latitude]) => latitude)) / 1e7,
    Math.max(...places.map(([, longitude]) => longitude)) / 1e7,
    Math.min(...places.map(([, longitude]) => longitude)) / 1e7,
  ];
  const narrow = Math.cos(((north + south) / 2) * RADIANS);
  const [high, wide] = [marginMetres / 111_320, marginMetres / (111_320 * narrow)];
  const fitting = Math.log2(EQUATOR_METRES_PER_PIXEL * narrow * pixelsPerMetre);
  const z = Math.max(0, Math.min(ZOOM_MAX, Math.round(fitting)));
  const count = 2 ** z;
  const [left, top] = tileAt(Math.min(north + high, 85), west - wide, count).map(Math.floor);
  const [right, bottom] = tileAt(Math.max(south - high, -85), east + wide, count).map(Math.floor);
  /** @type {Tile[]} */
  const tiles = [];
  for (let y = Math.max(0, top); y <= Math.min(bottom, count - 1); y += 1) {
    for (let x = Math.max(0, left); x <= Math.min(right, count - 1); x += 1) {
      const [northWest, southEast] = [cornerOf(x, y, count), cornerOf(x + 1, y + 1, count)];
      tiles.push({ z, x, y, northWest, southEast });
    }
  }
  return tiles.length > TILES_MAX ? [] : tiles;
}
