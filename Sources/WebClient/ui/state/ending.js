// The sentences of a result beside its numbers, and the game that can follow it. Knows no page.

import { Standing } from '../../core/lobby.js';
import { nameOfMember } from '../../core/scorecard.js';
import { podiumOf } from '../../core/standings.js';

/**
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../../core/standings.js').Result} Result
 */

/**
 * Who plays, isn't here and may still have scores that are missing.
 *
 * @param {Pick<KnownView, 'lobby' | 'presence'>} view
 * @param {Result[]} standings
 * @returns {string[]} names; none as long as it isn't known who is here
 */
export function awayOf({ lobby, presence }, standings) {
  if (!presence || standings.every(({ missing }) => missing === 0)) return [];
  return lobby.members
    .filter(({ number, player, standing }) =>
      player && standing === Standing.active && !presence.here.includes(number))
    .map(({ number }) => nameOfMember(lobby, number));
}

/** @type {(standings: Result[]) => Result[]} who plays alone wins against nobody */
export const winnersOf = (standings) =>
  standings.length < 2 ? [] : (podiumOf(standings)[0]?.people ?? []);

/**
 * A new game on the same course, for the same people: the others get columns, which they claim when
 * they join.
 *
 * @param {KnownView} view of who begins it
 */
export function rematchOf({ card, lobby, me }) {
  const number = me ?? 0;
  const own = lobby.members[number - 1]?.player;
  const others = card.lines.filter(({ player }) => player !== own);
  return {
    setup: {
      course: /** @type {string | null} */ (card.course),
      holes: card.labels.map((label, at) =>
        /** @type {[string, number]} */ ([label, card.pars[at]])),
      ...(lobby.layout && { layout: lobby.layout }),
      name: nameOfMember(lobby, number),
      plays: others.length < card.lines.length,
    },
    others: others.map(({ name }) => name),
  };
}

/** @type {(name: string) => string} a file's name, on any system */
export const fileNameOf = (name) => name.replace(/[/\\:*?"<>|]/g, '-');
