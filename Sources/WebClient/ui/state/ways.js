// Ways into a game: codes and secrets, as they are typed, pasted and written in an address. Knows
// no page.

import { joinCode } from '../../core/join-code.js';

/** @typedef {{code: string} | {lobby: string, watch: string}} WatchWay */

/** The id of a game and its watch secret, which stay when its code goes. */
const LASTING = /^([\da-f]{32})-([\da-f]{32})$/i;

/**
 * Reads the way to watch a game from an address: its code, or the secret that outlives it. Null if
 * it is neither.
 *
 * @param {string} text
 * @returns {WatchWay | null}
 */
export function wayToWatch(text) {
  const [, lobby, watch] = LASTING.exec(text.toLowerCase()) ?? [];
  if (lobby) return { lobby, watch };
  const code = joinCode(text);
  return code === null ? null : { code };
}

/** @param {WatchWay} way */
export const textOfWay = (way) => ('code' in way ? way.code : `${way.lobby}-${way.watch}`);

/**
 * The end of an address for watching: the secret, which lasts, or the code of games without one.
 *
 * @type {(view: {lobby: {id: string, watch: string | null}, code: string | null}) =>
 *   string | null}
 */
export const watchWay = ({ lobby: { id, watch }, code }) =>
  watch ? textOfWay({ lobby: id, watch }) : code;

/**
 * Finds the code of a game in a text that was typed or pasted, or several with "+" between them,
 * and whether it is for watching only; null if there is none.
 *
 * @param {string} text
 */
export function codeIn(text) {
  const link = /\/([jw])\/([a-z0-9+-]+)/i.exec(text);
  const ways = (link ? link[2] : text.trim()).split('+').map(wayToWatch);
  const code = ways.map((way) => way && textOfWay(way)).join('+');
  // Several games can only be watched, nor is more done at an address that lasts.
  const isWatching = link?.[1].toLowerCase() === 'w' || /[+-]/.test(code);
  return ways.includes(null) ? null : { code, isWatching };
}

const signsOf = (text) => text.toUpperCase().replace(/[^A-Z0-9+]/g, '');

/**
 * The text and the caret of a line for codes after somebody has typed in it, or pasted a link.
 *
 * @param {string} text
 * @param {number} caret where it is in the text: what is corrected in the middle goes on there
 */
export function typedCode(text, caret) {
  const found = text.includes('/') ? codeIn(text) : null;
  if (found) return { ...found, caret: found.code.length };
  const before = signsOf(text.slice(0, caret));
  return { code: signsOf(text), isWatching: false, caret: before.length };
}
