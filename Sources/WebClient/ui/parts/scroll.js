// A board that is too long for its screen moves by itself, slowly, from the top to the end.

const PIXELS_PER_SECOND = 28;
/** How long it rests at either end, and after someone has touched it. */
const REST_MILLISECONDS = 7000;
const TOUCHED_MILLISECONDS = 30_000;
/** With reduced motion it turns pages instead. */
const PAGE_MILLISECONDS = 12_000;

export class AutoScroll {
  /** @type {HTMLElement | null} */
  element = null;
  isPaused = false;
  frame = 0;
  position = 0;
  last = 0;
  /** Nothing moves before. */
  restsUntil = 0;

  get isNeeded() {
    return this.element !== null && this.element.scrollHeight > this.element.clientHeight + 4;
  }

  /** @param {HTMLElement} element */
  start(element) {
    this.stop();
    this.element = element;
    this.last = performance.now();
    this.rest(REST_MILLISECONDS);
    const touched = () => this.rest(TOUCHED_MILLISECONDS);
    for (const kind of ['pointerdown', 'wheel', 'keydown', 'touchmove']) {
      element.addEventListener(kind, touched, { passive: true });
    }
    const step = (now) => {
      this.frame = requestAnimationFrame(step);
      this.move(now);
      this.last = now;
    };
    this.frame = requestAnimationFrame(step);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.element = null;
  }

  rest(milliseconds) {
    this.restsUntil = performance.now() + milliseconds;
  }

  move(now) {
    const { element } = this;
    if (!element || this.isPaused || !this.isNeeded || now < this.restsUntil) return;
    const end = element.scrollHeight - element.clientHeight;
    const isAtEnd = element.scrollTop >= end - 1;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isAtEnd) element.scrollTop = 0;
    else if (isCalm) element.scrollTop += element.clientHeight * 0.9;
    else {
      // Someone may have moved it.
      if (Math.abs(element.scrollTop - this.position) > 2) this.position = element.scrollTop;
      this.position += (Math.min(now - this.last, 100) / 1000) * PIXELS_PER_SECOND;
      element.scrollTop = this.position;
    }
    const hasArrived = isAtEnd || element.scrollTop >= end - 1;
    if (isCalm) this.rest(PAGE_MILLISECONDS);
    else if (hasArrived) this.rest(REST_MILLISECONDS);
  }
}
