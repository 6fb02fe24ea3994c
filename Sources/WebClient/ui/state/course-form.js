// A course as it is put together at a desk, kept from a game, or changed. What was played never
// changes: a change makes another version of the layout. Knows no page.

import { byteCount } from '../../core/json.js';
import { LobbyLimits } from '../../core/lobby-limits.js';
import { factsText, versionOf } from '../../core/layout.js';
import { NotebookLimits } from '../../core/notebook-kind.js';
import { metresBetween } from './ground.js';
import { factsOf } from './starting.js';

/**
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../../device/catalogue.js').PackedLayout} PackedLayout
 * @typedef {import('../../core/layout.js').Facts} Facts
 * @typedef {import('../../core/layout.js').Place} Place
 * @typedef {{par: number | null, metres: number | null, place: Place}} DraftStart where a hole is
 *   played from; `par`: null if it is the hole's
 * @typedef {{label: string, par: number, basket: Place, starts: DraftStart[]}} DraftHole with a
 *   start for each tee of the layout
 * @typedef {{id: string, name: string, kind: string, status: string, endsOn: string,
 *   tees: [name: string, colour: string][], holes: DraftHole[],
 *   defaultTee?: string, sameAs?: {layout: string, series?: number}}} DraftLayout `name`: '' for
 *   that of the number of its holes; `endsOn`: '' or a day, as 2026-11-27; `sameAs`: as which its
 *   rounds count, by default in the series that this has now
 * @typedef {{name: string, layouts: DraftLayout[]}} Draft
 * @typedef {'name' | 'layout' | 'layouts' | 'tee' | 'holes' | 'label' | 'twice' | 'metres' | 'day'
 *   | 'large'} Fault
 */

const NAME_BYTES_MAX = 64;
const METRES_MAX = 2_000;
export const TEES_MAX = 8;
export const LAYOUTS_MAX = 50;
/** What exactly a layout is may take so many bytes. */
const FACTS_BYTES_MAX = 8_192;
/** Lengths that differ by less are the same hole, better measured. */
const METRES_CHANGED = 10;

/** @type {() => DraftStart} */
const newStart = () => ({ par: null, metres: null, place: [] });

/** @param {number} count @param {number} [tees] @returns {DraftHole[]} */
export const newHoles = (count, tees = 1) =>
  Array.from({ length: count }, (_, at) => ({
    label: `${at + 1}`, par: 3, basket: [], starts: Array.from({ length: tees }, newStart),
  }));

/** @type {(id: string, holes: DraftHole[], more?: Partial<DraftLayout>) => DraftLayout} */
export const newLayout = (id, holes, more = {}) => ({
  id, name: '', kind: 'lasting', status: 'offered', endsOn: '', tees: [['tee', '']], holes, ...more,
});

/** @param {DraftHole[]} holes @param {number} count more are counted on */
export const resized = (holes, count) => [
  ...holes.slice(0, count), ...newHoles(count, holes[0]?.starts.length).slice(holes.length),
];

/** @type {(layout: DraftLayout, name: string) => DraftLayout} with another tee, the last */
export const withTee = (layout, name) => ({
  ...layout,
  tees: [...layout.tees, [name, '']],
  holes: layout.holes.map((hole) => ({ ...hole, starts: [...hole.starts, newStart()] })),
});

/** @type {(layout: DraftLayout, place: number) => DraftLayout} without a tee */
export const withoutTee = (layout, place) => ({
  ...layout,
  tees: layout.tees.filter((_, at) => at !== place),
  holes: layout.holes.map((hole) =>
    ({ ...hole, starts: hole.starts.filter((_, at) => at !== place) })),
});

/** @type {(layout: DraftLayout, place: number, part: Partial<DraftHole>) => DraftLayout} */
export const withHole = (layout, place, part) => ({
  ...layout, holes: layout.holes.map((hole, at) => (at === place ? { ...hole, ...part } : hole)),
});

/**
 * With something else said of a hole as played from a tee.
 *
 * @type {(layout: DraftLayout, place: number, tee: number, part: Partial<DraftStart>) => DraftLayout}
 */
