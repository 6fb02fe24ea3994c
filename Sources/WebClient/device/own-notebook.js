// What whoever plays on this device keeps for themself. The notebook stays on the device; it is
// compared with the server's while a screen shows it, and when something waits to be handed over.

import { notebook, notebookIDOf, timeFor, timeOf } from '../core/notebook-kind.js';
import { randomIdentifier } from '../core/random.js';
import { restore } from '../core/restore.js';
import { random } from './clock.js';
import { OpenDocument } from './open-document.js';

/**
 * @typedef {import('../core/notebook-kind.js').NotebookTypes} NotebookTypes
 * @typedef {import('../core/notebook-kind.js').Note} Note
 * @typedef {import('../core/wire.js').Credentials} Credentials
 */

/** The key of a person's notebook among the journals of the device. */
export const journalKeyOf = (person) => `notebook-${person}`;

/** @type {(records: string[]) => Map<string, Note>} what a journal adds up to */
const notesIn = (records) =>
  restore(records, random, notebook)?.core.optimistic?.notes ?? new Map();

/** @extends {OpenDocument<NotebookTypes>} */
export class OwnNotebook extends OpenDocument {
  #credentials;
  /** How many screens show it. While one opens, the one before is still there. */
  #holders = 0;
  /** Of the tab that has it, as they were when this one last looked. */
  #read = /** @type {Map<string, Note>} */ (new Map());

  /**
   * @param {import('./open-document.js').Shell & {waits(person: string, isSo: boolean): void}} shell
   *   `waits`: whether the server hasn't got all of a person's notes
   * @param {Credentials} credentials
   */
  constructor(shell, credentials) {
    super(shell, journalKeyOf(credentials.person), notebook);
    this.waits = shell.waits;
    this.#credentials = credentials;
  }

  get person() {
    return this.#credentials.person;
  }

  /** Opens what the device has of it. Without an account there may be nothing yet, and stays so. */
  async open() {
    const records = await this.shell.storage.records(String(this.key));
    if (records.length > 0) await this.resume();
    else if (this.#credentials.account) await this.#beginNew();
    if (this.isElsewhere) await this.reread();
  }

  /** A screen shows it from now on. */
  hold() {
    this.#holders += 1;
    this.isLeft = false;
  }

  /** A screen doesn't show it any more. */
  leave() {
    this.#holders -= 1;
    if (this.#holders === 0) void this.close();
  }

  #beginNew() {
    const credentials = this.#credentials;
    return this.begin({
      ...{ client: 'folf-page', credentials, rid: randomIdentifier(random), as: null, name: null },
      entry: { create: notebookIDOf(credentials.person) },
    });
  }

  /** @returns {Map<string, Note>} */
  get notes() {
    return this.core ? (this.core.optimistic?.notes ?? new Map()) : this.#read;
  }

  /** What another tab has written meanwhile. */
  async reread() {
    this.#read = notesIn(await this.shell.storage.records(String(this.key)));
  }

  wake() {
    super.wake();
    if (this.isElsewhere) void this.reread();
  }

  /** @param {string} key @returns {string | null} */
  get(key) {
    return this.notes.get(key)?.value ?? null;
  }

  /**
   * All notes whose keys begin so.
   *
   * @param {string} prefix
   * @returns {[rest: string, value: string][]}
   */
  all(prefix) {
    return [...this.notes.values()].flatMap(({ key, value }) =>
      value !== null && key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : []);
  }

  /**
   * Writes a note, or takes one out. The tab that does becomes the notebook's owner.
   *
   * @param {string} key
   * @param {string | null} value
   * @throws {import('../core/refusal.js').Refusal} why it can't be kept
   */
  async put(key, value) {
    await this.#havingIt();
    this.do((core, now) => core.edit({ op: 'put', key, value }, timeFor(core, key, now)));
  }

  /**
   * Takes over notes of before there was an account, with their times: what was written later
   * stands, and what is brought twice is as if it were once.
   *
   * @param {Iterable<Note>} notes
   */
  async bring(notes) {
    const known = this.notes;
    const newer = [...notes].filter(({ key, value, at }) =>
      at > (known.get(key)?.at ?? (value === null ? Infinity : -1)));
    if (newer.length === 0) return;
    await this.#havingIt();
    for (const { key, value, at } of newer) {
      this.do((core, now) => core.edit({ op: 'put', key, value }, timeOf(core, at, now)));
    }
    await this.settled();
  }

  async #havingIt() {
    if (this.isElsewhere) await this.takeOver();
    if (this.core) return;
    // Another tab may have begun it.
    const records = await this.shell.storage.records(String(this.key));
    if (records.length > 0) await this.resume(true);
    else await this.#beginNew();
  }

  noteDone() {
    const { core } = this;
    if (core) this.waits(this.person, core.outbox.pendingCount > 0);
  }
}

/**
 * The notes of a journal that nobody has open.
 *
 * @param {import('./storage.js').Storage} storage
 * @param {string} person
 * @returns {Promise<Note[]>}
 */
export async function keptNotes(storage, person) {
  return [...notesIn(await storage.records(journalKeyOf(person))).values()];
}
