// What the first screen shows besides the games that go on, and in which order. Knows no page.

/** All that there can be. */
const SHORTCUTS = ['play', 'join', 'past', 'again', 'friends'];
/** What there is if nobody has chosen. */
const USUAL = ['play', 'join', 'past'];

/**
 * Those that are shown, in their order.
 *
 * @param {string[] | null | undefined} chosen null: nobody has chosen
 * @returns {string[]}
 */
export const shownShortcuts = (chosen) =>
  [...new Set(chosen ?? USUAL)].filter((each) => SHORTCUTS.includes(each));

/**
 * Those, then the others.
 *
 * @param {string[] | null | undefined} chosen
 */
export function allShortcuts(chosen) {
  const shown = shownShortcuts(chosen);
  return [...shown, ...SHORTCUTS.filter((each) => !shown.includes(each))];
}

/**
 * @param {string[]} order
 * @param {string} id
 * @param {number} by −1: one place up
 */
export function moved(order, id, by) {
  const others = order.filter((each) => each !== id);
  const place = order.indexOf(id) + by;
  return [...others.slice(0, place), id, ...others.slice(place)];
}
