// What the player should know beside the scores, calmly.

import { h } from './dom.js';
import { button, pendingText, strip } from './elements.js';
import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */

const PATIENCE_MILLISECONDS = 2500;

/**
 * Since when which game has no connection.
 *
 * @type {{game: any, since: number, isOut: boolean}}
 */
let lost = { game: null, since: 0, isOut: false };

/** Whether there is no signal; a connection that is only being made doesn't count yet. */
export function isOut(app) {
  const { game } = app;
  const { connection } = game.view;
  if (connection === 'stopped') return false;
  // A connection may seem to live for a while after its network is gone.
  if (!navigator.onLine) return true;
  if (connection === 'live') lost.game = null;
  else if (lost.game !== game) {
    lost = { game, since: performance.now(), isOut: false };
    setTimeout(app.update, PATIENCE_MILLISECONDS);
  }
  if (lost.game !== game) return false;
  const hasWaited = performance.now() - lost.since >= PATIENCE_MILLISECONDS - 50;
  lost.isOut ||= connection === 'waiting' || hasWaited;
  return lost.isOut;
}

/**
 * @param {App} app
 * @param {any} text what the lack of signal means here
 */
export function connectionBanner(app, text) {
  const { game } = app;
  if (!game?.view || !isOut(app)) return null;
  const isTrying = game.view.connection !== 'waiting';
  const again = button(t(isTrying ? 'banner.trying' : 'banner.try'), () => game.wake());
  return strip('offline', text, again);
}

/** @param {App} app */
function connection(app) {
  const { storageTrouble, view } = app.game;
  // What the phone can't keep only waits as long as the page is open.
  const waiting = pendingText(view, storageTrouble ? 'home' : 'here');
  const isPlaying = view.lobby?.stage[0] === 'playing';
  const why = navigator.onLine ? 'banner.silent' : 'banner.offline';
  return connectionBanner(app, [
    h('strong', null, t(why), isPlaying && ` ${t('banner.goOn')}`),
    ' ',
    waiting,
  ]);
}

/** Whether there is anything of what notices.js says. */
const needsNotices = ({
  stopReason, notice, isKnocking, refused, disputes, lateHere, presence,
}) =>
  stopReason || notice || isKnocking ||
  [refused, disputes, lateHere, presence?.knocks ?? []].some(({ length }) => length > 0);

/**
 * Everything that needs to be said about the open game.
 *
 * @param {App} app
 */
export const banner = (app) =>
  h(
    'div',
    { class: 'banner' },
    app.game.storageTrouble && strip('trouble', t('banner.storage')),
    connection(app),
    needsNotices(app.game.view) && app.part('notices')?.notices(app),
  );