export const withStart = (layout, place, tee, part) =>
  withHole(layout, place, {
    starts: layout.holes[place].starts.map((start, at) => (at === tee ? { ...start, ...part } : start)),
  });

/**
 * With places that somebody has said. A length that nobody has said is the one between them.
 *
 * @type {(layout: DraftLayout, place: number, tee: number, said: {tee?: Place, basket?: Place}) =>
 *   DraftLayout}
 */
export function withPlaces(layout, place, tee, said) {
  const { basket: before, starts } = layout.holes[place];
  const basket = said.basket ?? before;
  return withHole(layout, place, {
    basket,
    starts: starts.map((start, at) => {
      const from = at === tee && said.tee ? said.tee : start.place;
      const isSaid = start.metres !== null && start.metres !== metresFrom(start.place, before);
      const metres = isSaid ? null : metresFrom(from, basket);
      return { ...start, place: from, metres: metres ?? start.metres };
    }),
  });
}

/** @type {(course: PackedCourse) => Draft} to be changed */
export const draftOf = (course) => ({
  name: course.name,
  layouts: course.layouts.map((layout) => {
    const { tees, holes } = factsOf(course, layout);
    const known = tees.length > 0 ? tees : [/** @type {[string, string]} */ (['tee', ''])];
    return {
      id: layout.id,
      name: layout.name === `${holes.length}` ? '' : layout.name,
      kind: layout.kind,
      status: layout.status,
      endsOn: layout.ends_on ?? '',
      tees: known.map(([name, colour]) => [name, colour]),
      holes: holes.map(([label, par, basket, starts]) => ({
        label, par, basket, starts: known.map((_, tee) => startOf(starts, tee)),
      })),
      ...(layout.default_tee !== undefined && { defaultTee: layout.default_tee }),
      ...(layout.same_as && { sameAs: layout.same_as }),
    };
  }),
});

/** @returns {DraftStart} */
function startOf(/** @type {number[][]} */ starts, /** @type {number} */ tee) {
  const [, par = 0, metres = 0, ...place] = starts.find(([from]) => from === tee) ?? [];
  return { par: par || null, metres: metres || null, place: /** @type {Place} */ (place) };
}

/**
 * What was just played, to be kept.
 *
 * @param {import('../../core/scorecard.js').Card} card
 * @param {string} id of the layout
 * @param {import('./walk.js').Walk} walk what was said of places meanwhile
 * @returns {Draft}
 */
export const draftFrom = ({ course, labels, pars }, id, walk) => ({
  name: String(course ?? ''),
  layouts: [newLayout(id, labels.map((label, at) => {
    const { tee = [], basket = [] } = walk[label] ?? {};
    const [from, to] = [tee.slice(0, 2), basket.slice(0, 2)].map((each) =>
      /** @type {Place} */ (each));
    return {
      label, par: pars[at], basket: to,
      starts: [{ par: null, metres: metresFrom(from, to), place: from }],
    };
  }))],
});

/** @type {(from: Place, to: Place) => number | null} whole metres, if both places are known */
export const metresFrom = (from, to) =>
  from.length === 2 && to.length === 2
    ? Math.min(METRES_MAX, Math.max(1, Math.round(metresBetween(from, to)))) : null;

/**
 * What is wrong with a draft.
 *
 * @param {Draft} draft
 * @param {(layout: DraftLayout) => boolean} [isOurs] whether somebody has changed the layout
 * @returns {{fault: Fault, layout: DraftLayout | null} | null} `layout`: the one that it is about
 */
export function faultOf({ name, layouts }, isOurs = () => true) {
  if (!fits(name, NAME_BYTES_MAX)) return { fault: 'name', layout: null };
  if (layouts.length < 1 || layouts.length > LAYOUTS_MAX) return { fault: 'layouts', layout: null };
  for (const layout of layouts.filter(isOurs)) {
    const others = layouts.filter((each) => each !== layout).map(nameOf);
    const isName = fits(nameOf(layout), NAME_BYTES_MAX) && !others.includes(nameOf(layout));
    const fault = isName ? layoutFault(layout) : 'layout';
    if (fault) return { fault, layout };
  }
  return null;
}

