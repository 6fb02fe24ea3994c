// What leads into a game, as it is typed, pasted and written in an address. Knows no page.

import { joinCode } from '../../core/join-code.js';

/** @typedef {{code: string} | {lobby: string, watch: string}} WatchWay */

/** The id of a game and its watch secret, which stay when its code goes. */
const LASTING = /^([\da-f]{32})-([\da-f]{32})$/i;

/**
 * What leads to watching a game in an address: its code, or what lasts longer. Null if neither.
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
 * What an address for watching ends in: it lasts, but for games that have no secret for it.
 *
 * @type {(view: {lobby: {id: string, watch: string | null}, code: string | null}) =>
 *   string | null}
 */
export const watchWay = ({ lobby: { id, watch }, code }) =>
  watch ? textOfWay({ lobby: id, watch }) : code;

/**
 * What leads to a game in what was typed or pasted, or several with "+" between them, and whether
 * it is for watching only; null if there is none.
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
 * What a line for codes holds after somebody has typed in it, or pasted a link.
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
