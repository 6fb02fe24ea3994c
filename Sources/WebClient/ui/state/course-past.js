// What one has played on courses, by what this device and the server know of it. Knows no page.

import { foldedName } from './search-name.js';

/**
 * @typedef {import('../../device/own-rounds.js').CountedRound} CountedRound
 * @typedef {import('../../device/summary.js').Summary} Summary
 * @typedef {{best: number, mean: number, rounds: number}} Figures of whole rounds, against par
 * @typedef {{playedAt: number, layout: string | null, tee: string | null,
 *   figures: Map<string, Figures>}} Past what is known of one's own rounds on a course; `layout`,
 *   `tee`: those of the last one, the tee as it is searched; `figures`: by `figureKey`
 * @typedef {{course: string, layout: string | null, tee: string | null, key: string | null,
 *   playedAt: number, over: number | null}} Round `over`: null unless all holes are scored
 */

/**
 * What rounds have in common that may be compared. The same as the server's key says, but that of
 * the holes only the number counts.
 */
export const figureKey = (
  /** @type {string} */ layout,
  /** @type {number | string} */ series,
  /** @type {string | null | undefined} */ tee,
  /** @type {number} */ holes,
) => `${layout}:${series}:${tee ? foldedName(tee) : ''}:${holes}`;

/**
 * By course.
 *
 * @param {Summary[]} games of this device
 * @param {CountedRound[]} counted by the server
 * @returns {Map<string, Past>}
 */
export function pastOf(games, counted) {
  const rounds = roundsOf(games, counted);
  /** @type {Map<string, Round[]>} */
  const byCourse = new Map();
  for (const round of rounds) {
    byCourse.set(round.course, [...(byCourse.get(round.course) ?? []), round]);
  }
  return new Map([...byCourse].map(([course, own]) => [course, pastOn(own)]));
}

/**
 * All of one's own rounds on courses.
 *
 * @param {Summary[]} games of this device
 * @param {CountedRound[]} counted by the server
 */
export function roundsOf(games, counted) {
  const known = new Set(counted.map(({ lobby }) => lobby));
  const local = games.filter(({ lobby }) => !known.has(/** @type {string} */ (lobby)));
  const all = [...counted.map(roundOf), ...local.map(roundHere)];
  return /** @type {Round[]} */ (all.filter((each) => each !== null));
}

/** @returns {Round | null} null: on a course that isn't known */
function roundOf(/** @type {CountedRound} */ { course, key, startedAt, over, holes }) {
  if (!course) return null;
  const [form, layout = null, series = '', tee = ''] = key?.split(':') ?? [];
  if (form !== 'l' || layout === null) {
    return { course, layout: null, tee: null, key: null, playedAt: startedAt, over };
  }
  return {
    course, layout, tee, key: figureKey(layout, series, tee, holes), playedAt: startedAt, over,
  };
}

/** @returns {Round | null} null: nothing of one's own, or on no course that is known */
function roundHere(/** @type {Summary} */ { played, startedAt, own = -1, totals, isDeleted }) {
  if (!played || isDeleted || own < 0) return null;
  const { course, layout, series, tee = null, holes } = played;
  return {
    course,
    layout,
    tee: tee && foldedName(tee),
    key: figureKey(layout, series, tee, holes || 0),
    playedAt: startedAt ?? 0,
    over: holes ? totals[own].overPar : null,
  };
}

/** @param {Round[]} rounds @returns {Past} */
function pastOn(rounds) {
  const [{ layout, tee, playedAt }] = [...rounds].sort(
    (left, right) => right.playedAt - left.playedAt,
  );
  /** @type {Map<string, number[]>} */
  const overs = new Map();
  for (const { key, over } of rounds) {
    if (key !== null && over !== null) overs.set(key, [...(overs.get(key) ?? []), over]);
  }
  const figures = new Map([...overs].map(([key, all]) => [key, figuresOf(all)]));
  return { playedAt, layout, tee, figures };
}

/**
 * One's own figures from a tee of a layout, with those of layouts that were merged with it.
 *
 * @param {Past | null | undefined} past
 * @param {import('../../device/catalogue.js').PackedCourse} course
 * @param {import('../../device/catalogue.js').PackedLayout} layout
 * @param {string | null | undefined} tee
 * @returns {Figures | null}
 */
export function figuresOn(past, { layouts }, { id, series, holes }, tee) {
  const merged = layouts.filter(({ same_as: same }) =>
    same?.layout === id && same.series === series);
  const keys = [[id, series, holes], ...merged.map((each) => [each.id, each.series, each.holes])]
    .map(([layout, series, holes]) =>
      figureKey(String(layout), series, tee, Number(holes)));
  const all = keys.flatMap((key) => past?.figures.get(key) ?? []);
  if (all.length === 0) return null;
  const rounds = all.reduce((sum, each) => sum + each.rounds, 0);
  return {
    best: Math.min(...all.map(({ best }) => best)),
    mean: all.reduce((sum, { mean, rounds }) => sum + mean * rounds, 0) / rounds,
    rounds,
  };
}

/** @returns {Figures} */
const figuresOf = (/** @type {number[]} */ overs) => ({
  best: Math.min(...overs),
  mean: overs.reduce((sum, each) => sum + each, 0) / overs.length,
  rounds: overs.length,
});
