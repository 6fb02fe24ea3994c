// How a game ended: standings, summaries, the card on paper; and what can be done with it.

import { columnsOf, isOver } from '../../core/lobby.js';
import { courseOf as shownCourse } from '../../core/scorecard.js';
import { podiumOf, standingsOf } from '../../core/standings.js';
import { csvOf, isoDay } from '../parts/csv.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, courseText, overText, pendingText, topBar } from '../parts/elements.js';
import { knockStrip } from '../parts/knocks.js';
import { over, placeOf, scorecard, standingsTable } from '../parts/paper.js';
import { PICTURE_WIDTH, pictureOf } from '../parts/picture.js';
import { holeText, listText } from '../parts/words.js';
import { awayOf, fileNameOf, rematchOf, winnersOf } from '../state/ending.js';
import { stepsOf } from '../state/rights.js';
import { watchWay } from '../state/ways.js';
import { t } from '../strings.js';
import { matchQuestion } from './course-match.js';
import { openDispute } from './dispute.js';
import { openLate } from './late.js';
import {
  deedText, gameColumns, gameLines, gameSections, gameTexts, moveTo, openAlsoAs, openWatchLink,
  signLine, withRules,
} from './menu.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/standings.js').Result} Result
 * @typedef {import('../../core/view.js').KnownView} KnownView
 */

/** So many fly when somebody has won. */
const DISCS = 14;

const courseOf = (lobby) => courseText({ course: shownCourse(lobby) });

/** @param {App} app @param {Game} game */
export async function open(app, game) {
  const match = matchQuestion(app, game);
  return {
    title: game.known ? titleOf(game.known.lobby) : t('card.result'),
    view() {
      const { key, known } = game;
      return known && h('div', null, topBar(wayToCard(known, key)), page(app, game, known, match));
    },
  };
}

const wayToCard = ({ lobby }, key) =>
  !isOver(lobby) && h('a', { class: 'button quiet', href: `/g/${key}` }, t('card.grid'));

/**
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 * @param {ReturnType<typeof matchQuestion>} match
 */
function page(app, game, view, match) {
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
    h('div', { class: 'result-notes' }, knockStrip(app, game, view),
      notes(app, game, view, standings)),
    isOver(lobby) && finale(standings),
    h('section', { class: 'actions', 'aria-label': t('result.actions') }, actions(app, game, view)),
    standingsTable(standings, {
      caption: t('card.result'),
      isRunning: !isOver(lobby),
      own: lobby.members[(view.me ?? 0) - 1]?.player,
    }),
    lobby.games.length > 0 && gameLines(app, game, view, lobby.stage[1]),
    signLine(app, game, view, lobby.stage[1]),
    isOver(lobby) && gameSections(app, lobby),
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
    view.keptDays !== null &&
      h('p', { class: 'muted' }, t('result.kept', { count: view.keptDays })),
    isOver(lobby) && !view.isSpectator && !app.device.account &&
      h('p', { class: 'muted keep' }, t('keep.why'), ' ',
        h('a', { href: `/a/new#to=/g/${game.key}` }, t('home.keep'))),
    isOver(lobby) && match(),
    isOver(lobby) && installHint(app),
  );
}

/**
 * Once, after a game that was played to its end.
 *
 * @param {App} app
 */
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
    install?.prompt();
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

/** @param {Result[]} standings */
function finale(standings) {
  const winners = winnersOf(standings).map(({ name }) => name);
  if (winners.length === 0) return null;
  return h(
    'section',
    { class: 'finale', 'aria-labelledby': 'winner' },
    h('div', { class: 'discs', 'aria-hidden': true }, Array.from({ length: DISCS }, (_, at) =>
      h('i', { key: at, style: { '--at': at } }))),
    h('h2', { id: 'winner' },
      t(winners.length > 1 ? 'result.winners' : 'result.winner', { names: listText(winners) })),
    h('ol', { class: 'podium' }, podiumOf(standings).map(({ place, people }) =>
      h(
        'li',
        { key: place, value: place, style: { '--place': place } },
        people.map(({ player, name }) => h('strong', { key: player }, name)),
        h('span', null, `${people[0].total} · `, over(people[0].overPar)),
        h('b', { 'aria-hidden': true }, place),
      ))),
  );
}

/**
 * Says honestly how much isn't settled yet.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 * @param {Result[]} standings
 */
function notes(app, game, view, standings) {
  const { disputes, lateHere, pendingCount } = view;
  const names = awayOf(view, standings).join(', ');
  const note = (key, text, action) =>
    h('p', { key, class: 'notice' }, h('span', null, text), action);
  return [
    pendingCount > 0 && note('pending', pendingText(view, 'server')),
    names && note('away', t('result.away', { names })),
    disputes.length > 0 &&
      note(
        'disputes',
        t('banner.disputes', { count: disputes.length }),
        button(t('banner.look'), () => openDispute(app, game, disputes[0].key)),
      ),
    lateHere.length > 0 &&
      note(
        'late',
        t('banner.late', { count: lateHere.length }),
        button(t('banner.look'), () => openLate(app, game)),
      ),
  ];
}

/**
 * The buttons for what most people do with a result; all else is a tap further.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 */
