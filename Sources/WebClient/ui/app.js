// The page: which screen an address shows, and what all screens share.

import { joinCode } from '../core/join-code.js';
import { openDevice } from '../device/device.js';
import { keepShell } from '../device/shell.js';
import { connectAhead } from '../device/socket.js';
import { h, render } from './parts/dom.js';
import { tellHost } from './parts/host-told.js';
import * as sheets from './parts/sheet.js';
import * as join from './screens/join.js';
import { Attention } from './state/attention.js';
import { addressOf, partOf } from './state/place.js';
import {
  hasMoreStrings, loadAllLanguages, loadMoreStrings, refusalText, setLanguage, t,
} from './strings.js';
import { style } from './style.js';

/**
 * @typedef {{title: string, view: () => import('./parts/dom.js').Child, close?: () => void,
 *   part?: string}} Screen `part`: which one of a game
 * @typedef {Awaited<ReturnType<typeof openDevice>>} Device
 * @typedef {import('../device/game.js').Game} Game
 * @typedef {Event & {prompt(): void}} InstallPrompt
 */

const TOAST_MILLISECONDS = 4000;
/** A screen that isn't there so soon after a tap is said to come. */
const BUSY_MILLISECONDS = 50;

/** Loads all that keeping score needs. */
async function playing() {
  const [parts] = await Promise.all([import('./play.js'), style('/card.css')]);
  return parts;
}

/** Loads all that the time before the start needs. */
async function gathering() {
  const [parts] = await Promise.all([playing(), style('/gathering.css')]);
  return parts.gathering;
}

/**
 * Loads all that the other screens need.
 *
 * @param {...string} styles
 */
async function other(...styles) {
  const looks = ['/card.css', '/gathering.css', '/board.css', '/beside.css', ...styles].map(style);
  const [parts] = await Promise.all([import('./more.js'), loadMoreStrings(), ...looks]);
  return parts;
}

/**
 * Loads an area of the page, with its texts and its looks.
 *
 * @template T
 * @param {Promise<T>} loading
 * @param {'account' | 'courses'} name
 */
async function area(loading, name) {
  const looks = ['/card.css', '/gathering.css', '/home.css', `/${name}.css`].map(style);
  const [parts] = await Promise.all([loading, loadMoreStrings(name), ...looks]);
  return parts;
}

const account = () => area(import('./account.js'), 'account');

const LOAD = {
  home: async () => (await Promise.all([import('./screens/home.js'), style('/home.css')]))[0],
  courses() {
    // What its screens will ask the device for comes in the same round.
    Promise.allSettled([
      import('../device/notebooks.js'), import('../core/restore.js'), app.device.catalogue(),
    ]);
    return area(import('./courses.js'), 'courses');
  },
  gathering,
  account,
  own: async () => (await account()).own(),
  hole: async () => (await LOAD.courses()).hole(),
  card: async () => (await playing()).card,
  hosting: async () => (await other()).hosting,
  settings: async () => (await other()).settings,
  claim: async () => (await other()).claim,
  setup: async () => (await other()).setup,
  menu: async () => (await other()).menu,
  person: async () => (await other()).person,
  dispute: async () => (await other()).dispute,
  late: async () => (await other()).late,
  notices: async () => (await other()).notices,
  result: async () => (await other()).result,
  replay: async () => (await other()).replay,
  watch: async () => (await other('/watch.css')).watch,
};

/**
 * @template {keyof typeof LOAD} Name
 * @typedef {Awaited<ReturnType<(typeof LOAD)[Name]>>} Part
 */

/** @type {[RegExp, (...found: string[]) => Promise<Screen>][]} */
const ROUTES = [
  [/^\/$/, openStart],
  [/^\/new$/, async () => (await LOAD.setup()).open(app)],
  [/^\/j\/([^/]+)\/?$/, openCode],
  [/^\/w\/([^/]+)\/?$/, async (codes) => (await LOAD.watch()).open(app, ...codes.split('+'))],
  [/^\/g\/([^/]+)(?:\/(card|result|replay))?$/, openGame],
  [/^\/r\/([^/]+)$/, (key) => openGame(key, 'replay')],
  [/^\/(?:courses|c\/([\da-f]{32}))(\/\w+)?\/?$/,
    async (...found) => (await LOAD.courses()).open(app, ...found)],
  [/^\/([ap])(?:\/([^/]*))?$/, async (kind, what) => (await account()).open(app, kind, what)],
];

