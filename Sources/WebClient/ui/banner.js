// What the player should know beside the scores, calmly.

import { h } from './dom.js';
import { button } from './parts.js';
import { hasMoreStrings, loadMoreStrings, refusalText, t } from './strings.js';

/** @typedef {import('./app.js').App} App */

const PATIENCE_MILLISECONDS = 2500;

/**
 * Since when which game has no connection.
 *
 * @type {{game: any, since: number, isOut: boolean}}
 */
let lost = { game: null, since: 0, isOut: false };
/** How many refused entries of which game the person has seen. */
let seen = { game: /** @type {any} */ (null), count: 0 };

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

/** @param {string} kind @param {any} text @param {...any} rest */
const strip = (kind, text, ...rest) =>
  h('div', { key: kind, class: `strip ${kind}`, role: 'status' }, h('p', null, text), ...rest);

/** @param {App} app @param {any} text what the lack of signal means here */
export const connectionBanner = (app, text) =>
  app.game?.view && isOut(app) ? strip('offline', text) : null;

/** @param {App} app */
function connection(app) {
  const { storageTrouble, view: { pendingCount: count } } = app.game;
  // What the phone can't keep only waits as long as the page is open.
  const key = storageTrouble ? 'home.pending' : 'banner.waiting';
  const waiting = count > 0 && t(key, { count });
  return connectionBanner(app, [h('strong', null, t('banner.offline')), ' ', waiting]);
}

/**
 * Why something wasn't done, in words that come when they are needed.
 *
 * @param {App} app
 * @param {{name: string, text: string}} refusal
 */
export function whyText(app, { name, text }) {
  if (!hasMoreStrings()) loadMoreStrings().then(app.update, () => {});
  return refusalText({ name, text });
}

/** @param {App} app */
function stopped(app) {
  const { game } = app;
  const { stopReason } = game.view;
  if (!stopReason) return null;
  const text = stopReason.notice
    ? whyText(app, stopReason.notice)
    : t(stopReason.code === 4503 ? 'banner.kicked' : 'banner.left');
  const mayReturn = stopReason.code !== 4503;
  return strip('trouble', text, mayReturn && button(t('banner.rejoin'), () => game.rejoin()));
}

/** @param {App} app */
function refused(app) {
  const { refused: all } = app.game.view;
  if (seen.game !== app.game) seen = { game: app.game, count: 0 };
  const last = all.at(-1);
  if (!last || all.length <= seen.count) return null;
  return strip(
    'trouble',
    t('banner.refused', { what: whatOf(app, last.op), why: whyText(app, last.refusal) }),
    button(t('ok'), () => {
      seen.count = all.length;
      app.update();
    }),
  );
}

/** An own edit in words. */
function whatOf(app, op) {
  const { card } = app.game.view;
  if (op?.op !== 'set' || op.cell[3] !== 0 || !card) return t('banner.edit');
  const line = card.lines.find(({ player }) => player === op.cell[1]);
  return t('banner.entry', { hole: card.labels[op.cell[2] - 1], name: line?.name ?? '?' });
}

/** @param {App} app */
function attention(app) {
  const { disputes, lateHere, stopReason } = app.game.view;
  const [first] = disputes;
  return [
    first &&
      strip(
        'signal',
        t('banner.disputes', { count: disputes.length }),
        button(t('banner.look'), () =>
          app.using('dispute', ({ openDispute }) => openDispute(app, first.key))),
      ),
    !stopReason &&
      lateHere.length > 0 &&
      strip(
        'signal late',
        t('banner.late', { count: lateHere.length }),
        button(t('banner.look'), () => app.using('late', ({ openLate }) => openLate(app))),
      ),
  ];
}

/**
 * Everything that needs to be said about the open game.
 *
 * @param {App} app
 */
export const banner = (app) => {
  const { storageTrouble, view } = app.game;
  return h(
    'div',
    { class: 'banner' },
    storageTrouble && strip('trouble', t('banner.storage')),
    stopped(app),
    connection(app),
    refused(app),
    !view.stopReason && view.notice && strip('trouble', whyText(app, view.notice)),
    attention(app),
  );
};