const fits = (text, most) => text.trim() !== '' && byteCount(text.trim()) <= most;

/** @type {(layout: DraftLayout) => string} */
export const nameOf = ({ name, holes }) => name.trim() || `${holes.length}`;

/** @type {(layout: DraftLayout) => Fault | null} */
function layoutFault({ tees, holes, endsOn }) {
  const names = tees.map(([each]) => each.trim());
  const isTee = (text) => fits(text, NAME_BYTES_MAX);
  if (!names.every(isTee) || new Set(names).size < names.length) return 'tee';
  if (holes.length < 1 || holes.length > LobbyLimits.holesMax) return 'holes';
  if (!holes.every(({ label }) => fits(label, LobbyLimits.labelBytesMax))) return 'label';
  if (new Set(holes.map(({ label }) => label.trim())).size < holes.length) return 'twice';
  if (endsOn && !/^\d{4}-\d\d-\d\d$/.test(endsOn)) return 'day';
  const isLength = ({ metres }) => metres === null || (metres >= 1 && metres <= METRES_MAX);
  return holes.every(({ starts }) => starts.every(isLength)) ? null : 'metres';
}

/** @type {(layout: DraftLayout) => Facts} */
const factsFor = (layout) => ({
  name: nameOf(layout),
  tees: layout.tees.map(([name, colour]) => [name.trim(), colour]),
  holes: layout.holes.map(({ label, par, basket, starts }) => [
    label.trim(), par, basket,
    starts.map(({ par: own, metres, place }, tee) => [tee, own ?? 0, metres ?? 0, ...place])
      .filter(([, own, metres, ...place]) => own || metres || place.length > 0),
  ]),
});

/**
 * Layouts of a draft as a course has them.
 *
 * @param {DraftLayout[]} layouts without fault
 * @param {PackedCourse | null} before the course, if it is changed
 * @param {boolean | null} isComparable whether rounds on layouts that have changed may be compared
 *   with those before; null: as it seems
 * @returns {PackedLayout[] | null} null: one is too large
 */
export function layoutsOf(layouts, before, isComparable) {
  const alone = layouts.map((layout) => madeLayout(layout, layoutIn(before, layout), isComparable));
  const seriesOf = (id) =>
    [...alone, ...(before?.layouts ?? [])].find((each) => each.id === id)?.series ?? 1;
  const made = alone.map((each, at) => {
    const { sameAs, status } = layouts[at];
    const isMerged = sameAs && status === 'archived';
    return isMerged
      ? { ...each, same_as: { series: seriesOf(sameAs.layout), ...sameAs } } : each;
  });
  const isSmall = ({ facts }) => byteCount(facts) <= FACTS_BYTES_MAX;
  return made.every(isSmall) ? made : null;
}

/**
 * The layouts with which one can be merged that isn't played any more: those with the same labels
 * and pars. None, if others have been merged with it.
 *
 * @param {DraftLayout} layout
 * @param {DraftLayout[]} all of the course
 */
export function mergeable(layout, all) {
  const holesOf = ({ holes }) => JSON.stringify(holes.map(({ label, par }) => [label.trim(), par]));
  const isAlone = !all.some(({ sameAs }) => sameAs?.layout === layout.id);
  return isAlone
    ? all.filter((each) => each !== layout && !each.sameAs && holesOf(each) === holesOf(layout))
    : [];
}

/** A layout as it was, with its facts; null if it is new. */
function layoutIn(/** @type {PackedCourse | null} */ before, /** @type {DraftLayout} */ { id }) {
  const old = before?.layouts.find((each) => each.id === id);
  return before && old ? { ...old, read: factsOf(before, old) } : null;
}

