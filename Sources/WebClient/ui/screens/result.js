// How a game ended: standings, summaries, the card on paper; and what can be done with it.

import { nameOfMember, shownValue } from '../../core/scorecard.js';
import { COURSE_CELL, Standing, isOver } from '../../core/lobby.js';
import { podiumOf, standingsOf } from '../../core/standings.js';
import { csvOf, isoDay } from '../parts/csv.js';
import { openDispute } from './dispute.js';
import { h } from '../parts/dom.js';
import { knockStrip } from '../parts/knocks.js';
import { openLate } from './late.js';
import { moveTo, openWatchLink } from './menu.js';
import { dateText, watchWay } from '../parts/others.js';
import { button, courseText, overText, pendingText, topBar } from '../parts/elements.js';
import { PICTURE_WIDTH, pictureOf } from '../parts/picture.js';
import { over, placeOf, scorecard, standingsTable } from '../parts/paper.js';
import { t } from '../strings.js';
import { holeText, listText } from '../parts/words.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 */

/** So many fly when somebody has won. */
const DISCS = 14;

const courseOf = (lobby) => courseText({ course: shownValue(lobby, COURSE_CELL) });

/** @param {App} app */
export async function open(app) {
  const { game } = app;
  const { lobby } = game.view;
  return {
    title: titleOf(lobby),
    view: () =>
      game.view?.lobby && h('div', null, topBar(wayToCard(game)), page(app, game)),
  };
}

const wayToCard = ({ key, view }) =>
  !isOver(view.lobby) && h('a', { class: 'button quiet', href: `/g/${key}` }, t('card.grid'));

function page(app, game) {
  const { view } = game;
  const { lobby } = view;
  const standings = standingsOf(lobby);
  const rounds = standings[0]?.rounds ?? [];
  return h(
    'main',
    { class: 'page result' },
    h(
      'header',
      null,
      h('p', { class: 'muted' }, stageText(lobby)),
      h('h1', { tabindex: '-1' }, courseOf(lobby)),
      h('p', { class: 'muted' }, dateText(lobby.start)),
    ),
    h('div', { class: 'result-notes' }, knockStrip(app), notes(app, view)),
    isOver(lobby) && finale(standings),
    h('section', { class: 'actions', 'aria-label': t('result.actions') }, actions(app, game)),
    standingsTable(standings, {
      caption: t('card.result'),
      isRunning: !isOver(lobby),
      own: lobby.members[view.me - 1]?.player,
    }),
    h(
      'section',
      { class: 'cards', 'aria-labelledby': 'cards' },
      h('h2', { id: 'cards' }, t('card.grid')),
      rounds.map(({ round }) => scorecard(lobby, round)),
    ),
    h(
      'section',
      { class: 'people', 'aria-labelledby': 'people' },
      h('h2', { id: 'people' }, t('result.players')),
      h('ul', null, standings.map((each) => summary(lobby, each))),
    ),
    view.isHost && lobby.stage[0] === 'locked' &&
      h('p', { class: 'muted' }, t('result.locked')),
    isOver(lobby) && installHint(app),
  );
}

/** Once, after a game that was played to its end. */
function installHint(app) {
  const { device, install } = app;
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (device.settings.isInstallTold || isInstalled || !(install || isApple)) return null;
  const close = () => {
    device.setSetting('isInstallTold', true);
    app.update();
  };
  const put = () => {
    install.prompt();
    close();
  };
  return h(
    'section',
    { class: 'panel stack install' },
    h('p', null, t('install.why'), ' ', !install && t('install.apple')),
    h('div', { class: 'pair' },
      install && button(t('install.put'), put, 'primary'),
      button(t('install.no'), close)),
  );
}

/** Whoever played alone has won against nobody. */
function finale(standings) {
  const steps = podiumOf(standings);
  if (standings.length < 2 || steps.length === 0) return null;
  const winners = steps[0].people.map(({ name }) => name);
  return h(
    'section',
    { class: 'finale', 'aria-labelledby': 'winner' },
    h('div', { class: 'discs', 'aria-hidden': true }, Array.from({ length: DISCS }, (_, at) =>
      h('i', { key: at, style: { '--at': at } }))),
    h('h2', { id: 'winner' },
      t(winners.length > 1 ? 'result.winners' : 'result.winner', { names: listText(winners) })),
    h('ol', { class: 'podium' }, steps.map(({ place, people }) =>
      h(
        'li',
        { key: place, value: place, style: { '--place': place } },
        people.map(({ player, name }) => h('strong', { key: player }, name)),
        h('span', null, `${people[0].total} · `, over(people[0].overPar)),
        h('b', { 'aria-hidden': true }, place),
      ))),
  );
}

