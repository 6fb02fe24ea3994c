// The card while it is being filled in.

import { cardOf, nameOfMember } from '../../core/scorecard.js';
import { Field, cellKey, cellName, cellOf } from '../../core/lobby.js';
import { banner, isOut } from '../parts/banner.js';
import { h } from '../parts/dom.js';
import { grid, rangeText, scoreText } from '../parts/grid.js';
import { isBounce, keypad, pressed } from '../parts/keypad.js';
import { glide, land } from '../parts/motion.js';
import { currentHole, neighbour, nextEmpty, nines } from '../state/order.js';
import { button, courseText, segmented } from '../parts/elements.js';
import {
  canSeeSelected, focusedPlace, makeRoom, selectedCell, showSelected,
} from '../parts/selected.js';
import { Sight } from '../state/sight.js';
import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../state/order.js').Place} Place */

const FLASH_MILLISECONDS = 4000;
/** When the keypad has gone elsewhere by itself, what is tapped so soon was meant for before. */
const STARTLED_MILLISECONDS = 500;
/** More entries at once than this are told as a number. */
const TOLD_MAX = 3;
/** What may hide the selected cell, or show it again. */
const HIDING = ['scroll', 'focusin', 'visibilitychange'];

/** @param {App} app */
export async function open(app) {
  const screen = new CardScreen(app);
  const press = (event) => screen.press(event);
  const look = () => screen.look();
  const unsubscribe = app.game.subscribe(() => screen.noteEntries());
  document.addEventListener('keydown', press);
  // A sheet that opens over the card takes the focus.
  for (const event of HIDING) document.addEventListener(event, look, true);
  return {
    title: courseText(app.game.view.card),
    view: () => screen.view(),
    close() {
      unsubscribe();
      screen.room.disconnect();
      clearTimeout(screen.timer);
      document.removeEventListener('keydown', press);
      for (const event of HIDING) document.removeEventListener(event, look, true);
    },
  };
}

