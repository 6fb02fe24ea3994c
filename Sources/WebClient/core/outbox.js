import { byteCount } from './json.js';
import { WireLimits } from './limits.js';
import { encodeOps } from './wire.js';

/**
 * @typedef {import('./kind.js').Own & {text: string,
 *   op: (import('./kind.js').Command & import('./kind.js').Numbering) | null}} Entry
 *   `op` is null if this version can't read it; it is sent all the same.
 * @typedef {{number: number, seq: number}} Ack
 */

/**
 * The device's own ops, in order, and how far the server has dealt with them.
 *
 * Ops are kept after their acknowledgement: a server restored from an old copy asks for them
 * again. Three marks run through them, each never above the next one: `covered` ops are in the
 * confirmed document, `acknowledged` ones have been dealt with by the server, `durable` ones would
 * survive a power cut here and so may be sent. At most one message of ops is on its way.
 */
export class Outbox {
  constructor() {
    this.entries = [];
    this.covered = 0;
    this.acknowledged = 0;
    this.durable = 0;
    this.inFlight = null;
    this.refused = new Map();
    this.uncovered = [];
  }

  /** The highest number in the journal. */
  get last() {
    return this.entries.at(-1)?.number ?? 0;
  }

  /** Ops that the server hasn't dealt with. */
  get pending() {
    return this.entries.slice(this.#indexAfter(this.acknowledged));
  }

  /** Ops that the confirmed document doesn't show yet. */
  get unconfirmed() {
    return this.entries.slice(this.#indexAfter(this.covered));
  }

  get pendingCount() {
    return this.entries.length - this.#indexAfter(this.acknowledged);
  }

  entry(number) {
    const entry = this.entries[this.#indexAfter(number) - 1];
    return entry?.number === number ? entry : null;
  }

  /** Whether all ops from `number` on are there. */
  isWhole(number) {
    if (number > this.last) return true;
    const count = this.entries.length - this.#indexAfter(number) + 1;
    return this.entry(number) !== null && count === this.last - number + 1;
  }

  /**
   * The acknowledgements that lead to these marks, given the log up to `confirmed`. One that isn't
   * covered, although its events have come, is from another history.
   */
  acks(confirmed) {
    const covered = this.covered > 0 ? [{ number: this.covered, seq: 0 }] : [];
    const waiting = this.uncovered.map(({ number, seq }) => ({
      number,
      seq: Math.max(seq, confirmed + 1),
    }));
    return [...covered, ...waiting];
  }

  /**
   * The place of the first entry above `number`. Numbers are their places plus one, unless a
   * damaged journal has lost some.
   */
  #indexAfter(number) {
    if (number >= this.last) return this.entries.length;
    if (number === 0 || this.entries[number - 1]?.number === number) return number;
    return this.entries.findIndex((entry) => entry.number > number);
  }

  append(entry) {
    if (byteCount(entry.text) > WireLimits.opBytesMax) throw new Error('too long');
    this.entries.push(entry);
  }

  /** Takes back the ops from `number` on, which couldn't be written. */
  withdraw(number) {
    if (number <= this.durable) throw new Error('it is written');
    this.entries.length = this.#indexAfter(number - 1);
  }

  markDurable(number) {
    this.durable = Math.max(this.durable, Math.min(number, this.last));
  }

  /** The highest number of an op that is known to be refused. */
  get heard() {
    return Math.max(0, ...this.refused.keys());
  }

  /** @returns {boolean} whether that was news */
  refuse(number, refusal) {
    if (!this.entry(number) || this.refused.get(number) === refusal) return false;
    this.refused.set(number, refusal);
    return true;
  }

  acknowledge(number, seq, confirmed) {
    if (number <= this.acknowledged) return false;
    this.acknowledged = number;
    this.uncovered.push({ number, seq });
    if (confirmed !== null) this.cover(confirmed);
    return true;
  }

  /** The server has dealt with ops up to `number` only, whatever it said before. */
  rewind(number) {
    this.inFlight = null;
    if (number >= this.acknowledged) return;
    this.acknowledged = number;
    this.covered = Math.min(this.covered, number);
    const taken = this.uncovered.find((ack) => ack.number > number);
    this.uncovered = this.uncovered.filter((ack) => ack.number <= number);
    // The ops that are left of an acknowledgement are in the log by the same event.
    if (taken && (this.uncovered.at(-1)?.number ?? this.covered) < number) {
      this.uncovered.push({ number, seq: taken.seq });
    }
    for (const each of [...this.refused.keys()]) if (each > number) this.refused.delete(each);
  }

  /** The confirmed document has reached `seq`. */
  cover(seq) {
    while (this.uncovered.length > 0 && this.uncovered[0].seq <= seq) {
      this.covered = this.uncovered[0].number;
      this.uncovered.shift();
    }
  }

  /** The log's numbers begin to mean something else; what is acknowledged is in what comes next. */
  enterHistory() {
    const isCovered = this.covered >= this.acknowledged;
    this.uncovered = isCovered ? [] : [{ number: this.acknowledged, seq: 0 }];
  }

  /** The confirmed document is gone, and nothing of it counts any more. */
  uncover() {
    this.rewind(0);
    this.uncovered = [];
    this.covered = 0;
  }

  /** Nothing is on its way any more: it was answered, or the connection is gone. */
  settleFlight() {
    this.inFlight = null;
  }

  /** The next ops to send, as a message; null if there is nothing, or one is on its way. */
  takeMessage() {
    if (this.inFlight) return null;
    const taken = [];
    let bytes = 0;
    for (const entry of this.pending.slice(0, WireLimits.opsPerMessageMax)) {
      bytes += byteCount(entry.text) + 1;
      const fits = taken.length === 0 || bytes <= WireLimits.opBytesMax;
      if (entry.number > this.durable || !fits) break;
      taken.push(entry.text);
    }
    if (taken.length === 0) return null;
    const first = this.acknowledged + 1;
    this.inFlight = { first, last: this.acknowledged + taken.length };
    return encodeOps(taken);
  }

  /**
   * The ops that weren't acknowledged, numbered from 1 on as those of another replica.
   *
   * @param {import('./kind.js').Kind<any>['encodeOp']} encodeOp
   */
  renumbered(encodeOp) {
    const other = new Outbox();
    for (const { op, before, isUndo } of this.pending) {
      if (!op) continue;
      const number = other.last + 1;
      const renumbered = { ...op, n: number };
      other.append({ number, text: encodeOp(renumbered), op: renumbered, before, isUndo });
    }
    other.markDurable(other.last);
    return other;
  }
}
