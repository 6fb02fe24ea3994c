// The decisions of the card screen: which cell is selected and whose it is, what a tap or a key
// does there, where the keypad goes after an entry, and what isn't meant for the cell that it has
// just come to. Knows neither page nor clock: times are those of one clock that never goes back, in
// milliseconds.
//
// Two things may move the selection: the person, and the game (others fill the cell, a column goes,
// a round begins). After the latter, what is tapped at once was meant for the cell before, and
// enters nothing.

import { Field } from '../../core/fields.js';
import { cellKey, cellName, cellOf } from '../../core/lobby.js';
import { cardOf, nameOfMember, shownValue } from '../../core/scorecard.js';
import { currentHole, neighbour, nextEmpty, nines } from './order.js';
import { Sight } from './sight.js';

/**
 * @typedef {import('./order.js').Place} Place
 * @typedef {import('../../core/lobby.js').Key} Key
 * @typedef {import('../../core/client-core.js').Seen} Seen
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {{readonly known: KnownView | null, seen(key: Key): Seen}} Game
 * @typedef {{along: import('./order.js').Along | null}} Settings
 * @typedef {{place: Place, value: number | null, seen: Seen | undefined,
 *   command: {op: 'set', cell: Key, value: number | null}}} Entry
 * @typedef {{name: string, place: Place | null, value: number | null, by: string}} News what another
 *   has entered; no `place`: in a column that isn't on the card
 * @typedef {'cell' | 'keypad' | 'foot' | 'elsewhere'} Focus what part of the screen has it
 * @typedef {'tap' | 'move' | 'enter' | 'undo' | 'next' | 'close' | 'lead'} Deed what has moved the
 *   selection; `lead`: not the person
 */

/** When the game has moved the selection, what is tapped so soon was meant for before. */
const STARTLED_MILLISECONDS = 500;
/** A wet finger presses twice what it means once. */
const BOUNCE_MILLISECONDS = 120;
const HOLES_SHOWN = 9;

/** By deed, where the focus must be for the selected cell to take it. */
const GIVES_FOCUS = {
  tap: ['cell', 'keypad', 'foot', 'elsewhere'],
  move: ['cell', 'keypad', 'foot', 'elsewhere'],
  // Whoever taps keys keeps the focus on them.
  enter: ['cell'],
  undo: ['cell'],
  next: ['cell'],
  // The keypad goes, and its cell stays.
  close: ['keypad'],
  // The button that was tapped there is gone.
  lead: ['foot'],
};

/** @type {(deed: Deed, focus: Focus) => boolean} whether the selected cell takes the focus */
export const takesFocus = (deed, focus) => GIVES_FOCUS[deed].includes(focus);

export class CardState {
  /** @type {Place | null} */
  selected = null;
  /** The keys enter numbers from ten times this on. */
  tens = 0;
  /** Which stretch of nine is shown; −1: all. */
  nine = 0;
  /** @type {Map<string, News>} what others have just written, by `cellName` */
  flashes = new Map();
  #game;
  #settings;
  #wide;
  /** Whose cell is selected: columns may come and go. */
  #player = 0;
  /** The place that was tapped. */
  #tapped = '';
  #sight = new Sight();
  /** When the game last moved the selection. */
  #ledAt = -Infinity;
  #stage;
  #cells;
  #touch = { what: '', at: -Infinity };

  /**
   * @param {Game} game
   * @param {Settings} settings as they are from time to time
   * @param {{readonly matches: boolean}} wide whether there is room for all holes
   * @param {number} now
   */
  constructor(game, settings, wide, now) {
    this.#game = game;
    this.#settings = settings;
    this.#wide = wide;
    const { stage, cells } = this.view.lobby;
    this.#stage = String(stage);
    this.#cells = cells;
    this.round = stage[1];
    this.#begin(now);
  }

