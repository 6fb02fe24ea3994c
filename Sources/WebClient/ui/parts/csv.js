// A result for spreadsheets: RFC 4180, one line for each player and round. Knows no page.

import { cardOf, courseOf } from '../../core/scorecard.js';
import { parOf } from '../../core/scoring.js';
import { disputedScores, standingsOf } from '../../core/standings.js';

/**
 * @typedef {Record<'course' | 'date' | 'round' | 'place' | 'player' | 'total' | 'overPar' |
 *   'disputed' | 'par', string>} Words in the person's language
 */

/** A text that no spreadsheet takes for a formula. */
const harmless = (text) => (/^\s*[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]/.test(text) ? `'${text}` : text);

/** @type {(value: string | number | null) => string} */
export function csvField(value) {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = harmless(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @type {(milliseconds: number) => string} the day where the device is, 2026-08-01 */
export function isoDay(milliseconds) {
  const day = new Date(milliseconds);
  const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/**
 * The whole file, with the mark at its beginning by which spreadsheets know UTF-8.
 *
 * @param {import('../../core/lobby.js').Lobby} lobby
 * @param {Words} words
 * @param {{name: string, valueOf(player: number, round: number): number | string | null}[]} games
 *   that are played with the scores, each a column behind the others
 */
export function csvOf(lobby, words, games = []) {
  const { labels, pars } = cardOf(lobby);
  const course = courseOf(lobby);
  const day = isoDay(lobby.start);
  const disputed = disputedScores(lobby);
  const header = ['course', 'date', 'round', 'place', 'player'].map((name) => words[name]);
  const tail = ['total', 'overPar', 'disputed'].map((name) => words[name]);
  const rows = [
    [...header, ...labels, ...tail, ...games.map((each) => each.name)],
    [course, day, null, null, words.par, ...pars, parOf(pars), null, null, ...games.map(() => null)],
  ];
  const standings = standingsOf(lobby);
  standings[0]?.rounds.forEach((_, index) => {
    for (const { player, name, place, rounds } of standings) {
      const { round, throws, total, overPar, scored } = rounds[index];
      const open = disputed
        .filter((key) => key[0] === round && key[1] === player)
        .map((key) => labels[key[2] - 1]);
      rows.push([
        ...[course, day, round, place, name],
        ...throws,
        ...(scored > 0 ? [total, overPar] : [null, null]),
        open.join(' '),
        ...games.map(({ valueOf }) => valueOf(player, round)),
      ]);
    }
  });
  return `\uFEFF${rows.map((row) => row.map(csvField).join(',') + '\r\n').join('')}`;
}
