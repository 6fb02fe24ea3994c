import { ClientCore } from '../core/client-core.js';
import { CloseCode } from '../core/codes.js';
import { compactedJournal } from '../core/journal.js';
import { randomIdentifier } from '../core/random.js';
import { Clock, random } from './clock.js';
import { Line, syncAddress } from './socket.js';
import { Journal, Taken, troubleOf } from './storage.js';

/**
 * @typedef {import('../core/client-core.js').Effect} Effect
 * @typedef {import('../core/wire.js').Credentials | null} Credentials null: a document's own
 * @typedef {import('./storage.js').Trouble} Trouble
 * @typedef {{storage: import('./storage.js').Storage, tabs: import('./tabs.js').Tabs,
 *   noted(): void, ended(ended: {key: string | null}): void,
 *   credentialsFor(person: string): Credentials}} Shell
 */

/** An attempt to connect that began without signal isn't waited for. */
const STALE_MILLISECONDS = 2_000;

/**
 * A document of any kind as this tab has it: does what the core says with what the browser and the
 * shell give.
 *
 * The journal comes first: nothing that follows a record in the core's effects happens before it is
 * written. If the device can't keep it, all goes on without (`storageTrouble`), and every record is
 * an attempt to write all of it. The core notices what only the server has by then.
 *
 * @template {import('../core/kind.js').Types} T
 */
export class OpenDocument {
  /** Another tab of this browser has it. */
  isElsewhere = false;
  /** @type {Trouble | null} why entries aren't kept on this device */
  storageTrouble = null;
  /** The screen is left; it only stays to hand over what waits. */
  isLeft = false;
  hasEnded = false;
  /**
   * Whoever waits for something that the core hears: whether an effect was that.
   *
   * @type {(effect: Effect) => boolean}
   */
  hears = () => false;

  /** @type {import('../core/client-core.js').ClientCore<T> | null} null while it is elsewhere */
  core = null;
  /** @type {Journal | null} */
  #journal = null;
  /** Whether the journal on the device is all that the core knows of. */
  #isWhole = false;
  /** @type {Effect[]} */
  #queue = [];
  /** @type {Promise<void> | null} */
  #work = null;
  /** Counts wishes to connect and to disconnect: only the last one counts. */
  #wish = 0;
  /** @type {Line | null} */
  #line = null;
  #timer = 0;
  #release = () => {};
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #isNotifying = false;
  #isOwning = false;
  /** The journal here still says that it is another replica's. */
  #owesRewriting = false;

  /**
   * @param {Shell} shell
   * @param {string | null} key null: nothing of it is kept
   * @param {import('../core/kind.js').Kind<T>} kind
   */
  constructor(shell, key, kind) {
    this.key = key;
    this.kind = kind;
    this.shell = shell;
    this.clock = new Clock(() => this.wake());
  }

