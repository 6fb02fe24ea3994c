// Whoever joins a game may be on its card already, put there by somebody else.

import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { claimable } from '../state/rights.js';
import { t } from '../strings.js';

/**
 * @param {import('../app.js').App} app
 * @param {import('../app.js').Game} game
 */
export function offerClaim(app, game) {
  const guestsNow = () => (game.known ? claimable(game.known) : []);
  if (guestsNow().length === 0) return;
  const choose = (player) => {
    if (app.attempt(() => game.edit({ op: 'claim', player }))) app.closeSheet();
  };
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('p', null, t('claim.text')),
        guestsNow().map(({ player, name }) =>
          button(name, () => choose(player), 'wide', { key: player })),
        button(t('claim.none'), app.closeSheet, 'wide quiet'),
      ),
    { label: t('claim.title') },
  );
}
