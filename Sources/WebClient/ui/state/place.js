// Which part of a game there is to see, and what the address says of it. Knows no page.

/**
 * @typedef {import('../../core/view.js').View} View
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {{key: string | null, isElsewhere: boolean, view: View | null, known: KnownView | null}}
 *   Game
 */

/**
 * @param {Game} game
 * @param {string | null} asked the part that the address asks for
 */
export function partOf({ isElsewhere, known, view }, asked) {
  if (!known) return !view && isElsewhere ? 'elsewhere' : 'waiting';
  if (asked) return asked;
  const [phase] = known.lobby.stage;
  if (phase === 'setup') return 'gathering';
  return phase === 'ended' || phase === 'locked' ? 'result' : 'card';
}

/** Those at whose address others can come along. */
const OPEN_PARTS = ['gathering', 'card', 'result'];

/**
 * The address of a part that was reached without asking for it; null: it stays as it is.
 *
 * @param {Game} game
 * @param {string | undefined} part
 */
export function addressOf({ key, known }, part) {
  if (!known || !OPEN_PARTS.includes(part ?? '')) return null;
  return known.code ? `/j/${known.code}` : `/g/${key}`;
}
