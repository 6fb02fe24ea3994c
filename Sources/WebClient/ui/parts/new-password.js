// A password that is chosen: shown if one likes, its length told, four words offered.

import { fourWords, judged } from '../state/handle.js';
import { loadMoreStrings, t } from '../strings.js';
import { passwordEntry } from './account-parts.js';
import { h } from './dom.js';
import { button } from './elements.js';

/** Until the server has said what it demands. */
const LENGTH_MIN = 10;

/**
 * @param {import('../app.js').App} app
 * @param {{about: {password_min: number} | null, random(): number}} client
 * @param {{text: string, isShown: boolean}} [kept] what was typed before
 */
export function newPassword(app, client, kept = { text: '', isShown: false }) {
  let isLookedOver = false;
  const least = () => client.about?.password_min ?? LENGTH_MIN;
  const turn = () => {
    kept.isShown = !kept.isShown;
    app.update();
  };
  const offer = async () => {
    await loadMoreStrings('own');
    kept.text = fourWords(t('password.list'), client.random);
    kept.isShown = true;
    app.update();
  };
  return {
    get text() {
      return kept.text;
    },
    /** @param {string} handle whose password it is; what is wrong is told from now on */
    isGood(handle) {
      isLookedOver = true;
      app.update();
      return judged(kept.text, least(), handle).fault === null;
    },
    /**
     * @param {string} handle
     * @param {{said?: string | null, label?: string}} more `said`: what the server says of it
     */
    view(handle, { said, label = t('password.label') } = {}) {
      const { fault, count, isGood } = judged(kept.text, least(), handle);
      const length = count > 0 ? t('password.count', { count }) : t('password.better');
      const hint = isGood ? h('span', { class: 'good' }, t('password.good')) : length;
      return [
        passwordEntry(
          {
            id: 'password',
            label,
            hint: kept.text ? hint : t('password.hint', { count: least() }),
            fault: said ?? (isLookedOver && fault && t(`password.${fault}`, { count: least() })),
            isShown: kept.isShown,
            turn,
          },
          {
            value: kept.text,
            autocomplete: 'new-password',
            oninput: ({ target }) => {
              kept.text = target.value;
              app.update();
            },
          },
        ),
        button(t('password.words'), offer, 'quiet aside'),
      ];
    },
  };
}
