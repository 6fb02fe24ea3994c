// Which tab of this browser has a game open. Where the page comes without encryption there are no
// Web Locks; then tabs only ask each other, and two that open a game at the same moment both take
// themselves for the owner, until the journal tells the first of them (see `Journal`).

const ANSWER_MILLISECONDS_MAX = 200;
const LOCK_MILLISECONDS_MAX = 1_000;
const RELEASE_MILLISECONDS_MAX = 2_000;

const nameOf = (key) => `folf ${key}`;

export class Tabs {
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('folf') : null;
  /**
   * Who waits to hear of a key.
   *
   * @type {Map<string, (answer: string) => void>}
   */
  #waiting = new Map();

  /**
   * @param {(key: string, isTakeOver: boolean) => Promise<'mine' | 'free' | null>} asked by
   *   another tab for a game; null: this tab hasn't got it
   */
  constructor(asked) {
    if (!this.#channel) return;
    this.#channel.onmessage = async ({ data: { type, key } }) => {
      if (type === 'mine' || type === 'free') return this.#waiting.get(key)?.(type);
      if (type !== 'whose' && type !== 'give') return;
      const answer = await asked(key, type === 'give');
      if (answer) this.#channel?.postMessage({ type: answer, key });
    };
  }

  /**
   * Makes this tab the owner.
   *
   * @param {string} key
   * @param {boolean} isTakeOver whether the tab that has the game now is to let it go
   * @param {() => void} lost another tab has taken it without asking
   * @returns {Promise<(() => void) | null>} lets it go again; null: it is elsewhere
   */
  async own(key, isTakeOver, lost) {
    const answer = this.#ask(key, isTakeOver);
    if (navigator.locks) return this.#lock(key, isTakeOver, answer, lost);
    return (await answer) === 'mine' ? null : () => {};
  }

  async #lock(key, isTakeOver, answer, lost) {
    const controller = new AbortController();
    const stop = () => controller.abort();
    const alarm = setTimeout(stop, isTakeOver ? RELEASE_MILLISECONDS_MAX : LOCK_MILLISECONDS_MAX);
    const isRefused = answer.then((said) => said === 'mine');
    isRefused.then((isSo) => isSo && stop());
    const release = await request(key, { signal: controller.signal }, lost);
    clearTimeout(alarm);
    if (release || !isTakeOver || (await isRefused)) return release;
    // A tab that the browser has frozen doesn't answer.
    return request(key, { steal: true }, lost);
  }

  /** Asks the tab that has the game; null if there is none. */
  #ask(key, isTakeOver) {
    if (!this.#channel) return Promise.resolve(null);
    this.#channel.postMessage({ type: isTakeOver ? 'give' : 'whose', key });
    const patience = isTakeOver ? RELEASE_MILLISECONDS_MAX : ANSWER_MILLISECONDS_MAX;
    return new Promise((resolve) => {
      const done = (answer) => {
        clearTimeout(alarm);
        this.#waiting.delete(key);
        resolve(answer);
      };
      const alarm = setTimeout(done, patience, null);
      this.#waiting.set(key, done);
    });
  }
}

/**
 * @param {string} key
 * @param {LockOptions} options
 * @param {() => void} lost
 * @returns {Promise<(() => void) | null>}
 */
const request = (key, options, lost) =>
  new Promise((resolve) => {
    let isHeld = false;
    const hold = () => {
      if (options.signal?.aborted) return;
      return new Promise((release) => {
        isHeld = true;
        resolve(() => release(undefined));
      });
    };
    // Chromium doesn't always say that a request was given up.
    options.signal?.addEventListener('abort', () => isHeld || resolve(null));
    navigator.locks
      .request(nameOf(key), options, hold)
      .catch(() => (isHeld ? lost() : resolve(null)));
  });
