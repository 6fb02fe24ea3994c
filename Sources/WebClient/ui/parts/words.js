// How entries are told: where, what, who, when.

import { Field, columnOf, isOfCourse } from '../../core/fields.js';
import { playerOf } from '../../core/lobby.js';
import { nameOfMember, shownValue } from '../../core/scorecard.js';
import { HELD_MILLISECONDS } from '../state/timeline.js';
import { t } from '../strings.js';
import { clockText, dateText } from './dates.js';
import { courseText } from './elements.js';

/**
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/lobby.js').Key} Key
 * @typedef {import('../state/timeline.js').Entry} Entry
 */

const MINUTE = 60_000;
/** By the number of its field, what a cell tells. */
const WHAT = new Map(Object.entries(Field).map(([name, field]) => [field, name]));

/** @type {(lobby: Lobby, hole: number) => string} */
export const holeText = (lobby, hole) => t('at.hole', { hole: lobby.holes[hole - 1]?.[0] ?? hole });

/**
 * Where a cell stands: "Ben, hole 7".
 *
 * @type {(lobby: Lobby, key: Key) => string}
 */
export function whereText(lobby, [round, player, hole, field]) {
  const parts = [];
  if (columnOf([round, player, hole, field])) parts.push(shownValue(lobby, [0, player, 0, Field.name]) ?? '?');
  if (hole && field !== Field.concededMatch) parts.push(holeText(lobby, hole));
  if (round && !isOfCourse([round, player, hole, field]) && lobby.stage[1] > 1) parts.push(t('at.round', { round }));
  if (field) parts.push(t(`at.${WHAT.get(field) ?? 'penalty'}`));
  const text = parts.join(', ');
  return columnOf([round, player, hole, field]) ? text : text[0].toUpperCase() + text.slice(1);
}

/** @type {(key: Key, value: import('../../core/lobby.js').Value) => string} */
export function valueText(key, value) {
  if (key[3] === Field.course) return courseText({ course: value });
  return value === null ? t('score.none') : String(value);
}

/** @type {(names: string[]) => string} "Anna, Ben and Cleo" */
export const listText = (names) =>
  names.length > 1
    ? t('words.and', { first: names.slice(0, -1).join(', '), last: names[names.length - 1] })
    : names.join('');

/**
 * "12 minutes ago", or the day if that was long ago.
 *
 * @param {number} then
 * @param {number} now
 */
export function agoText(then, now) {
  const minutes = Math.floor((now - then) / MINUTE);
  if (minutes < 1) return t('when.now');
  if (minutes < 120) return t('when.minutes', { count: minutes });
  if (minutes < 600) return t('when.hours', { count: Math.floor(minutes / 60) });
  return `${dateText(then)} ${clockText(then)}`;
}

/** @type {(heldMilliseconds: number | undefined) => string} ", without signal" or nothing */
export const heldText = (held = 0) => (held > HELD_MILLISECONDS ? `, ${t('when.held')}` : '');

/**
 * Says who did what to a cell: "Anna entered 4".
 *
 * @type {(lobby: Lobby, entry: Pick<Entry, 'kind' | 'key' | 'value' | 'member'>) => string}
 */
export function deedText(lobby, { kind, key, value, member }) {
  if (!key) return '';
  const who = nameOfMember(lobby, member);
  const deed = kind === 'set' && value === null && key[3] === Field.throws ? 'clear' : kind;
  return t(`deed.${deed}`, { who, value: valueText(key, value) });
}

/** Tells an event in a sentence; null if it isn't worth one. */
export function eventText(/** @type {Lobby} */ lobby, /** @type {Entry} */ entry) {
  const { key, change } = entry;
  if (key) return `${whereText(lobby, key)}: ${deedText(lobby, entry)}`;
  switch (change.kind) {
    case 'new': return t('event.new', { who: change.creation.name });
    case 'join': return t('event.join', { who: change.member.name });
    case 'add': return t('event.join', { who: change.player.name });
    case 'remove': {
      const who = playerOf(lobby, change.player)?.name ?? '?';
      return t('event.remove', { who });
    }
    case 'deleted': return t(change.deleted === undefined ? 'event.restored' : 'event.deleted');
    case 'standing':
      return t(`event.standing.${change.standing}`, { who: nameOfMember(lobby, change.member) });
    case 'stage': return t(`event.${change.stage[0]}`, { round: change.stage[1] });
    case 'host': return t('event.host', { who: nameOfMember(lobby, change.host) });
    default: return null;
  }
}
