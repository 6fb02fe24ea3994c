// Those who ask to be let into a game that has begun, and what they are told meanwhile.

import { isShut } from '../../core/lobby.js';
import { nameOfMember } from '../../core/scorecard.js';
import { knocksOf } from '../state/rights.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button, strip } from './elements.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 */

/** @param {App} app @param {Game} game @param {import('../state/attention.js').Knock} knock */
export const letIn = (app, game, { person, name }) =>
  app.attempt(() => game.edit({ op: 'admit', person, name }));

/**
 * Asks the host about one after the other; who has asked is told so.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
export function knockStrip(app, game, view) {
  const { isKnocking, lobby, stopReason } = view;
  if (isKnocking) {
    const isVain = stopReason || isShut(lobby);
    return !isVain && strip('knock', t('knock.waits', { name: nameOfMember(lobby, lobby.host) }));
  }
  const { attention } = app;
  const first = attention.firstOf(knocksOf(view));
  if (!first) return null;
  attention.knock.ask(first.person, performance.now());
  const then = (act) => () => {
    if (!attention.knock.mayAnswer(performance.now())) return;
    act();
    app.update();
  };
  return strip(
    'signal knock',
    t('knock.wants', { name: first.name }),
    h(
      'div',
      { class: 'values' },
      button(t('knock.let'), then(() => letIn(app, game, first)), 'primary'),
      button(t('knock.no'), then(() => attention.putOff(first))),
    ),
  );
}
