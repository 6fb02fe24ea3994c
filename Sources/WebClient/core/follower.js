import { NOWHERE } from './wire.js';

/**
 * The document as the server has confirmed it, and where in its log that is.
 *
 * @template {import('./kind.js').Types} T
 */
export class LogFollower {
  #kind;

  /** @param {import('./kind.js').Kind<T>} kind of the document */
  constructor(kind) {
    this.#kind = kind;
    /** @type {T['state'] | null} */
    this.state = null;
    /** The proof that the server has told so much. */
    this.hash = '';
  }

  get seq() {
    return this.state?.seq ?? 0;
  }

  get epoch() {
    return this.state?.epoch ?? null;
  }

  /** @returns {import('./wire.js').Position} */
  get position() {
    if (!this.state) return NOWHERE;
    return { epoch: this.state.epoch, seq: this.state.seq, hash: this.hash };
  }

  /** From where on events are enough; spectators were told less than members need. */
  positionFor(isSpectator) {
    const isEnough = isSpectator || (this.state && this.#kind.isForMembers(this.state));
    return isEnough ? this.position : NOWHERE;
  }

  /** @param {T['state'] | null} state @param {string} hash */
  replace(state, hash) {
    this.state = state;
    this.hash = hash;
  }

  forget() {
    this.replace(null, '');
  }

  follow({ s: first, h: hash, e: changes }, epoch, id) {
    if (first < 1 || first > this.seq + 1) return 'misfit';
    if (this.state && this.state.epoch !== epoch) return 'misfit';
    const news = changes.slice(this.seq + 1 - first);
    if (news.length === 0) return 'known';
    const kind = this.#kind;
    const grown = this.state
      ? kind.copy(this.state)
      : id && kind.begin(id, epoch, news.shift());
    if (!grown) return 'misfit';
    for (const change of news) kind.apply(grown, change);
    this.replace(grown, hash);
    return 'advanced';
  }
}
