// Whoever joins a game may be on its card already, put there by somebody else.

import { shownValue } from '../../core/scorecard.js';
import { Field, Standing, cellKey, columnsOf, memberOf } from '../../core/lobby.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';

/**
 * The columns that may become one's own: those without a phone, as long as one's own is empty.
 *
 * @param {any} view
 * @returns {{player: number, name: string}[]}
 */
export function claimable({ isHost, isSpectator, lobby, me }) {
  const member = isSpectator ? null : memberOf(lobby, me);
  const isActive = member?.standing === Standing.active;
  if (!isActive || isHost || lobby.stage[0] === 'locked' || hasScores(lobby, member.player)) {
    return [];
  }
  return columnsOf(lobby)
    .filter((column) => column.member === 0)
    .map(({ id }) => ({ player: id, name: String(shownValue(lobby, [0, id, 0, Field.name])) }));
}

/** Whether something was ever entered for a player. */
const hasScores = (lobby, player) =>
  player !== 0 &&
  [...lobby.cells.keys()].map(cellKey).some((key) => key[1] === player && key[3] === Field.throws);

/** @param {import('../app.js').App} app */
export function openClaim(app) {
  const { game } = app;
  const choose = (player) => {
    if (app.attempt(() => game.edit({ op: 'claim', player }))) app.closeSheet();
  };
  app.sheet(
    () => {
      const guests = game.view?.lobby ? claimable(game.view) : [];
      return h(
        'div',
        { class: 'stack' },
        h('p', null, t('claim.text')),
        guests.map(({ player, name }) =>
          button(name, () => choose(player), 'wide', { key: player })),
        button(t('claim.none'), app.closeSheet, 'wide quiet'),
      );
    },
    { label: t('claim.title') },
  );
}