/** @type {Object<string, () => Promise<{open(app: App, game: Game): Promise<Screen> | Screen}>>} */
const PARTS = {
  waiting: async () => ({ open: join.openWaiting }),
  elsewhere: async () => (await other()).secondTab,
  gathering,
  card: LOAD.card,
  result: LOAD.result,
  replay: LOAD.replay,
};

/** @type {Screen} */
let screen = { title: '', view: () => null };
/**
 * The part of the game that the address asks for.
 *
 * @type {string | null}
 */
let asked = null;
/** Counts navigations, so that a screen that took long to load doesn't replace a later one; and
 * that of the screen which is there. */
let [turn, shownTurn] = [0, 0];
/** @type {{[Name in keyof typeof LOAD]?: Part<Name>}} those that are drawn once they are loaded */
const parts = {};
/** The part that something waits for. */
let loading = '';
let frame = 0;
/** How many things that were tapped are still to come. */
let busyCount = 0;
let said = '';
let timer = 0;
let leave = () => {};

export const app = {
  device: /** @type {Device} */ (/** @type {unknown} */ (null)),
  /** Puts the page beside the phone's apps, where the browser offers that. */
  install: /** @type {InstallPrompt | null} */ (null),
  /** The open game; null: none. */
  game: /** @type {Game | null} */ (null),
  /** Keeps account of how much the person has seen of it. */
  attention: new Attention(),

  /**
   * Does something with a part of the page as soon as it is loaded, if that is still wanted.
   *
   * @template {keyof typeof LOAD} Name
   * @param {Name} name
   * @param {(part: Part<Name>) => void} act
   */
  async using(name, act) {
    if (loading === name) return;
    loading = name;
    const own = turn;
    try {
      const part = await app.during(/** @type {Promise<Part<Name>>} */ (LOAD[name]()));
      if (own === turn) act(part);
    } catch (error) {
      console.error(error);
      app.say(t('app.failed'));
    } finally {
      loading = '';
    }
  },

  /**
   * Shows that something comes that isn't there at once.
   *
   * @template T
   * @param {Promise<T>} coming
   */
  during(coming) {
    const count = (change) => {
      busyCount += change;
      if (screen.title) app.update();
    };
    let end = () => clearTimeout(alarm);
    const alarm = setTimeout(() => {
      count(1);
      end = () => count(-1);
    }, BUSY_MILLISECONDS);
    return coming.finally(() => end());
  },

  /**
   * A part of the page, or nothing until it is loaded.
   *
   * @template {keyof typeof LOAD} Name
   * @param {Name} name
   * @returns {Part<Name> | undefined}
   */
  part(name) {
    const keep = (part) => {
      parts[name] = part;
      app.update();
    };
    // A part that can't be loaded now is asked for again when the screen is next drawn.
    if (!parts[name]) LOAD[name]().then(keep, () => {});
    return parts[name];
  },

  /** @param {string} path @param {{replace?: boolean}} options */
  go(path, options = {}) {
    sheets.afterReturn(() => {
      const isReplaced = sheets.dropSheets() || options.replace || path === location.pathname;
      history[isReplaced ? 'replaceState' : 'pushState'](null, '', path);
      show();
    });
  },

  /** Asks for a new rendering; there is one for each frame at most. */
  update() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  },

  /** @param {() => import('./parts/dom.js').Child} view @param {{label: string}} options */
  sheet(view, options) {
    return sheets.openSheet(view, options);
  },

  closeSheet() {
    sheets.closeSheet();
    app.update();
  },

  closeSheets() {
    sheets.closeSheets();
    app.update();
  },

  /**
   * Says it politely to a screen reader too.
   *
   * @param {string} text
   */
  say(text) {
    said = '';
    draw();
    clearTimeout(timer);
    said = text;
    app.update();
    timer = setTimeout(() => {
      said = '';
      app.update();
    }, TOAST_MILLISECONDS);
  },

  /**
   * Says why something wasn't done.
   *
   * @param {unknown} error a refusal; others go on
   */
  refuse(error) {
    const { code, name } = /** @type {import('../core/refusal.js').Refusal} */ (error);
    if (typeof code !== 'number') throw error;
    const say = () => app.say(refusalText({ name }));
    loadMoreStrings().then(say, say);
  },

  /**
   * Does what may be refused.
   *
   * @param {() => void} action
   * @returns {boolean} whether it was done
   */
  attempt(action) {
    try {
      action();
      return true;
    } catch (error) {
      app.refuse(error);
      return false;
    }
  },

  /**
   * Makes this the open game; the one before lets go.
   *
   * @param {Game | null} game null: none
   */
  adopt(game) {
    if (app.game === game) return;
    leave();
    app.game?.close();
    app.game = game;
    app.attention = new Attention();
    leave = game ? game.subscribe(gameHasChanged) : () => {};
  },

  /** Takes over the language and the colours that are set. */
  async applySettings() {
    const { language, theme } = app.device.settings;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    /** @type {NodeListOf<HTMLMetaElement>} the browser's own */
    const bars = document.querySelectorAll('meta[data-scheme]');
    for (const bar of bars) {
      const { scheme } = bar.dataset;
      const chosen = theme === scheme ? 'all' : 'not all';
      bar.media = theme ? chosen : `(prefers-color-scheme: ${scheme})`;
    }
    await setLanguage(language).catch(() => {});
    app.update();
  },
};

