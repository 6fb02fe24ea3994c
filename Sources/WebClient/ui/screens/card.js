// The card while it is being filled in.

import { Field } from '../../core/fields.js';
import { cellOf, isDeleted } from '../../core/lobby.js';
import { nameOfMember, shownValue } from '../../core/scorecard.js';
import { banner, isOut } from '../parts/banner.js';
import { h } from '../parts/dom.js';
import { button, courseText, segmented } from '../parts/elements.js';
import { friendsHere } from '../parts/friend-mark.js';
import { grid, rangeText, scoreText } from '../parts/grid.js';
import { keypad, pressed } from '../parts/keypad.js';
import { glide, land } from '../parts/motion.js';
import {
  canSeeSelected, focusNow, focusedPlace, makeRoom, selectedCell, showSelected,
} from '../parts/selected.js';
import { CardState, takesFocus } from '../state/card-state.js';
import { neighbour, nines } from '../state/order.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/scorecard.js').Card} Card
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../state/order.js').Place} Place
 */

const FLASH_MILLISECONDS = 4000;
/** More entries at once than this are told as a number. */
const TOLD_MAX = 3;
/** After these events the selected cell may be out of sight, or in sight again. */
const HIDING = ['scroll', 'focusin', 'visibilitychange'];
const WIDE = '(min-width: 900px) and (min-height: 900px)';

