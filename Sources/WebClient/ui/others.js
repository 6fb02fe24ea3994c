// What the screens are made of that a round does without.

import { joinCode } from '../code.js';
import { h } from './dom.js';
import { button } from './parts.js';
import { currentLanguage, t } from './strings.js';

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

/**
 * The code in what was typed or pasted, or several with "+" between them, and whether it is for
 * watching only; null if there is none.
 *
 * @param {string} text
 */
export function codeIn(text) {
  const link = /\/([jw])\/([a-z0-9+-]+)/i.exec(text);
  const codes = (link ? link[2] : text.trim()).split('+').map(joinCode);
  const isWatching = link?.[1].toLowerCase() === 'w';
  return codes.includes(null) ? null : { code: codes.join('+'), isWatching };
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
