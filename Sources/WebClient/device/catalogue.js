// The catalogue of courses on this device: a pack for each country, which the server sends anew only
// if something in it has changed. It never learns where the device is.

import { Problem, ask } from './api.js';
import { OwnRounds } from './own-rounds.js';

/**
 * @typedef {[latitude: number, longitude: number]} Place in 10⁻⁷ degree
 * @typedef {{id: string, name: string, kind: string, status: string, version: string,
 *   series: number, holes: number, par: number, facts?: string, steps?: string,
 *   default_tee?: string, ends_on?: string, length_m?: number,
 *   same_as?: {layout: string, series: number}}} PackedLayout `facts`: `core/layout.js` has their
 *   form; `same_as`: as which its rounds count; `steps`: the same with places as ways from the
 *   basket before
 * @typedef {{id: string, name: string, status: 'open' | 'closed' | 'seasonal' | 'gone',
 *   source: string, since: number, rev: number, place?: string, at?: Place, website?: string,
 *   fee?: string, access?: string, country?: string, licence?: string, credit?: string,
 *   shared?: boolean,
 *   layouts: PackedLayout[]}} PackedCourse
 * @typedef {{country: string, made: number, credits: {text: string, licence?: string}[],
 *   sample?: boolean, courses: PackedCourse[]}} Pack
 * @typedef {{country: string, courses: number}} Country
 * @typedef {{layout: string, tee?: string, series: number, rounds: number, people: number,
 *   average_total_c: number, average_over_c: number, best_total: number,
 *   holes: number[]}} CommonFigures what everybody has thrown; means in hundredths
 * @typedef {{id: string, at: number, text: string, by?: string, own: boolean, played: boolean,
 *   layout?: string, hole?: string, state: 'shown' | 'reported' | 'hidden',
 *   may_hide: boolean}} Comment what somebody says of a course, or of one hole of a layout
 * @typedef {{value: any, tag: string | null, heardAt: number}} Heard
 */

const COUNTRIES = 'countries';
const BY_LINK = 'by-link';
/** So many courses that others have shown by link stay here. */
const BY_LINK_MAX = 50;

export class Catalogue {
  #storage;
  #ask;

  /** @param {import('./storage.js').Storage} storage @param {typeof ask} [asking] */
  constructor(storage, asking = ask) {
    this.rounds = new OwnRounds(storage, asking);
    this.#storage = storage;
    this.#ask = asking;
  }

  /**
   * The countries that there are courses of, as was last heard; then as it is, if that is other.
   *
   * @param {(heard: Heard) => void} tell
   */
  countries(tell) {
    return this.#tellTwice(COUNTRIES, '/courses/packs', ({ items }) => items, tell);
  }

  /**
   * A country's courses, as they were last heard; then as they are.
   *
   * @param {string} country two letters
   * @param {(heard: Heard) => void} tell
   */
  pack(country, tell) {
    return this.#tellTwice(`pack-${country}`, `/courses/pack/${country}`, (pack) => pack, tell);
  }

  /**
   * A course of whichever country, from what is on this device, or else from the server.
   *
   * @param {string} id
   * @returns {Promise<{course: PackedCourse, pack: Pack | null, heardAt: number}>}
   * @throws {import('./api.js').Problem} if it is nowhere
   */
  async course(id) {
    const kept = await this.kept(id);
    if (kept) return kept;
    const before = await this.byLink();
    const others = before.filter((each) => each.id !== id);
    const keep = (courses) =>
      this.#storage.put('courses', BY_LINK, { byLink: courses.slice(0, BY_LINK_MAX) });
    try {
      const { value } = await this.#ask('GET', `/courses/${id}`);
      if (value.shared) await keep([value, ...others]);
      return { course: value, pack: null, heardAt: Date.now() };
    } catch (error) {
      // Whoever has shown it may show it no more.
      const isGone = error instanceof Problem && error.status === 404;
      if (isGone) await keep(others);
      const course = before.find((each) => each.id === id);
      if (!course || isGone) throw error;
      return { course, pack: null, heardAt: 0 };
    }
  }

  /**
   * The courses that were opened here by link, the last one first.
   *
   * @returns {Promise<PackedCourse[]>}
   */
  async byLink() {
    return (await this.#storage.get('courses', BY_LINK))?.byLink ?? [];
  }

  /**
   * A course of the list, as far as this device has that; null if it isn't there.
   *
   * @param {string} id
   * @returns {Promise<{course: PackedCourse, pack: Pack, heardAt: number} | null>}
   */
  async kept(id) {
    for (const { value, heardAt } of await this.#storage.all('courses')) {
      const course = value?.courses?.find((each) => each.id === id);
      if (course) return { course, pack: value, heardAt };
    }
    return null;
  }

  /**
   * What everybody has thrown on a course, as was last heard; then as it is.
   *
   * @param {string} id
   * @param {(heard: Heard) => void} tell
   */
  figures(id, tell) {
    return this.#tellTwice(`figures-${id}`, `/courses/${id}/figures`, ({ items }) => items, tell);
  }

  /**
   * Where tiles of a map are, if this server offers any.
   *
   * @param {(heard: Heard) => void} tell `value`: null if it doesn't
   */
  tiles(tell) {
    return this.#tellTwice('tiles', '/about', ({ tiles = null }) => tiles, tell);
  }

  /**
   * How busy a course is, and when that was counted.
   *
   * @param {string} id
   * @returns {Promise<{crowd: 'quiet' | 'some' | 'busy', at: number}>}
   */
  async crowd(id) {
    return (await this.#ask('GET', `/courses/${id}/crowd`)).value;
  }

  /**
   * The newest of what people say of a course, as was last heard; then as it is.
   *
   * @param {string} id
   * @param {string | null | undefined} token whose reader's
   * @param {(heard: Heard) => void} tell
   */
  comments(id, token, tell) {
    const read = ({ items, next }) => ({ items, next });
    return this.#tellTwice(`comments-${id}`, `/courses/${id}/comments`, read, tell, token);
  }

  /**
   * @param {string} key
   * @param {string} path
   * @param {(value: any) => any} read
   * @param {(heard: Heard) => void} tell
   * @param {string | null} [token]
   */
  async #tellTwice(key, path, read, tell, token) {
    /** @type {Heard | undefined} */
    const kept = await this.#storage.get('courses', key);
    if (kept) tell(kept);
    const { value, tag } = await this.#ask('GET', path, { token, tag: kept?.tag });
    const isNew = value !== null;
    const heard = { ...(isNew || !kept ? { value: read(value), tag } : kept), heardAt: Date.now() };
    await this.#storage.put('courses', key, heard);
    tell(heard);
  }
}
