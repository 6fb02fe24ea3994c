// Sums of scores, how far they are from par, and the places they earn: numbers in, numbers out.
// Cards and who plays in a game are for `scorecard.js` and `standings.js`.

/**
 * @typedef {{total: number, overPar: number, scored: number}} Tally `overPar`: the total less the
 *   par of the holes scored, of which there are `scored`
 * @typedef {'eagle' | 'birdie' | 'par' | 'bogey' | 'double' | 'triple'} Shape how a score is
 *   drawn
 */

/**
 * Not scored is null, never 0.
 *
 * @param {(number | null)[]} throws by hole
 * @param {number[]} pars
 * @param {number} [first]
 * @param {number} [end] behind the last hole that counts
 * @returns {Tally}
 */
export function tallyOf(throws, pars, first = 0, end = pars.length) {
  const tally = { total: 0, overPar: 0, scored: 0 };
  for (let hole = first; hole < end; hole += 1) {
    const count = throws[hole];
    if (count === null) continue;
    tally.total += count;
    tally.overPar += count - pars[hole];
    tally.scored += 1;
  }
  return tally;
}

/**
 * The sums with penalty throws that belong to no hole.
 *
 * @template {Tally} T
 * @param {T} tally
 * @param {number} penalties
 * @returns {T}
 */
export const withPenalties = (tally, penalties) =>
  ({ ...tally, total: tally.total + penalties, overPar: tally.overPar + penalties });

/** Each sign by itself in lower case. */
export const small = (/** @type {any} */ text) =>
  [...`${text}`].map((sign) => sign.toLowerCase()).join('');

/**
 * The place of the tee that a player throws from among the layout's: their own, else one that has
 * its name in other letters, else the default one; `isSubstitute`: the own one isn't there. Less
 * than 0: there are none.
 *
 * @param {import('./lobby.js').Layout | undefined} layout
 * @param {import('./lobby.js').Value} own
 */
export function teeOf(layout, own) {
  const names = (layout?.tees ?? []).map((tee) => tee?.[0]);
  const exact = names.indexOf(/** @type {string} */ (own));
  const place = exact < 0 && own ? names.map(small).indexOf(small(own)) : exact;
  if (place >= 0) return { place, isSubstitute: false };
  const usual = names.indexOf(layout?.default_tee ?? names[0]);
  return { place: usual, isSubstitute: own !== null && usual >= 0 };
}

/** The pars from a tee: its own where it has one, else what the hole is worth. */
export const parsFrom = (
  /** @type {import('./lobby.js').Layout | undefined} */ layout,
  tee,
  /** @type {number[]} */ pars,
) => (layout ? pars.map((par, hole) => layout.holes[hole]?.[1]?.[tee]?.[0] || par) : pars);

/** @type {(pars: number[], first?: number, end?: number) => number} what the holes are worth */
export const parOf = (pars, first, end) => tallyOf(pars, pars, first, end).total;

/**
 * Rings below par, squares above, from three over par on filled ones.
 *
 * @returns {Shape}
 */
export function shapeOf(throws, par) {
  const over = throws - par;
  if (over <= -2) return 'eagle';
  if (over > 2) return 'triple';
  return /** @type {Shape} */ (['birdie', 'par', 'bogey', 'double'][over + 1]);
}

/**
 * Places by the relation to par, in the order of the tallies: equal ones share a place, and as many
 * are left out after it. Null for whoever can't be compared: nothing scored or, if `needsMost`,
 * fewer holes than somebody else, so that nobody wins by leaving holes out.
 *
 * @param {Tally[]} tallies
 * @param {boolean} needsMost
 * @returns {(number | null)[]}
 */
export function placesOf(tallies, needsMost) {
  const least = needsMost ? Math.max(1, ...tallies.map(({ scored }) => scored)) : 1;
  const compared = tallies.filter(({ scored }) => scored >= least);
  return tallies.map(({ scored, overPar }) =>
    scored < least ? null : 1 + compared.filter((each) => each.overPar < overPar).length,
  );
}
