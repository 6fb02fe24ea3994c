import { INTEGER_MAX } from './json.js';
import { ClientLimits } from './limits.js';
import { between } from './random.js';

/**
 * @typedef {{wall: number, monotonic: number}} Time a reading of the device's two clocks, in
 *   milliseconds: `wall` since 1970, may jump; `monotonic` never goes back
 */

/** A whole number that may travel. */
const whole = (value) =>
  Math.round(Math.min(Math.max(value, -INTEGER_MAX), INTEGER_MAX));

/**
 * An estimate of the server's time. An answer is taken to belong to the middle of its round trip,
 * so the shortest one wins. Until the first sample of this run, the offset of an earlier run is
 * added to the device's date and time; afterwards the monotonic clock counts.
 */
export class ServerClock {
  constructor(wallOffset = 0) {
    /** Server's time less the device's date and time. */
    this.wallOffset = wallOffset;
    this.monotonicOffset = null;
    this.roundTrip = Infinity;
  }

  now({ wall, monotonic }) {
    const here = this.monotonicOffset === null ? wall + this.wallOffset : null;
    return whole(here ?? monotonic + (this.monotonicOffset ?? 0));
  }

  /** The monotonic clock may have stood still: the next sample counts, however slow it is. */
  doubt() {
    this.roundTrip = Infinity;
  }

  sample(server, sent, received) {
    const elapsed = received.monotonic - sent;
    if (!(elapsed >= 0 && elapsed <= this.roundTrip)) return false;
    this.roundTrip = elapsed;
    const here = server + elapsed / 2;
    this.monotonicOffset = here - received.monotonic;
    this.wallOffset = whole(here - received.wall);
    return true;
  }
}

/**
 * When to connect again: full jitter, so that phones which lost the same server don't all come
 * back at once.
 */
export class Backoff {
  constructor() {
    this.attempt = 0;
  }

  nextDelay(random) {
    const bound = ClientLimits.backoffMillisecondsMin * 2 ** this.attempt;
    if (this.attempt < 16) this.attempt += 1;
    return between(0, Math.min(bound, ClientLimits.backoffMillisecondsMax), random);
  }

  reset() {
    this.attempt = 0;
  }
}
