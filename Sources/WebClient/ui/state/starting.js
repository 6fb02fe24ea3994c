// What a round on a course begins with. Knows no page.

import { gameLayout } from '../../core/layout.js';
import { teeOf } from '../../core/scoring.js';

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../../device/catalogue.js').PackedLayout} PackedLayout
 * @typedef {import('../../core/layout.js').Facts} Facts
 */

/**
 * What a layout is, exactly.
 *
 * @param {PackedCourse} course
 * @param {PackedLayout} layout
 * @returns {Facts}
 */
export function factsOf({ at }, { facts, steps }) {
  if (facts !== undefined) return JSON.parse(facts);
  const read = JSON.parse(steps ?? '');
  let last = at ?? [0, 0];
  const from = (/** @type {number[]} */ way) => [last[0] + way[0], last[1] + way[1]];
  const holes = read.holes.map(([label, par, step, starts]) => {
    const basket = step.length > 0 ? from(step) : step;
    if (basket.length > 0) last = basket;
    return [label, par, basket, starts.map(([tee, own, metres, ...place]) =>
      [tee, own, metres, ...(place.length > 0 ? from(place) : [])])];
  });
  return { holes, name: read.name, tees: read.tees };
}

/**
 * What `create` and the exchange of a course take.
 *
 * @param {PackedCourse} course
 * @param {PackedLayout} layout
 * @param {number} offsetMinutes the device's, as `Date.getTimezoneOffset` has it
 * @param {boolean} [uncounted]
 */
export function courseOf(course, layout, offsetMinutes, uncounted) {
  const { holes, layout: made } = gameLayout(factsOf(course, layout), {
    ...{ course: course.id, layout: layout.id, version: layout.version, series: layout.series },
    ...{ tz: -offsetMinutes, uncounted, default_tee: layout.default_tee },
  });
  return { course: course.name, holes, layout: made };
}

/**
 * The tee that somebody throws from unless they say so: the usual one if it is there.
 *
 * @param {import('../../core/lobby.js').Layout} layout
 * @param {string | null} usual
 */
export const teeFor = (layout, usual) => layout.tees[teeOf(layout, usual).place]?.[0] ?? null;

/**
 * The holes of a game's layout, as they are drawn.
 *
 * @param {import('../../core/lobby.js').Lobby} lobby
 */
export function holesOfLayout({ holes, layout }) {
  /** @type {any} */
  const { at, tees = [], holes: known = [] } = layout ?? {};
  /** @type {(offset: number[]) => import('./ground.js').Place | null} */
  const placeOf = (offset) =>
    at && offset.length === 2 ? [at[0] + offset[0] * 10, at[1] + offset[1] * 10] : null;
  return holes.map(([label], hole) => {
    const [basket = [], starts = []] = known[hole] ?? [];
    return {
      label,
      basket: placeOf(basket),
      tees: tees.map((/** @type {string[]} */ [name, colour], /** @type {number} */ tee) => {
        const [par = 0, metres = 0, ...offset] = starts[tee] ?? [];
        return { name, colour, par, metres: metres || null, place: placeOf(offset) };
      }),
    };
  });
}

/**
 * The length of a hole from a tee, in metres, as far as it is known.
 *
 * @param {Facts} facts
 * @param {number} hole its place
 * @param {string | null} tee
 * @returns {{par: number, metres: number | null}}
 */
export function holeFrom({ tees, holes }, hole, tee) {
  const [, par, , starts] = holes[hole];
  const start = starts.find(([at]) => tees[at][0] === tee);
  return { par: start?.[1] || par, metres: start?.[2] || null };
}
