// A board for those who watch: on a phone one below the other, on a wide screen for a whole room.

import { Field } from '../../core/fields.js';
import { cellName, isOver } from '../../core/lobby.js';
import { cardOf, courseOf as shownCourse } from '../../core/scorecard.js';
import { clockText, dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { courseText, overText, topBar } from '../parts/elements.js';
import { mark, over, placeOf, scorecard, standingsTable } from '../parts/paper.js';
import { AutoScroll } from '../parts/scroll.js';
import { listText } from '../parts/words.js';
import { Speech, groupsOf, paceOf, shownHoles, standingsOfGroup } from '../state/board.js';
import { parText } from '../state/order.js';
import { textOfWay, wayToWatch } from '../state/ways.js';
import { refusalText, t } from '../strings.js';
import { gameTexts } from './menu.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {ReturnType<typeof wayToWatch>} Way
 * @typedef {{at: number, code: string, way: Way, gameWay: Way,
 *   game: import('../app.js').Game | null, lobby: Lobby | null,
 *   leave: () => void}} Watched `code`: what was asked for, empty where that is no code;
 *   `gameWay`: by which `game` was opened
 * @typedef {Watched & {lobby: Lobby}} Known
 */

/** More games than this don't fit on one board. */
export const BOARD_GAMES_MAX = 12;
/** A code that isn't found is tried again after this: the game may appear yet. */
const RETRY_MILLISECONDS = 120_000;
/** So long a new score stands out. */
const FRESH_MILLISECONDS = 8000;
const WIDE = '(min-width: 60rem) and (orientation: landscape)';

/** @param {App} app @param {...string} codes */
export async function open(app, ...codes) {
  const textOf = (code) => {
    const way = wayToWatch(code);
    return way ? textOfWay(way) : code;
  };
  const known = [...new Set(codes.map(textOf))];
  const board = new Board(app, known.slice(0, BOARD_GAMES_MAX), known.length);
  await board.begin();
  return {
    get title() {
      return t(board.pace === 'final' ? 'watch.final' : 'watch.title');
    },
    view: () => board.view(),
    close: () => board.close(),
  };
}

class Board {
  isClosed = false;
  heard = new Speech();
  /** @type {{released: boolean, release(): void} | null} */
  lock = null;
  /**
   * Until when a changed score stands out, by game and cell.
   *
   * @type {Map<string, number>}
   */
  fresh = new Map();

  constructor(app, texts, wanted) {
    this.app = app;
    this.path = location.pathname;
    this.texts = texts;
    this.wanted = wanted;
    /** @type {Watched[]} */
    this.watched = texts.map((text, at) => {
      const way = wayToWatch(text);
      const code = way && 'watch' in way ? '' : text;
      return { at, code, way, gameWay: null, game: null, lobby: null, leave: () => {} };
    });
    this.wide = matchMedia(WIDE);
    this.scroll = new AutoScroll();
    this.update = () => {
      this.stayAwake();
      app.update();
    };
    this.timers = [
      setInterval(() => this.wide.matches && app.update(), 1000),
      setInterval(() => this.tryAgain(), RETRY_MILLISECONDS),
    ];
  }

  async begin() {
    this.wide.addEventListener('change', this.update);
    document.addEventListener('visibilitychange', this.update);
    await Promise.all(this.watched.map((each) => this.watch(each)));
    this.stayAwake();
  }

  /** @param {Watched} each */
  async watch(each) {
    if (!each.way) return;
    each.gameWay = each.way;
    const game = await this.app.device.watch(each.way);
    if (this.isClosed) return game.close();
    each.game = game;
    each.leave = game.subscribe(() => {
      this.note(each);
      this.app.update();
    });
    this.note(each);
  }

  watchAnew(each) {
    each.leave();
    each.game?.close();
    this.watch(each);
  }

  /** Keeps what was last known of a game, also when it is asked for anew. */
  note(each) {
    const { lobby, stopReason } = each.game.view ?? {};
    // The code that led here doesn't any more, but by now the secret is known, which lasts.
    if (stopReason && each.gameWay !== each.way) return this.watchAnew(each);
    if (!lobby) return;
    this.nameAddress(each, lobby);
    for (const [name, { version }] of each.lobby ? lobby.cells : []) {
      if (each.lobby.cells.get(name)?.version === version) continue;
      this.fresh.set(`${each.at}/${name}`, performance.now() + FRESH_MILLISECONDS);
    }
    each.lobby = lobby;
  }

  /** Writes into the address how the game can be watched for good. */
  nameAddress(each, { id, watch }) {
    if (!watch || 'watch' in each.way) return;
    each.way = { lobby: id, watch };
    if (this.watched.length > 1 || location.pathname !== this.path) return;
    this.path = `/w/${textOfWay(each.way)}`;
    history.replaceState(history.state, '', this.path);
  }

  tryAgain() {
    for (const each of this.watched) {
      if (!each.game?.view?.stopReason || (each.lobby && isOver(each.lobby))) continue;
      this.watchAnew(each);
    }
  }

  close() {
    this.isClosed = true;
    for (const timer of this.timers) clearInterval(timer);
    this.wide.removeEventListener('change', this.update);
    document.removeEventListener('visibilitychange', this.update);
    this.scroll.stop();
    this.lock?.release();
    for (const { game, leave } of this.watched) {
      leave();
      game?.close();
    }
  }

  /** A board on a wall doesn't go dark. */
  async stayAwake() {
    if (!this.wide.matches || document.hidden || (this.lock && !this.lock.released)) return;
    try {
      this.lock = await /** @type {any} */ (navigator).wakeLock.request('screen');
    } catch {
      // Without it the board works all the same.
    }
  }

  view() {
    const shown = /** @type {Known[]} */ (this.watched.filter(({ lobby }) => lobby));
    if (shown.length === 0) return this.waiting();
    return this.wide.matches ? this.wall(shown) : this.phone(shown);
  }

  /** Nothing is known yet. */
  waiting() {
    return h(
      'main',
      { class: 'page middle' },
      h('h1', { tabindex: '-1' }, t('watch.title')),
      h('div', { role: 'status' }, this.watched.map((each) => h('p', null, troubleOf(each)))),
      h('a', { class: 'button', href: '/' }, t('app.toHome')),
    );
  }

  /** @param {Known[]} shown */
  phone(shown) {
    return h('div', null, topBar(), h(
      'main',
      { class: 'page board' },
      h(
        'header',
        null,
        h('h1', { tabindex: '-1' }, titleOf(shown)),
        h('p', { class: 'muted' }, shown.length === 1 && subtitleOf(shown[0].lobby)),
        this.state(),
      ),
      groupsOf(shown).map((group) => h(
        'div',
        { key: group[0].at, class: 'stage' },
        group.length < shown.length && h('h2', null, courseOf(group[0].lobby)),
        standingsTable(standingsOfGroup(group), {
          caption: t('card.result'),
          isRunning: !group.every(({ lobby }) => isOver(lobby)),
          group: group.length > 1 ? ({ game }) => labelOf(game) : undefined,
        }),
        group.map((each) =>
          h(
            'section',
            { key: each.at, class: 'cards', 'aria-labelledby': `card-${each.at}` },
            h('h2', { id: `card-${each.at}` }, headingOf(shown, each)),
            scorecard(each.lobby, Math.max(1, each.lobby.stage[1])),
            gameTexts(this.app, each.lobby).map(({ key, text }) => h('p', { key }, text)),
          ),
        ),
      )),
      this.speech(shown),
    ));
  }

  /** @param {Known[]} shown */
  wall(shown) {
    const groups = groupsOf(shown);
    const rows = Math.max(...groups.map((group) => standingsOfGroup(group).length));
    const time = clockText(Date.now());
    return h(
      'main',
      // Not an element that was something else before: it is to move.
      { key: `wall ${this.texts}`, class: 'wall' },
      h(
        'header',
        null,
        h(
          'div',
          null,
          h('h1', { tabindex: '-1' }, titleOf(shown)),
          h('p', null, shown.length === 1 && subtitleOf(shown[0].lobby)),
          shown.length === 1 && gameTexts(this.app, shown[0].lobby).map(({ key, text }) =>
            h('p', { key }, text)),
        ),
        h(
          'div',
          { class: 'clock' },
          h('time', { datetime: time }, time),
          this.state(),
          this.scroll.isNeeded &&
            h(
              'button',
              { type: 'button', class: 'quiet', onclick: () => this.pause() },
              t(this.scroll.isPaused ? 'watch.scroll' : 'watch.pause'),
            ),
        ),
      ),
      h(
        'div',
        {
          class: groups.length > 1 ? 'screen panels' : 'screen',
          style: { '--panels': groups.length, '--rows': rows },
          tabindex: 0,
          role: 'region',
          'aria-label': t('card.result'),
          mounted: (element) => this.scroll.start(element),
        },
        groups.map((group) => this.leaderboard(group, groups.length > 1)),
      ),
      h('footer', null, this.footer(shown)),
      this.speech(shown),
    );
  }

  pause() {
    this.scroll.isPaused = !this.scroll.isPaused;
    this.app.update();
  }

  /**
   * Leader first, with the holes of the round if there is room.
   *
   * @param {Known[]} group
   * @param {boolean} isPanel
   */
  leaderboard(group, isPanel) {
    const [{ lobby }] = group;
    const standings = standingsOfGroup(group);
    const round = Math.max(1, ...group.map(({ lobby: { stage } }) => stage[1]));
    const { labels } = cardOf(lobby, round);
    const cards = group.map((each) => cardOf(each.lobby, round));
    const lines = cards.flatMap((card) => card.lines);
    const holes = shownHoles(standings, labels.length, round);
    const isJoint = group.length > 1;
    return h(
      'table',
      {
        key: group[0].at,
        class: isPanel ? 'leaders' : 'leaders single',
        style: { '--rows': standings.length, '--holes': holes.length },
      },
      h('caption', { class: isPanel ? null : 'hidden' }, courseOf(lobby)),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          h('th', { scope: 'col' }, h('abbr', { title: t('table.place') }, '#')),
          h('th', { scope: 'col' }, t('table.player')),
          !isPanel && holes.map((at) =>
            h('th', { scope: 'col', class: 'hole' }, labels[at], h('small', null, parText({ ...cards[0], lines }, at, at + 1))),
          ),
          h('th', { scope: 'col' }, t('table.thru')),
          h('th', { scope: 'col' }, t('card.total')),
          h('th', { scope: 'col' }, h('abbr', { title: t('table.overPar') }, '±')),
        ),
      ),
      h(
        'tbody',
        null,
        standings.map((each) => {
          const throws = each.rounds.find((line) => line.round === round)?.throws ?? [];
          const own = cards[group.indexOf(each.game)].lines;
          const pars = own.find(({ player }) => player === each.player)?.pars ?? cards[0].pars;
          return h(
            'tr',
            {
              key: `${each.game.at}/${each.player}`,
              class: each.place === 1 ? 'first' : null,
            },
            h('td', { class: 'place' }, placeOf(each)),
            h('th', { scope: 'row' }, each.name, isJoint && h('small', null, labelOf(each.game))),
            !isPanel && holes.map((at) => {
              const name = `${each.game.at}/${cellName([round, each.player, at + 1, Field.throws])}`;
              const isFresh = (this.fresh.get(name) ?? 0) > performance.now();
              return h(
                'td',
                { class: isFresh ? 'hole now' : 'hole' },
                mark(throws[at] ?? null, pars[at]),
              );
            }),
            h('td', null, each.scored || '–'),
            h('td', null, each.scored ? each.total : '–'),
            h('td', { class: 'relation' }, each.scored ? over(each.overPar) : '–'),
          );
        }),
      ),
    );
  }

  /** Names the games that aren't on the board, and why. */
  footer(shown) {
    const missing = this.watched.filter((each) => !shown.includes(each));
    const tooMany = this.wanted > BOARD_GAMES_MAX;
    return [
      tooMany && h('p', null, t('watch.tooMany', { count: BOARD_GAMES_MAX })),
      ...missing.map((each) =>
        h('p', null, each.code && `${each.code}: `, troubleOf(each))),
    ];
  }

  /** Connection in words; the dot only adds. */
  state() {
    const how = this.pace;
    return h('p', { class: `state ${how}`, role: 'status' }, t(`watch.${how}`));
  }

  get pace() {
    return paceOf(this.watched.flatMap(({ game, lobby }) =>
      (lobby ? [{ lobby, isLive: game?.view?.connection === 'live' }] : [])));
  }

  /**
   * Says who leads, if that has changed, and not often.
   *
   * @param {Known[]} shown
   */
  speech(shown) {
    const leaders = groupsOf(shown).map((group) => {
      const first = standingsOfGroup(group).filter(({ place }) => place === 1);
      if (first.length === 0) return '';
      const names = listText(first.map(({ name }) => name));
      if (group.every(({ lobby }) => isOver(lobby))) {
        return t(first.length > 1 ? 'result.winners' : 'result.winner', { names });
      }
      return t('watch.leads', { names, over: overText(first[0].overPar) });
    });
    const said = this.heard.say(leaders.join(' '), performance.now());
    return h('p', { class: 'hidden', role: 'status' }, said);
  }
}

const courseOf = (lobby) => courseText({ course: shownCourse(lobby) });

const titleOf = (shown) => [...new Set(shown.map(({ lobby }) => courseOf(lobby)))].join(' · ');

function subtitleOf(lobby) {
  const [phase, round] = lobby.stage;
  return `${dateText(lobby.start)} · ${t(`stage.${phase}`, { round })}`;
}

/** Tells a game from others: by its code, where that was asked for, or else by when it began. */
const labelOf = ({ code, lobby }) => code || clockText(lobby.start);

const headingOf = (shown, each) =>
  shown.length > 1 ? `${courseOf(each.lobby)} · ${labelOf(each)}` : t('card.grid');

/**
 * Why a game isn't there, calmly.
 *
 * @param {Watched} watched
 */
function troubleOf({ code, way, game }) {
  const { stopReason } = game?.view ?? {};
  if (!way) return t('watch.noCode', { code });
  if (!stopReason) return t('watch.connecting');
  if (stopReason.notice?.name === 'wrong_code') return t('watch.notFound', { code });
  return stopReason.notice ? refusalText(stopReason.notice) : t('watch.stopped');
}
