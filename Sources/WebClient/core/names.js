// Texts that can be shown, and names that people can tell apart: Protocol.md §4 and §9.

import { byteCount } from './json.js';
import { LobbyLimits } from './lobby-limits.js';
import { Field } from './fields.js';
import { columnsOf } from './lobby.js';
import { demand } from './refusal.js';
import { shownValue } from './scorecard.js';
import { small } from './scoring.js';

const IGNORABLE = /\p{DI}/gu;
/** The empty pattern of Braille is a symbol to Unicode, and a blank to the eye. */
const BLANKS = /[\p{White_Space}\u2800]+/gu;
const NEVER_SHOWN =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{NChar}\u202A-\u202E\u2066-\u2069]/u;

/** A name as it is seen, in small letters: equal for names that differ by nothing visible. */
const visibleKey = (name) =>
  small(name.replace(IGNORABLE, '').replace(BLANKS, ' ').trim()).normalize();

/**
 * @param {any} text
 * @param {number} bytesMax
 * @throws {import('./refusal.js').Refusal}
 */
export function checkText(text, bytesMax) {
  demand(typeof text === 'string' && byteCount(text) <= bytesMax, 'bad_text');
  demand(visibleKey(text) !== '' && !NEVER_SHOWN.test(text), 'bad_text');
}

/** @param {string} name of a person @throws {import('./refusal.js').Refusal} */
export const checkName = (name) => checkText(name, LobbyLimits.nameBytesMax);

/** The keys of the names on the card, but for that of one column. */
function visibleKeys(lobby, besides) {
  const others = columnsOf(lobby).filter(({ id }) => id !== besides);
  return others.map(({ id }) => visibleKey(String(shownValue(lobby, [0, id, 0, Field.name]))));
}

/** Whether another column of the card has a name that looks the same. */
export const isTaken = (lobby, name, player) =>
  visibleKeys(lobby, player).includes(visibleKey(name));

/** A, B, … Z, AA, AB, … */
function letters(place) {
  const rest = Math.floor((place - 1) / 26);
  return (rest > 0 ? letters(rest) : '') + String.fromCharCode(65 + ((place - 1) % 26));
}

/**
 * The name for a new column: as given, or with the first letters behind it that tell it from all
 * others on the card.
 */
export function distinctName(lobby, name, player) {
  const taken = visibleKeys(lobby, player);
  let told = name;
  for (let place = 2; taken.includes(visibleKey(told)); place += 1) {
    const ending = ` ${letters(place)}`;
    const signs = [...name];
    while (byteCount(signs.join('') + ending) > LobbyLimits.nameBytesMax) signs.pop();
    told = signs.join('') + ending;
  }
  return told;
}
