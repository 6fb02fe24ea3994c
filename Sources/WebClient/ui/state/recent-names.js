// Who was played with lately. Knows no page.

/** More chips than this are more to read than a name is to type. */
const RECENT_MAX = 6;

/**
 * Who was played with lately and isn't on the card, the last first.
 *
 * @param {string[][]} games the names in each, the last game first
 * @param {string[]} there
 */
export function recentNames(games, there) {
  const folded = (name) => name.normalize().toLowerCase();
  const taken = new Set(there.map(folded));
  const isNew = (name) => !taken.has(folded(name)) && Boolean(taken.add(folded(name)));
  return games.flat().filter(isNew).slice(0, RECENT_MAX);
}
