// Entries that came too late: the host applies or discards them, one by one.

import { nameOfMember, shownValue } from '../../core/scorecard.js';
import { Reason, playerOf } from '../../core/lobby.js';
import { bigValue } from './dispute.js';
import { h } from '../parts/dom.js';
import { t } from '../strings.js';
import { agoText, valueText, whereText } from '../parts/words.js';

const REASONS = ['locked', 'left', 'kicked', 'removed'];

/** @param {import('../app.js').App} app */
export function openLate(app) {
  const { game } = app;
  const settle = (edit, apply) => {
    if (!app.attempt(() => game.edit({ op: 'settle', late: edit.seq, apply }))) return;
    const where = whereText(game.view.lobby, edit.key);
    // What was tapped is gone; the next one is at hand.
    requestAnimationFrame(() => {
      const next = document.querySelector('dialog .claim button, dialog h2');
      /** @type {HTMLElement | null} */ (next)?.focus();
    });
    app.say(`${where}: ${t(apply ? 'late.applied' : 'late.discarded')}`);
  };
  const view = () => {
    const { lobby, late, isHost, confirmed } = game.view ?? {};
    if (!lobby) return null;
    return h(
      'div',
      { class: 'stack' },
      h('p', { class: 'muted' }, t(late.length ? 'late.what' : 'late.none')),
      !isHost && late.length > 0 && h('p', null, t('late.host')),
      h('ul', { class: 'claims' }, late.map((edit) => lateRow(game, lobby, edit, {
        settle: isHost && edit.seq <= confirmed.seq ? settle : null,
      }))),
    );
  };
  app.sheet(view, { label: t('late.title') });
}

function lateRow(game, lobby, edit, { settle }) {
  const { seq, key, value, member, at, reason } = edit;
  const who = nameOfMember(lobby, member);
  const shown = shownValue(lobby, key);
  const isGone = reason === Reason.removed || playerOf(lobby, key[1])?.removed;
  const button = (apply, text, kind) =>
    h('button', { type: 'button', class: kind, onclick: () => settle(edit, apply) }, text);
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
