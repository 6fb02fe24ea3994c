// Who entered what when, and how the card stood after each event. Knows no page.

import { Field } from '../../core/fields.js';
import { Rank, apply, copyLobby, isDisputed, newLobby } from '../../core/lobby.js';

/**
 * @typedef {import('../../core/lobby.js').Change} Change
 * @typedef {import('../../core/lobby.js').Key} Key
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/lobby.js').Value} Value
 * @typedef {{seq: number, kind: string, key: Key | null, value: Value, member: number,
 *   at: number | null, heldMilliseconds: number, isDisputed: boolean, change: Change}} Entry
 *   `kind`: 'set', 'confirm', 'late', 'apply', 'discard', or that of the event; `member` 0: not
 *   known; `at`: milliseconds since the lobby's start; `heldMilliseconds`: how long at least it
 *   waited on its device
 */

/** An entry that waited longer than this on its device had no signal. */
export const HELD_MILLISECONDS = 60_000;

const CHECKPOINT_EVENTS = 200;

/**
 * How long at least each entry waited on its device, by its `seq`: what has a lower `seq` was
 * there before, and had been typed by then.
 *
 * @param {{seq: number, at: number}[]} entries
 * @returns {Map<number, number>}
 */
export function heldTimes(entries) {
  let latest = -Infinity;
  const held = new Map();
  for (const { seq, at } of [...entries].sort((left, right) => left.seq - right.seq)) {
    held.set(seq, Math.max(0, latest - at));
    latest = Math.max(latest, at);
  }
  return held;
}

/**
 * The same, from what a lobby still knows.
 *
 * @param {Lobby} lobby
 */
export const heldInLobby = (lobby) =>
  heldTimes([...[...lobby.cells.values()].flatMap(({ siblings }) => siblings), ...lobby.late]);

/** The entry of an event, but for `heldMilliseconds` and `isDisputed`. */
function entryOf(change, seq, late) {
  const blank = { seq, kind: change.kind, key: null, value: null, member: 0, at: null };
  if (change.kind === 'late') {
    const { key, value, member, at } = change.edit;
    return { ...blank, key, value, member, at };
  }
  const { key, cell } = change;
  if (change.kind === 'settle') {
    const { value = null, member = 0 } = late.get(change.late) ?? {};
    return { ...blank, kind: cell ? 'apply' : 'discard', key, value, member };
  }
  if (change.kind !== 'cell') return blank;
  const { value, member, at, rank } =
    cell.siblings.find((each) => each.seq === seq) ?? cell.siblings[0];
  return { ...blank, kind: rank === Rank.confirmed ? 'confirm' : 'set', key, value, member, at };
}

/**
 * The story of a game, oldest first: an entry for each event.
 *
 * @param {Change[]} changes consecutive events
 * @param {number} [first] the `seq` of the first
 * @returns {Entry[]}
 */
export function entriesOf(changes, first = 1) {
  const late = new Map();
  const entries = changes.map((change, place) => {
    if (change.kind === 'late') late.set(change.edit.seq, change.edit);
    const entry = entryOf(change, first + place, late);
    const isOpen = 'cell' in change && change.cell !== null && isDisputed(change.cell);
    return { ...entry, heldMilliseconds: 0, isDisputed: isOpen, change };
  });
  const dated = entries.flatMap(({ seq, at }) => (at === null ? [] : [{ seq, at }]));
  const held = heldTimes(dated);
  for (const entry of entries) entry.heldMilliseconds = held.get(entry.seq) ?? 0;
  return entries;
}

/** @type {(entries: Entry[], key: Key) => Entry[]} what was done with one cell */
export const entriesOfCell = (entries, key) =>
  entries.filter((entry) => String(entry.key) === String(key));

/** A game that can be looked at as it stood after any of its events. */
export class Replay {
  /**
   * @param {string} id the lobby's
   * @param {Change[]} changes all, from the first
   */
  constructor(id, changes) {
    this.id = id;
    this.changes = changes;
    this.entries = entriesOf(changes);
    /** @type {Lobby[]} every so many events */
    this.checkpoints = [];
  }

  get length() {
    return this.changes.length;
  }

  /** The lobby after the first `count` events, of which there is at least one. */
  lobbyAt(count) {
    const nearest = Math.floor((count - 1) / CHECKPOINT_EVENTS);
    while (this.checkpoints.length <= nearest) {
      const next = this.checkpoints.length;
      const before = this.checkpoints[next - 1];
      const lobby = before
        ? this.#grown(before, next * CHECKPOINT_EVENTS + 1)
        : newLobby(this.id, '', /** @type {any} */ (this.changes[0]).creation);
      this.checkpoints.push(lobby);
    }
    return this.#grown(this.checkpoints[nearest], count);
  }

  /**
   * How many events there were when the next hole was finished, or the one before.
   *
   * @param {number} count now
   * @param {1 | -1} direction
   * @returns {number | undefined} none: there is no such hole
   */
  holeBeside(count, direction) {
    const ends = this.holes.map((hole) => hole.count);
    if (direction > 0) return ends.find((end) => end > count);
    return ends.filter((end) => end < count).at(-1);
  }

  /** The hole that was finished last after `count` events. */
  holeDone(count) {
    return this.holes.filter((hole) => hole.count <= count).at(-1);
  }

  #grown(lobby, count) {
    const grown = copyLobby(lobby);
    for (const change of this.changes.slice(lobby.seq, count)) apply(grown, change);
    return grown;
  }

  /**
   * How many events it took until a hole of a round had the last of its first scores, in order.
   *
   * @returns {{count: number, round: number, hole: number}[]}
   */
  get holes() {
    const known = new Set();
    const ends = new Map();
    for (const { seq, key, value, kind } of this.entries) {
      if (!key || key[3] !== Field.throws || value === null) continue;
      if (kind === 'late' || kind === 'discard' || known.has(String(key))) continue;
      known.add(String(key));
      const [round, , hole] = key;
      ends.set(`${round}/${hole}`, { count: seq, round, hole });
    }
    return [...ends.values()].sort((left, right) => left.count - right.count);
  }
}
