// The order in which a card is filled in, and what scores are called. Places are [line, hole], both
// counted from 0.

/**
 * @typedef {[line: number, hole: number]} Place
 * @typedef {'hole' | 'player'} Along a hole: player by player; a player: hole by hole
 * @typedef {{throws: (number | null)[], waived?: boolean[]}[]} Lines `waived`: holes that need no score
 */

/** @param {Place} place @param {Along} along @returns {Place} inner, outer; its own inverse */
const turned = ([first, second], along) => (along === 'hole' ? [first, second] : [second, first]);

const sizes = (lines, along) => turned([lines.length, lines[0].throws.length], along);

/** @type {(line: Lines[number], hole: number) => boolean} whether a score is waited for */
const isMissing = ({ throws, waived }, hole) => throws[hole] === null && !waived?.[hole];

/**
 * The place after (or with `by` −1 before) this one; after the last comes the first.
 *
 * @param {Lines} lines
 * @param {Place} place
 * @param {Along} along
 * @returns {Place}
 */
export function neighbour(lines, place, along, by = 1) {
  const [inners, outers] = sizes(lines, along);
  const [inner, outer] = turned(place, along);
  const all = inners * outers;
  const next = (outer * inners + inner + by + all) % all;
  return turned([next % inners, Math.floor(next / inners)], along);
}

/**
 * The next place without a score: first the rest of this hole (or player), then those that follow.
 *
 * @param {Lines} lines
 * @param {Place} place
 * @param {Along} along
 * @returns {Place | null} null if there is a score everywhere
 */
export function nextEmpty(lines, place, along) {
  const [inners, outers] = sizes(lines, along);
  const [inner, outer] = turned(place, along);
  for (let step = 0; step < outers; step += 1) {
    for (let each = 0; each < inners; each += 1) {
      const at = step === 0 ? (inner + each) % inners : each;
      const [line, hole] = turned([at, (outer + step) % outers], along);
      if (isMissing(lines[line], hole)) return [line, hole];
    }
  }
  return null;
}

/**
 * The hole that is being played: the one last scored if somebody's score is missing there, else the
 * next where one is.
 *
 * @param {Lines} lines
 * @param {number} last the hole last scored; −1: none
 * @returns {number} −1: every hole is scored
 */
export function currentHole(lines, last) {
  const count = lines[0]?.throws.length ?? 0;
  for (let step = 0; step < count; step += 1) {
    const hole = (Math.max(last, 0) + step) % count;
    if (lines.some((line) => isMissing(line, hole))) return hole;
  }
  return -1;
}

/**
 * Stretches of nine holes, and of what is left.
 *
 * @param {number} count
 * @returns {[first: number, end: number][]}
 */
export const nines = (count) =>
  Array.from({ length: Math.ceil(count / 9) }, (_, place) => [
    place * 9,
    Math.min(place * 9 + 9, count),
  ]);

/**
 * Names for narrow columns: the first alone where that tells people apart.
 *
 * @param {string[]} names
 */
export function shortNames(names) {
  const firsts = names.map((name) => name.trim().split(/\s/)[0]);
  const isAlone = (first) => firsts.filter((each) => each === first).length === 1;
  return firsts.map((first, at) => (isAlone(first) ? first : names[at]));
}

/**
 * A name that a narrow column breaks as people write it, and not within three signs of an end.
 *
 * @param {string} name
 */
export const hyphenated = (name) => name.replace(/(?<=\p{L}{3})(?=\p{L}{3})/gu, '\u00AD');

/**
 * What holes are worth together: "3", or "3/4" where that depends on the tee.
 *
 * @param {{pars: number[], lines: {pars: number[]}[]}} card
 * @param {number} first
 * @param {number} end behind the last one
 */
export function parText({ pars, lines }, first, end) {
  const all = lines.length > 0 ? lines.map((line) => line.pars) : [pars];
  const sums = all.map((own) => own.slice(first, end).reduce((sum, par) => sum + par, 0));
  return [...new Set(sums)].sort((left, right) => left - right).join('/');
}

/**
 * The key of the word for a score: an ace, a birdie…
 *
 * @returns {string}
 */
export function wordOf(throws, par) {
  if (throws === 1) return 'ace';
  const over = throws - par;
  if (over < -2) return 'under';
  return over > 2 ? 'over' : ['eagle', 'birdie', 'par', 'bogey', 'double'][over + 2];
}