/** What isn't settled yet, said honestly. */
function notes(app, view) {
  const { lobby, disputes, lateHere, pendingCount, presence } = view;
  const missing = standingsOf(lobby).some((each) => each.missing > 0);
  const away = lobby.members.filter(
    ({ number, player, standing }) =>
      player && standing === Standing.active && presence && !presence.here.includes(number),
  );
  const names = away.map(({ number }) => nameOfMember(lobby, number)).join(', ');
  const note = (key, text, action) =>
    h('p', { key, class: 'notice' }, h('span', null, text), action);
  return [
    pendingCount > 0 && note('pending', pendingText(view, 'server')),
    missing && away.length > 0 && note('away', t('result.away', { names })),
    disputes.length > 0 &&
      note(
        'disputes',
        t('banner.disputes', { count: disputes.length }),
        button(t('banner.look'), () => openDispute(app, disputes[0].key)),
      ),
    lateHere.length > 0 &&
      note(
        'late',
        t('banner.late', { count: lateHere.length }),
        button(t('banner.look'), () => openLate(app)),
      ),
  ];
}

/** What one does with a result; all else is a tap further. */
function actions(app, game) {
  const { lobby, isHost, me } = game.view;
  const [phase, round] = lobby.stage;
  return [
    isHost && phase === 'round_ended' &&
      h('div', { class: 'pair' },
        button(t('menu.again'), () => playOn(app, round + 1), 'primary'),
        button(t('menu.endGame'), () => moveTo(app, ['ended', round]))),
    button(t('result.share'), () => sharePicture(app),
      phase === 'round_ended' ? 'wide' : 'primary wide big'),
    isOver(lobby) && me !== null && button(t('result.again'), () => playAgain(app), 'wide'),
    button(t('result.more'), () => openMore(app), 'wide quiet'),
  ];
}

function playOn(app, round) {
  moveTo(app, ['playing', round]);
  app.go(`/g/${app.game.key}/card`);
}

/** @param {App} app */
function openMore(app) {
  const { game } = app;
  const item = (text, action) =>
    h('li', { key: text }, button(text, () => {
      app.closeSheet();
      action();
    }, 'wide'));
  const link = (text, path) =>
    h('li', { key: path }, h('a', { class: 'button wide', href: `/g/${game.key}${path}` }, text));
  app.sheet(
    () => {
      const { lobby, isHost } = game.view;
      const [phase, round] = lobby.stage;
      const title = titleOf(lobby);
      const step = (key, next) => item(t(key), () => moveTo(app, [next, round]));
      return h(
        'ul',
        { class: 'menu' },
        watchWay(game.view) && item(t('menu.shareWatch'), () => openWatchLink(app)),
        item(t('result.text'), () => shareText(app, lobby, title)),
        item(t('result.csv'), () => downloadCSV(lobby)),
        item(t('result.print'), () => print()),
        link(t('menu.replay'), '/replay'),
        link(t('result.correct'), '/card'),
        isHost && phase === 'playing' && step('menu.endRound', 'round_ended'),
        isHost && phase === 'playing' && step('menu.endGame', 'ended'),
        isHost && phase === 'ended' && step('menu.lock', 'locked'),
      );
    },
    { label: t('result.more') },
  );
}

/** A new game on the same course; the others have columns, which they claim when they join. */
async function playAgain(app) {
  const { card, lobby, me } = app.game.view;
  const own = lobby.members[me - 1].player;
  const others = card.lines.filter(({ player }) => player !== own);
  try {
    const game = await app.device.create({
      course: card.course,
      holes: card.labels.map((label, at) => [label, card.pars[at]]),
      name: nameOfMember(lobby, me),
      plays: others.length < card.lines.length,
    });
    for (const { name } of others) game.edit({ op: 'add', name });
    app.adopt(game);
    app.go(`/g/${game.key}`);
  } catch (error) {
    app.refuse(error);
  }
}

const stageText = ({ stage: [phase, round] }) => t(`stage.${phase}`, { round });

const titleOf = (lobby) => `${courseOf(lobby)}, ${dateText(lobby.start)}`;

