// How much of the open game the person at the page has seen, and was asked about it: made anew with
// each game that is opened. Knows neither page nor clock: times are milliseconds of one clock that
// never goes back.

/** @typedef {{person: string, name: string}} Knock */

/** A tap on something that has come under the finger more lately than this wasn't meant for it. */
const STARTLED_MILLISECONDS = 500;
/** A connection that is only being made isn't missed for so long. */
export const PATIENCE_MILLISECONDS = 2500;
/** Timers may come early by this. */
const EARLY_MILLISECONDS = 50;

/** A question whose answers must have been there for a moment before a tap means one of them. */
export class Question {
  #text = '';
  #at = 0;

  /**
   * It is shown, perhaps as before.
   *
   * @param {string} text
   * @param {number} now
   */
  ask(text, now) {
    if (text === this.#text) return;
    this.#text = text;
    this.#at = now;
  }

  /** @type {(now: number) => boolean} */
  mayAnswer = (now) => now - this.#at >= STARTLED_MILLISECONDS;
}

export class Attention {
  /**
   * How it was joined here just now.
   *
   * @type {import('../../device/device.js').Way | null}
   */
  wayIn = null;
  /** Whether one may be on its card already, and hasn't been asked who. */
  mayBeKnown = false;
  /** Whether one of those who knock is let in. */
  knock = new Question();
  /** Which value of a cell is right. */
  dispute = new Question();
  #notNow = new Set();
  #refusalsSeen = 0;
  /** What the server has said last, of what was read. */
  #read = null;
  #host = 0;
  /** Since when there is no connection; `Infinity`: there is one. */
  #lostAt = Infinity;
  #isOut = false;

  /** @param {import('../../device/device.js').Way} way */
  comeIn(way) {
    this.wayIn = way;
    this.mayBeKnown = true;
  }

  /** @param {Knock} knock is asked about no more */
  putOff({ person }) {
    this.#notNow.add(person);
  }

  /** @type {(knocks: Knock[]) => Knock | undefined} whom to ask about */
  firstOf = (knocks) => knocks.find(({ person }) => !this.#notNow.has(person));

  /**
   * The last that was refused, if that is news.
   *
   * @template Refused
   * @param {Refused[]} refused
   * @returns {Refused | null}
   */
  unseenOf(refused) {
    return refused.length > this.#refusalsSeen ? refused[refused.length - 1] : null;
  }

  /** @param {unknown[]} refused have been seen */
  see({ length }) {
    this.#refusalsSeen = length;
  }

  /** @type {(notice: object) => boolean} whether what the server says has been read */
  hasRead = (notice) => notice === this.#read;

  /** @param {object} notice has been read */
  read(notice) {
    this.#read = notice;
  }

  /** @type {(host: number) => boolean} whether the host's role has passed since the last time */
  hostHasPassed(host) {
    const before = this.#host;
    this.#host = host;
    return before !== 0 && before !== host;
  }

  /**
   * Whether there is no signal.
   *
   * @param {string} connection
   * @param {boolean} isOnline what the browser thinks of its network
   * @param {number} now
   */
  isOut(connection, isOnline, now) {
    if (connection === 'stopped') return false;
    // A connection may seem to live for a while after its network is gone.
    if (!isOnline) return true;
    if (connection === 'live') {
      this.#lostAt = Infinity;
      this.#isOut = false;
      return false;
    }
    this.#lostAt = Math.min(this.#lostAt, now);
    const hasWaited = now - this.#lostAt >= PATIENCE_MILLISECONDS - EARLY_MILLISECONDS;
    this.#isOut ||= connection === 'waiting' || hasWaited;
    return this.#isOut;
  }

  /** Whether there is no connection, missed or not. */
  get isLost() {
    return this.#lostAt < Infinity;
  }
}
