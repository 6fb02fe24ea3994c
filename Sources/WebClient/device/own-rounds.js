// One's own rounds as the server has counted them, on whatever device they were written down. They
// are kept here, and only what is new is asked for.

import { ask } from './api.js';

/**
 * @typedef {{lobby: string, round: number, player: number, key: string | null,
 *   course: string | null, startedAt: number, over: number | null, holes: number}} CountedRound
 *   `key`: only rounds with the same one may be compared; `over`: against par, null unless all
 *   `holes` are scored
 * @typedef {{stamp: string | null, rounds: CountedRound[]}} Counted
 * @typedef {{account: {person: string, token: string} | null}} Holder the device, whose it is now
 */

const NOTHING = { stamp: null, rounds: [] };

/** Where they are kept, in the store `courses`. */
export const roundsKeyOf = (/** @type {string} */ person) => `rounds-${person}`;

export class OwnRounds {
  #storage;
  #ask;

  /** @param {import('./storage.js').Storage} storage @param {typeof ask} asking */
  constructor(storage, asking) {
    this.#storage = storage;
    this.#ask = asking;
  }

  /**
   * Those of the account, as far as they are here; then as they are, if that could be asked. None
   * without an account.
   *
   * @param {Holder} holder
   * @param {(rounds: CountedRound[]) => void} tell
   */
  async tell(holder, tell) {
    const { account } = holder;
    if (!account) return;
    const key = roundsKeyOf(account.person);
    /** @type {Counted} */
    const kept = (await this.#storage.get('courses', key)) ?? NOTHING;
    if (kept.rounds.length > 0) tell(kept.rounds);
    const now = (await this.#onwards(account, kept)) ?? (await this.#onwards(account, NOTHING));
    // Whoever has signed out meanwhile leaves nothing here.
    if (!now || holder.account?.person !== account.person) return;
    await this.#storage.put('courses', key, now);
    tell(now.rounds);
  }

  /**
   * Asks for what came behind what is known; null if something of that is gone.
   *
   * @param {{token: string}} account
   * @param {Counted} known
   * @returns {Promise<Counted | null>}
   */
  async #onwards({ token }, { stamp, rounds }) {
    const all = new Map(rounds.map((each) => [nameOf(each), each]));
    let page;
    do {
      const query = stamp ? `?after=${stamp}` : '';
      ({ value: page } = await this.#ask('GET', `/me/results${query}`, { token }));
      for (const each of page.items.map(read)) all.set(nameOf(each), each);
      ({ stamp } = page);
    } while (page.more);
    return page.count === all.size ? { stamp, rounds: [...all.values()] } : null;
  }
}

/** @param {CountedRound} each */
const nameOf = ({ lobby, round, player }) => `${lobby} ${round} ${player}`;

/** @returns {CountedRound} */
function read({ lobby, round, player, key = null, course = null, started, pars, throws }) {
  const isWhole = throws.every((count) => count > 0);
  const summed = (numbers) => numbers.reduce((sum, each) => sum + each, 0);
  const over = isWhole ? summed(throws) - summed(pars) : null;
  return { lobby, round, player, key, course, startedAt: started, over, holes: pars.length };
}
