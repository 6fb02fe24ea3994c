// The course of a new game, as it is put together. Knows no page.

import { parOf } from '../../core/scoring.js';

/** @typedef {{name: string | null, holes: [string, number][]}} Course */

const HOLES = 18;
const PAR = 3;
/** So many courses are offered again. */
const COURSES_MAX = 20;

const numbered = (count) => Array.from({ length: count }, (_, place) => String(place + 1));

export class CourseDraft {
  name = '';
  labels = numbered(HOLES);
  pars = this.labels.map(() => PAR);

  get par() {
    return parOf(this.pars);
  }

  /** The par that all holes have, of those that are offered; 0: none. */
  commonPar(...offered) {
    return offered.find((par) => this.pars.every((each) => each === par)) ?? 0;
  }

  /** @param {number} count fewer holes keep their labels; more are counted from 1 */
  setCount(count) {
    const { labels } = this;
    this.labels = count <= labels.length ? labels.slice(0, count) : numbered(count);
    this.pars = this.labels.map((_, place) => this.pars[place] ?? PAR);
  }

  /** @param {number} place @param {number} par */
  setPar(place, par) {
    this.pars = this.pars.map((each, at) => (at === place ? par : each));
  }

  /** @param {number} par of all holes */
  setAll(par) {
    this.pars = this.pars.map(() => par);
  }

  /** @param {Course} course that was played before */
  take({ name, holes }) {
    this.name = name ?? '';
    this.labels = holes.map(([label]) => label);
    this.pars = holes.map(([, par]) => par);
  }

  /** @returns {Course} */
  get course() {
    return {
      name: this.name.trim() || null,
      holes: this.labels.map((label, place) => [label, this.pars[place]]),
    };
  }
}

/**
 * The courses to offer next time: this one first, once, and not for ever.
 *
 * @param {Course} course
 * @param {Course[]} known
 * @returns {Course[]}
 */
export function remembered(course, known) {
  if (course.name === null) return known;
  return [course, ...known.filter(({ name }) => name !== course.name)].slice(0, COURSES_MAX);
}
