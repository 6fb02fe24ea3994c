// The first screen: play, join, go on, look back.

import { areas } from '../parts/areas.js';
import { confirmFirst } from '../parts/confirm.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import {
  button, courseText, field, form, overText, pendingText, topBar,
} from '../parts/elements.js';
import { isPast, resultOf } from '../state/past.js';
import { codeIn, typedCode } from '../state/ways.js';
import { currentLanguage, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/summary.js').Summary} Summary
 * @typedef {import('../../device/device.js').Listed} Listed
 */

const GEAR = h(
  'svg',
  { viewBox: '0 0 24 24', width: 24, height: 24, fill: 'none', stroke: 'currentColor',
    'stroke-width': 2, 'aria-hidden': true },
  h('circle', { cx: 12, cy: 12, r: 3 }),
  h('circle', { cx: 12, cy: 12, r: 7.5 }),
  h('circle', { cx: 12, cy: 12, r: 9.5, 'stroke-dasharray': '3.5 3.96' }),
);

/**
 * Where a code is typed, or the link of a game pasted.
 *
 * @param {App} app
 */
function codeForm(app) {
  let typed = '';
  /** Whether the code came in a link to watch. */
  let isToWatch = false;
  let hint = '';

  const go = (isWatching) => {
    const found = codeIn(typed);
    hint = found ? '' : t('join.notCode');
    app.update();
    const way = isWatching || found?.isWatching ? 'w' : 'j';
    if (found) app.go(`/${way}/${found.code}`);
  };
  const type = ({ target }) => {
    const { code, isWatching, caret } = typedCode(target.value, target.selectionStart);
    typed = code;
    isToWatch = isWatching;
    hint = '';
    target.value = typed;
    target.setSelectionRange(caret, caret);
    app.update();
  };
  return () =>
    form(
      { class: 'stack', novalidate: true },
      () => go(isToWatch),
      field(
        t('join.code'),
        {
          class: 'code-input',
          value: typed,
          placeholder: '······',
          oninput: type,
          autocapitalize: 'characters',
          enterkeyhint: 'go',
          spellcheck: 'false',
          'aria-describedby': 'join-hint',
        },
      ),
      h('p', { id: 'join-hint', class: 'signal', role: 'status' }, hint),
      h(
        'div',
        { class: 'pair' },
        button(t('join'), null, 'primary'),
        button(t('join.watch'), () => go(true)),
      ),
    );
}

/**
 * A screen that asks for a code, and says why.
 *
 * @param {App} app
 * @param {string} title
 * @param {string} [text]
 */
export function askCode(app, title, text) {
  const typing = codeForm(app);
  return {
    title,
    view: () =>
      h(
        'div',
        null,
        topBar(),
        h(
          'main',
          { class: 'page' },
          h('h1', { tabindex: '-1' }, title),
          text && h('p', { role: 'alert' }, text),
          h('div', { class: 'panel' }, typing()),
        ),
      ),
  };
}

/** @param {App} app */
export async function open(app) {
  let games = await app.device.games();
  const joining = codeForm(app);
  const forget = (game) =>
    confirmFirst(
      app,
      {
        label: t('home.forget'),
        text: [
          t('home.forgetText', { course: courseText(game) }),
          ' ',
          pendingText(game, 'server'),
        ],
        action: t('home.forget'),
        isDanger: true,
      },
      async () => {
        if (app.game?.key === game.key) app.adopt(null);
        await app.device.forget(game.key);
        games = await app.device.games();
        app.update();
      },
    );

  const unsubscribe = app.device.subscribe(async () => {
    games = await app.device.games();
    app.update();
  });

  const { device } = app;
  /** @type {ReturnType<import('./inbox.js').watchInbox> | null} */
  let inbox = null;
  /** This device's games, and those that its account has elsewhere. */
  let all = games;

  const past = () => all.filter((game) => isPast(game, Date.now()));
  const running = () => all.filter((game) => !isPast(game, Date.now()));

  /** What people may leave out, and put in another order. */
  const parts = {
    play: () =>
      h(
        'a',
        { key: 'play', class: running().length > 0 ? 'button wide' : 'button primary wide big',
          href: '/new' },
        t('setup.title'),
      ),
    join: () => h('section', { key: 'join', class: 'panel' }, joining()),
    past: () =>
      past().length > 0 &&
        h(
          'section',
          { key: 'past', 'aria-labelledby': 'past' },
          h('h2', { id: 'past' }, t('home.past')),
          !device.account && h('p', { class: 'muted' }, t('home.onlyHere'), ' ',
            h('a', { href: '/a/new' }, t('home.keep'))),
          h('ul', { class: 'rows' }, past().map((game) => gameRow(game, forget))),
        ),
  };

  return {
    title: t('home.title'),
    close() {
      inbox?.close();
      unsubscribe();
    },
    view: () => {
      const { account, settings } = device;
      const own = (account || settings.shortcuts) && app.part('account');
      if (account && own) inbox ??= own.inbox.watchInbox(app);
      all = account && own ? own.elsewhere.allGames(app, games) : games;
      return h('div', { class: 'has-areas' }, h(
        'main',
        { class: 'page home' },
        h(
          'header',
          { class: 'brand' },
          h('img', { src: '/icon.svg', alt: '', width: 44, height: 44 }),
          h(
            'div',
            null,
            h('h1', { tabindex: '-1' }, 'Folf'),
            h('p', { class: 'muted' }, t('home.promise')),
          ),
          account && h('a', { class: 'button quiet me', href: '/a', 'aria-label': t('home.account') },
            own ? own.members.ownPicture(app) : '●'),
          button(
            GEAR,
            () => app.using('settings', ({ openSettings }) => openSettings(app)),
            'quiet gear',
            { 'aria-label': t('home.settings') },
          ),
        ),
        inbox?.view(),
        running().length > 0 &&
          h(
            'section',
            { key: 'running', 'aria-labelledby': 'running' },
            h('h2', { id: 'running' }, t('home.running')),
            h('ul', { class: 'stack' }, running().map((game) => gameRow(game))),
          ),
        (settings.shortcuts ?? Object.keys(parts)).map((id) =>
          parts[id] ? parts[id]() : own && own.extras.extraShortcut(app, id)),
        h(
          'p',
          { key: 'about', class: 'about' },
          !account && h('a', { href: '/a/in' }, t('home.signIn')),
          // Not kept on the phone. With a target it isn't taken for one of the page's screens.
          navigator.onLine &&
            h(
              'a',
              { href: currentLanguage() === 'is' ? '/um' : '/about', target: '_self' },
              t('home.about'),
            ),
        ),
      ), areas('play'));
    },
  };
}

function stageText(game) {
  const [phase, round] = game.stage;
  const waiting = pendingText(game, 'home');
  return [t(`stage.${phase}`, { round }), waiting].filter(Boolean).join(' · ');
}

/** @param {Summary} summary */
function resultText(summary) {
  const { winners, own, place } = resultOf(summary, t('people.you'));
  const isAlone = summary.names.length === 1;
  const score = own && `${own.total} (${overText(own.overPar)})`;
  return [
    summary.isDeleted && t('home.deleted'),
    winners.length > 0 && !isAlone && t('home.winner', { names: winners.join(', ') }),
    score && (place > 1 ? t('home.own', { place, score }) : score),
  ].filter(Boolean).join(' · ');
}

/**
 * A game as a line that leads to it.
 *
 * @param {Listed & {path?: string}} game `path`: if it isn't on this device
 * @param {(game: Listed) => void} [forget]
 */
const gameRow = (game, forget) =>
  h(
    'li',
    { key: game.key, class: forget ? 'row' : null },
    h(
      'a',
      { class: forget ? 'row-link' : 'button primary wide game', href: game.path ?? `/g/${game.key}` },
      h('strong', null, courseText(game)),
      h(
        'span',
        null,
        forget ? dateText(game.startedAt) : stageText(game),
        ' · ',
        game.names.join(', '),
      ),
      forget && h('small', null, resultText(game)),
    ),
    forget && !game.path &&
      button('✕', () => forget(game), 'quiet', {
        'aria-label': `${t('home.forget')}: ${courseText(game)}, ${dateText(game.startedAt)}`,
      }),
  );