const fileName = (lobby, ending) =>
  `${courseOf(lobby)} ${isoDay(lobby.start)}.${ending}`.replace(/[/\\:*?"<>|]/g, '-');

function save(file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Hands the picture of the card over to another app, or else keeps it. */
async function sharePicture(app) {
  const { lobby } = app.game.view;
  const title = titleOf(lobby);
  const file = await pictureFile(lobby);
  const way = watchWay(app.game.view);
  const link = way && `${location.origin}/w/${way}`;
  const shared = { files: [file], title, text: link ? `${title}\n${link}` : title };
  try {
    if (navigator.canShare?.(shared)) return await navigator.share(shared);
  } catch (/** @type {any} */ error) {
    if (error.name === 'AbortError') return;
  }
  save(file);
  app.say(t('result.saved'));
}

/** @param {Lobby} lobby @returns {Promise<File>} */
function pictureFile(lobby) {
  const canvas = document.createElement('canvas');
  const picture = pictureOf(lobby, standingsOf(lobby), {
    title: courseOf(lobby),
    subtitle: `${dateText(lobby.start)} · ${stageText(lobby)}`,
    hole: t('card.hole'),
    par: t('table.par'),
    total: t('card.total'),
    round: (round) => t('card.round', { round }),
  });
  canvas.width = PICTURE_WIDTH;
  canvas.height = picture.height;
  picture.draw(/** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')));
  return new Promise((resolve) => {
    canvas.toBlob((blob) =>
      resolve(
        new File([/** @type {Blob} */ (blob)], fileName(lobby, 'png'), { type: 'image/png' }),
      ));
  });
}

/** The result in a few lines, for a message. */
async function shareText(app, lobby, title) {
  const lines = standingsOf(lobby).map(({ place, name, total, overPar, scored, most }) => {
    const score = scored ? ` ${total} (${overText(overPar)})` : '';
    return `${place ?? '–'} ${name}${score}${place ? '' : `, ${scored}/${most}`}`;
  });
  const text = [title, ...lines].join('\n');
  try {
    if (navigator.share) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    app.say(t('result.copied'));
  } catch (/** @type {any} */ error) {
    if (error.name !== 'AbortError') app.sheet(() => h('pre', null, text), { label: title });
  }
}

const WORDS = ['course', 'date', 'round', 'place', 'player', 'total', 'overPar', 'disputed', 'par'];

/** @param {Lobby} lobby */
function downloadCSV(lobby) {
  const words = Object.fromEntries(WORDS.map((name) => [name, t(`table.${name}`)]));
  const text = csvOf(lobby, /** @type {import('../parts/csv.js').Words} */ (words));
  save(new File([text], fileName(lobby, 'csv'), { type: 'text/csv;charset=utf-8' }));
}

const LEVELS = {
  ...{ eagle: 'low', birdie: 'low', par: '' },
  ...{ bogey: 'high', double: 'high', triple: 'high' },
};

function summary(lobby, standing) {
  const { player, name, counts, best, missing, rounds, scored } = standing;
  const parts = Object.keys(LEVELS).filter((shape) => counts[shape] > 0);
  return h(
    'li',
    { key: player, class: 'summary' },
    h(
      'h3',
      null,
      h('span', { class: 'place' }, placeOf(standing)),
      h('span', null, name),
      scored > 0 && over(standing.overPar),
    ),
    scored > 0 &&
      h(
        'div',
        { class: 'spread', 'aria-hidden': true },
        parts.map((shape) =>
          h('span', { key: shape, class: LEVELS[shape], style: { 'flex-grow': counts[shape] } }),
        ),
      ),
    h(
      'p',
      null,
      parts.map((shape) => t(`count.${shape}`, { count: counts[shape] })).join(' · '),
      counts.ace > 0 && ` · ${t('count.ace', { count: counts.ace })}`,
    ),
    best &&
      best.overPar < 0 &&
      h(
        'p',
        { class: 'muted' },
        t('result.best', {
          hole: holeText(lobby, best.hole),
          score: rounds[best.round - 1].throws[best.hole - 1] ?? '',
          over: overText(best.overPar),
        }),
        rounds.length > 1 && `, ${t('at.round', { round: best.round })}`,
      ),
    missing > 0 && h('p', { class: 'muted' }, t('result.missing', { count: missing })),
  );
}
