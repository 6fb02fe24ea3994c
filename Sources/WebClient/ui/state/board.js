// A board for those who watch: the lists that its games make, and when it speaks. Knows neither
// page nor clock.

import { isOver } from '../../core/lobby.js';
import { cardOf } from '../../core/scorecard.js';
import { jointStandings } from '../../core/standings.js';

/**
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/standings.js').Result} Result
 */

/** As many fit the width of a wall. */
const HOLES_MAX = 18;
/** Whoever listens isn't told of a new leader more often than this. */
const SAID_MILLISECONDS_MIN = 20_000;

/**
 * Games on the same course make one list.
 *
 * @template {{lobby: Lobby}} Shown
 * @param {Shown[]} shown
 * @returns {Shown[][]}
 */
export function groupsOf(shown) {
  const groups = new Map();
  for (const each of shown) {
    const { labels, pars, course } = cardOf(each.lobby);
    const same = JSON.stringify([course, labels, pars]);
    groups.set(same, [...(groups.get(same) ?? []), each]);
  }
  return [...groups.values()];
}

/**
 * @template {{lobby: Lobby}} Shown
 * @param {Shown[]} group
 */
export const standingsOfGroup = (group) =>
  jointStandings(group.map((game) => ({ lobby: game.lobby, game })));

/**
 * The places of the holes that a wall has room for: up to the nine that is being played.
 *
 * @param {Result[]} standings
 * @param {number} count of the course's holes
 * @param {number} round
 */
export function shownHoles(standings, count, round) {
  const played = standings.flatMap(({ rounds }) =>
    (rounds[round - 1]?.throws ?? []).map((throws, at) => (throws === null ? 0 : at)),
  );
  const end = Math.min(count, 9 * (Math.floor(Math.max(0, ...played) / 9) + 1));
  const first = Math.max(0, Math.max(end, Math.min(count, HOLES_MAX)) - HOLES_MAX);
  return Array.from({ length: Math.min(count, HOLES_MAX) }, (_, place) => first + place);
}

/**
 * Whether what is shown goes on: 'lost' if one of the games that do can't be heard.
 *
 * @param {{lobby: Lobby, isLive: boolean}[]} games
 * @returns {'final' | 'lost' | 'live'}
 */
export function paceOf(games) {
  const running = games.filter(({ lobby }) => !isOver(lobby));
  if (running.length === 0) return games.length > 0 ? 'final' : 'live';
  return running.every(({ isLive }) => isLive) ? 'live' : 'lost';
}

/** Chooses what is said aloud: only news, and not often. */
export class Speech {
  #text = '';
  #at = -Infinity;

  /**
   * @param {string} text what there is to say by now
   * @param {number} now
   * @returns {string} what is said
   */
  say(text, now) {
    if (text !== this.#text && now - this.#at > SAID_MILLISECONDS_MIN) {
      this.#text = text;
      this.#at = now;
    }
    return this.#text;
  }
}
