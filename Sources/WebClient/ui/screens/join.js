// On the way into a game: the name, the wait, and why one isn't let in.

import { connectAhead } from '../../device/socket.js';
import { connectionBanner } from '../parts/banner.js';
import { h } from '../parts/dom.js';
import { bigCode, button, form, nameField, topBar } from '../parts/elements.js';
import { hasMoreStrings, loadMoreStrings, refusalText, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/device.js').Way} Way
 */

/** So long the name waits to be asked for until the game is known. */
const LOOK_MILLISECONDS = 600;

/** So often it is seen to whether another tab has let the game go. */
const ELSEWHERE_MILLISECONDS = 3000;

/**
 * The way into the game that was joined last.
 *
 * @type {Way | null}
 */
let joined = null;

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
  joined = way;
  const name = app.device.settings.name ?? '';
  const game = await app.during(app.device.join(way, name, { knock }));
  app.adopt(game);
  app.joined = game;
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
      const { stage, late_join: isOpen } = found?.lobby ?? {};
      const mayJoin = !stage || stage[0] === 'setup' || isOpen;
      // The next screen comes while the name is typed.
      if (stage?.[0] === 'setup') app.part('gathering');
      return page(
        h('h1', { tabindex: '-1' }, found ? invitationText(found) : t('join.title')),
        found && h('p', { class: 'muted' },
          t('lobby.players', { count: found.card.lines.length }), ' · ',
          t('lobby.holes', { count: found.card.pars.length })),
        code && bigCode(code),
        !mayJoin &&
          h('p', { role: 'alert' }, t('join.started', { name: hostName(found) })),
        !found && !look.hasWaited && h('p', { role: 'status' }, t('join.looking')),
        (found || look.hasWaited) && form(
          { class: 'stack' },
          () => enter(!mayJoin),
          nameField(name, (text) => {
            name = text;
            connectAhead();
          }, t('name.hint')),
          button(t(mayJoin ? 'join' : 'join.ask'), null, 'primary wide big'),
        ),
        code && h('a', { class: 'button wide', href: `/w/${code}` }, t('join.watchOnly')),
      );
    },
  };
}

/** Whose round it is, and where. */
function invitationText(view) {
  const { course } = view.card;
  const name = hostName(view);
  return course ? t('join.whoseAt', { name, course }) : t('join.whose', { name });
}

function hostName({ lobby, card }) {
  const { name, player } = lobby.members[lobby.host - 1];
  return card.lines.find((line) => line.player === player)?.name ?? name;
}

/** A look at a game from its door: as one who watches, until it is seen. */
class Look {
  /** @type {any} the view of it */
  found = null;
  /** @type {any} why there is nothing to see */
  reason = null;
  hasWaited = false;
  /** @type {any} */
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
    const { view } = this.game ?? {};
    if (this.isOver || !(view?.lobby || view?.stopReason)) return;
    if (view.lobby) this.found = view;
    else this.reason = view.stopReason.notice;
    this.end();
    this.app.update();
  }

  /** A line that is only being made is let go once it is there. */
  end() {
    const { game } = this;
    this.isOver = true;
    this.game = null;
    const leave = () => game?.view?.connection === 'connecting' || game?.close();
    if (leave() === true) game.subscribe(leave);
  }
}

/** What to do about a refused entry, beside what the server says. */
const REMEDIES = {
  wrong_code: 'retype',
  game_started: 'ask',
  lobby_full: 'watch',
  locked: 'watch',
  bad_text: 'rename',
};

/**
 * Why one isn't let in, in words that come when they are needed.
 *
 * @param {App} app
 */
function whyText(app, reason) {
  if (!hasMoreStrings()) loadMoreStrings().then(app.update, () => {});
  return refusalText(reason);
}

/**
 * That one isn't let in, why, and what can be done.
 *
 * @param {App} app
 * @param {any} reason
 * @param {Way | null} way
 * @param {(path: string) => void} leave
 */
function refusal(app, reason, way, leave) {
  const code = codeOf(way);
  const remedy = REMEDIES[reason?.name];
  const ask = () => way && enterBy(app, way, true).catch(app.refuse);
  return [
    h('h1', { tabindex: '-1' }, t('join.refused')),
    h('p', { role: 'alert' }, reason ? whyText(app, reason) : t('join.refusedText')),
    remedy === 'ask' && button(t('join.ask'), ask, 'primary wide'),
    code && (remedy === 'watch' || remedy === 'ask') &&
      button(t('join.watchOnly'), () => leave(`/w/${code}`), 'wide'),
    code && remedy === 'rename' &&
      button(
        t('name.change'),
        () => {
          app.device.setSetting('name', null);
          leave(`/j/${code}`);
        },
        'primary wide',
      ),
    code && remedy === 'retype'
      ? button(t('join.retype'), () => leave('/'), 'primary wide')
      : button(t('app.toHome'), () => leave('/'), 'wide'),
  ];
}

/**
 * A game that was joined, but isn't known yet.
 *
 * @param {App} app
 */
export function openWaiting(app) {
  const { game } = app;
  const forget = async (path) => {
    app.adopt(null);
    await app.device.forget(game.key);
    app.go(path, { replace: true });
  };
  return {
    title: t('join.title'),
    view() {
      const view = game.view ?? {};
      if (view.stopReason) return page(...refusal(app, view.stopReason.notice, joined, forget));
      return page(
        h('h1', { tabindex: '-1' }, t('join.entering')),
        connectionBanner(app, t('join.noSignal')) ?? h('p', null, t('app.loading')),
        view.notice && h('p', { role: 'alert' }, whyText(app, view.notice)),
        button(t('cancel'), () => forget('/'), 'wide'),
      );
    },
  };
}

/**
 * Another tab has the game.
 *
 * @param {App} app
 */
export function openElsewhere(app) {
  // The other tab may go without a word.
  const timer = setInterval(() => document.hidden || app.game?.wake(), ELSEWHERE_MILLISECONDS);
  const take = async () => {
    await app.game.takeOver();
    if (app.game?.isElsewhere) app.say(t('elsewhere.stays'));
  };
  return {
    title: t('elsewhere.title'),
    close: () => clearInterval(timer),
    view: () =>
      page(
        h('h1', { tabindex: '-1' }, t('elsewhere.title')),
        h('p', null, t('elsewhere.text')),
        button(t('elsewhere.here'), take, 'primary wide big'),
      ),
  };
}
