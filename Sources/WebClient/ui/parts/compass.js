// Where the top of the screen points, by the phone's compass.

import { headingOf } from '../state/distance.js';

/** Smaller turns aren't shown: a compass trembles. */
const STEP_DEGREES = 5;

/** Listens from a tap on, where the phone has a compass and the browser lets the page ask it. */
export class Compass {
  /** From magnetic north, clockwise; null: not known, or the phone isn't held flat. */
  degrees = /** @type {number | null} */ (null);
  #update;
  #isOver = false;

  /** @param {() => void} update */
  constructor(update) {
    this.#update = update;
  }

  /** To be called by a tap: browsers of iPhones ask people only then. */
  async begin() {
    /** @type {any} */
    const { DeviceOrientationEvent: orientation } = window;
    const answer = await orientation?.requestPermission?.().catch(() => 'denied');
    if (answer === 'denied' || this.#isOver) return;
    for (const kind of ['deviceorientationabsolute', 'deviceorientation']) {
      addEventListener(kind, this.#look);
    }
  }

  end() {
    this.#isOver = true;
    for (const kind of ['deviceorientationabsolute', 'deviceorientation']) {
      removeEventListener(kind, this.#look);
    }
  }

  #look = (/** @type {any} */ event) => {
    const heading = headingOf(event, screen.orientation?.angle ?? 0);
    // What isn't about north says nothing, and doesn't take back what another event has said.
    if (heading === undefined) return;
    const degrees = heading === null ? null : Math.round(heading / STEP_DEGREES) * STEP_DEGREES;
    if (degrees === this.degrees) return;
    this.degrees = degrees;
    this.#update();
  };
}
