// The way into a game: what stands open to whom, and what helps where it is shut. Knows no page.

/**
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../../core/wire.js').Notice} Notice
 * @typedef {'ask' | 'watch' | 'rename' | 'retype' | 'home'} Remedy
 */

/** @type {(view: KnownView | null) => boolean} whether one needn't ask, as far as is known */
export const mayJoin = (view) =>
  view === null || view.lobby.stage[0] === 'setup' || view.lobby.late_join;

/** @type {(view: KnownView) => string} */
export function hostNameOf({ lobby, card }) {
  const { name, player } = lobby.members[lobby.host - 1];
  return card.lines.find((line) => line.player === player)?.name ?? name;
}

/** @type {Object<string, Remedy[]>} */
const REMEDIES = {
  wrong_code: ['retype'],
  game_started: ['ask', 'watch', 'home'],
  lobby_full: ['watch', 'home'],
  locked: ['watch', 'home'],
  bad_text: ['rename', 'home'],
};
/** These lead somewhere by the code. */
const NEEDS_CODE = ['watch', 'rename', 'retype'];

/**
 * The ways on from a refusal at the entrance, beside what the server says.
 *
 * @param {Notice | null} notice
 * @param {string} code '' if one didn't come by a code
 * @returns {Remedy[]}
 */
export function remediesOf(notice, code) {
  const all = REMEDIES[notice?.name ?? ''] ?? ['home'];
  const possible = all.filter((each) => code || !NEEDS_CODE.includes(each));
  return possible.length > 0 ? possible : ['home'];
}
