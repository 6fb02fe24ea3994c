// The notebooks of this device: that of whoever plays here now, and those that still have something
// to hand over or to give to an account.

import { roundsKeyOf } from './own-rounds.js';
import { OwnNotebook, journalKeyOf, keptNotes } from './own-notebook.js';

/**
 * @typedef {import('../core/wire.js').Credentials} Credentials
 * @typedef {{settings: {waitingNotes: string[], owned: Credentials[]},
 *   setSetting(name: 'waitingNotes', value: string[]): Promise<void>,
 *   forget(key: string): Promise<void>}} Device
 * @typedef {{current(): Promise<Credentials>, own(): Promise<Credentials>}} People who plays here
 *   now, and who does without an account
 */

export class Notebooks {
  #device;
  #shell;
  #open;
  #people;
  /** Until the one that was asked for last is open. */
  #opened = Promise.resolve();

  /**
   * @param {Device} device
   * @param {import('./open-document.js').Shell} shell
   * @param {Set<any>} open all that this tab has open
   * @param {People} people
   */
  constructor(device, shell, open, people) {
    this.#device = device;
    this.#shell = { ...shell, waits: (person, isSo) => this.#noteWaiting(person, isSo) };
    this.#open = open;
    this.#people = people;
  }

  /** That of whoever plays here now, for a screen, until that leaves it. */
  open() {
    return this.#take(true);
  }

  /** Somebody else plays here now. */
  close() {
    for (const each of this.#open) if (each instanceof OwnNotebook) void each.close();
  }

  /** Gives the server what waits; for who has gone nobody can speak. */
  async handOver() {
    const notebook = await this.#take(false);
    if (notebook.isLeft) await notebook.close();
  }

  /** @param {string[]} persons whose notebooks and rounds aren't to be found here any more */
  async forget(persons) {
    for (const person of persons) {
      await this.#shell.storage.put('courses', roundsKeyOf(person), { rounds: [] });
      await this.#device.forget(journalKeyOf(person));
      await this.#noteWaiting(person, false);
    }
  }

  /**
   * One after the other: who comes second finds what the first has opened.
   *
   * @param {boolean} isShown or else it is opened only to hand over
   * @returns {Promise<OwnNotebook>}
   */
  #take(isShown) {
    const taking = this.#opened.then(() => this.#takeNow(isShown));
    this.#opened = taking.then(() => {}, () => {});
    return taking;
  }

  /** @param {boolean} isShown */
  async #takeNow(isShown) {
    const credentials = await this.#people.current();
    const key = journalKeyOf(credentials.person);
    const [open] = [...this.#open].filter((each) => each.key === key && !each.hasEnded);
    const notebook = /** @type {OwnNotebook} */ (open ?? new OwnNotebook(this.#shell, credentials));
    if (isShown) notebook.hold();
    else if (!open) notebook.isLeft = true;
    this.#open.add(notebook);
    if (!open) await notebook.open();
    if (credentials.account) await this.#bringAlong(notebook);
    return notebook;
  }

  /**
   * What was noted here before there was an account goes along, once.
   *
   * @param {OwnNotebook} notebook
   */
  async #bringAlong(notebook) {
    for (const { person } of [await this.#people.own(), ...this.#device.settings.owned]) {
      if (person === notebook.person) continue;
      const notes = await keptNotes(this.#shell.storage, person);
      if (notes.length === 0) continue;
      await notebook.bring(notes);
      if (!notebook.storageTrouble) await this.forget([person]);
    }
  }

  /** @param {string} person @param {boolean} isSo */
  async #noteWaiting(person, isSo) {
    const waiting = this.#device.settings.waitingNotes;
    if (waiting.includes(person) === isSo) return;
    const others = waiting.filter((each) => each !== person);
    await this.#device.setSetting('waitingNotes', isSo ? [...others, person] : others);
  }
}
