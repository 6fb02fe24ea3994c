// What is seldom said beside the scores: what differs, came late, was refused, or is over.

import { CloseCode } from '../../core/codes.js';
import { Field } from '../../core/lobby.js';
import { openDispute, settle } from './dispute.js';
import { h } from '../parts/dom.js';
import { knockStrip } from '../parts/knocks.js';
import { openLate } from './late.js';
import { moveTo } from './menu.js';
import { button, strip } from '../parts/elements.js';
import { refusalText, t } from '../strings.js';
import { valueText, whereText } from '../parts/words.js';

/** @typedef {import('../app.js').App} App */

/** What has just come under the finger isn't what was meant. */
const STARTLED_MILLISECONDS = 500;
/** More values than this don't fit beside the question. */
const VALUES_MAX = 3;

/** How many refused entries of which game the person has seen. */
let seen = { game: /** @type {any} */ (null), count: 0 };
/** The question that is asked, and since when. */
let asked = { text: '', at: 0 };

/** @param {App} app */
function stopped({ game }) {
  const { stopReason } = game.view;
  if (!stopReason) return null;
  const wasKicked = stopReason.code === CloseCode.kicked;
  const text = stopReason.notice
    ? refusalText(stopReason.notice)
    : t(wasKicked ? 'banner.kicked' : 'banner.left');
  return strip('trouble', text, !wasKicked && button(t('banner.rejoin'), () => game.rejoin()));
}

/** @param {App} app */
function refused(app) {
  const { refused: all } = app.game.view;
  if (seen.game !== app.game) seen = { game: app.game, count: 0 };
  const last = all.at(-1);
  if (!last || all.length <= seen.count) return null;
  return strip(
    'trouble',
    t('banner.refused', { what: whatOf(app, last.op), why: refusalText({
      name: last.refusal.name,
      text: last.refusal.text,
    }) }),
    button(t('ok'), () => {
      seen.count = all.length;
      app.update();
    }),
  );
}

/** An own edit in words. */
function whatOf(app, op) {
  const { card } = app.game.view;
  if (op?.op !== 'set' || op.cell[3] !== Field.throws || !card) return t('banner.edit');
  const line = card.lines.find(({ player }) => player === op.cell[1]);
  return t('banner.entry', { hole: card.labels[op.cell[2] - 1], name: line?.name ?? '?' });
}

/**
 * Asks which of two is right, one dispute after the other.
 *
 * @param {App} app
 */
function dispute(app) {
  const { game } = app;
  const { disputes: [first], isHost, lobby, me, takesPart } = game.view;
  if (!first) return null;
  const { key, claims } = first;
  const values = [...new Set(claims.map(({ value }) => value))];
  const mayChoose =
    takesPart && me !== null && values.length <= VALUES_MAX &&
    (isHost || lobby.stage[0] !== 'locked');
  const shown = game.seen(key);
  const question = t('dispute.ask', {
    where: whereText(lobby, key),
    values: values.map((value) => valueText(key, value)).join(t('dispute.or')),
  });
  const text = `${question} ${shown.epoch} ${shown.version}`;
  if (asked.text !== text) asked = { text, at: performance.now() };
  const choose = (value) => {
    if (performance.now() - asked.at >= STARTLED_MILLISECONDS) settle(app, key, value, shown);
  };
  const wrote = claims.map(({ member, name, value }) =>
    t(member === me ? 'dispute.you' : 'dispute.wrote', { name, value: valueText(key, value) }));
  return strip(
    'signal dispute',
    [
      h('strong', null, question),
      h('small', null, [...wrote, mayChoose && t('dispute.tap')].filter(Boolean).join(' ')),
    ],
    mayChoose
      ? h('div', { class: 'values' }, values.map((value) =>
          button(valueText(key, value), () => choose(value), 'value', {
            key: String(value),
            'aria-label': t('dispute.right', { value: valueText(key, value) }),
          })))
      : button(t('banner.look'), () => openDispute(app, key)),
  );
}

/** @param {App} app */
function late(app) {
  const { lateHere, stopReason } = app.game.view;
  if (stopReason || lateHere.length === 0) return null;
  return strip(
    'signal late',
    t('banner.late', { count: lateHere.length }),
    button(t('banner.look'), () => openLate(app)),
  );
}

/**
 * All of them about the open game.
 *
 * @param {App} app
 */
export function notices(app) {
  const { stopReason, notice } = app.game.view;
  return [
    stopped(app),
    refused(app),
    !stopReason && notice && strip('trouble', refusalText(notice)),
    knockStrip(app),
    dispute(app),
    late(app),
  ];
}

/**
 * What comes after the last score of a round.
 *
 * @param {App} app
 */
export function after(app) {
  const { key, view: { isHost, lobby } } = app.game;
  const [phase, round] = lobby.stage;
  const next = (to) => () => moveTo(app, to, [phase, round]);
  const result = h('a', { class: 'button', href: `/g/${key}/result` }, t('card.result'));
  return h(
    'section',
    { key: 'foot', class: 'foot after' },
    h('p', null, t(phase === 'playing' ? 'card.full' : `card.${phase}`, { round })),
    isHost && (phase === 'playing' || phase === 'round_ended') &&
      h('div', { class: 'pair' },
        button(t('menu.again'), next(['playing', round + 1])),
        button(t('menu.endGame'), next(['ended', round]), 'primary')),
    (!isHost || phase === 'ended' || phase === 'locked') && result,
  );
}
