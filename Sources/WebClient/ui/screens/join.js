// On the way into a game: the name, the wait, and why one isn't let in.

import { connectAhead } from '../../device/socket.js';
import { connectionBanner } from '../parts/banner.js';
import { h } from '../parts/dom.js';
import { bigCode, button, form, nameField, topBar } from '../parts/elements.js';
import { hostNameOf, mayJoin, remediesOf } from '../state/entrance.js';
import { hasMoreStrings, loadMoreStrings, refusalText, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../../core/wire.js').Notice} Notice
 * @typedef {import('../../device/device.js').Way} Way
 */

/** So long the name waits to be asked for until the game is known. */
const LOOK_MILLISECONDS = 600;

const page = (...children) =>
  h('div', null, topBar(), h('main', { class: 'page' }, ...children));

/** @param {Way | null} way */
const codeOf = (way) => (way && 'code' in way ? way.code : '');

/**
 * Joins a game, or asks its host.
 *
 * @param {App} app
 * @param {Way} way
 * @param {boolean} knock
 */
async function enterBy(app, way, knock) {
  const name = app.device.settings.name ?? '';
  const game = await app.during(app.device.join(way, name, { knock }));
  app.adopt(game);
  app.attention.comeIn(way);
  app.go(`/g/${game.key}`, { replace: true });
}

/**
 * @param {App} app
 * @param {Way} way
 */
export async function open(app, way) {
  const code = codeOf(way);
  let name = app.device.settings.name ?? '';

  let isEntering = false;
  const enter = async (knock = false) => {
    if (isEntering || !name.trim()) return;
    isEntering = true;
    app.device.setSetting('name', name.trim());
    try {
      await enterBy(app, way, knock);
    } catch (error) {
      app.refuse(error);
    } finally {
      isEntering = false;
    }
  };
  if (name) await enter();
  const look = new Look(app, way);
  if (!name) look.begin();

  return {
    title: t('join.title'),
    close: () => look.end(),
    view: () => {
      const { found, reason } = look;
      if (reason) return page(...refusal(app, reason, way, app.go));
      const joins = mayJoin(found);
      // The next screen comes while the name is typed.
      if (found?.lobby.stage[0] === 'setup') app.part('gathering');
      return page(
        h('h1', { tabindex: '-1' }, found ? invitationText(found) : t('join.title')),
        found && h('p', { class: 'muted' },
          t('lobby.players', { count: found.card.lines.length }), ' · ',
          t('lobby.holes', { count: found.card.pars.length })),
        code && bigCode(code),
        found && !joins &&
          h('p', { role: 'alert' }, t('join.started', { name: hostNameOf(found) })),
        !found && !look.hasWaited && h('p', { role: 'status' }, t('join.looking')),
        (found || look.hasWaited) && form(
          { class: 'stack' },
          () => enter(!joins),
          nameField(name, (text) => {
            name = text;
            connectAhead();
          }, t('name.hint')),
          button(t(joins ? 'join' : 'join.ask'), null, 'primary wide big'),
        ),
        code && h('a', { class: 'button wide', href: `/w/${code}` }, t('join.watchOnly')),
        code && !app.device.account &&
          h('a', { class: 'button wide quiet', href: `/a/in#to=/j/${code}` }, t('home.signIn')),
      );
    },
  };
}

/**
 * Whose round it is, and where.
 *
 * @param {KnownView} view
 */
function invitationText(view) {
  const { course } = view.card;
  const name = hostNameOf(view);
  return course ? t('join.whoseAt', { name, course }) : t('join.whose', { name });
}

/** A look at a game from its door: as one who watches, until it is seen. */
class Look {
  /** @type {KnownView | null} */
  found = null;
  /** @type {Notice | null} why there is nothing to see */
  reason = null;
  hasWaited = false;
  /** @type {Game | null} */
  game = null;
  isOver = false;

  /** @param {App} app @param {Way} way */
  constructor(app, way) {
    this.app = app;
    this.way = way;
  }

  async begin() {
    setTimeout(() => {
      this.hasWaited = true;
      this.app.update();
    }, LOOK_MILLISECONDS);
    // Whether it can't be loaded or not be reached, the name is asked for.
    this.game = await this.app.device.watch(this.way).catch(() => null);
    if (this.isOver) return this.game?.close();
    this.game?.subscribe(() => this.note());
  }

  note() {
    const { known = null, view } = this.game ?? {};
    const { stopReason } = view ?? {};
    if (this.isOver || !(known || stopReason)) return;
    this.found = known;
    if (!known) this.reason = stopReason?.notice ?? null;
    this.end();
    this.app.update();
  }

  /** A line that is only being made is let go once it is there. */
  end() {
    const { game } = this;
    this.isOver = true;
    this.game = null;
    if (!game) return;
    const leave = () => game.view?.connection === 'connecting' || game.close();
    if (leave() === true) game.subscribe(leave);
  }
}

/**
 * Why one isn't let in, in words that come when they are needed.
 *
 * @param {App} app
 * @param {Notice} reason
 */
function whyText(app, reason) {
  if (!hasMoreStrings()) loadMoreStrings().then(app.update, () => {});
  return refusalText(reason);
}

/**
 * That one isn't let in, why, and what can be done.
 *
 * @param {App} app
 * @param {Notice | null} reason
 * @param {Way | null} way
 * @param {(path: string) => void} leave
 */
function refusal(app, reason, way, leave) {
  const code = codeOf(way);
  const ask = () => way && enterBy(app, way, true).catch(app.refuse);
  const rename = () => {
    app.device.setSetting('name', null);
    leave(`/j/${code}`);
  };
  const buttons = {
    ask: () => button(t('join.ask'), ask, 'primary wide'),
    watch: () => button(t('join.watchOnly'), () => leave(`/w/${code}`), 'wide'),
    rename: () => button(t('name.change'), rename, 'primary wide'),
    retype: () => button(t('join.retype'), () => leave('/'), 'primary wide'),
    home: () => button(t('app.toHome'), () => leave('/'), 'wide'),
  };
  return [
    h('h1', { tabindex: '-1' }, t('join.refused')),
    h('p', { role: 'alert' }, reason ? whyText(app, reason) : t('join.refusedText')),
    ...remediesOf(reason, code).map((remedy) => buttons[remedy]()),
  ];
}

/**
 * A game that was joined, but isn't known yet.
 *
 * @param {App} app
 * @param {Game} game
 */
export function openWaiting(app, game) {
  const { wayIn } = app.attention;
  const forget = async (path) => {
    app.adopt(null);
    await app.device.forget(game.key);
    app.go(path, { replace: true });
  };
  return {
    title: t('join.title'),
    view() {
      const { stopReason = null, notice = null } = game.view ?? {};
      if (stopReason) return page(...refusal(app, stopReason.notice, wayIn, forget));
      return page(
        h('h1', { tabindex: '-1' }, t('join.entering')),
        connectionBanner(app, game, t('join.noSignal')) ?? h('p', null, t('app.loading')),
        notice && h('p', { role: 'alert' }, whyText(app, notice)),
        button(t('cancel'), () => forget('/'), 'wide'),
      );
    },
  };
}
