// Drawings of holes, from the places that are known of them: north up, tees in their colours, a
// basket's chains and tray, the way between them with its metres. One function draws a whole layout,
// one hole, and where somebody stands; who can't see it hears it as a sentence for each hole.

import { metresBetween, wayBetween } from '../state/ground.js';
import { t } from '../strings.js';
import { h } from './dom.js';

/**
 * @typedef {import('../state/ground.js').Place} Place
 * @typedef {{name: string, colour: string, place: Place | null, metres: number | null}} Tee
 * @typedef {{label: string, basket: Place | null, tees: Tee[]}} Hole
 * @typedef {{place: Place, accuracyMetres: number}} Fix where somebody stands
 * @typedef {{label: string, metres: number, line: number[]}} Way
 */

const WIDTH = 320;
const HEIGHT_MAX = 300;
/** As its style sheet has it. */
const HEIGHT_REM = 22;
const MARGIN = 26;
/** Tighter than this nothing is drawn, so that a hole of few metres isn't blown up. */
const METRES_MIN = 30;
const CIRCLE_METRES = 10;
const SCALES = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000];

/** @param {Hole[]} holes @param {Fix | null} fix */
const placesOf = (holes, fix) =>
  [...holes.flatMap(({ basket, tees }) => [basket, ...tees.map(({ place }) => place)]), fix?.place]
    .flatMap((place) => (place ? [place] : []));

/** Whether there is anything to draw. */
export const canDraw = (/** @type {Hole[]} */ holes) => placesOf(holes, null).length > 1;

/**
 * The plane in which a drawing lies: metres east and north of its south-west corner.
 *
 * @typedef {{width: number, height: number, pixels: number, places: Place[],
 *   at(place: Place): [x: number, y: number]}} Plane `pixels`: of a metre
 * @returns {Plane}
 */
function planeOf(/** @type {Place[]} */ places) {
  const [origin] = places;
  const ways = places.map((place) => wayBetween(origin, place));
  const east = ways.map((way) => way.east);
  const north = ways.map((way) => way.north);
  const [west, south] = [Math.min(...east), Math.min(...north)];
  const wide = Math.max(Math.max(...east) - west, METRES_MIN);
  const high = Math.max(Math.max(...north) - south, METRES_MIN);
  const pixels = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT_MAX - 2 * MARGIN) / high);
  const height = Math.round(high * pixels + 2 * MARGIN);
  const left = (WIDTH - (Math.max(...east) - west) * pixels) / 2;
  const bottom = (height - (Math.max(...north) - south) * pixels) / 2;
  return {
    width: WIDTH,
    height,
    pixels,
    places,
    /** @param {Place} place @returns {[x: number, y: number]} */
    at(place) {
      const way = wayBetween(origin, place);
      return [left + (way.east - west) * pixels, height - bottom - (way.north - south) * pixels];
    },
  };
}

const round = (number) => Math.round(number * 10) / 10;

/** Chains and a tray, as a disc golfer knows them from afar. */
const basketSign = ([x, y]) =>
  h(
    'g',
    { class: 'basket', transform: `translate(${round(x)} ${round(y)})` },
    h('path', { d: 'M-6-9h12M-5-9 -2 0M5-9 2 0M0-9v18M-6 0h12l-2 4h-8z' }),
  );

const teeSign = ([x, y], colour) =>
  h('rect', {
    class: 'tee', x: round(x - 4), y: round(y - 3), width: 8, height: 6, rx: 1,
    ...(colour && { style: { fill: colour } }),
  });

/** The sentence of a hole: "Hole 4, red 85 m, white 62 m". */
export function holeSentence(/** @type {Hole} */ { label, basket, tees }) {
  const lengths = tees.flatMap(({ name, place, metres }) => {
    const drawn = place && basket ? Math.round(metresBetween(place, basket)) : null;
    const length = metres || drawn;
    return length === null ? [] : [t('drawing.length', { tee: name, metres: length })];
  });
  return [t('card.holeName', { hole: label }), ...lengths].join(', ');
}

