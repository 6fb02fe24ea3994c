// Before the first throw: the code for the others, who is here, and the start.

import { nameOfMember } from '../../core/scorecard.js';
import { parOf } from '../../core/scoring.js';
import { banner } from '../parts/banner.js';
import { h } from '../parts/dom.js';
import { button, courseText, strip, topBar } from '../parts/elements.js';
import { invitationPart } from '../parts/invitation.js';
import { peopleList } from '../parts/people.js';
import { heirOf } from '../state/who.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 */

/**
 * All wait for the host.
 *
 * @param {KnownView} view
 */
function hostAway(view) {
  const { lobby, me } = view;
  const heir = heirOf(view);
  if (!heir) return null;
  const next = heir.number === me ? t('people.youTake') : nameOfMember(lobby, heir.number);
  return strip('away', t('people.hostAway', { name: nameOfMember(lobby, lobby.host), next }));
}

/** @param {App} app @param {Game} game */
export async function open(app, game) {
  /** @type {ReturnType<import('../parts/hosting.js').hostForm> | undefined} */
  let decide;
  const invitation = invitationPart(app);
  const start = () =>
    app.attempt(() => game.edit({ op: 'move', from: ['setup', 0], to: ['playing', 1] }));
  const openMenu = () => app.using('menu', (part) => part.openMenu(app, game));

  /** @param {KnownView} view */
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
      const view = game.known;
      if (!view) return null;
      const { card, code } = view;
      const par = parOf(card.pars);
      return h(
        'div',
        { class: 'has-foot' },
        topBar(button(t('menu'), openMenu, 'quiet')),
        banner(app, game, view),
        hostAway(view),
        h(
          'main',
          { class: 'page lobby' },
          h(
            'div',
            null,
            h('h1', { tabindex: '-1' }, courseText(card)),
            h('p', { class: 'muted' },
              t('lobby.holes', { count: card.pars.length }), ' · ', t('card.par', { par }),
              view.isHost && [' · ', h('a', { href: '/courses' }, t('lobby.course'))]),
          ),
          view.takesPart &&
            (code ? invitation(code) : h('p', { class: 'panel' }, t('lobby.noCode'))),
          view.takesPart && code && app.device.account &&
            button(t('lobby.friends'), () =>
              app.using('account', ({ befriend }) => befriend.openInvite(app, game)), 'wide'),
          h(
            'section',
            { key: 'players', 'aria-labelledby': 'players' },
            h('h2', { id: 'players' }, t('lobby.players', { count: card.lines.length })),
            peopleList(app, game, view),
            view.lobby.games.length > 0 && app.part('menu')?.gameLines(app, game, view, 1),
            view.isHost && (decide ??= app.part('hosting')?.hostForm(app, game))?.(view),
          ),
        ),
        view.takesPart && foot(view),
      );
    },
  };
}
