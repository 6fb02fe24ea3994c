// A course as it is put together at a desk, kept from a game, or changed. What was played never
// changes: a change makes another version of the layout. Knows no page.

import { byteCount } from '../../core/json.js';
import { LobbyLimits } from '../../core/lobby-limits.js';
import { factsText, versionOf } from '../../core/layout.js';
import { NotebookLimits } from '../../core/notebook-kind.js';

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {{label: string, par: number, metres: number | null}} DraftHole
 * @typedef {{name: string, holes: DraftHole[]}} Draft
 * @typedef {'name' | 'holes' | 'label' | 'twice' | 'metres' | 'large'} Fault
 */

const NAME_BYTES_MAX = 64;
const METRES_MAX = 2_000;
/** Lengths that differ by less are the same hole, better measured. */
const METRES_CHANGED = 10;

/** @param {number} count @returns {DraftHole[]} */
export const newHoles = (count) =>
  Array.from({ length: count }, (_, at) => ({ label: `${at + 1}`, par: 3, metres: null }));

/** @param {DraftHole[]} holes @param {number} count more are counted on */
export const resized = (holes, count) => [
  ...holes.slice(0, count), ...newHoles(count).slice(holes.length),
];

/** @type {(course: PackedCourse) => Draft} to be changed */
export function draftOf({ name, layouts: [layout] }) {
  const { holes } = JSON.parse(layout.facts ?? '');
  return {
    name,
    holes: holes.map(([label, par, , starts]) => ({ label, par, metres: starts[0]?.[2] || null })),
  };
}

/**
 * What was just played, to be kept.
 *
 * @param {import('../../core/scorecard.js').Card} card
 * @returns {Draft}
 */
export const draftFrom = ({ course, labels, pars }) => ({
  name: String(course ?? ''),
  holes: labels.map((label, at) => ({ label, par: pars[at], metres: null })),
});

/** @type {(draft: Draft) => Fault | null} what is wrong with it */
export function faultOf({ name, holes }) {
  const fits = (text, most) => text.trim() !== '' && byteCount(text.trim()) <= most;
  if (!fits(name, NAME_BYTES_MAX)) return 'name';
  if (holes.length < 1 || holes.length > LobbyLimits.holesMax) return 'holes';
  if (!holes.every(({ label }) => fits(label, LobbyLimits.labelBytesMax))) return 'label';
  if (new Set(holes.map(({ label }) => label.trim())).size < holes.length) return 'twice';
  const isLength = (metres) => metres === null || (metres >= 1 && metres <= METRES_MAX);
  return holes.every(({ metres }) => isLength(metres)) ? null : 'metres';
}

/**
 * The note of a course, for the notebook.
 *
 * @param {Draft} draft without fault
 * @param {{layout: string, year: number, before: PackedCourse | null}} more `layout`: the id of a
 *   new layout; `before`: the course, if it is changed
 * @returns {string | null} null: it is too large
 */
export function courseText({ name, holes }, { layout, year, before }) {
  const old = before?.layouts[0];
  const facts = factsFor(holes, old ? JSON.parse(old.facts ?? '') : null);
  const isComparable = !old || isSameSeries(facts, JSON.parse(old.facts ?? ''));
  const text = JSON.stringify({
    name: name.trim(),
    since: before?.since ?? year,
    layouts: [{
      id: old?.id ?? layout,
      name: facts.name,
      kind: 'lasting',
      status: 'offered',
      version: versionOf(facts),
      series: (old?.series ?? 1) + (isComparable ? 0 : 1),
      holes: holes.length,
      par: holes.reduce((sum, { par }) => sum + par, 0),
      facts: factsText(facts),
      ...lengthOf(holes),
    }],
  });
  return byteCount(text) <= NotebookLimits.valueBytesMax ? text : null;
}

/** The facts of a draft; places that were known stay. */
function factsFor(holes, old) {
  const tees = old?.tees.length ? old.tees : [['', '']];
  const isPlain = tees.length === 1 && tees[0][0] === '';
  return {
    name: `${holes.length}`,
    tees: isPlain ? [['tee', '']] : tees,
    holes: holes.map(({ label, par, metres }, at) => {
      const [, , basket = [], starts = []] = old?.holes[at] ?? [];
      const [[tee, own, , ...place] = [0, 0], ...rest] = starts;
      return [label.trim(), par, basket, [[tee, own, metres ?? 0, ...place], ...rest]];
    }),
  };
}

const lengthOf = (holes) =>
  holes.every(({ metres }) => metres !== null)
    ? { length_m: holes.reduce((sum, { metres }) => sum + metres, 0) } : {};

/** Whether results may be compared: the same holes, labels and pars, and about the same lengths. */
function isSameSeries(facts, old) {
  if (facts.holes.length !== old.holes.length) return false;
  return facts.holes.every(([label, par, , starts], at) => {
    const [oldLabel, oldPar, , oldStarts] = old.holes[at];
    const [metres, before] = [starts[0][2], oldStarts[0]?.[2] ?? 0];
    const apart = metres && before ? Math.abs(metres - before) : 0;
    return label === oldLabel && par === oldPar &&
      (apart <= METRES_CHANGED || apart <= before / 10);
  });
}
