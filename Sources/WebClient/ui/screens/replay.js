// A game from its beginning: entry by entry or hole by hole, with who entered what when.

import { courseOf } from '../../core/scorecard.js';
import { standingsOf } from '../../core/standings.js';
import { historyOf } from '../../device/history.js';
import { clockText, dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, courseText, topBar } from '../parts/elements.js';
import { knockStrip } from '../parts/knocks.js';
import { scorecard, standingsTable } from '../parts/paper.js';
import { eventText, heldText, holeText } from '../parts/words.js';
import { Replay } from '../state/timeline.js';
import { t } from '../strings.js';

const STEP_MILLISECONDS = 700;
const SHOWN_ENTRIES = 6;

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 */

/** @param {App} app @param {Game} game */
export async function open(app, game) {
  const player = new Player(app, game);
  player.load();
  return {
    title: t('replay.title'),
    view: () => player.view(),
    close: () => player.pause(),
  };
}

const step = (name, content, onclick, isEnd) =>
  button(content, onclick, undefined, { 'aria-label': t(name), 'aria-disabled': isEnd });

class Player {
  /** @type {Replay | null} */
  replay = null;
  hasFailed = false;
  /**
   * Places in the log that are worth a look.
   *
   * @type {import('../state/timeline.js').Entry[]}
   */
  steps = [];
  /** Which of them is shown. */
  at = 0;
  timer = 0;

  /** @param {App} app @param {Game} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
  }

  async load() {
    this.hasFailed = false;
    this.app.update();
    await this.connected();
    try {
      const changes = await historyOf(this.game);
      const { lobby } = /** @type {KnownView} */ (this.game.known);
      const replay = new Replay(lobby.id, changes);
      this.steps = replay.entries.filter((entry) => eventText(lobby, entry) !== null);
      this.at = this.steps.length - 1;
      this.replay = replay;
    } catch {
      this.hasFailed = true;
    }
    this.app.update();
  }

  /** Once there is somebody to ask. */
  connected() {
    const isThere = () => !['connecting', 'offline'].includes(this.game.view?.connection ?? '');
    if (isThere()) return null;
    return new Promise((resolve) => {
      const leave = this.game.subscribe(() => {
        if (!isThere()) return;
        leave();
        resolve(null);
      });
    });
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.app.update();
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    if (this.at >= this.steps.length - 1) this.at = 0;
    this.timer = setInterval(() => {
      this.at += 1;
      if (this.at >= this.steps.length - 1) this.pause();
      this.app.update();
    }, STEP_MILLISECONDS);
    this.app.update();
  }

  go(at) {
    if (this.isPlaying) this.pause();
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    this.app.update();
  }

  /**
   * To the end of the next hole, or of the one before.
   *
   * @param {1 | -1} direction
   */
  turn(direction) {
    const { seq } = this.steps[this.at];
    const next = this.replay?.holeBeside(seq, direction);
    if (next === undefined) return this.go(direction > 0 ? this.steps.length - 1 : 0);
    this.go(this.steps.findIndex((entry) => entry.seq === next));
  }

  press(event) {
    const turns = { PageUp: -1, PageDown: 1 };
    const isButton = event.target.closest('button, a');
    if (event.key === ' ' && !isButton) this.toggle();
    else if (turns[event.key]) this.turn(turns[event.key]);
    else return;
    event.preventDefault();
  }

  /** When an entry was typed; "" for what has no time. */
  time(entry, lobby) {
    if (entry.at === null) return '';
    return clockText(lobby.start + entry.at) + heldText(entry.heldMilliseconds);
  }

  view() {
    const { known } = this.game;
    if (!known) return null;
    const { lobby } = known;
    const result = { class: 'button quiet', href: `/g/${this.game.key}/result` };
    return h('div', null, topBar(h('a', result, t('card.result'))), h(
      'main',
      { class: 'page result replay', onkeydown: (event) => this.replay && this.press(event) },
      h(
        'header',
        null,
        h('h1', { tabindex: '-1' }, t('replay.title')),
        h(
          'p',
          { class: 'muted' },
          courseText({ course: courseOf(lobby) }),
          ', ',
          dateText(lobby.start),
        ),
      ),
      knockStrip(this.app, this.game, known),
      this.replay ? this.stage(this.replay) : this.waiting(),
    ));
  }

  waiting() {
    return h(
      'div',
      { key: 'waiting', class: 'notice' },
      h('p', { role: 'status' }, t(this.hasFailed ? 'history.failed' : 'history.asking')),
      this.hasFailed &&
        h('button', { type: 'button', onclick: () => this.load() }, t('history.again')),
    );
  }

  /** @param {Replay} replay */
  stage(replay) {
    const entry = this.steps[this.at];
    const lobby = replay.lobbyAt(entry.seq);
    const round = entry.key?.[0] || Math.max(1, lobby.stage[1]);
    const text = eventText(lobby, entry) ?? '';
    const when = this.time(entry, lobby);
    const isFirst = this.at === 0;
    const isLast = this.at === this.steps.length - 1;
    return h(
      'div',
      { key: 'stage', class: 'stage' },
      h(
        'section',
        { class: 'controls', 'aria-label': t('replay.controls') },
        h('p', { class: 'event' }, h('b', null, text), h('span', null, when)),
        h('input', {
          type: 'range',
          min: 0,
          max: this.steps.length - 1,
          step: 1,
          value: String(this.at),
          'aria-label': t('replay.slider'),
          'aria-valuetext': [text, when].filter(Boolean).join(', '),
          oninput: (event) => this.go(Number(event.target.value)),
        }),
        h(
          'div',
          { class: 'buttons' },
          step('replay.holeBack', `‹ ${t('card.hole')}`, () => this.turn(-1), isFirst),
          button(t(`replay.${this.isPlaying ? 'pause' : 'play'}`), () => this.toggle(), 'primary'),
          step('replay.holeNext', `${t('card.hole')} ›`, () => this.turn(1), isLast),
          step('replay.entryBack', `‹ ${t('replay.slider')}`, () => this.go(this.at - 1), isFirst),
          step('replay.entryNext', `${t('replay.slider')} ›`, () => this.go(this.at + 1), isLast),
        ),
        h(
          'p',
          { class: 'muted' },
          t('replay.step', { at: this.at + 1, count: this.steps.length }),
          this.hole(replay, lobby, entry),
        ),
      ),
      h('div', { class: 'cards' }, scorecard(lobby, round, entry.key)),
      standingsTable(standingsOf(lobby), { caption: t('card.result'), isRunning: true }),
      this.log(replay),
    );
  }

  /** The hole that was finished last. */
  hole(replay, lobby, { seq }) {
    const done = replay.holeDone(seq);
    return done && ` · ${t('replay.done', { hole: holeText(lobby, done.hole) })}`;
  }

  /** The last entries up to this one. */
  log(replay) {
    const first = Math.max(0, this.at - SHOWN_ENTRIES + 1);
    const lobby = replay.lobbyAt(this.steps[this.at].seq);
    return h(
      'section',
      { class: 'log', 'aria-labelledby': 'log' },
      h('h2', { id: 'log' }, t('replay.log')),
      h(
        'ol',
        null,
        this.steps
          .slice(first, this.at + 1)
          .reverse()
          .map((entry) =>
            h(
              'li',
              { key: entry.seq },
              h('span', null, eventText(lobby, entry)),
              h('span', { class: 'muted' }, this.time(entry, lobby)),
            ),
          ),
      ),
    );
  }
}