  /** @returns {KnownView} only asked for while the game is known */
  get view() {
    return /** @type {KnownView} */ (this.#game.known);
  }

  get card() {
    const { lobby, card } = this.view;
    return this.round === card.round ? card : cardOf(lobby, this.round);
  }

  get along() {
    return this.#settings.along ?? 'hole';
  }

  /** Whether there is a keypad. */
  get isOpen() {
    const { selected } = this;
    return selected !== null && selected[0] < this.card.lines.length && this.view.takesPart;
  }

  /** The hole where the game is; −1: nowhere in this round. */
  get current() {
    const { lobby } = this.view;
    if (lobby.stage[0] !== 'playing' || this.round !== lobby.stage[1]) return -1;
    const start = shownValue(lobby, [this.round, 0, 0, Field.start]);
    let last = { hole: Number(start ?? 1), at: -Infinity };
    for (const [name, { siblings }] of lobby.cells) {
      const [round, , hole, field] = cellKey(name);
      const at = siblings[0]?.at ?? -Infinity;
      if (field === Field.throws && round === this.round && at > last.at) last = { hole, at };
    }
    return currentHole(this.card.lines, last.hole - 1);
  }

  /** The holes that are shown: the first, and the one behind the last. */
  get stretch() {
    const { length } = this.card.labels;
    return nines(length)[this.nine] ?? [0, length];
  }

  /** Whether nothing is left to be scored in the last round, and that is shown. */
  get isDone() {
    const { card, lobby: { stage: [phase, round] } } = this.view;
    const isFull = this.current < 0 && card.lines.length > 0;
    return this.round === round && (phase !== 'playing' || isFull);
  }

  /** Whether an undo is seen here: it may be of another round, or no score. */
  get canUndo() {
    const { undoable } = this.view;
    return undoable?.[0] === this.round && undoable[3] === Field.throws;
  }

  /** @type {(place: Place) => Key} */
  keyOf = ([line, hole]) => [this.round, this.card.lines[line].player, hole + 1, Field.throws];

  /** The cell of which more is told; null if nothing was ever entered there. */
  toldOf(place) {
    const key = this.keyOf(place);
    return cellOf(this.view.lobby, key).siblings.length > 0 ? key : null;
  }

  // Done by the person.

  /**
   * Whether the same thing is touched again so soon that nobody means it.
   *
   * @param {string} what
   * @param {number} at
   */
  isBounce(what, at) {
    const isSoon = what === this.#touch.what && at - this.#touch.at < BOUNCE_MILLISECONDS;
    this.#touch = { what, at };
    return isSoon;
  }

  /**
   * A cell was tapped. Whoever taps it again, or only watches, is told more of it, and so is
   * whoever taps a dispute.
   *
   * @param {Place} place
   * @param {number} now
   * @returns {Key | null} the cell of which more is told
   */
  tap(place, now) {
    const { takesPart } = this.view;
    // Where the game has moved the selection, the first tap is there to enter something.
    const isAgain = String(place) === this.#tapped && String(place) === String(this.selected);
    if (takesPart) this.#select(place, now);
    this.#tapped = String(place);
    const isTold = isAgain || !takesPart || this.#standing(place).isDisputed;
    return isTold ? this.toldOf(place) : null;
  }

  /** @param {Place} place what its hole is worth to whoever plays there */
  parAt([line, hole]) {
    return this.card.lines[line].pars[hole];
  }

  /**
   * @param {number} lines
   * @param {number} holes
   * @param {Place | null} focused where to go on from if nothing is selected
   * @param {number} now
   */
  move(lines, holes, focused, now) {
    const { lines: all, pars } = this.card;
    const within = (value, count) => Math.min(Math.max(value, 0), count - 1);
    const [line, hole] = this.selected ?? focused ?? [0, 0];
    this.#select([within(line + lines, all.length), within(hole + holes, pars.length)], now);
  }

  /** @param {number} now */
  next(now) {
    if (this.selected) this.#select(neighbour(this.card.lines, this.selected, this.along), now);
  }

  /** @param {number} now */
  close(now) {
    this.#select(null, now);
  }

  /** @param {number} tens @param {number} now */
  setTens(tens, now) {
    this.tens = tens;
    this.#sight.touchedAt = now;
  }

  /** @param {number} round */
  showRound(round) {
    this.round = round;
    this.selected = null;
  }

  /** @param {number} nine */
  showNine(nine) {
    this.nine = nine;
    const isShown = nine < 0 || Math.floor((this.selected?.[1] ?? -1) / HOLES_SHOWN) === nine;
    if (!isShown) this.selected = null;
  }

  /**
   * The command that enters a score, or none, in the selected cell.
   *
   * @param {number | null} value
   * @param {number} now
   * @returns {Entry | null} null: it would change nothing, or wasn't meant for this cell
   */
  entry(value, now) {
    const place = this.selected;
    if (!place || now - this.#ledAt < STARTLED_MILLISECONDS) return null;
    const isClear = this.card.lines[place[0]].throws[place[1]] === null;
    if (value === null && isClear) return null;
    const command = { op: /** @type {const} */ ('set'), cell: this.keyOf(place), value };
    return { place, value, seen: this.#sight.seen(now), command };
  }

  /**
   * The entry was accepted: goes on to what is to be entered next.
   *
   * @param {Entry} entry
   * @param {number} now
   * @returns {Place | null} null: it stays, or there is nothing left to enter
   */
  entered({ place, value }, now) {
    const next = value === null ? place : nextEmpty(this.card.lines, place, this.along);
    this.#select(next, now);
    return next === place ? null : next;
  }

  /**
   * An entry was taken back: its cell is there to enter it anew.
   *
   * @param {Key} key
   * @param {number} now
   */
  undone([, player, hole], now) {
    const line = this.#lineOf(player);
    if (line >= 0) this.#select([line, hole - 1], now);
  }

  // Done by the game.

  /**
   * Takes notice of what stands in the selected cell, and who can see it.
   *
   * @param {boolean} isVisible
   * @param {number} now
   * @returns {number} how long until it is time to `follow`; `Infinity`: that isn't known
   */
  look(isVisible, now) {
    const place = this.selected;
    if (!place || !this.#game.known || !this.card.lines[place[0]]) return Infinity;
    this.#sight.look(this.#standing(place), isVisible, now);
    return this.#sight.goesOnAt - now;
  }

  /**
   * Stays with the selected player, or goes on to where the game is.
   *
   * @param {number} now
   * @returns {boolean} whether it has gone elsewhere
   */
  follow(now) {
    if (!this.selected || !this.#game.known) return false;
    const line = this.#lineOf(this.#player);
    if (line < 0 || now >= this.#sight.goesOnAt) {
      this.#lead(now);
      return true;
    }
    this.selected = [line, this.selected[1]];
    return false;
  }

  /**
   * The game has changed.
   *
   * @param {number} now
   * @returns {{news: News[], isLed: boolean}} what others have entered, and whether the selection
   *   has gone elsewhere
   */
  note(now) {
    if (!this.#game.known) return { news: [], isLed: false };
    const { lobby } = this.view;
    const news = this.#news(lobby);
    for (const each of news) this.flashes.set(each.name, each);
    const stage = String(lobby.stage);
    if (stage === this.#stage) return { news, isLed: this.follow(now) };
    this.#stage = stage;
    this.round = lobby.stage[1];
    this.#lead(now);
    return { news, isLed: true };
  }

  /** @param {News[]} news that don't stand out any more */
  fade(news) {
    for (const each of news) {
      if (this.flashes.get(each.name) === each) this.flashes.delete(each.name);
    }
  }

  /** The cells that others have filled in this round since the last time. */
  #news(lobby) {
    const before = this.#cells;
    this.#cells = lobby.cells;
    const news = [];
    for (const [name, { version, siblings }] of lobby.cells) {
      if (before.get(name)?.version === version || siblings.length === 0) continue;
      const last = siblings.reduce((best, each) => (each.seq > best.seq ? each : best));
      const [round, player, hole, field] = cellKey(name);
      if (last.member === this.view.me || field !== Field.throws || round !== this.round) continue;
      const line = this.#lineOf(player);
      const place = /** @type {Place | null} */ (line < 0 ? null : [line, hole - 1]);
      news.push({ name, place, value: last.value, by: nameOfMember(lobby, last.member) });
    }
    return news;
  }

  #lead(now) {
    this.#begin(now);
    this.#ledAt = now;
  }

  /** Shows where the game is, ready to enter one's own score. */
  #begin(now) {
    const { current, card, view } = this;
    this.nine = this.#wide.matches ? -1 : Math.floor(Math.max(current, 0) / HOLES_SHOWN);
    if (current < 0 || !view.takesPart) return this.#select(null, now);
    const own = view.lobby.members[(view.me ?? 0) - 1]?.player;
    const line = Math.max(0, this.#lineOf(own));
    this.#select(nextEmpty(card.lines, [line, current], 'hole'), now);
  }

  /** @param {Place | null} place @param {number} now */
  #select(place, now) {
    this.selected = place;
    this.#tapped = '';
    this.tens = 0;
    this.#ledAt = -Infinity;
    if (!place) return;
    this.#player = this.card.lines[place[0]].player;
    this.#sight.open(this.#standing(place), now);
    if (this.nine >= 0) this.nine = Math.floor(place[1] / HOLES_SHOWN);
  }

  #lineOf(player) {
    return this.card.lines.findIndex((line) => line.player === player);
  }

  /** @type {(place: Place) => import('./sight.js').Standing} what stands in a cell by now */
  #standing(place) {
    const key = this.keyOf(place);
    const isDisputed = this.view.disputes.some((each) => cellName(each.key) === cellName(key));
    const isFilled = this.card.lines[place[0]].throws[place[1]] !== null;
    return { seen: this.#game.seen(key), isFilled, isDisputed };
  }
}
