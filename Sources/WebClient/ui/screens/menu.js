// What is done seldom: the end, another round, the course, leaving.

import { COURSE_CELL, Field, Role } from '../../core/lobby.js';
import { h } from '../parts/dom.js';
import { invitationPart } from './gathering.js';
import { knocksOf, letIn } from '../parts/knocks.js';
import { confirmFirst, watchWay } from '../parts/others.js';
import { button, field, form, shareLink } from '../parts/elements.js';
import { openPeople } from '../parts/people.js';
import { parSteppers } from '../parts/steppers.js';
import { t } from '../strings.js';
import { whereText } from '../parts/words.js';

/** @typedef {import('../app.js').App} App */

/** What a move to a stage is called. */
const DEEDS = { playing: 'again', round_ended: 'endRound', ended: 'endGame', locked: 'lock' };

/**
 * Moves the game on, after asking; from a round straight into the next one too.
 *
 * @param {App} app
 * @param {[string, number]} to
 * @param {[string, number]} [from] what was shown when it was asked for
 */
export function moveTo(app, to, from = app.game.view.lobby.stage) {
  const step = (before, after) =>
    app.attempt(() => app.game.edit({ op: 'move', from: before, to: after }));
  const endsRound = from[0] === 'playing' && to[0] === 'playing';
  const between = /** @type {[string, number]} */ (['round_ended', from[1]]);
  const act = () => (endsRound ? step(from, between) && step(between, to) : step(from, to));
  if (to[0] === 'playing' && !endsRound) return act();
  const label = t(`menu.${DEEDS[to[0]]}`);
  confirmFirst(app, { label, text: t(`menu.${DEEDS[to[0]]}Text`), action: label }, act);
}

/** @param {App} app */
export function openMenu(app) {
  const { game } = app;
  const leave = () =>
    confirmFirst(
      app,
      {
        label: t('menu.leave'),
        text: t('menu.leaveText'),
        action: t('menu.leave'),
        isDanger: true,
      },
      () => app.attempt(() => game.edit({ op: 'leave' })) && app.go('/'),
    );
  const undo = () => {
    const { lobby, undoable } = game.view;
    if (!undoable || !app.attempt(() => game.undo())) return;
    app.say(`${t('pad.undone')}: ${whereText(lobby, undoable)}`);
  };
  /** Where the keypad goes on after a score. */
  const turn = () => {
    const { along } = app.device.settings;
    app.device.setSetting('along', along === 'player' ? 'hole' : 'player');
    app.update();
  };
  const item = (text, onclick, kind = '') =>
    h('li', { key: text }, button(text, onclick, `wide ${kind}`));
  const then = (action) => () => {
    app.closeSheet();
    action();
  };
  const invitation = invitationPart(app);
  const part = (path) => () => app.go(`/g/${game.key}${path}`);

  app.sheet(
    () => {
      const { view } = game;
      if (!view?.lobby) return null;
      const { lobby, code, isHost, isSpectator, late, undoable } = view;
      const [phase, round] = lobby.stage;
      const isMember = !isSpectator && view.me !== null && !view.stopReason;
      return h(
        'ul',
        { class: 'menu' },
        isMember && undoable && item(t('menu.undo'), then(undo)),
        code &&
          item(t('menu.share', { code }),
            () => app.sheet(() => invitation(code), { label: t('lobby.shareTitle') })),
        watchWay(view) && item(t('menu.shareWatch'), () => openWatchLink(app)),
        item(t('people.title'), () => openPeople(app)),
        phase !== 'setup' && item(t('card.result'), part('/result')),
        phase !== 'setup' && item(t('menu.replay'), part('/replay')),
        phase === 'playing' && isMember &&
          item(t(app.device.settings.along === 'player' ? 'menu.alongHole' : 'menu.alongPlayer'),
            then(turn)),
        knocksOf(view).map((knock) =>
          item(t('knock.letName', knock), then(() => letIn(app, knock)))),
        mayCorrect(view) && item(t('menu.course'), () => openCourse(app)),
        isHost && late.length > 0 &&
          item(t('banner.late', { count: late.length }),
            () => app.using('late', ({ openLate }) => openLate(app))),
        isHost && phase === 'round_ended' &&
          item(t('menu.again'), then(() => moveTo(app, ['playing', round + 1]))),
        isHost && phase === 'playing' &&
          item(t('menu.endRound'), () => moveTo(app, ['round_ended', round])),
        isHost && (phase === 'playing' || phase === 'round_ended') &&
          item(t('menu.endGame'), () => moveTo(app, ['ended', round])),
        isHost && phase === 'ended' && item(t('menu.lock'), () => moveTo(app, ['locked', round])),
        isMember && phase !== 'locked' && item(t('menu.leave'), leave, 'danger'),
      );
    },
    { label: t('menu') },
  );
}

/**
 * The link for those who only watch, and its picture.
 *
 * @param {App} app
 */
export function openWatchLink(app) {
  const label = t('lobby.watchTitle');
  app.sheet(
    () => {
      const way = app.game.view?.lobby && watchWay(app.game.view);
      if (!way) return null;
      return h(
        'div',
        { class: 'panel invitation' },
        h('p', null, t('lobby.watchText')),
        h('img', {
          class: 'qr',
          src: `/qr/${way}.svg?watch`,
          alt: t('lobby.watchQR'),
          width: 224,
          height: 224,
        }),
        button(t('lobby.share'), () => shareLink(app, `/w/${way}`, label), 'wide'),
      );
    },
    { label },
  );
}

const mayCorrect = ({ isHost, lobby, me }) =>
  me !== null && (isHost || lobby.members[me - 1]?.role === Role.scorekeeper);

/**
 * The course's name and pars.
 *
 * @param {App} app
 */
export function openCourse(app) {
  const { game } = app;
  const seen = game.seen(COURSE_CELL);
  let name = game.view.card.course ?? '';
  const save = () => {
    const value = name.trim() || null;
    const isDone =
      value === game.view.card.course ||
      app.attempt(() => game.edit({ op: 'set', cell: COURSE_CELL, value }, seen));
    if (isDone) app.closeSheet();
  };
  const setPar = (place, value) => {
    const cell = [0, 0, place + 1, Field.par];
    app.attempt(() => game.edit({ op: 'set', cell, value }));
  };
  app.sheet(
    () => {
      const { card } = game.view;
      return h(
        'div',
        { class: 'stack' },
        form(
          { class: 'stack' },
          save,
          field(t('setup.course'), {
            value: name,
            maxlength: 40,
            placeholder: t('course.none'),
            oninput: (event) => {
              name = event.target.value;
            },
          }),
          button(t('save'), null, 'primary wide'),
        ),
        h('h3', null, t('menu.pars')),
        parSteppers(card.labels, card.pars, setPar),
      );
    },
    { label: t('menu.course') },
  );
}
