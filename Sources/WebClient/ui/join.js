// On the way into a game: the name, the wait, and why one isn't let in.

import { joinCode } from '../code.js';
import { connectAhead } from '../device/socket.js';
import { checkName } from '../names.js';
import { connectionBanner } from './banner.js';
import { h } from './dom.js';
import { bigCode, button, form, nameField, topBar } from './parts.js';
import { hasMoreStrings, loadMoreStrings, refusalText, t } from './strings.js';

/** @typedef {import('./app.js').App} App */

/** So often it is seen to whether another tab has let the game go. */
const ELSEWHERE_MILLISECONDS = 3000;

/** The code of the game that was joined last. */
let joined = '';

const page = (...children) =>
  h('div', null, topBar(), h('main', { class: 'page' }, ...children));

const noCode = () => ({
  title: t('join.title'),
  view: () =>
    page(
      h('h1', { tabindex: '-1' }, t('join.title')),
      h('p', null, t('join.notCode')),
      h('a', { class: 'button primary wide', href: '/' }, t('join.retype')),
    ),
});

/** @param {App} app @param {string} given */
export async function open(app, given) {
  const code = joinCode(given);
  if (code === null) return noCode();
  const key = await app.device.find(code);
  let name = app.device.settings.name ?? '';

  let isEntering = false;
  const enter = async () => {
    if (isEntering || !name.trim() || !app.attempt(() => checkName(name.trim()))) return;
    isEntering = true;
    app.device.setSetting('name', name.trim());
    joined = code;
    try {
      const game = await app.during(app.device.join({ code, name: name.trim() }));
      app.adopt(game);
      app.go(`/g/${game.key}`, { replace: true });
    } finally {
      isEntering = false;
    }
  };
  if (key !== null) app.go(`/g/${key}`, { replace: true });
  else if (name) await enter();
  return {
    title: t('join.title'),
    view: () =>
      page(
        h('h1', { tabindex: '-1' }, t('join.title')),
        bigCode(code),
        form(
          { class: 'stack' },
          enter,
          nameField(name, (text) => {
            name = text;
            connectAhead();
          }, t('name.hint')),
          button(t('join'), null, 'primary wide big'),
        ),
        h('a', { class: 'button wide', href: `/w/${code}` }, t('join.watchOnly')),
      ),
  };
}

/** What to do about a refused entry, beside what the server says. */
const REMEDIES = {
  wrong_code: 'retype',
  game_started: 'watch',
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
  const refused = (reason) => {
    const remedy = joined && REMEDIES[reason?.name];
    return [
      h('h1', { tabindex: '-1' }, t('join.refused')),
      h('p', { role: 'alert' }, reason ? whyText(app, reason) : t('join.refusedText')),
      remedy === 'watch' &&
        button(t('join.watchOnly'), () => forget(`/w/${joined}`), 'primary wide'),
      remedy === 'rename' &&
        button(
          t('name.change'),
          () => {
            app.device.setSetting('name', null);
            forget(`/j/${joined}`);
          },
          'primary wide',
        ),
      remedy === 'retype'
        ? button(t('join.retype'), () => forget('/'), 'primary wide')
        : button(t('app.toHome'), () => forget('/'), 'wide'),
    ];
  };
  return {
    title: t('join.title'),
    view() {
      const view = game.view ?? {};
      if (view.stopReason) return page(...refused(view.stopReason.notice));
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
