// A map behind a drawing, of tiles from where whoever runs the server says; loaded once somebody asks
// for it.

import { tilesBehind } from '../state/map-tiles.js';
import { h } from './dom.js';

/**
 * @typedef {import('./drawing.js').Plane} Plane
 * @typedef {{url: string, credit: string}} Tiles
 */

const percent = (part) => `${(part * 100).toFixed(3)}%`;

/**
 * @param {Tiles} tiles
 * @returns {(plane: Plane) => import('./dom.js').Child}
 */
export const mapBehind = ({ url, credit }) => (plane) => {
  const { width, height, pixels, at } = plane;
  const tiles = tilesBehind(plane.places, pixels, (width + height) / 2 / pixels);
  return h('div', { class: 'map', 'aria-hidden': true },
    tiles.flatMap(({ z, x, y, northWest, southEast }) => {
      const [[left, top], [right, bottom]] = [at(northWest), at(southEast)];
      if (right < 0 || bottom < 0 || left > width || top > height) return [];
      const source = url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
      return h('img', {
        key: `${z}/${x}/${y}`, src: source, alt: '', referrerpolicy: 'origin', loading: 'lazy',
        style: {
          left: percent(left / width), top: percent(top / height),
          width: percent((right - left) / width), height: percent((bottom - top) / height),
        },
      });
    }),
    h('small', null, credit));
};