class CardScreen {
  /** @type {Place | null} */
  selected = null;
  /** The place, if it was tapped. */
  tapped = '';
  /** Whose place it is: columns may come and go. */
  player = 0;
  sight = new Sight();
  tens = 0;
  /** Which stretch of nine is shown; −1: all. */
  nine = 0;
  /** @type {Map<string, {value: number | null, by: string}>} what others have just written */
  flashes = new Map();
  drawn = new Map();
  said = '';
  /** When the keypad last went elsewhere by itself. */
  led = -Infinity;
  /** For the moment when it goes on by itself. */
  timer = 0;
  /** The keypad may take room from the card, and banners may cover it. */
  room = new ResizeObserver((entries) => {
    makeRoom();
    if (entries.some(({ target }) => target.matches('.grid'))) showSelected();
  });

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.game = app.game;
    const { stage } = this.state.lobby;
    this.stage = String(stage);
    this.round = stage[1];
    this.cells = this.state.lobby.cells;
    this.begin();
  }

  get state() {
    return this.game.view;
  }

  get card() {
    const { lobby, card } = this.state;
    return this.round === card.round ? card : cardOf(lobby, this.round);
  }

  get along() {
    return this.app.device.settings.along ?? 'hole';
  }

  /** Where the game is. */
  get current() {
    const { lobby } = this.state;
    if (lobby.stage[0] !== 'playing' || this.round !== lobby.stage[1]) return -1;
    let last = { hole: 0, at: -Infinity };
    for (const [name, { siblings }] of lobby.cells) {
      const [round, , hole, field] = cellKey(name);
      const at = siblings[0]?.at ?? -Infinity;
      if (field === Field.throws && round === this.round && at > last.at) last = { hole, at };
    }
    return currentHole(this.card.lines, last.hole - 1);
  }

  /** Shows where the game is, ready to enter one's own score. */
  begin() {
    const { current, card, state } = this;
    const isWide = matchMedia('(min-width: 900px) and (min-height: 900px)').matches;
    this.nine = isWide ? -1 : Math.floor(Math.max(current, 0) / 9);
    this.selected = null;
    if (current < 0 || !state.takesPart) return;
    const own = state.lobby.members[state.me - 1]?.player;
    const line = Math.max(0, card.lines.findIndex(({ player }) => player === own));
    const place = nextEmpty(card.lines, [line, current], 'hole');
    // What was tapped there goes.
    this.select(place, Boolean(document.activeElement?.closest('.foot')));
  }

  /**
   * The key of a cell.
   *
   * @param {Place} place
   * @returns {import('../../core/lobby.js').Key}
   */
  keyOf(place) {
    const [line, hole] = place;
    return [this.round, this.card.lines[line].player, hole + 1, Field.throws];
  }

  /**
   * What stands in a cell by now.
   *
   * @param {Place} place
   * @returns {import('../state/sight.js').Standing}
   */
  standing(place) {
    const key = this.keyOf(place);
    const isDisputed = this.state.disputes.some((each) => cellName(each.key) === cellName(key));
    const isFilled = this.card.lines[place[0]].throws[place[1]] !== null;
    return { seen: this.game.seen(key), isFilled, isDisputed };
  }

  /** Takes notice of what stands in the selected cell, and of when that is time to go on. */
  look() {
    const place = this.selected;
    clearTimeout(this.timer);
    if (!place || !this.state || !this.card.lines[place[0]]) return;
    const now = performance.now();
    this.sight.look(this.standing(place), canSeeSelected(), now);
    const wait = this.sight.goesOnAt - now;
    if (wait === Infinity) return;
    this.timer = setTimeout(() => {
      this.follow();
      this.look();
    }, wait);
  }

  /** @param {Place | null} place @param {boolean} [takesFocus] */
  select(place, takesFocus = true) {
    if (!place && document.activeElement?.closest('.keypad')) {
      // The keypad goes; its cell stays.
      selectedCell()?.focus({ preventScroll: true });
    }
    this.selected = place;
    this.tapped = '';
    this.tens = 0;
    this.led = -Infinity;
    if (place) {
      this.player = this.card.lines[place[0]].player;
      this.sight.open(this.standing(place), performance.now());
      if (this.nine >= 0) this.nine = Math.floor(place[1] / 9);
    }
    const from = document.querySelector('.frame')?.getBoundingClientRect();
    this.app.update();
    requestAnimationFrame(() => {
      showSelected();
      if (takesFocus) selectedCell()?.focus({ preventScroll: true });
      glide(from);
    });
  }

  /**
   * A cell was tapped; whoever taps it again, or only watches, is told more of it.
   *
   * @param {Place} place
   */
  tap = (place, event) => {
    if (isBounce(String(place), event.timeStamp)) return;
    // Where the keypad has gone by itself, the first tap is there to enter something.
    const isAgain = String(place) === this.tapped && String(place) === String(this.selected);
    if (this.state.takesPart) this.select(place);
    this.tapped = String(place);
    if (isAgain || !this.state.takesPart || this.standing(place).isDisputed) this.open(place);
  };

  /** Tells who entered what there, and when. */
  open(place) {
    const key = this.keyOf(place);
    if (cellOf(this.state.lobby, key).siblings.length === 0) return;
    this.app.using('dispute', ({ openDispute }) => openDispute(this.app, key));
  }

  /** @type {import('../parts/keypad.js').Actions} */
  does = {
    enter: (throws) => this.write(throws),
    clear: () => this.write(null),
    tens: (tens) => {
      this.tens = tens;
      this.sight.touchedAt = performance.now();
      this.app.update();
    },
    undo: () => this.undo(),
    next: () => {
      if (!this.selected) return;
      this.select(neighbour(this.card.lines, this.selected, this.along), this.hasCellFocus);
      this.tell(this.placeText(this.selected));
    },
    tell: () => this.selected && this.open(this.selected),
    close: () => this.select(null),
    move: (lines, holes) => {
      const { lines: all, pars } = this.card;
      const within = (value, count) => Math.min(Math.max(value, 0), count - 1);
      const [line, hole] = this.selected ?? focusedPlace() ?? [0, 0];
      this.select([within(line + lines, all.length), within(hole + holes, pars.length)]);
    },
  };

  get hasCellFocus() {
    return focusedPlace() !== null;
  }

  /** Whether an undo is seen here: it may be of another round, or no score. */
  get canUndo() {
    const { undoable } = this.state;
    return undoable?.[0] === this.round && undoable[3] === Field.throws;
  }

  /** Takes the last entry back, and is there to enter it anew. */
  undo() {
    const [, player, hole] = this.state.undoable ?? [];
    if (!this.canUndo || !this.app.attempt(() => this.game.undo())) return;
    const line = this.card.lines.findIndex((each) => each.player === player);
    if (line >= 0) this.select([line, hole - 1], this.hasCellFocus);
    this.tell(t('pad.undone'));
  }

  /** @param {number | null} value */
  write(value) {
    const { selected: place, app, game } = this;
    const shown = place && this.card.lines[place[0]].throws[place[1]];
    if (!place || (value === null && shown === null)) return;
    if (performance.now() - this.led < STARTLED_MILLISECONDS) return;
    const key = this.keyOf(place);
    const seen = this.sight.seen(performance.now());
    const isDone = app.attempt(() => game.edit({ op: 'set', cell: key, value }, seen));
    if (!isDone) return;
    if (this.state.lobby.stage[0] === 'locked' && !this.state.isHost) app.say(t('card.locked'));
    const { lines, pars } = this.card;
    const what = `${this.placeText(place)}: ${scoreText(value, pars[place[1]])}.`;
    const next = value === null ? place : nextEmpty(lines, place, this.along);
    this.select(next, this.hasCellFocus);
    requestAnimationFrame(() => land(place));
    const isNew = next && next !== place;
    const then = isNew ? t('pad.nextIs', { what: this.placeText(next) }) : '';
    this.tell(`${what} ${then}`.trimEnd());
  }

  placeText([line, hole]) {
    const { labels, lines } = this.card;
    return `${t('card.holeName', { hole: labels[hole] })}, ${lines[line].name}`;
  }

  /** Says it to those who can't see the card. */
  tell(text) {
    this.said = text;
    this.app.update();
  }

  press(event) {
    if (!this.state?.takesPart) return;
    const isMove = event.key.startsWith('Arrow') && this.hasCellFocus;
    if (this.selected || isMove) pressed(event, this.tens, this.does);
  }

  /** Shows for a moment what others have entered. */
  noteEntries() {
    const { state } = this;
    if (!state?.lobby) return;
    const { lobby, me } = state;
    const before = this.cells;
    this.cells = lobby.cells;
    const news = [];
    for (const [name, { version, siblings }] of lobby.cells) {
      if (before.get(name)?.version === version || siblings.length === 0) continue;
      const last = siblings.reduce((best, each) => (each.seq > best.seq ? each : best));
      const key = cellKey(name);
      if (last.member === me || key[3] !== Field.throws || key[0] !== this.round) continue;
      news.push({ name, key, value: last.value, by: nameOfMember(lobby, last.member) });
    }
    if (news.length > 0) this.flash(news);
    const stage = String(lobby.stage);
    if (stage !== this.stage) {
      this.stage = stage;
      this.round = lobby.stage[1];
      this.begin();
      this.led = performance.now();
    } else this.follow();
  }

  /** Stays with the selected player, or goes on to where the game is. */
  follow() {
    if (!this.selected || !this.state) return;
    const { lines } = this.card;
    const [, hole] = this.selected;
    const line = lines.findIndex(({ player }) => player === this.player);
    if (line < 0 || performance.now() >= this.sight.goesOnAt) {
      this.begin();
      this.led = performance.now();
    } else this.selected = [line, hole];
  }

  flash(news) {
    for (const each of news) this.flashes.set(each.name, each);
    setTimeout(() => {
      for (const each of news) {
        if (this.flashes.get(each.name) === each) this.flashes.delete(each.name);
      }
      this.app.update();
    }, FLASH_MILLISECONDS);
    const { lines, pars } = this.card;
    const told = news.map(({ key: [, player, hole], value, by }) => {
      const line = lines.findIndex((each) => each.player === player);
      if (line < 0) return '';
      const what = scoreText(value, pars[hole - 1]);
      return `${by}: ${this.placeText([line, hole - 1])}, ${what}.`;
    });
    this.tell(told.length > TOLD_MAX ? t('card.news', { count: told.length }) : told.join(' '));
  }

  // What it looks like.

  view() {
    const { state } = this;
    if (!state?.lobby) return null;
    requestAnimationFrame(() => {
      for (const part of document.querySelectorAll('.banner, .grid')) this.room.observe(part);
      this.look();
    });
    const { app, card, selected } = this;
    const isOpen = selected && card.lines[selected[0]] && state.takesPart;
    return h(
      'div',
      {
        class: isOpen ? 'card-screen with-pad' : 'card-screen',
        style: { '--columns': card.lines.length },
      },
      this.header(card),
      h('main', null,
        h('h1', { class: 'hidden', tabindex: '-1' }, `${courseText(card)}, ${this.stageText()}`),
        banner(app),
        this.choices(card),
        card.lines.length > 0
          ? grid({
              view: state,
              card,
              stretch: this.stretch,
              selected: isOpen ? selected : null,
              current: this.current,
              flashes: this.flashes,
              isKept: !this.game.storageTrouble,
              select: this.tap,
              drawn: this.drawn,
              openPlayer: !state.takesPart
                ? null
                : (player) =>
                    app.using('person', ({ openPerson }) => openPerson(app, `p${player}`)),
            })
          : h('p', { class: 'page muted' }, t('card.empty')),
      ),
      isOpen ? this.pad(card, selected) : this.isDone && app.part('notices')?.after(app),
      h('p', { class: 'hidden', role: 'status' }, this.said),
    );
  }

  get stretch() {
    const { labels } = this.card;
    return nines(labels.length)[this.nine] ?? [0, labels.length];
  }

  /** Whether nothing is left to be scored in the last round. */
  get isDone() {
    const { card, lobby: { stage: [phase, round] } } = this.state;
    const isFull = this.current < 0 && card.lines.length > 0;
    return this.round === round && (phase !== 'playing' || isFull);
  }

  stageText() {
    const [phase, round] = this.state.lobby.stage;
    return t(`stage.${phase}`, { round });
  }

  header(card) {
    const { app, state } = this;
    const { presence } = state;
    return h(
      'header',
      { class: 'bar top' },
      h('a', { class: 'button quiet back', href: '/', 'aria-label': t('home') }, '‹'),
      h(
        'p',
        { class: 'where' },
        h('strong', null, courseText(card)),
        h('small', { class: 'muted' }, this.stageText(),
          presence && !isOut(app) && ` · ${t('card.here', { count: presence.here.length })}`),
      ),
      button(t('menu'), () => app.using('menu', ({ openMenu }) => openMenu(app)), 'quiet'),
    );
  }

  /** Which round, and which holes. */
  choices(card) {
    const rounds = this.state.lobby.stage[1];
    const parts = nines(card.labels.length);
    /** @type {[number, string][]} */
    const stretches = parts.map((part, at) => [at, rangeText(card, part)]);
    const set = (change) => {
      Object.assign(this, change);
      this.app.update();
    };
    return h(
      'div',
      { class: 'choices' },
      rounds > 1 &&
        segmented(
          t('card.rounds'),
          Array.from({ length: rounds }, (_, at) => [at + 1, t('card.round', { round: at + 1 })]),
          this.round,
          (round) => set({ round, selected: null }),
        ),
      parts.length > 1 &&
        segmented(
          t('setup.holes'),
          [...stretches, [-1, t('card.all')]],
          this.nine,
          (nine) => {
            const isShown = nine < 0 || Math.floor((this.selected?.[1] ?? -1) / 9) === nine;
            set({ nine, selected: isShown ? this.selected : null });
          },
        ),
    );
  }

  pad(card, place) {
    const [line, hole] = place;
    const { name, throws } = card.lines[line];
    const [entry] = cellOf(this.state.lobby, this.keyOf(place)).siblings;
    const next = neighbour(card.lines, place, this.along);
    return keypad({
      title: [
        h('strong', null, name),
        h('span', { class: 'muted' }, t('card.holeName', { hole: card.labels[hole] }), ' · ',
          t('card.par', { par: card.pars[hole] })),
      ],
      by: entry && t('pad.by', { name: nameOfMember(this.state.lobby, entry.member) }),
      label: t('pad.label', { what: this.placeText(place) }),
      par: card.pars[hole],
      tens: this.tens,
      next: next[1] === hole
        ? card.lines[next[0]].name
        : t('card.holeName', { hole: card.labels[next[1]] }),
      canClear: throws[hole] !== null,
      canUndo: this.canUndo,
      does: this.does,
    });
  }
}