/**
 * @param {Hole[]} holes
 * @param {{title: string, fix?: Fix | null, tee?: string | null,
 *   behind?: ((plane: Plane) => import('./dom.js').Child) | null}} options `tee`: from which the ways
 *   are drawn; null: from the first of each hole; `behind`: what lies behind them
 */
export function drawing(holes, { title, fix = null, tee = null, behind = null }) {
  const isOne = holes.length === 1;
  const plane = planeOf(placesOf(holes, fix));
  const ways = holes.map((hole) => {
    const from = hole.tees.find(({ name, place }) => place && name === tee) ??
      hole.tees.find(({ place }) => place);
    if (!from?.place || !hole.basket) return null;
    const [[x1, y1], [x2, y2]] = [plane.at(from.place), plane.at(hole.basket)];
    const metres = from.metres || Math.round(metresBetween(from.place, hole.basket));
    return { label: hole.label, metres, line: [x1, y1, x2, y2].map(round) };
  });
  const scale = [...SCALES].reverse().find((metres) => metres * plane.pixels <= WIDTH / 3) ?? SCALES[0];
  const sentences = holes.map(holeSentence);
  return h(
    'figure',
    behind
      ? { class: 'drawing has-map',
          style: { width: `min(100%, ${(HEIGHT_REM * WIDTH) / plane.height}rem)` } }
      : { class: 'drawing' },
    behind?.(plane),
    h(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${plane.height}`, role: 'img', 'aria-label': title },
      ways.map((way) => way && h('line', { class: 'way',
        x1: way.line[0], y1: way.line[1], x2: way.line[2], y2: way.line[3] })),
      isOne && holes[0].basket && circle(plane.at(holes[0].basket), CIRCLE_METRES * plane.pixels,
        'ten'),
      holes.flatMap((hole) => hole.tees.flatMap(({ place, colour }) =>
        (place ? [teeSign(plane.at(place), colour)] : []))),
      holes.map(({ basket }) => basket && basketSign(plane.at(basket))),
      ways.map((way) => way && wayText(way, isOne)),
      fix && circle(plane.at(fix.place), Math.max(fix.accuracyMetres * plane.pixels, 5), 'near'),
      fix && circle(plane.at(fix.place), 4, 'you'),
      h('path', { class: 'scale', d: `M8 ${plane.height - 8}v-4h${round(scale * plane.pixels)}v4` }),
      h('text', { class: 'small', x: 12, y: plane.height - 15 }, `${scale} m`),
      h('path', { class: 'north', d: 'M306 26v-16l-5 8M306 10l5 8' }),
      h('text', { class: 'small', x: 302, y: 38 }, t('drawing.north')),
    ),
    h('figcaption', { class: 'hidden' },
      h('ul', null, sentences.map((sentence) => h('li', null, sentence)))),
  );
}

const circle = ([x, y], radius, look) =>
  h('circle', { class: look, cx: round(x), cy: round(y), r: round(radius) });

/** Beside the middle of the way, on the side where there is more room. */
function wayText(/** @type {Way} */ { label, metres, line: [x1, y1, x2, y2] }, isOne) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const aside = isOne ? 12 : 8;
  return h('text', {
    class: 'label',
    x: round((x1 + x2) / 2 - ((y2 - y1) / length) * aside),
    y: round((y1 + y2) / 2 + ((x2 - x1) / length) * aside + 4),
  }, isOne ? `${metres} m` : label);
}

/**
 * What the facts of a layout say of each hole.
 *
 * @param {import('../../core/layout.js').Facts} facts
 * @returns {Hole[]}
 */
export const holesOfFacts = ({ tees, holes }) =>
  holes.map(([label, , basket, starts]) => ({
    label,
    basket: basket.length > 0 ? /** @type {Place} */ (basket) : null,
    tees: starts.map(([tee, , metres, ...place]) => ({
      name: tees[tee][0],
      colour: tees[tee][1],
      place: place.length > 0 ? /** @type {Place} */ (place) : null,
      metres: metres || null,
    })),
  }));
