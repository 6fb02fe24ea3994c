// What somebody's handicap could be: from their own rounds, or from a rating. Knows no page.

import { halfUp } from '../../core/format-card.js';

/** A handicap is this part of the mean over par, in per cent. */
export const MEAN_PERCENT = 90;
/** So many rounds count at most, and so old ones. */
const ROUNDS_MAX = 5;
const YEAR_MILLISECONDS = 365 * 24 * 3_600_000;
/** The par for which a rating says how many throws one takes. */
const RATED_PAR = 72;

/**
 * A percentage of the mean of the last rounds on a layout, in tenths.
 *
 * @param {{over: number | null, playedAt: number}[]} rounds on it
 * @param {number} now
 * @returns {{tenths: number, overs: number[]} | null} `overs`: of those that count, the last first
 */
export function fromRounds(rounds, now) {
  const overs = rounds
    .filter(({ over, playedAt }) => over !== null && now - playedAt < YEAR_MILLISECONDS)
    .sort((left, right) => right.playedAt - left.playedAt)
    .slice(0, ROUNDS_MAX)
    .map(({ over }) => Number(over));
  if (overs.length === 0) return null;
  const sum = overs.reduce((all, each) => all + each, 0);
  return { tenths: halfUp((MEAN_PERCENT / 10) * sum, overs.length), overs };
}

/**
 * As Icelandic clubs count it: (1000 − rating) / 10 for a par of 72, in tenths.
 *
 * @param {number} rating
 * @param {number} par of all holes
 */
export const fromRating = (rating, par) => halfUp((1_000 - rating) * par, RATED_PAR);
