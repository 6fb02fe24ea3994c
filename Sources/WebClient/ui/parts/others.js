// What the screens are made of that a round does without.

import { joinCode } from '../../core/join-code.js';
import { h } from './dom.js';
import { button } from './elements.js';
import { currentLanguage, t } from '../strings.js';

/** Asks again before something that can't be taken back. */
export function confirmFirst(app, { label, text, action, isDanger = false }, act) {
  const yes = () => {
    app.closeSheets();
    act();
  };
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('p', null, text),
        button(action, yes, isDanger ? 'wide danger' : 'wide primary'),
        button(t('cancel'), app.closeSheet, 'wide'),
      ),
    { label },
  );
}

/** The id of a game and its watch secret, which stay when its code goes. */
const LASTING = /^([\da-f]{32})-([\da-f]{32})$/i;

/**
 * What leads to watching a game in an address: its code, or what lasts longer. Null if neither.
 *
 * @param {string} text
 * @returns {{code: string} | {lobby: string, watch: string} | null}
 */
export function wayToWatch(text) {
  const [, lobby, watch] = LASTING.exec(text.toLowerCase()) ?? [];
  if (lobby) return { lobby, watch };
  const code = joinCode(text);
  return code === null ? null : { code };
}

/** @param {{code: string} | {lobby: string, watch: string}} way */
export const textOfWay = (way) => ('code' in way ? way.code : `${way.lobby}-${way.watch}`);

/**
 * What an address for watching ends in: it lasts, but for games that have no secret for it.
 *
 * @param {any} view
 * @returns {string | null}
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

/** Browsers know no Icelandic. */
const MONTHS = 'jan. feb. mars apr. maí júní júlí ág. sept. okt. nóv. des.'.split(' ');

/** @param {number} milliseconds a time of day */
export function dateText(milliseconds) {
  const day = new Date(milliseconds);
  if (currentLanguage() === 'is') {
    return `${day.getDate()}. ${MONTHS[day.getMonth()]} ${day.getFullYear()}`;
  }
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