/** @returns {PackedLayout & {facts: string}} */
function madeLayout(
  /** @type {DraftLayout} */ layout,
  /** @type {(PackedLayout & {read: Facts}) | null} */ old,
  /** @type {boolean | null} */ isComparable,
) {
  const facts = factsFor(layout);
  const version = versionOf(facts);
  const isSame = !old || version === old.version || (isComparable ?? isSameSeries(facts, old.read));
  const lengths = layout.holes.map(({ starts }) => starts[0].metres ?? 0);
  const usual = facts.tees.some(([name]) => name === layout.defaultTee) ? layout.defaultTee : null;
  return {
    id: layout.id,
    name: facts.name,
    kind: layout.kind,
    status: layout.status,
    version,
    series: (old?.series ?? 1) + (isSame ? 0 : 1),
    holes: layout.holes.length,
    par: layout.holes.reduce((sum, { par }) => sum + par, 0),
    facts: factsText(facts),
    ...(usual && { default_tee: usual }),
    ...(layout.endsOn && { ends_on: layout.endsOn }),
    ...(lengths.every(Boolean) &&
      { length_m: lengths.reduce((sum, metres) => sum + metres, 0) }),
  };
}

/**
 * What changes in layouts that were there before.
 *
 * @param {DraftLayout[]} layouts without fault
 * @param {PackedCourse | null} before
 * @returns {{isAny: boolean, seemsSame: boolean}} `seemsSame`: that rounds may be compared
 */
export function changesOf(layouts, before) {
  const pairs = layouts.flatMap((layout) => {
    const old = layoutIn(before, layout);
    const facts = factsFor(layout);
    return old && versionOf(facts) !== old.version ? [isSameSeries(facts, old.read)] : [];
  });
  return { isAny: pairs.length > 0, seemsSame: pairs.every(Boolean) };
}

/**
 * The note of a course, for the notebook.
 *
 * @param {string} name
 * @param {number} since the year in which it was made
 * @param {PackedLayout[]} layouts
 * @returns {string | null} null: it is too large
 */
export function courseText(name, since, layouts) {
  const text = JSON.stringify({ name: name.trim(), since, layouts });
  return byteCount(text) <= NotebookLimits.valueBytesMax ? text : null;
}

/** Whether results may be compared: the same holes, labels and pars, and about the same lengths. */
function isSameSeries(/** @type {Facts} */ facts, /** @type {Facts} */ old) {
  if (facts.holes.length !== old.holes.length) return false;
  const tees = facts.tees.flatMap(([name], tee) => {
    const before = old.tees.findIndex(([other]) => other === name);
    return before < 0 ? [] : [{ tee, before }];
  });
  return facts.holes.every(([label, par, , starts], at) => {
    const [oldLabel, oldPar, , oldStarts] = old.holes[at];
    const isSameStart = ({ tee, before }) => {
      const [start, oldStart] = [startOf(starts, tee), startOf(oldStarts, before)];
      const [metres, was] = [start.metres ?? 0, oldStart.metres ?? 0];
      const apart = metres && was ? Math.abs(metres - was) : 0;
      return start.par === oldStart.par && (apart <= METRES_CHANGED || apart <= was / 10);
    };
    return label === oldLabel && par === oldPar && tees.every(isSameStart);
  });
}

/** @type {(metres: number) => number} what such a length suggests */
export const parOfLength = (metres) => (metres <= 120 ? 3 : metres <= 200 ? 4 : 5);

/**
 * What a group has thrown suggests: one less than in the middle. One player says nothing.
 *
 * @param {number[]} throwCounts of a hole
 * @returns {number | null}
 */
export function parOfThrows(throwCounts) {
  if (throwCounts.length < 2) return null;
  const sorted = [...throwCounts].sort((left, right) => left - right);
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  return Math.min(5, Math.max(3, Math.round(middle - 1)));
}

/**
 * A hole from a tee of one to the basket of another, as its players say it: "3→7".
 *
 * @param {DraftLayout} layout
 * @param {number} from the hole's place
 * @param {number} to
 * @param {number} tee
 * @returns {DraftHole | null} null: one of the places isn't known
 */
export function safariHole({ holes }, from, to, tee) {
  const place = holes[from].starts[tee].place;
  const { basket } = holes[to];
  const metres = metresFrom(place, basket);
  if (metres === null) return null;
  const label = `${holes[from].label}→${holes[to].label}`;
  return {
    label: byteCount(label) <= LobbyLimits.labelBytesMax ? label : `${from + 1}→${to + 1}`,
    par: parOfLength(metres),
    basket,
    starts: [{ par: null, metres, place }],
  };
}
