// The one calm line beside the scores that says how it stands with the connection.

import { isDeleted } from '../../core/lobby.js';
import { PATIENCE_MILLISECONDS } from '../state/attention.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button, pendingText, strip } from './elements.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('./dom.js').Child} Child
 */

/**
 * Whether there is no signal; a connection that is only being made doesn't count yet.
 *
 * @param {App} app
 * @param {import('../../core/view.js').View} view
 */
export function isOut({ attention, update }, { connection }) {
  const wasLost = attention.isLost;
  const isOutNow = attention.isOut(connection, navigator.onLine, performance.now());
  if (attention.isLost && !wasLost) setTimeout(update, PATIENCE_MILLISECONDS);
  return isOutNow;
}

/**
 * @param {App} app
 * @param {Game} game
 * @param {Child | Child[]} text what the lack of signal means here
 */
export function connectionBanner(app, game, text) {
  const { view } = game;
  if (!view || !isOut(app, view)) return null;
  const isTrying = view.connection !== 'waiting';
  const again = button(t(isTrying ? 'banner.trying' : 'banner.try'), () => game.wake());
  return strip('offline', text, again);
}

/** @param {App} app @param {Game} game @param {KnownView} view */
function connection(app, game, view) {
  // If the phone can't keep entries, they only wait as long as the page is open.
  const waiting = pendingText(view, game.storageTrouble ? 'home' : 'here');
  const isPlaying = view.lobby.stage[0] === 'playing';
  const why = navigator.onLine ? 'banner.silent' : 'banner.offline';
  return connectionBanner(app, game, [
    h('strong', null, t(why), isPlaying && ` ${t('banner.goOn')}`),
    ' ',
    waiting,
  ]);
}

/** @type {(view: KnownView) => boolean} whether there is anything of what notices.js says */
const needsNotices = ({
  lobby, stopReason, notice, isKnocking, refused, disputes, lateHere, presence,
}) =>
  stopReason !== null || notice !== null || isKnocking || isDeleted(lobby) ||
  [refused, disputes, lateHere, presence?.knocks ?? []].some(({ length }) => length > 0);

/**
 * Everything that needs to be said about the open game.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
export const banner = (app, game, view) =>
  h(
    'div',
    { class: 'banner' },
    game.storageTrouble && strip('trouble', t('banner.storage')),
    connection(app, game, view),
    needsNotices(view) && app.part('notices')?.notices(app, game, view),
  );
