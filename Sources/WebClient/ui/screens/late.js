// Entries that came too late: the host applies or discards them, one by one.

import { Reason, playerOf } from '../../core/lobby.js';
import { nameOfMember, shownValue } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { agoText, valueText, whereText } from '../parts/words.js';
import { t } from '../strings.js';
import { bigValue } from './dispute.js';

/**
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').LateEdit} LateEdit
 * @typedef {(edit: LateEdit, apply: boolean) => void} Settle
 */

const REASONS = ['locked', 'left', 'kicked', 'removed', 'deleted'];

/** @param {import('../app.js').App} app @param {Game} game */
export function openLate(app, game) {
  /** @type {Settle} */
  const settle = (edit, apply) => {
    const { lobby } = game.known ?? {};
    if (!lobby || !app.attempt(() => game.edit({ op: 'settle', late: edit.seq, apply }))) return;
    const where = whereText(lobby, edit.key);
    // The button that was tapped is gone; the next one is at hand.
    requestAnimationFrame(() => {
      const next = document.querySelector('dialog .claim button, dialog h2');
      /** @type {HTMLElement | null} */ (next)?.focus();
    });
    app.say(`${where}: ${t(apply ? 'late.applied' : 'late.discarded')}`);
  };
  const view = () => {
    if (!game.known) return null;
    const { lobby, late, isHost, confirmed } = game.known;
    return h(
      'div',
      { class: 'stack' },
      h('p', { class: 'muted' }, t(late.length ? 'late.what' : 'late.none')),
      !isHost && late.length > 0 && h('p', null, t('late.host')),
      h('ul', { class: 'claims' }, late.map((edit) =>
        lateRow(game, lobby, edit, isHost && edit.seq <= confirmed.seq ? settle : null))),
    );
  };
  app.sheet(view, { label: t('late.title') });
}

/**
 * @param {Game} game
 * @param {import('../../core/lobby.js').Lobby} lobby
 * @param {LateEdit} edit
 * @param {Settle | null} settle
 */
function lateRow(game, lobby, edit, settle) {
  const { seq, key, value, member, at, reason } = edit;
  const who = nameOfMember(lobby, member);
  const shown = shownValue(lobby, key);
  const isGone = reason === Reason.removed || playerOf(lobby, key[1])?.removed;
  const button = (apply, text, kind) =>
    h('button', { type: 'button', class: kind, onclick: () => settle?.(edit, apply) }, text);
  return h(
    'li',
    { key: seq, class: 'claim' },
    bigValue(key, value),
    h(
      'div',
      null,
      h('p', null, h('b', null, whereText(lobby, key))),
      h('p', null, `${who}, ${agoText(lobby.start + at, game.now())}`),
      h('p', { class: 'muted' }, t(`late.${REASONS[reason]}`, { who })),
      h(
        'p',
        { class: 'muted' },
        isGone ? t('late.gone') : t('late.shows', { value: valueText(key, shown) }),
      ),
    ),
    settle &&
      h(
        'div',
        { class: 'pair' },
        button(true, t('late.apply'), 'primary'),
        button(false, t('late.discard'), ''),
      ),
  );
}
