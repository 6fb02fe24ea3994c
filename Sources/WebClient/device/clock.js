/** A timer of a page that isn't watched may be this late. */
const LEAP_MILLISECONDS_MIN = 2_000;

/**
 * The device's two clocks. While a phone sleeps, `performance.now()` may stand still; the date
 * goes on. Where the date has run ahead by much, the time in between is added.
 */
export class Clock {
  #asleep = 0;
  #ahead = Date.now() - performance.now();

  /** @param {() => void} woken the device has slept, as far as can be told */
  constructor(woken = () => {}) {
    this.woken = woken;
  }

  /** @returns {import('../core/timing.js').Time} */
  now() {
    const wall = Date.now();
    const running = performance.now();
    const leap = wall - running - this.#ahead;
    this.#ahead += leap;
    if (leap >= LEAP_MILLISECONDS_MIN) {
      this.#asleep += leap;
      queueMicrotask(this.woken);
    }
    return { wall, monotonic: running + this.#asleep };
  }
}

/** 32 random bits. */
export const random = () => crypto.getRandomValues(new Uint32Array(1))[0];