/** @param {App} app @param {Game} game */
export async function open(app, game) {
  const screen = new CardScreen(app, game);
  const press = (event) => screen.press(event);
  const look = () => screen.look();
  const unsubscribe = game.subscribe(() => screen.noteEntries());
  document.addEventListener('keydown', press);
  // A sheet that opens over the card takes the focus.
  for (const event of HIDING) document.addEventListener(event, look, true);
  return {
    title: courseText(screen.state.card),
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

/** Draws what `CardState` has decided, and tells it what happens. */
class CardScreen {
  drawn = new Map();
  said = '';
  /** For the moment when it goes on by itself. */
  timer = 0;
  /** The keypad may take room from the card, and banners may cover it. */
  room = new ResizeObserver((entries) => {
    makeRoom();
    if (entries.some(({ target }) => target.matches('.grid'))) showSelected();
  });

  /** @param {App} app @param {Game} game */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.state = new CardState(game, app.device.settings, matchMedia(WIDE), performance.now());
    this.show('lead');
  }

  /**
   * Shows where the selection has gone.
   *
   * @param {import('../state/card-state.js').Deed} deed
   */
  show(deed) {
    const gets = takesFocus(deed, focusNow());
    const focus = () => gets && selectedCell()?.focus({ preventScroll: true });
    // A button that goes with the keypad can't give the focus away later.
    if (deed === 'close') focus();
    const from = document.querySelector('.frame')?.getBoundingClientRect();
    this.app.update();
    requestAnimationFrame(() => {
      showSelected();
      focus();
      glide(from);
    });
  }

  /** Takes notice of what stands in the selected cell, and of when that is time to go on. */
  look() {
    clearTimeout(this.timer);
    const wait = this.state.look(canSeeSelected(), performance.now());
    if (wait === Infinity) return;
    this.timer = setTimeout(() => {
      if (this.state.follow(performance.now())) this.show('lead');
      this.look();
    }, wait);
  }

  /** @param {Place} place */
  tap = (place, event) => {
    const { state } = this;
    if (state.isBounce(String(place), event.timeStamp)) return;
    const told = state.tap(place, performance.now());
    if (state.isOpen) this.show('tap');
    if (told) this.open(told);
  };

  /** Tells who entered what there, and when. */
  open(key) {
    this.app.using('dispute', ({ openDispute }) => openDispute(this.app, this.game, key));
  }

  /** @type {import('../parts/keypad.js').Actions} */
  does = {
    isBounce: (what, at) => this.state.isBounce(what, at),
    enter: (throws) => this.write(throws),
    clear: () => this.write(null),
    tens: (tens) => {
      this.state.setTens(tens, performance.now());
      this.app.update();
    },
    undo: () => this.undo(),
    next: () => {
      this.state.next(performance.now());
      if (!this.state.selected) return;
      this.show('next');
      this.tell(this.placeText(this.state.selected));
    },
    tell: () => {
      const { selected } = this.state;
      const told = selected && this.state.toldOf(selected);
      if (told) this.open(told);
    },
    beside: () => {
      const { selected, round, card } = this.state;
      if (!selected) return;
      const where = { round, player: card.lines[selected[0]].player, hole: selected[1] + 1 };
      this.app.using('menu', ({ withRules }) =>
        withRules(this.app, ({ beside }) => beside.openBeside(this.app, this.game, where)));
    },
    close: () => {
      this.state.close(performance.now());
      this.show('close');
    },
    move: (lines, holes) => {
      this.state.move(lines, holes, focusedPlace(), performance.now());
      this.show('move');
    },
  };

  /** Takes the last entry back, and is there to enter it anew. */
  undo() {
    const { canUndo, view: { undoable } } = this.state;
    if (!undoable || !canUndo || !this.app.attempt(() => this.game.undo())) return;
    this.state.undone(undoable, performance.now());
    this.show('undo');
    this.tell(t('pad.undone'));
  }

  /** @param {number | null} value */
  write(value) {
    const { app, game, state } = this;
    const entry = state.entry(value, performance.now());
    if (!entry) return;
    const [round, player, hole] = entry.command.cell;
    /** @type {import('../../core/lobby.js').Key} */
    const pickup = [round, player, hole, Field.pickedUp];
    // Who enters throws where somebody was said to have picked up says that they didn't.
    const isPickedUp = value !== null && shownValue(state.view.lobby, pickup) !== null;
    const takeBack = () => game.edit({ op: 'set', cell: pickup, value: null });
    if (isPickedUp && !app.attempt(takeBack)) return;
    if (!app.attempt(() => game.edit(entry.command, entry.seen))) return;
    const { lobby, isHost } = state.view;
    if (isDeleted(lobby)) app.say(t('card.deleted'));
    else if (lobby.stage[0] === 'locked' && !isHost) app.say(t('card.locked'));
    const { place } = entry;
    const what = `${this.placeText(place)}: ${scoreText(value, state.parAt(place))}.`;
    const next = state.entered(entry, performance.now());
    this.show('enter');
    requestAnimationFrame(() => land(place));
    const then = next ? t('pad.nextIs', { what: this.placeText(next) }) : '';
    this.tell(`${what} ${then}`.trimEnd());
  }

  /** @param {Place} place */
  placeText([line, hole]) {
    const { labels, lines } = this.state.card;
    return `${t('card.holeName', { hole: labels[hole] })}, ${lines[line].name}`;
  }

  /** Says it to those who can't see the card. */
  tell(text) {
    this.said = text;
    this.app.update();
  }

  press(event) {
    if (!this.game.known?.takesPart) return;
    const isMove = event.key.startsWith('Arrow') && focusNow() === 'cell';
    if (this.state.selected || isMove) pressed(event, this.state.tens, this.does);
  }

  /** Shows for a moment what others have entered. */
  noteEntries() {
    const { news, isLed } = this.state.note(performance.now());
    if (news.length > 0) this.flash(news);
    if (isLed) this.show('lead');
  }

  /** @param {import('../state/card-state.js').News[]} news */
  flash(news) {
    setTimeout(() => {
      this.state.fade(news);
      this.app.update();
    }, FLASH_MILLISECONDS);
    const told = news.map(({ place, value, by }) =>
      place ? `${by}: ${this.placeText(place)}, ${scoreText(value, this.state.parAt(place))}.` : '');
    this.tell(told.length > TOLD_MAX ? t('card.news', { count: told.length }) : told.join(' '));
  }

  // Its looks.

  view() {
    const { app, game, state } = this;
    const { known } = game;
    if (!known) return null;
    requestAnimationFrame(() => {
      for (const part of document.querySelectorAll('.banner, .grid')) this.room.observe(part);
      this.look();
    });
    const { card } = state;
    const selected = state.isOpen ? state.selected : null;
    return h(
      'div',
      {
        class: selected ? 'card-screen with-pad' : 'card-screen',
        style: { '--columns': card.lines.length },
      },
      this.header(known, card),
      h('main', null,
        h('h1', { class: 'hidden', tabindex: '-1' }, `${courseText(card)}, ${stageText(known)}`),
        banner(app, game, known),
        this.choices(known, card),
        known.lobby.games.length > 0 &&
          app.part('menu')?.gameLines(app, game, known, state.round),
        card.lines.length > 0
          ? grid({
              view: known,
              card,
              friends: friendsHere(app, known),
              stretch: state.stretch,
              selected,
              current: state.current,
              flashes: state.flashes,
              isKept: !game.storageTrouble,
              received: known.lobby.games.length > 0
                ? app.part('menu')?.throwsReceived(app, known.lobby, state.round) : null,
              select: this.tap,
              drawn: this.drawn,
              openHole: (hole) =>
                app.using('hole', (part) => part.openHole(app, game, hole)),
              openPlayer: !known.takesPart
                ? null
                : (player) =>
                    app.using('person', ({ openPerson }) => openPerson(app, game, `p${player}`)),
            })
          : h('p', { class: 'page muted' }, t('card.empty')),
      ),
      selected
        ? this.pad(known, card, selected)
        : state.isDone && app.part('notices')?.after(app, game, known),
      h('p', { class: 'hidden', role: 'status' }, this.said),
    );
  }

  /** @param {KnownView} view @param {Card} card */
  header(view, card) {
    const { app, game } = this;
    const { presence } = view;
    return h(
      'header',
      { class: 'bar top' },
      h('a', { class: 'button quiet back', href: '/', 'aria-label': t('home') }, '‹'),
      h(
        'p',
        { class: 'where' },
        h('strong', null, courseText(card)),
        h('small', { class: 'muted' }, stageText(view),
          presence && !isOut(app, view) && ` · ${t('card.here', { count: presence.here.length })}`),
      ),
      button(t('menu'), () => app.using('menu', ({ openMenu }) => openMenu(app, game)), 'quiet'),
    );
  }

  /**
   * Which round, and which holes.
   *
   * @param {KnownView} view
   * @param {Card} card
   */
  choices(view, card) {
    const { app, state } = this;
    const rounds = view.lobby.stage[1];
    const parts = nines(card.labels.length);
    /** @type {[number, string][]} */
    const stretches = parts.map((part, at) => [at, rangeText(card, part)]);
    return h(
      'div',
      { class: 'choices' },
      rounds > 1 &&
        segmented(
          t('card.rounds'),
          Array.from({ length: rounds }, (_, at) => [at + 1, t('card.round', { round: at + 1 })]),
          state.round,
          (round) => {
            state.showRound(round);
            app.update();
          },
        ),
      parts.length > 1 &&
        segmented(
          t('setup.holes'),
          [...stretches, [-1, t('card.all')]],
          state.nine,
          (nine) => {
            state.showNine(nine);
            app.update();
          },
        ),
    );
  }

  /** @param {KnownView} view @param {Card} card @param {Place} place */
  pad({ lobby }, card, place) {
    const { state } = this;
    const [line, hole] = place;
    const { name, throws, pars } = card.lines[line];
    const [entry] = cellOf(lobby, state.keyOf(place)).siblings;
    const next = neighbour(card.lines, place, state.along);
    return keypad({
      title: [
        h('strong', null, name),
        h('span', { class: 'muted' }, t('card.holeName', { hole: card.labels[hole] }), ' · ',
          t('card.par', { par: pars[hole] })),
      ],
      by: entry && t('pad.by', { name: nameOfMember(lobby, entry.member) }),
      label: t('pad.label', { what: this.placeText(place) }),
      par: pars[hole],
      tens: state.tens,
      next: next[1] === hole
        ? card.lines[next[0]].name
        : t('card.holeName', { hole: card.labels[next[1]] }),
      canClear: throws[hole] !== null,
      canUndo: state.canUndo,
      does: this.does,
    });
  }
}

/** @param {KnownView} view */
function stageText({ lobby: { stage: [phase, round] } }) {
  return t(`stage.${phase}`, { round });
}
