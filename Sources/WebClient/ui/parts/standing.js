// Where a tee or a basket is, found out by standing there for a few seconds.

import { fixOf } from '../state/distance.js';
import { STAND_MILLISECONDS, middleOf } from '../state/walk.js';
import { t } from '../strings.js';
import { h } from './dom.js';
import { button } from './elements.js';

/** @typedef {import('../state/walk.js').Found} Found */

const POSITION = { enableHighAccuracy: true, maximumAge: 0, timeout: 20_000 };

/** Gathers fixes from a tap on, for a while or until that is enough. */
export class Standing {
  /** What is being found out; '': nothing. */
  what = '';
  #trouble = /** @type {'' | 'refused' | 'none' | 'rough'} */ ('');
  /** @type {import('../state/distance.js').Fix[]} */
  #fixes = [];
  #update;
  #watch = 0;
  #timer = 0;
  /** @type {(found: Found) => void} */
  #tell = () => {};

  /** @param {() => void} update */
  constructor(update) {
    this.#update = update;
  }

  /** @param {string} what @param {(found: Found) => void} tell */
  begin(what, tell) {
    this.end();
    [this.what, this.#trouble, this.#fixes, this.#tell] = [what, '', [], tell];
    if (!navigator.geolocation) return this.#fail('none');
    this.#watch = navigator.geolocation.watchPosition(
      (position) => {
        this.#fixes.push(fixOf(position));
        this.#update();
      },
      ({ code, PERMISSION_DENIED: refused }) => this.#fail(code === refused ? 'refused' : 'none'),
      POSITION,
    );
    this.#timer = setTimeout(() => this.#take(), STAND_MILLISECONDS);
    this.#update();
  }

  /** Forgets what it was about. */
  end() {
    clearTimeout(this.#timer);
    navigator.geolocation?.clearWatch(this.#watch);
    this.what = '';
  }

  #take() {
    const found = middleOf(this.#fixes);
    if (!found) return this.#fail(this.#fixes.length > 0 ? 'rough' : 'none');
    this.end();
    this.#tell(found);
    this.#update();
  }

  #fail(trouble) {
    this.end();
    this.#trouble = trouble;
    this.#update();
  }

  /** What there is to say of it, and how to be done sooner. */
  view() {
    const trouble = this.#trouble;
    if (!this.what) {
      return trouble && h('p', { class: 'notice', role: 'status' },
        t(trouble === 'rough' ? 'stand.rough' : `distance.${trouble}`));
    }
    const found = middleOf(this.#fixes);
    return h('div', { class: 'stack', role: 'status' },
      h('p', null, t(found ? 'stand.known' : 'stand.still', { error: found?.[2] ?? 0 })),
      found && button(t('stand.enough'), () => this.#take(), 'wide primary'));
  }
}
