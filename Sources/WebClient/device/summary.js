import { isDeleted, isOver } from '../core/lobby.js';
import { courseOf, thrownTee } from '../core/scorecard.js';
import { placesOf } from '../core/scoring.js';

/**
 * @typedef {{key: string, lobby: string | null, code: string | null, course: string | null,
 *   person?: string, names: string[], totals: {total: number, overPar: number, place: number | null}[],
 *   own?: number, stage: import('../core/lobby.js').Stage, startedAt: number | null, openedAt: number,
 *   pendingCount: number, pendingScores: number, isOut?: boolean,
 *   isDeleted?: boolean, played?: {course: string, layout: string, series: number, tee?: string,
 *   holes: number | false}}} Summary
 *   a game as the home screen lists it; `totals` go with `names`, and `own` is where one's own
 *   stands there, −1 for none; `person`: whose game it is; nobody has a `place` before the game is over. A code that isn't
 *   valid any more stays. `isOut`: who plays on this device has left, or was removed.
 *   `played`: the layout; `holes`: of a round, if oneself has scored all of them in the only one
 */

/**
 * @param {string} key
 * @param {import('../core/view.js').View} view
 * @param {import('../core/wire.js').Identity} identity
 * @param {Summary | null} before
 * @returns {Summary}
 */
export function summaryOf(key, view, { credentials, entry }, before) {
  const { lobbyID, lobby, card, code, me, pendingCount, pendingScores } = view;
  const lines = card?.lines ?? [];
  const places = lobby && isOver(lobby) ? placesOf(lines, true) : [];
  const own = lines.findIndex(({ player }) => player === lobby?.members[(me ?? 0) - 1]?.player);
  return {
    key,
    person: credentials.person,
    lobby: lobbyID,
    code: code ?? before?.code ?? /** @type {any} */ (entry).code ?? null,
    course: lobby && /** @type {any} */ (courseOf(lobby)),
    names: lines.map(({ name }) => name),
    totals: lines.map(({ total, overPar }, at) => ({ total, overPar, place: places[at] ?? null })),
    own,
    stage: lobby?.stage ?? ['setup', 0],
    startedAt: lobby?.start ?? null,
    openedAt: before?.openedAt ?? Date.now(),
    pendingCount,
    pendingScores,
    isOut: !view.takesPart,
    isDeleted: !!lobby && isDeleted(lobby),
    played: lobby?.layout && lines[own] && playedOf(lobby.layout, lobby, lines[own]),
  };
}

/**
 * @param {import('../core/lobby.js').Layout} layout
 * @param {import('../core/lobby.js').Lobby} lobby
 * @param {import('../core/scorecard.js').Line} line one's own
 */
const playedOf = ({ course, layout, series, tees }, lobby, { player, scored }) => ({
  course,
  layout,
  series,
  tee: tees[thrownTee(lobby, player).place]?.[0],
  holes: lobby.stage[1] < 2 && scored === lobby.holes.length && scored,
});
