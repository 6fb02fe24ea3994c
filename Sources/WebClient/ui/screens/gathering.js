// Before the first throw: the code for the others, who is here, and the start.

import { nameOfMember } from '../../core/scorecard.js';
import { parOf } from '../../core/scoring.js';
import { banner } from '../parts/banner.js';
import { h } from '../parts/dom.js';
import { bigCode, button, courseText, shareLink, strip, topBar } from '../parts/elements.js';
import { hostForm, peopleList } from '../parts/people.js';
import { t } from '../strings.js';

/**
 * All wait for the host; who takes over is who came first of those here.
 *
 * @param {import('../app.js').App} app
 */
function hostAway({ game }) {
  const { hostPassesAt, lobby, me, presence } = game.view;
  if (hostPassesAt === null) return null;
  const heir = lobby.members.find(
    ({ number }) => number !== lobby.host && presence?.here.includes(number),
  );
  const next = heir?.number === me ? t('people.youTake') : heir && nameOfMember(lobby, heir.number);
  const name = nameOfMember(lobby, lobby.host);
  return next && strip('away', t('people.hostAway', { name, next }));
}

/**
 * How others get in: the code, its picture, the link.
 *
 * @param {import('../app.js').App} app
 */
export function invitationPart(app) {
  /** The code whose picture couldn't be loaded. */
  let failed = '';
  return (code) =>
    h(
      'section',
      { key: 'code', class: 'panel invitation', 'aria-labelledby': 'code' },
      h('h2', { id: 'code' }, t('lobby.code')),
      bigCode(code),
      failed !== code &&
        h('img', {
          key: code,
          class: 'qr',
          src: `/qr/${code}.svg`,
          alt: t('lobby.qr'),
          width: 224,
          height: 224,
          onerror: () => {
            failed = code;
            app.update();
          },
        }),
      button(
        t('lobby.share'),
        () => shareLink(app, `/j/${code}`, t('lobby.shareTitle')),
        'wide',
      ),
    );
}

/** @param {import('../app.js').App} app */
export async function open(app) {
  const { game } = app;
  const decide = hostForm(app);
  const start = () =>
    app.attempt(() => game.edit({ op: 'move', from: ['setup', 0], to: ['playing', 1] }));

  const invitation = invitationPart(app);

  const foot = ({ isHost, lobby, card }) =>
    h(
      'div',
      { class: 'foot' },
      isHost
        ? button(t('lobby.start'), start, 'primary wide big', {
            disabled: card.lines.length === 0,
          })
        : h('p', { class: 'muted waiting' },
            t('lobby.wait', { name: nameOfMember(lobby, lobby.host) })),
    );

  return {
    title: t('stage.setup'),
    view() {
      const { view } = game;
      if (!view?.lobby) return null;
      const { card, code } = view;
      const par = parOf(card.pars);
      return h(
        'div',
        { class: 'has-foot' },
        topBar(button(t('menu'), () => app.using('menu', ({ openMenu }) => openMenu(app)), 'quiet')),
        banner(app),
        hostAway(app),
        h(
          'main',
          { class: 'page lobby' },
          h(
            'div',
            null,
            h('h1', { tabindex: '-1' }, courseText(card)),
            h('p', { class: 'muted' },
              t('lobby.holes', { count: card.pars.length }), ' · ', t('card.par', { par })),
          ),
          view.takesPart &&
            (code ? invitation(code) : h('p', { class: 'panel' }, t('lobby.noCode'))),
          h(
            'section',
            { key: 'players', 'aria-labelledby': 'players' },
            h('h2', { id: 'players' }, t('lobby.players', { count: card.lines.length })),
            peopleList(app),
            decide(),
          ),
        ),
        view.takesPart && foot(view),
      );
    },
  };
}

