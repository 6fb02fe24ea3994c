// The first screen: play, join, go on, look back.

import { h } from './dom.js';
import {
  button, codeIn, confirmFirst, courseText, dateText, field, form, nameField, segmented,
} from './parts.js';
import { currentLanguage, t } from './strings.js';

/** @typedef {import('./app.js').App} App */

/** Nobody goes on with a game after so long; many are never ended. */
const FORGOTTEN_MILLISECONDS = 2 * 86_400_000;

/** @param {import('../device/summary.js').Summary} summary */
const isOver = ({ stage: [phase], openedAt, isOut }) =>
  isOut ||
  phase === 'ended' ||
  phase === 'locked' ||
  Date.now() - openedAt > FORGOTTEN_MILLISECONDS;

/** @param {string} text */
const signsOf = (text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** @param {App} app */
export async function open(app) {
  let games = await app.device.games();
  let typed = '';
  /** Whether the code came in a link to watch. */
  let isToWatch = false;
  let hint = '';

  const go = (isWatching) => {
    const found = codeIn(typed);
    hint = found ? '' : t('join.notCode');
    app.update();
    if (found) app.go(`/${isWatching ? 'w' : 'j'}/${found.code}`);
  };
  const type = ({ target }) => {
    const { value, selectionStart } = target;
    const found = value.includes('/') ? codeIn(value) : null;
    isToWatch = found?.isWatching ?? false;
    typed = found?.code ?? signsOf(value);
    hint = '';
    // What is corrected in the middle goes on there.
    const caret = found ? typed.length : signsOf(value.slice(0, selectionStart)).length;
    target.value = typed;
    target.setSelectionRange(caret, caret);
    app.update();
  };
  const forget = (game) =>
    confirmFirst(
      app,
      {
        label: t('home.forget'),
        text: [
          t('home.forgetText', { course: courseText(game) }),
          game.pendingCount > 0 && ` ${t('home.unsent', { count: game.pendingCount })}`,
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

  const joining = () =>
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

  const unsubscribe = app.device.subscribe(async () => {
    games = await app.device.games();
    app.update();
  });

  const running = () => games.filter((game) => !isOver(game));
  const past = () => games.filter(isOver);

  return {
    title: t('home.title'),
    close: unsubscribe,
    view: () =>
      h(
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
        ),
        running().length > 0 &&
          h(
            'section',
            { key: 'running', 'aria-labelledby': 'running' },
            h('h2', { id: 'running' }, t('home.running')),
            h('ul', { class: 'stack' }, running().map((game) => gameRow(game))),
          ),
        h(
          'a',
          { key: 'play', class: running().length > 0 ? 'button wide' : 'button primary wide big',
            href: '/new' },
          t('setup.title'),
        ),
        h('section', { key: 'join', class: 'panel' }, joining()),
        past().length > 0 &&
          h(
            'section',
            { key: 'past', 'aria-labelledby': 'past' },
            h('h2', { id: 'past' }, t('home.past')),
            h('ul', { class: 'rows' }, past().map((game) => gameRow(game, forget))),
          ),
        settings(app),
      ),
  };
}

function stageText({ stage: [phase, round], pendingCount }) {
  const where = t(`stage.${phase}`, { round });
  return pendingCount > 0 ? `${where} · ${t('home.pending', { count: pendingCount })}` : where;
}

/**
 * A game as a line that leads to it.
 *
 * @param {any} game
 * @param {(game: any) => void} [forget]
 */
const gameRow = (game, forget) =>
  h(
    'li',
    { key: game.key, class: forget ? 'row' : null },
    h(
      'a',
      { class: forget ? 'row-link' : 'button primary wide game', href: `/g/${game.key}` },
      h('strong', null, courseText(game)),
      h(
        'span',
        null,
        forget ? dateText(game.startedAt) : stageText(game),
        ' · ',
        game.names.join(', '),
      ),
    ),
    forget &&
      button('✕', () => forget(game), 'quiet', {
        'aria-label': `${t('home.forget')}: ${courseText(game)}, ${dateText(game.startedAt)}`,
      }),
  );

/** @param {App} app */
function settings(app) {
  const { name, theme } = app.device.settings;
  const set = (which, value) => {
    app.device.setSetting(which, value);
    app.applySettings();
  };
  return h(
    'footer',
    { key: 'settings', class: 'settings' },
    h(
      'div',
      { class: 'bar' },
      h('span', { class: 'muted' }, name ? t('home.you', { name }) : t('home.noName')),
      button(t(name ? 'change' : 'name.enter'), () => askName(app), 'quiet'),
    ),
    segmented(
      t('home.language'),
      [['en', 'English'], ['is', 'Íslenska']],
      currentLanguage(),
      (value) => set('language', value),
    ),
    segmented(
      t('home.theme'),
      [[null, t('theme.auto')], ['light', t('theme.light')], ['dark', t('theme.dark')]],
      theme ?? null,
      (value) => set('theme', value),
    ),
  );
}

/** @param {App} app */
function askName(app) {
  let name = app.device.settings.name ?? '';
  const save = () => {
    app.device.setSetting('name', name.trim() || null);
    app.closeSheet();
  };
  app.sheet(
    () =>
      form(
        { class: 'stack' },
        save,
        nameField(name, (text) => {
          name = text;
        }),
        button(t('save'), null, 'primary wide'),
      ),
    { label: t('name.yours') },
  );
}
