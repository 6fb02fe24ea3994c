// Rights beside keeping score: who may do what in a game. Knows no page.

import { Field } from '../../core/fields.js';
import {
  Role, Standing, cellKey, columnsOf, isDeleted, isShut, memberOf, memberOfPerson,
} from '../../core/lobby.js';
import { shownValue } from '../../core/scorecard.js';

/**
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('./attention.js').Knock} Knock
 */

/**
 * The columns that may become one's own: those without a phone, as long as one's own is empty.
 *
 * @param {Pick<KnownView, 'isHost' | 'isSpectator' | 'lobby' | 'me'>} view
 * @returns {{player: number, name: string}[]}
 */
export function claimable({ isHost, isSpectator, lobby, me }) {
  const member = isSpectator ? null : memberOf(lobby, me ?? 0);
  if (member?.standing !== Standing.active || isHost) return [];
  if (isShut(lobby) || hasScores(lobby, member.player)) return [];
  return columnsOf(lobby)
    .filter((column) => column.member === 0)
    .map(({ id }) => ({ player: id, name: String(shownValue(lobby, [0, id, 0, Field.name])) }));
}

/** Whether something was ever entered for a player. */
const hasScores = (lobby, player) =>
  player !== 0 &&
  [...lobby.cells.keys()].map(cellKey).some((key) => key[1] === player && key[3] === Field.throws);

/**
 * Those whom one can let in.
 *
 * @param {Pick<KnownView, 'isHost' | 'lobby' | 'presence'>} view
 * @returns {Knock[]}
 */
export function knocksOf({ isHost, lobby, presence }) {
  if (!isHost || isShut(lobby)) return [];
  const isIn = ({ person }) => memberOfPerson(lobby, person)?.standing === Standing.active;
  return (presence?.knocks ?? []).filter((each) => !isIn(each));
}

/**
 * Whether one's word is last.
 *
 * @type {(view: Pick<KnownView, 'isHost' | 'lobby' | 'me'>) => boolean}
 */
export const settles = ({ isHost, lobby, me }) =>
  isHost || memberOf(lobby, me ?? 0)?.role === Role.scorekeeper;

/**
 * How the host may move the game on from here.
 *
 * @param {Pick<KnownView, 'isHost' | 'lobby'>} view
 * @returns {import('../../core/lobby.js').Stage[]}
 */
export function stepsOf({ isHost, lobby }) {
  if (!isHost || isDeleted(lobby)) return [];
  const [phase, round] = lobby.stage;
  switch (phase) {
    case 'playing': return [['round_ended', round], ['ended', round]];
    case 'round_ended': return [['playing', round + 1], ['ended', round]];
    case 'ended': return [['locked', round]];
    default: return [];
  }
}

/** @type {(view: KnownView) => boolean} the course's name and its pars */
export const mayCorrect = (view) => view.me !== null && settles(view) && !isDeleted(view.lobby);
