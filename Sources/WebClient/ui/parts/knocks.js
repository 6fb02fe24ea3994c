// Those who ask to be let into a game that has begun, and what they are told meanwhile.

import { nameOfMember } from '../../core/scorecard.js';
import { Standing, memberOfPerson } from '../../core/lobby.js';
import { h } from './dom.js';
import { button, strip } from './elements.js';
import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {{person: string, name: string}} Knock */

/** What has just come under the finger isn't what was meant. */
const STARTLED_MILLISECONDS = 500;

/** Those of which game who aren't let in now. */
let later = { game: /** @type {any} */ (null), persons: new Set() };
/** Who is asked about, and since when. */
let asked = { person: '', at: 0 };

/**
 * Those whom one can let in.
 *
 * @param {any} view
 * @returns {Knock[]}
 */
export function knocksOf({ isHost, lobby, presence }) {
  if (!isHost || lobby.stage[0] === 'locked') return [];
  const isIn = ({ person }) => memberOfPerson(lobby, person)?.standing === Standing.active;
  return (presence?.knocks ?? []).filter((each) => !isIn(each));
}

/** @param {App} app @param {Knock} knock */
export const letIn = (app, { person, name }) =>
  app.attempt(() => app.game.edit({ op: 'admit', person, name }));

/**
 * Asks the host about one after the other; who has asked is told so.
 *
 * @param {App} app
 */
export function knockStrip(app) {
  const { game } = app;
  const { isKnocking, lobby, stopReason } = game.view;
  if (isKnocking) {
    const isVain = stopReason || lobby.stage[0] === 'locked';
    return !isVain && strip('knock', t('knock.waits', { name: nameOfMember(lobby, lobby.host) }));
  }
  if (later.game !== game) later = { game, persons: new Set() };
  const first = knocksOf(game.view).find(({ person }) => !later.persons.has(person));
  if (!first) return null;
  const { name, person } = first;
  if (asked.person !== person) asked = { person, at: performance.now() };
  const then = (act) => () => {
    if (performance.now() - asked.at < STARTLED_MILLISECONDS) return;
    act();
    app.update();
  };
  return strip(
    'signal knock',
    t('knock.wants', { name }),
    h(
      'div',
      { class: 'values' },
      button(t('knock.let'), then(() => letIn(app, first)), 'primary'),
      button(t('knock.no'), then(() => later.persons.add(person))),
    ),
  );
}
