// Before the first throw: the code for the others, who is here, and the start.

import { banner } from './banner.js';
import { h } from './dom.js';
import { spelled } from './join.js';
import { courseText, shareLink, topBar } from './parts.js';
import { guestForm, peopleList } from './people.js';
import { hostName, openMenu } from './menu.js';
import { t } from './strings.js';

/** @param {import('./app.js').App} app */
export async function open(app) {
  const { game } = app;
  const addGuest = guestForm(app);
  /** The code whose picture couldn't be loaded. */
  let failed = '';

  const start = () =>
    app.attempt(() => game.edit({ op: 'move', from: ['setup', 0], to: ['playing', 1] }));

  const invitation = (code) =>
    h(
      'section',
      { key: 'code', class: 'panel invitation', 'aria-labelledby': 'code' },
      h('h2', { id: 'code' }, t('lobby.code')),
      h(
        'p',
        { class: 'code' },
        h('span', { class: 'hidden' }, spelled(code)),
        [...code].map((sign) => h('span', { 'aria-hidden': true }, sign)),
      ),
      failed !== code &&
        h('img', {
          key: code,
          class: 'qr',
          src: `/qr/${code}.svg`,
          alt: t('lobby.qr'),
          width: 168,
          height: 168,
          onerror: () => {
            failed = code;
            app.update();
          },
        }),
      h(
        'button',
        {
          type: 'button',
          class: 'wide',
          onclick: () => shareLink(app, `/j/${code}`, t('lobby.shareTitle')),
        },
        t('lobby.share'),
      ),
    );

  const lateJoin = () => {
    const { late_join: allow } = game.view.lobby;
    return h(
      'label',
      { class: 'check' },
      h('input', {
        type: 'checkbox',
        checked: allow,
        onchange: () => app.attempt(() => game.edit({ op: 'late_join', allow: !allow })),
      }),
      t('lobby.lateJoin'),
    );
  };

  const foot = ({ isHost, lobby, card }) =>
    h(
      'div',
      { class: 'foot' },
      isHost
        ? h(
            'button',
            { class: 'primary wide big', disabled: card.lines.length === 0, onclick: start },
            t('lobby.start'),
          )
        : h('p', { class: 'muted waiting' }, t('lobby.wait', { name: hostName(game.view) })),
    );

  return {
    title: t('lobby.title'),
    view() {
      const { view } = game;
      if (!view?.lobby) return null;
      const { card, code, isHost } = view;
      const par = card.pars.reduce((sum, each) => sum + each, 0);
      return h(
        'div',
        { class: 'has-foot' },
        topBar(null, h('button', { class: 'quiet', onclick: () => openMenu(app) }, t('menu'))),
        banner(app),
        h(
          'main',
          { class: 'page lobby' },
          h(
            'div',
            null,
            h('h1', { tabindex: '-1' }, courseText(card)),
            h('p', { class: 'muted' },
              t('lobby.holes', { count: card.pars.length }), ' · ', t('lobby.par', { par })),
          ),
          code ? invitation(code) : h('p', { class: 'panel' }, t('lobby.noCode')),
          h(
            'section',
            { key: 'players', 'aria-labelledby': 'players' },
            h('h2', { id: 'players' }, t('lobby.players', { count: card.lines.length })),
            peopleList(app),
            isHost && addGuest(),
          ),
          isHost && lateJoin(),
        ),
        foot(view),
      );
    },
  };
}

