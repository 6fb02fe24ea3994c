// The menu, for what is done seldom: the end, another round, the course, leaving.

import { Field } from '../../core/fields.js';
import { columnsOf, courseCell, isDeleted, parCell } from '../../core/lobby.js';
import { confirmFirst } from '../parts/confirm.js';
import { h } from '../parts/dom.js';
import { button, field, form, shareLink } from '../parts/elements.js';
import { invitationPart } from '../parts/invitation.js';
import { letIn } from '../parts/knocks.js';
import { openPeople } from '../parts/hosting.js';
import { parSteppers } from '../parts/steppers.js';
import { whereText } from '../parts/words.js';
import { knocksOf, mayCorrect, stepsOf } from '../state/rights.js';
import { watchWay } from '../state/ways.js';
import { loadMoreStrings, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Stage} Stage
 */

/** The word for a move to each stage. */
const DEEDS = { playing: 'again', round_ended: 'endRound', ended: 'endGame', locked: 'lock' };

/** @type {(to: Stage) => string} */
export const deedText = ([phase]) => t(`menu.${DEEDS[phase]}`);

/**
 * Moves the game on, after asking; from a round straight into the next one too.
 *
 * @param {App} app
 * @param {Game} game
 * @param {Stage} from what was shown when it was asked for
 * @param {Stage} to
 */
export function moveTo(app, game, from, to) {
  const step = (before, after) =>
    app.attempt(() => game.edit({ op: 'move', from: before, to: after }));
  const endsRound = from[0] === 'playing' && to[0] === 'playing';
  const between = /** @type {Stage} */ (['round_ended', from[1]]);
  const act = () => (endsRound ? step(from, between) && step(between, to) : step(from, to));
  if (to[0] === 'playing' && !endsRound) return act();
  const label = deedText(to);
  confirmFirst(app, { label, text: t(`menu.${DEEDS[to[0]]}Text`), action: label }, act);
}

/** @param {App} app @param {Game} game */
export function openMenu(app, game) {
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
  const destroy = () => {
    app.closeSheets();
    if (app.attempt(() => game.edit({ op: 'delete', deleted: true }))) app.go('/');
  };
  const askToDelete = () => {
    if (!game.known) return;
    const count = columnsOf(game.known.lobby).length;
    const question = (text, action, act) =>
      confirmFirst(app, { label: t('menu.delete'), text, action, isDanger: true }, act);
    question(
      t('menu.deleteText', { count }),
      t('menu.deleteNext'),
      () => question(t('menu.deleteAgain'), t('menu.deleteNow'), destroy),
    );
  };
  const undo = () => {
    const { lobby, undoable } = game.known ?? {};
    if (!lobby || !undoable || !app.attempt(() => game.undo())) return;
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
      const view = game.known;
      if (!view) return null;
      const { lobby, code, isHost, isSpectator, late, me, undoable } = view;
      const { stage } = lobby;
      const [phase] = stage;
      const isMember = !isSpectator && me !== null && !view.stopReason;
      return h(
        'ul',
        { class: 'menu' },
        isMember && undoable && item(t('menu.undo'), then(undo)),
        code &&
          item(t('menu.share', { code }),
            () => app.sheet(() => invitation(code), { label: t('lobby.shareTitle') })),
        code && app.device.account && item(t('lobby.friends'), () =>
          app.using('account', ({ befriend }) => befriend.openInvite(app, game))),
        watchWay(view) && item(t('menu.shareWatch'), () => openWatchLink(app, game)),
        item(t('people.title'), () => openPeople(app, game)),
        phase !== 'setup' && item(t('card.result'), part('/result')),
        (phase !== 'setup' || isHost || lobby.games.length > 0) &&
          item(t('also.open'), () => openAlsoAs(app, game)),
        phase !== 'setup' &&
          item(t('sign.open'), () => withRules(app, ({ sign }) => sign.openSign(app, game))),
        phase !== 'setup' && item(t('menu.replay'), part('/replay')),
        phase === 'playing' && isMember &&
          item(t(app.device.settings.along === 'player' ? 'menu.alongHole' : 'menu.alongPlayer'),
            then(turn)),
        knocksOf(view).map((knock) =>
          item(t('knock.letName', knock), then(() => letIn(app, game, knock)))),
        mayCorrect(view) && item(t('menu.course'), () => openCourse(app, game)),
        mayCorrect(view) && phase !== 'locked' &&
          item(t('holes.open'), () =>
            withRules(app, ({ holesPlayed }) => holesPlayed.openHolesPlayed(app, game))),
        isHost && late.length > 0 &&
          item(t('banner.late', { count: late.length }),
            () => app.using('late', ({ openLate }) => openLate(app, game))),
        stepsOf(view).map((to) => {
          const move = () => moveTo(app, game, stage, to);
          // A question stands before the menu.
          return item(deedText(to), to[0] === 'playing' ? then(move) : move);
        }),
        isMember && me === lobby.owner && !isDeleted(lobby) &&
          item(t('menu.delete'), askToDelete, 'danger'),
        isMember && phase !== 'locked' && item(t('menu.leave'), leave, 'danger'),
      );
    },
    { label: t('menu') },
  );
}

