// After a round, once: was the course what it is said to be? Those who look after it are told.

import { ask } from '../../device/api.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';

/** A round that was longer ago tells nothing of the course today. */
const FRESH_MILLISECONDS = 86_400_000;

/**
 * The question, for players with an account, once it is known that the course is in the list.
 *
 * @param {import('../app.js').App} app
 * @param {import('../app.js').Game} game
 * @returns {() => import('../parts/dom.js').Child}
 */
export function matchQuestion(app, game) {
  const { device } = app;
  const { lobby, me } = game.known ?? {};
  const course = lobby?.layout?.course;
  const isPlayer = lobby?.members[(me ?? 0) - 1]?.player;
  let isListed = false;
  let answer = /** @type {'' | 'yes' | 'no'} */ ('');
  const look = async () => {
    const catalogue = await device.catalogue();
    const known = await catalogue.kept(/** @type {string} */ (course));
    isListed = known !== null && !known.pack.sample;
    app.update();
  };
  const isFresh = lobby && Date.now() - lobby.start < FRESH_MILLISECONDS;
  if (course && isPlayer && isFresh && device.account && device.settings.matched !== game.key) {
    look().catch(() => {});
  }
  const say = (said) => async () => {
    try {
      const { token } = /** @type {NonNullable<typeof device.account>} */ (device.account);
      await app.during(ask('PUT', `/courses/${course}/match`, {
        token, body: { matches: said === 'yes' },
      }));
      answer = said;
      device.setSetting('matched', game.key);
    } catch {
      app.say(t('match.failed'));
    }
    app.update();
  };
  return () =>
    isListed &&
      h('section', { class: 'panel stack' },
        h('p', { role: 'status' }, t(answer ? 'match.thanks' : 'match.ask')),
        answer === 'no' &&
          h('a', { class: 'button wide', href: `/c/${course}/changes` }, t('match.tell')),
        !answer && h('div', { class: 'pair' },
          button(t('match.yes'), say('yes')), button(t('match.no'), say('no'))));
}