/** @typedef {Pick<typeof app, keyof typeof app>} App with these properties and no other */

const message = (text) => ({
  title: text,
  view: () =>
    h(
      'main',
      { class: 'page middle' },
      h('h1', { tabindex: '-1' }, text),
      h('a', { class: 'button', href: '/' }, t('app.toHome')),
    ),
});

/** The first screen, but for a link from the program for terminals, which holds an invitation. */
async function openStart() {
  const [, lobby, invitation] = /^#([\da-f]{32})\.([\da-f]{32})$/.exec(location.hash) ?? [];
  return lobby ? openWay({ lobby, invitation }) : (await LOAD.home()).open(app);
}

async function openCode(typed) {
  const code = joinCode(typed);
  if (code) return openWay({ code });
  return (await LOAD.home()).askCode(app, t('join.title'), t('join.notCode'));
}

/** @param {import('../device/device.js').Way} way */
async function openWay(way) {
  const key = await app.device.find(way);
  return key === null ? join.open(app, way) : openGame(key);
}

/** Where others can come along, the address says how; and it stays that of this game. */
function nameAddress() {
  if (!app.game || asked || shownTurn !== turn) return;
  const path = addressOf(app.game, screen.part);
  if (path !== null && path !== location.pathname + location.hash) {
    history.replaceState(history.state, '', path);
  }
}

async function openGame(key, part) {
  asked = part ?? null;
  const game = app.game?.key === key ? app.game : await app.device.open(key);
  if (!game) return (await LOAD.home()).askCode(app, t('app.noGame'));
  app.adopt(game);
  return openPart(game);
}

/** @param {Game} game @returns {Promise<Screen>} */
async function openPart(game) {
  const name = partOf(game, asked);
  const { open } = await PARTS[name]();
  // The game may have gone elsewhere while that was loading.
  if (partOf(game, asked) !== name) return openPart(game);
  return { ...(await open(app, game)), part: name };
}