function actions(app, game, view) {
  const { lobby, me } = view;
  const { stage } = lobby;
  const goOn = (to) => () => {
    moveTo(app, game, stage, to);
    if (to[0] === 'playing') app.go(`/g/${game.key}/card`);
  };
  const isBetween = stage[0] === 'round_ended';
  const befriend = app.device.account ? app.part('account')?.befriend : undefined;
  const steps = isBetween ? stepsOf(view) : [];
  return [
    steps.length > 0 &&
      h('div', { class: 'pair' }, steps.map((to) =>
        button(deedText(to), goOn(to), to[0] === 'playing' ? 'primary' : undefined))),
    button(t('result.share'), () => sharePicture(app, view),
      isBetween ? 'wide' : 'primary wide big'),
    isOver(lobby) && me !== null &&
      button(t('result.again'), () => playAgain(app, view, befriend), 'wide'),
    button(t('result.more'), () => openMore(app, game), 'wide quiet'),
  ];
}

/** Once nothing can be entered any more: before that, who a guest is is said in the game. */
const hasGuests = ({ lobby, me }) =>
  me !== null && lobby.stage[0] === 'locked' &&
  columnsOf(lobby).some(({ member }) => member === 0);

/** @param {App} app @param {Game} game */
function openMore(app, game) {
  const item = (text, action) =>
    h('li', { key: text }, button(text, () => {
      app.closeSheet();
      action();
    }, 'wide'));
  const link = (text, path) =>
    h('li', { key: path }, h('a', { class: 'button wide', href: `/g/${game.key}${path}` }, text));
  app.sheet(
    () => {
      const view = game.known;
      if (!view) return null;
      const { lobby, me } = view;
      const { stage } = lobby;
      return h(
        'ul',
        { class: 'menu' },
        watchWay(view) && item(t('menu.shareWatch'), () => openWatchLink(app, game)),
        item(t('also.open'), () => openAlsoAs(app, game)),
        item(t('sign.open'), () => withRules(app, ({ sign }) => sign.openSign(app, game))),
        item(t('result.text'), () => shareText(app, lobby)),
        item(t('result.csv'), () => downloadCSV(app, lobby)),
        hasGuests(view) && item(t('result.guests'), () =>
          app.using('own', ({ columns }) => columns.openOffer(app, game))),
        item(t('result.print'), () => print()),
        !lobby.layout && me !== null && isOver(lobby) &&
          h('li', { key: 'keep' },
            h('a', { class: 'button wide', href: '/courses/new#played' }, t('result.keep'))),
        link(t('menu.replay'), '/replay'),
        link(t('result.correct'), '/card'),
        stage[0] !== 'round_ended' && stepsOf(view).map((to) =>
          item(deedText(to), () => moveTo(app, game, stage, to))),
      );
    },
    { label: t('result.more') },
  );
}

/**
 * @param {App} app
 * @param {KnownView} view
 * @param {{inviteAgain(app: App, game: Game, lobby: string): void}} [befriend] invites friends
 */
async function playAgain(app, view, befriend) {
  const { setup, others } = rematchOf(view);
  try {
    const game = await app.device.create(setup);
    for (const name of others) game.edit({ op: 'add', name });
    app.adopt(game);
    app.go(`/g/${game.key}`);
    befriend?.inviteAgain(app, game, view.lobby.id);
  } catch (error) {
    app.refuse(error);
  }
}

const stageText = ({ stage: [phase, round] }) => t(`stage.${phase}`, { round });

const titleOf = (lobby) => `${courseOf(lobby)}, ${dateText(lobby.start)}`;

const fileName = (lobby, ending) =>
  fileNameOf(`${courseOf(lobby)} ${isoDay(lobby.start)}.${ending}`);

function save(file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** @param {unknown} error of sharing */
const wasGivenUp = (error) => /** @type {Error} */ (error).name === 'AbortError';

/**
 * Hands the picture of the card over to another app, or else keeps it.
 *
 * @param {App} app
 * @param {KnownView} view
 */
async function sharePicture(app, view) {
  const { lobby } = view;
  const title = titleOf(lobby);
  const file = await pictureFile(lobby);
  const way = watchWay(view);
  const link = way && `${location.origin}/w/${way}`;
  const shared = { files: [file], title, text: link ? `${title}\n${link}` : title };
  try {
    if (navigator.canShare?.(shared)) return await navigator.share(shared);
  } catch (error) {
    if (wasGivenUp(error)) return;
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

/**
 * The result in a few lines, for a message.
 *
 * @param {App} app
 * @param {Lobby} lobby
 */
async function shareText(app, lobby) {
  const title = titleOf(lobby);
  const lines = standingsOf(lobby).map(({ place, name, total, overPar, scored, most }) => {
    const score = scored ? ` ${total} (${overText(overPar)})` : '';
    return `${place ?? '–'} ${name}${score}${place ? '' : `, ${scored}/${most}`}`;
  });
  const text = [title, ...lines, ...gameTexts(app, lobby).map((each) => each.text)].join('\n');
  try {
    if (navigator.share) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    app.say(t('result.copied'));
  } catch (error) {
    if (!wasGivenUp(error)) app.sheet(() => h('pre', null, text), { label: title });
  }
}

const WORDS = ['course', 'date', 'round', 'place', 'player', 'total', 'overPar', 'disputed', 'par'];

/** @param {App} app @param {Lobby} lobby */
async function downloadCSV(app, lobby) {
  const words = Object.fromEntries(WORDS.map((name) => [name, t(`table.${name}`)]));
  const games = await gameColumns(app, lobby);
  const text = csvOf(lobby, /** @type {import('../parts/csv.js').Words} */ (words), games);
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