  /**
   * A new journal.
   *
   * @param {import('../core/wire.js').Identity} identity
   * @param {T['command']} [first] the first edit
   * @throws {import('../core/refusal.js').Refusal} if that is refused
   */
  async begin(identity, first) {
    const core = ClientCore.begin(identity, random, this.kind);
    if (first) core.edit(first, this.clock.now());
    if (this.key && !(await this.#own(false))) return;
    this.#start(core);
    await this.settled();
  }

  /**
   * Takes up the document where its journal ends.
   *
   * @returns {Promise<boolean>} whether there is one
   */
  async resume(isTakeOver = false) {
    if (this.#isOwning) return true;
    this.#isOwning = true;
    const records = await this.#own(isTakeOver);
    this.#isOwning = false;
    if (!records) return true;
    await this.taken();
    const { restore } = await import('../core/restore.js');
    const restored = restore(records, random, this.kind);
    if (!restored) {
      await this.#end();
      return false;
    }
    this.#start(restored.core);
    return true;
  }

  /** @param {() => void} listener is called once for all changes of a moment */
  subscribe(listener) {
    // One that two screens have given is there twice: each takes back its own.
    const own = () => listener();
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Asks the tab that has it to let it go. */
  async takeOver() {
    if (!this.isElsewhere || this.hasEnded) return;
    await this.resume(true);
    this.#notify();
  }

  /** An estimate of the server's time, in milliseconds since 1970. */
  now() {
    const now = this.clock.now();
    return this.core ? this.core.clock.now(now) : now.wall;
  }

  /** Leaves the document. It stays open until the server has what waits for it. */
  async close() {
    this.isLeft = true;
    await this.#endIfDone();
  }

  /** The page is seen again, or the network is back. */
  wake() {
    if (this.hasEnded) return;
    if (!this.core) {
      if (this.isElsewhere) this.resume().then(() => this.#notify());
      return;
    }
    const { isOpening, openedAt = 0 } = this.#line ?? {};
    if (isOpening && performance.now() - openedAt > STALE_MILLISECONDS) this.#line?.giveUp();
    this.core.clock.doubt();
    this.do((core, now) => core.probe(now));
  }

  /**
   * Lets another tab have it, unless this one alone knows what was entered.
   *
   * @returns {Promise<boolean>}
   */
  async giveAway() {
    if (!this.core || this.hasEnded) return true;
    if (this.#journal === null || this.storageTrouble) return false;
    this.core.stop();
    this.#settle();
    await this.settled();
    if (this.storageTrouble) return false;
    this.#leaveToOther();
    return true;
  }

  /** Goes away without a word; what isn't handed over stays in the journal. */
  discard() {
    this.hasEnded = true;
    this.#drop();
    this.shell.ended(this);
  }

  /** When all that has come up so far is done. */
  async settled() {
    while (this.#work) await this.#work;
  }

  // What a kind adds.

  /** This tab has it from now on: time to read what else is kept of it. */
  async taken() {}

  /** All that has come up is carried out: time to note what others are to know of it. */
  noteDone() {}

  /** Something is new of it. */
  changed() {}

  /** The token of the journal's owner, while this tab is that. */
  get token() {
    return this.#journal?.token;
  }

  // Ownership.

  /** @returns {Promise<string[] | null>} the journal; null if it is elsewhere */
  async #own(isTakeOver) {
    const key = String(this.key);
    const lost = () => this.#leaveToOther();
    const release = await this.shell.tabs.own(key, isTakeOver, lost);
    this.isElsewhere = !release;
    if (!release) {
      await this.#endIfDone();
      return null;
    }
    this.#release = release;
    const token = randomIdentifier(random);
    this.#journal = new Journal(this.shell.storage, key, token);
    try {
      const records = await this.#journal.open();
      this.#isWhole = true;
      return records;
    } catch (error) {
      this.storageTrouble = troubleOf(error);
      return [];
    }
  }

  /** Lets another tab have it, and writes nothing any more. */
  #leaveToOther() {
    if (this.hasEnded || this.isElsewhere) return;
    this.#drop();
    this.isElsewhere = true;
    this.#notify();
    this.#endIfDone();
  }

  /** Goes away without a word. */
  #drop() {
    this.#wish += 1;
    this.#line?.close(CloseCode.normal);
    this.#line = null;
    clearTimeout(this.#timer);
    this.#queue = [];
    this.core = null;
    this.#journal = null;
    this.changed();
    this.#release();
    this.#release = () => {};
  }

  async #endIfDone() {
    const { core } = this;
    const isDone = !core || core.outbox.pendingCount === 0 || core.phase === 'stopped';
    if (this.isLeft && isDone) await this.#end();
  }

  async #end() {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const isNothing = this.core?.phase === 'stopped' && !this.core.optimistic;
    this.core?.stop();
    this.#settle();
    await this.settled();
    this.#drop();
    if (isNothing && this.key) await this.shell.storage.forget(this.key);
    this.shell.ended(this);
  }

  // The core's wishes.

  #start(core) {
    this.core = core;
    core.start();
    this.#settle();
  }

  /**
   * @template Result
   * @param {(core: import('../core/client-core.js').ClientCore<T>,
   *   now: import('../core/timing.js').Time) => Result} action
   * @returns {Result}
   */
  do(action) {
    if (!this.core) throw new Error('elsewhere');
    const result = action(this.core, this.clock.now());
    this.#settle();
    return result;
  }

  /** Tells the core something, if it is still there to hear it. */
  #tell(action) {
    if (this.core) this.do(action);
  }

  #settle() {
    if (!this.core) return;
    this.core.speak(this.shell.credentialsFor(this.core.identity.credentials.person));
    for (const effect of this.core.takeEffects()) {
      if (this.hears(effect)) continue;
      if (effect.type === 'changed' || effect.type === 'notice') this.#notify();
      else {
        if (effect.type === 'connect' || effect.type === 'disconnect') this.#wish += 1;
        const wish = this.#wish;
        this.#queue.push(Object.assign(effect, { wish }));
      }
    }
    if (this.#queue.length > 0) this.#work ??= this.#performAll();
  }

  async #performAll() {
    // Whatever the core's caller does next belongs to the same moment.
    await null;
    for (let effect; (effect = this.#queue.shift()); ) await this.#perform(effect);
    this.#work = null;
    this.noteDone();
    if (this.isLeft) this.#endIfDone();
  }

  /** @param {any} effect */
  #perform(effect) {
    switch (effect.type) {
      case 'connect': return this.#connect(effect);
      case 'disconnect':
        this.#line?.close(effect.code);
        this.#line = null;
        return;
      case 'send': return this.#line?.send(effect.text);
      case 'append': return this.#append(effect);
      case 'rewrite': return this.#rewrite(effect);
      case 'schedule': return this.#schedule(effect.at);
      default:
    }
  }

  async #connect({ redirect, wish }) {
    if (this.#owesRewriting) await this.#write((journal) => this.#writeWhole(journal));
    if (wish !== this.#wish) return;
    if (this.#owesRewriting) return this.#tell((core, now) => core.disconnected(null, now));
    const tellIfWanted = (action) => (value) => {
      if (wish === this.#wish) this.#tell((core, now) => action(core, now, value));
    };
    this.#line = new Line(syncAddress(location.href, redirect), {
      opened: tellIfWanted((core, now) => core.connected(now)),
      received: tellIfWanted((core, now, text) => core.received(text, now)),
      closed: (code) => {
        if (wish !== this.#wish) return;
        if (code === CloseCode.replaced && this.#journal) return this.#leaveToOther();
        this.#tell((core, now) => core.disconnected(code, now));
      },
    });
  }

  #schedule(at) {
    clearTimeout(this.#timer);
    if (at === null) return;
    const wait = Math.max(0, Math.ceil(at - this.clock.now().monotonic));
    this.#timer = setTimeout(() => this.#tell((core, now) => core.tick(now)), wait);
  }

  // The journal.

  async #append({ record, isDurable, op }) {
    await this.#write((journal) => journal.append(record, isDurable));
    if (op) this.#tell((core) => core.committed(op));
  }

  async #rewrite({ records, isRequired }) {
    this.#owesRewriting ||= isRequired && this.#journal !== null;
    await this.#write((journal) => journal.replace(records));
    if (this.#isWhole) this.#owesRewriting = false;
  }

  /** @param {(journal: Journal) => Promise<void>} change */
  async #write(change) {
    const journal = this.#journal;
    if (!journal) return;
    try {
      if (this.#isWhole) await change(journal);
      else await this.#writeWhole(journal);
    } catch (error) {
      if (error instanceof Taken) return this.#leaveToOther();
      await this.#recover(journal);
    }
  }

  /** Perhaps it is only that the browser has closed or emptied the database. */
  async #recover(journal) {
    try {
      await this.#writeWhole(journal);
    } catch (error) {
      this.#isWhole = false;
      this.storageTrouble = troubleOf(error);
      this.#notify();
    }
  }

  /** Writes all that the core knows, so also the records that wait to be written. */
  async #writeWhole(journal) {
    if (!this.core) return;
    await journal.replace(compactedJournal(this.core));
    this.#isWhole = true;
    this.#owesRewriting = false;
    if (this.storageTrouble) this.#notify();
    this.storageTrouble = null;
  }

  #notify() {
    this.changed();
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}
