// How much of the selected cell the person at the keypad has seen, and when the keypad may go on by
// itself. Knows no page.

/** A value that has stood in sight for so long has been seen. */
const SEEN_MILLISECONDS = 2000;
/** A keypad that nobody touches goes on so long after another has filled its cell. */
const FILLED_MILLISECONDS = 3000;

/**
 * @typedef {import('../../core/client-core.js').Seen} Seen
 * @typedef {{seen: Seen, isFilled: boolean, isDisputed: boolean}} Standing
 *   what stands in a cell: whoever sees it has `seen` that
 */

export class Sight {
  /** @type {Seen | undefined} */
  #seen;
  /** @type {Standing | null} what stands there by now */
  #standing = null;
  /** Since when it can be seen; `Infinity`: it can't. */
  #since = Infinity;
  #wasFilled = false;
  #filledAt = Infinity;
  /** When the person last did something. */
  touchedAt = -Infinity;

  /**
   * An entry was opened: what stands there has been seen.
   *
   * @param {Standing} standing
   * @param {number} now
   */
  open(standing, now) {
    this.#seen = standing.seen;
    this.#standing = standing;
    this.#since = Infinity;
    this.#wasFilled = standing.isFilled;
    this.#filledAt = Infinity;
    this.touchedAt = now;
  }

  /**
   * A look at the cell as it is now. One is needed whenever something stands there anew, and
   * whenever it begins or ends to be visible.
   *
   * @param {Standing} standing
   * @param {boolean} isVisible
   * @param {number} now
   */
  look(standing, isVisible, now) {
    this.seen(now);
    const { version, epoch } = this.#standing?.seen ?? {};
    const isNew = standing.seen.version !== version || standing.seen.epoch !== epoch;
    if (isNew || !isVisible) this.#since = Infinity;
    if (isVisible) this.#since = Math.min(this.#since, now);
    this.#standing = standing;
    if (!standing.isFilled) this.#filledAt = Infinity;
    else if (!this.#wasFilled) this.#filledAt = Math.min(this.#filledAt, now);
  }

  /**
   * The state of the cell that the person has seen. Of a dispute a cell shows one side only.
   *
   * @param {number} now
   */
  seen(now) {
    const { seen, isDisputed = true } = this.#standing ?? {};
    if (!isDisputed && now - this.#since >= SEEN_MILLISECONDS) this.#seen = seen;
    return this.#seen;
  }

  /** When the keypad goes on if nobody touches it; `Infinity`: it stays. */
  get goesOnAt() {
    return Math.max(this.#filledAt, this.touchedAt) + FILLED_MILLISECONDS;
  }
}