function gameHasChanged() {
  const { game } = app;
  if (!game) return;
  // Another tab has removed it.
  if (game.hasEnded) {
    // Not the address by which it would be joined again.
    history.replaceState(null, '', `/g/${game.key}`);
    app.adopt(null);
    return show();
  }
  tellHost(app, game);
  const { notice = null, refused = [], stopReason = null } = game.view ?? {};
  const needsWords = notice || stopReason || refused.length > 0;
  if (needsWords && !hasMoreStrings()) loadMoreStrings().then(app.update, () => {});
  if (shownTurn === turn && screen.part && partOf(game, asked) !== screen.part) show();
  nameAddress();
  app.update();
}

/** Asks who has just joined whether one of the players without a phone is they. */
function askWho() {
  const { attention, game } = app;
  const view = game?.known;
  const isThere = screen.part === 'gathering' || screen.part === 'card';
  if (!isThere || !game || !view || view.me === null || !attention.mayBeKnown) return;
  attention.mayBeKnown = false;
  if (view.lobby.layout) app.using('hole', ({ throwFromUsual }) => throwFromUsual(app, game));
  if (!view.lobby.players.some(({ member, removed }) => !member && !removed)) return;
  app.using('claim', ({ offerClaim }) => offerClaim(app, game));
}

async function show() {
  turn += 1;
  const own = turn;
  const next = await app.during(screenOf(location.pathname));
  if (own !== turn) return next.close?.();
  // The game may have moved on while its screen was loading.
  if (next.part && app.game && partOf(app.game, asked) !== next.part) {
    next.close?.();
    return show();
  }
  const isFirst = screen.title === '';
  screen.close?.();
  [screen, shownTurn] = [next, own];
  nameAddress();
  draw();
  scrollTo(0, 0);
  if (!isFirst) sheets.focusHeading();
}

/** @returns {Promise<Screen>} */
async function screenOf(path) {
  for (const [pattern, open] of ROUTES) {
    const found = pattern.exec(path);
    if (!found) continue;
    try {
      return await open(...found.slice(1).map((each) => each && decodeURIComponent(each)));
    } catch (error) {
      console.error(error);
      return message(t('app.failed'));
    }
  }
  return message(t('app.missing'));
}

function draw() {
  const isModal = sheets.hasSheet();
  const hadFocus = document.activeElement !== document.body;
  document.title = screen.title ? `${screen.title} · Folf` : 'Folf';
  // The first sign of life, which ui/ahead.js has shown.
  document.getElementById('first')?.remove();
  render(
    /** @type {Element} */ (document.getElementById('page')),
    h(
      'div',
      { class: 'shell' },
      screen.view(),
      h('div', { class: 'toast', role: 'status' }, !isModal && said),
      h('div', { class: 'busy', role: 'status' }, busyCount > 0 && h('span', null, t('app.loading'))),
    ),
  );
  sheets.renderSheets(said);
  if (hadFocus && document.activeElement === document.body) sheets.focusHeading();
  askWho();
}

/** Links of the page open without loading it anew. */
function followLink(event) {
  const link = event.target.closest?.('a[href^="/"]');
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  if (!link || !isPlain || link.target || link.hasAttribute('download')) return;
  event.preventDefault();
  app.go(link.getAttribute('href'));
}

async function start() {
  app.device = await openDevice();
  await app.applySettings();
  document.addEventListener('click', followLink);
  addEventListener('popstate', () => {
    if (!sheets.sheetHistoryMoved()) show();
    app.update();
  });
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    app.install = /** @type {InstallPrompt} */ (event);
  });
  addEventListener('beforeunload', (event) => {
    const { storageTrouble = null, view = null } = app.game ?? {};
    if (storageTrouble && view && view.pendingCount > 0) event.preventDefault();
  });
  for (const event of ['online', 'offline']) addEventListener(event, app.update);
  await show();
  // First what the game needs that was opened.
  if (location.pathname !== '/') await playing().catch(() => {});
  const game = () => Promise.all([import('../device/game.js'), import('../core/restore.js')]);
  const all = [LOAD.home, gathering, game, LOAD.watch, LOAD.own, LOAD.hole, loadAllLanguages];
  keepShell(app.device, all);
}

if (/^\/[jwg]\//.test(location.pathname)) connectAhead();
start();