/** @type {typeof import('./rules.js') | undefined} once it was asked for */
let rules;

async function loadRules() {
  const [part] = await Promise.all([import('./rules.js'), loadMoreStrings('rules')]);
  rules = part;
  return part;
}

/**
 * Does something with what goes beyond keeping score, as soon as it is loaded.
 *
 * @param {App} app
 * @param {(part: typeof import('./rules.js')) => void} act
 */
export async function withRules(app, act) {
  try {
    act(rules ?? await app.during(loadRules()));
  } catch (error) {
    console.error(error);
    app.say(t('app.failed'));
  }
}

/**
 * Who has signed the card of a round; nothing as long as nobody has, or it isn't loaded.
 *
 * @param {App} app
 * @param {Game} game
 * @param {import('../../core/view.js').KnownView} view
 * @param {number} round
 */
export function signLine(app, game, view, round) {
  const mark = `/${Field.signed}`;
  if (![...view.lobby.cells.keys()].some((name) => name.endsWith(mark))) return null;
  // What can't be loaded now is asked for again when the screen is next drawn.
  if (!rules) loadRules().then(() => app.update(), () => {});
  return rules?.sign.signLine(app, game, view, round);
}

/** @type {typeof import('./also-as.js') | undefined} once it was asked for */
let also;

const loadAlso = async () => (await Promise.all([import('./also-as.js'), loadMoreStrings('rules')]))[0];

/**
 * What the card comes to as another game.
 *
 * @param {App} app
 * @param {Game} game
 */
export async function openAlsoAs(app, game) {
  also ??= await app.during(loadAlso());
  also.openAlsoAs(app, game);
}

/**
 * What each has of the games that everybody plays with the scores.
 *
 * @param {App} app
 * @param {import('../../core/lobby.js').Lobby} lobby
 */
export async function gameColumns(app, lobby) {
  if (lobby.games.length === 0) return [];
  also ??= await app.during(loadAlso());
  return also.gameColumns(lobby);
}

/**
 * What tells of other games, or nothing until it is loaded.
 *
 * @param {App} app
 */
function alsoLoaded(app) {
  const keep = (part) => {
    also = part;
    app.update();
  };
  // What can't be loaded now is asked for again when the screen is next drawn.
  if (!also) loadAlso().then(keep, () => {});
  return also;
}

/**
 * How the games stand that everybody plays with the scores, to be tapped.
 *
 * @param {App} app
 * @param {Game} game
 * @param {import('../../core/view.js').KnownView} view in which there are some
 * @param {number} round
 */
export const gameLines = (app, game, view, round) =>
  alsoLoaded(app)?.gameLines(app, game, view, round);

/**
 * The throws that players receive on the card; nothing until it is loaded.
 *
 * @param {App} app
 * @param {import('../../core/lobby.js').Lobby} lobby
 * @param {number} round
 */
export const throwsReceived = (app, lobby, round) =>
  alsoLoaded(app)?.throwsReceived(lobby, round) ?? null;

/**
 * What they have come to, for the page of the result; nothing until it is loaded.
 *
 * @param {App} app
 * @param {import('../../core/lobby.js').Lobby} lobby
 */
export const gameSections = (app, lobby) =>
  lobby.games.length > 0 && !isDeleted(lobby) &&
  alsoLoaded(app)?.gameSections(lobby, lobby.stage[1]);

/**
 * The same as texts; none until they are loaded.
 *
 * @param {App} app
 * @param {import('../../core/lobby.js').Lobby} lobby
 */
export function gameTexts(app, lobby) {
  if (lobby.games.length === 0 || isDeleted(lobby)) return [];
  return alsoLoaded(app)?.gameTexts(lobby, lobby.stage[1]) ?? [];
}

/**
 * The link for those who only watch, and its picture.
 *
 * @param {App} app
 * @param {Game} game
 */
export function openWatchLink(app, game) {
  const label = t('lobby.watchTitle');
  app.sheet(
    () => {
      const way = game.known && watchWay(game.known);
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

/**
 * The course's name and pars.
 *
 * @param {App} app
 * @param {Game} game
 */
export function openCourse(app, game) {
  const lobbyNow = () => /** @type {import('../../core/lobby.js').Lobby} */ (game.known?.lobby);
  const cell = courseCell(lobbyNow());
  const seen = game.seen(cell);
  const courseNow = () => game.known?.card.course ?? null;
  let name = String(courseNow() ?? '');
  const save = () => {
    const value = name.trim() || null;
    const isDone =
      value === courseNow() ||
      app.attempt(() => game.edit({ op: 'set', cell, value }, seen));
    if (isDone) app.closeSheet();
  };
  const setPar = (place, value) => {
    app.attempt(() => game.edit({ op: 'set', cell: parCell(lobbyNow(), place + 1), value }));
  };
  app.sheet(
    () => {
      const { card } = game.known ?? {};
      return card && h(
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
