// Days and times as people write them.

import { currentLanguage } from '../strings.js';

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

/** @type {(milliseconds: number) => string} 14:05 */
export function clockText(milliseconds) {
  const time = new Date(milliseconds);
  const parts = [time.getHours(), time.getMinutes()];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
