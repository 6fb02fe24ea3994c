// How the games of this device are told on the first screen. Knows neither page nor clock.

/** @typedef {import('../../device/summary.js').Summary} Summary */

/** Nobody goes on with a game after so long; many are never ended. */
const FORGOTTEN_MILLISECONDS = 2 * 86_400_000;

/**
 * Whether nobody goes on with it here.
 *
 * @param {Pick<Summary, 'stage' | 'openedAt' | 'isOut' | 'isDeleted'>} game
 * @param {number} now a time of day
 */
export const isPast = ({ stage: [phase], openedAt, isOut, isDeleted }, now) =>
  isOut === true ||
  isDeleted === true ||
  phase === 'ended' ||
  phase === 'locked' ||
  now - openedAt > FORGOTTEN_MILLISECONDS;

/**
 * Who has won, and what one has oneself, if there is something of one's own; `place` 0 for none.
 *
 * @param {Pick<Summary, 'names' | 'totals' | 'own'>} summary
 * @param {string} you what one is called oneself
 */
export function resultOf({ names, totals, own }, you) {
  const mine = totals[own ?? -1];
  return {
    winners: names
      .map((name, at) => (at === own ? you : name))
      .filter((_, at) => totals[at].place === 1),
    own: mine?.total > 0 ? mine : null,
    place: mine?.place ?? 0,
  };
}
