// Strips that are seldom there beside the scores: of entries that differ, came late or were
// refused, and of the end.

import { CloseCode, ErrorCode } from '../../core/codes.js';
import { LobbyLimits } from '../../core/lobby-limits.js';
import { Field } from '../../core/fields.js';
import { nameOfMember } from '../../core/scorecard.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, strip } from '../parts/elements.js';
import { knockStrip } from '../parts/knocks.js';
import { valueText, whereText } from '../parts/words.js';
import { refusalText, t } from '../strings.js';
import { openDispute, settle } from './dispute.js';
import { openLate } from './late.js';
import { moveTo } from './menu.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 */

/** More values than this don't fit beside the question. */
const VALUES_MAX = 3;

/** @param {Game} game @param {KnownView} view */
function stopped(game, { stopReason }) {
  if (!stopReason) return null;
  const wasKicked = stopReason.code === CloseCode.kicked;
  const text = stopReason.notice
    ? refusalText(stopReason.notice)
    : t(wasKicked ? 'banner.kicked' : 'banner.left');
  const name = stopReason.notice?.name;
  if (name === 'signed_out') {
    const path = `/a/in#to=/g/${game.key}`;
    return strip('trouble', text, h('a', { class: 'button', href: path }, t('home.signIn')));
  }
  const isFinal = wasKicked || name === 'gone';
  return strip('trouble', text, !isFinal && button(t('banner.rejoin'), () => game.rejoin()));
}

/** @param {App} app @param {Game} game @param {KnownView} view */
function deleted(app, game, { lobby, me }) {
  if (lobby.deleted === undefined) return null;
  const date = dateText(lobby.deleted + LobbyLimits.deletedMillisecondsMax);
  const isOwn = me === lobby.owner;
  const restore = () => app.attempt(() => game.edit({ op: 'delete', deleted: false }));
  return strip(
    'trouble',
    t(isOwn ? 'deleted.own' : 'deleted', { date, name: nameOfMember(lobby, lobby.owner) }),
    isOwn && button(t('deleted.restore'), restore),
  );
}

/** @param {App} app @param {KnownView} view */
function refused({ attention, update }, { card, refused: all }) {
  const last = attention.unseenOf(all);
  if (!last) return null;
  const why = refusalText(last.refusal);
  return strip(
    'trouble',
    t('banner.refused', { what: whatOf(card, last.op), why }),
    button(t('ok'), () => {
      attention.see(all);
      update();
    }),
  );
}

/**
 * What the server says: of itself, or in the words of whoever runs it.
 *
 * @param {App} app
 * @param {KnownView} view
 */
function told({ attention, update }, { stopReason, notice }) {
  if (stopReason || !notice) return null;
  if (notice.code !== ErrorCode.announcement) return strip('trouble', refusalText(notice));
  if (attention.hasRead(notice)) return null;
  return strip(
    'told',
    [h('strong', null, t('banner.server')), h('span', { dir: 'auto' }, notice.text)],
    button(t('ok'), () => {
      attention.read(notice);
      update();
    }),
  );
}

/** An own edit in words. */
function whatOf({ labels, lines }, op) {
  if (op?.op !== 'set' || op.cell[3] !== Field.throws) return t('banner.edit');
  const line = lines.find(({ player }) => player === op.cell[1]);
  return t('banner.entry', { hole: labels[op.cell[2] - 1], name: line?.name ?? '?' });
}

/**
 * Asks which of two is right, one dispute after the other.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
function dispute(app, game, { disputes: [first], isHost, lobby, me, takesPart }) {
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
  const asked = app.attention.dispute;
  asked.ask(`${question} ${shown.epoch} ${shown.version}`, performance.now());
  const choose = (value) => {
    if (asked.mayAnswer(performance.now())) settle(app, game, key, value, shown);
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
      : button(t('banner.look'), () => openDispute(app, game, key)),
  );
}

/** @param {App} app @param {Game} game @param {KnownView} view */
function late(app, game, { lateHere, stopReason }) {
  if (stopReason || lateHere.length === 0) return null;
  return strip(
    'signal late',
    t('banner.late', { count: lateHere.length }),
    button(t('banner.look'), () => openLate(app, game)),
  );
}

/**
 * All of them about the open game.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
export function notices(app, game, view) {
  return [
    stopped(game, view),
    !view.stopReason && deleted(app, game, view),
    refused(app, view),
    told(app, view),
    knockStrip(app, game, view),
    dispute(app, game, view),
    late(app, game, view),
  ];
}

/**
 * The strip after the last score of a round: how it goes on.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
export function after(app, game, { isHost, lobby }) {
  const [phase, round] = lobby.stage;
  const next = (to) => () => moveTo(app, game, [phase, round], to);
  const result = h('a', { class: 'button', href: `/g/${game.key}/result` }, t('card.result'));
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
