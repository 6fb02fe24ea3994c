// Games of the account that this phone hasn't got: listed with its own, and fetched once opened.

import { PHASES } from '../../core/lobby.js';
import { Attempt, fault, namedRow, page } from '../parts/account-parts.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { courseText } from '../parts/elements.js';
import { gamesElsewhere } from '../state/account-state.js';
import { t } from '../strings.js';
import { clientOf } from './members.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/device.js').Listed} Listed
 */

/**
 * This phone's games and the account's others, the newest first.
 *
 * @param {App} app
 * @param {Listed[]} games
 */
export function allGames(app, games) {
  const items = clientOf(app).value('games')?.items ?? [];
  return [...games, ...gamesElsewhere(items, games, PHASES)].sort(
    (left, right) => right.openedAt - left.openedAt,
  );
}

/** @param {App} app */
export function lookForGames(app) {
  const client = clientOf(app);
  // What can't be had now stays as it was.
  if (client.isIn) client.readGames().catch(() => {});
}

/**
 * Fetches a game, and shows it.
 *
 * @param {App} app
 * @param {string} lobby
 */
export async function openElsewhere(app, lobby) {
  const isIt = (each) => each.lobby === lobby;
  if (clientOf(app).value('columns')?.items.some(isIt)) return claimedCard(app, lobby);
  if (/^[\da-f]{32}$/.test(lobby)) {
    const game = await app.device.enter(lobby);
    app.adopt(game);
    app.go(`/g/${game.key}`, { replace: true });
  }
  return {
    title: t('app.loading'),
    view: () => page(t('app.loading'), [h('a', { class: 'button wide', href: '/' }, t('app.toHome'))]),
  };
}

/**
 * A game in which one was a guest: its log is closed, so there is only its card to be seen.
 *
 * @param {App} app
 * @param {string} lobby
 */
function claimedCard(app, lobby) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  /** @type {{course?: string | null, start: number, players: any[]} | null} */
  let card = null;
  attempt.run(() => client.act('GET', `/games/${lobby}`)).then((answer) => {
    card = answer?.value ?? null;
    app.update();
  });
  return {
    title: t('home.past'),
    view: () =>
      page(card ? courseText(card) : t('home.past'), [
        card && h('p', { class: 'muted' }, dateText(card.start)),
        fault(attempt.rest()),
        h('ul', { class: 'rows' }, card?.players.map(({ player, name, total }) =>
          namedRow(player, name, null, h('span', null, total)))),
      ]),
  };
}
