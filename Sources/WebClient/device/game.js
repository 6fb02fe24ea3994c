import { ClientCore } from '../core/client-core.js';
import { CloseCode, ErrorCode } from '../core/codes.js';
import { game, randomPlayer } from '../core/game-kind.js';
import { lobbyIDOf, newCredentials } from '../core/identity.js';
import { compactedJournal } from '../core/journal.js';
import { checkName } from '../core/names.js';
import { randomIdentifier } from '../core/random.js';
import { viewOf } from '../core/view.js';
import { Clock, random } from './clock.js';
import { Line, syncAddress } from './socket.js';
import { Journal, Taken, troubleOf } from './storage.js';
import { summaryOf } from './summary.js';

/**
 * @typedef {import('../core/client-core.js').Effect} Effect
 * @typedef {import('../core/game-kind.js').GameCore} Core
 * @typedef {import('../core/decide.js').Command} Command
 * @typedef {import('../core/wire.js').Credentials | null} Credentials null: a game's own
 * @typedef {import('./storage.js').Trouble} Trouble
 * @typedef {{storage: import('./storage.js').Storage, tabs: import('./tabs.js').Tabs,
 *   noted(): void, ended(game: Game): void, credentialsFor(person: string): Credentials}} Shell
 */

/** Makes the ids of people and games, which nobody needs before there is a game. */
export const identities = { lobbyIDOf, newCredentials };

/** A server that doesn't want to look up the past now is left in peace for so long. */
const HISTORY_MILLISECONDS = 1_000;
/** An attempt to connect that began without signal isn't waited for. */
const STALE_MILLISECONDS = 2_000;

/**
 * A game as this tab has it: does what the core says with what the browser and the shell give.
 *
 * The journal comes first: nothing that follows a record in the core's effects happens before it is
 * written. If the device can't keep it, the game goes on without (`storageTrouble`), and every
 * record is an attempt to write all of it. The core notices what only the server has by then.
 */
export class Game {
  /** Another tab of this browser has the game. */
  isElsewhere = false;
  /** @type {Trouble | null} why entries aren't kept on this device */
  storageTrouble = null;
  /** The screen is left; the game only stays to hand over what waits. */
  isLeft = false;
  hasEnded = false;

  /** @type {Core | null} */
  #core = null;
  /** @type {import('../core/view.js').View | null} */
  #view = null;
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
  /** @type {any} about the past, which waits for its answer */
  #question = null;
  #release = () => {};
  /** @type {Set<() => void>} */
  #listeners = new Set();
  #isNotifying = false;
  #isOwning = false;
  /** The journal here still says that it is another replica's. */
  #owesRewriting = false;
  /** @type {import('./summary.js').Summary | null} */
  #summary = null;
  /** Until the home screen has what is new of it. */
  #noted = Promise.resolve();
  #shell;
  #clock;

  /** @param {Shell} shell @param {string | null} key null: nothing of it is kept */
  constructor(shell, key) {
    this.key = key;
    this.#shell = shell;
    this.#clock = new Clock(() => this.wake());
  }

  /**
   * A new game.
   *
   * @param {import('../core/wire.js').Identity} identity
   * @param {Command} [first] the first edit
   * @throws {import('../core/refusal.js').Refusal} if that, or the name, is refused
   */
  async begin(identity, first) {
    if (identity.name !== null) checkName(identity.name);
    const core = ClientCore.begin(identity, random, game);
    if (first) core.edit(first, this.#clock.now());
    if (this.key) await this.#own(false);
    this.#start(core);
    await this.settled();
    await this.#noted;
  }

  /**
   * Takes up the game where its journal ends.
   *
   * @returns {Promise<boolean>} whether there is one
   */
  async resume(isTakeOver = false) {
    if (this.#isOwning) return true;
    this.#isOwning = true;
    const records = await this.#own(isTakeOver);
    this.#isOwning = false;
    if (!records) return true;
    const summary = await this.#shell.storage.get('games', String(this.key));
    const openedAt = this.isLeft ? summary?.openedAt : Date.now();
    this.#summary = summary && { ...summary, openedAt };
    const { restore } = await import('../core/restore.js');
    const restored = restore(records, random, game);
    if (!restored) {
      await this.#end();
      return false;
    }
    this.#start(restored.core);
    return true;
  }

  /** Everything there is to show; null while the game is elsewhere. */
  get view() {
    if (!this.#core) return null;
    return (this.#view ??= viewOf(this.#core));
  }

  /** @returns {import('../core/view.js').KnownView | null} once something is known of it */
  get known() {
    return this.view?.lobby ? /** @type {any} */ (this.view) : null;
  }

  /** @param {() => void} listener is called once for all changes of a moment */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Asks the tab that has the game to let it go. */
  async takeOver() {
    if (!this.isElsewhere || this.hasEnded) return;
    await this.resume(true);
    this.#notify();
  }

  /**
   * @param {Command | {op: 'add', name: string, player?: undefined}} command an `add` gets a new
   *   player's number
   * @param {import('../core/client-core.js').Seen} [seen]
   * @returns {number} the op's
   * @throws {import('../core/refusal.js').Refusal}
   */
  edit(command, seen) {
    const isNew = command.op === 'add' && !command.player;
    const whole = isNew ? { ...command, player: randomPlayer(random) } : command;
    return this.#do((core, now) => core.edit(/** @type {Command} */ (whole), now, seen));
  }

  /** @param {import('../core/lobby.js').Key} key */
  seen(key) {
    return this.#do((core) => core.seen(key));
  }

  undo() {
    return this.#do((core, now) => core.undo(now));
  }

  /** Takes leave of the server and stays offline. */
  stop() {
    this.#do((core) => core.stop());
  }

  rejoin() {
    this.#do((core) => core.rejoin());
  }

  /** An estimate of the server's time, in milliseconds since 1970. */
  now() {
    const now = this.#clock.now();
    return this.#core ? this.#core.clock.now(now) : now.wall;
  }

  /**
   * The events after `after`, as changes. They come from the server: the device doesn't keep them.
   *
   * @param {number} [after]
   * @returns {Promise<import('../core/lobby.js').Change[]>}
   */
  async history(after = 0) {
    const all = [];
    for (let top = Infinity; after + all.length < top; ) {
      const part = await this.#askHistory(after + all.length);
      all.push(...part.events);
      top = part.events.length > 0 ? part.top : 0;
    }
    return all;
  }

  /** @param {number} after @returns {Promise<{events: any[], top: number}>} */
  async #askHistory(after) {
    // One question at a time.
    while (this.#question) await this.#question.answer.catch(() => {});
    /** @type {any} */
    const question = {};
    question.answer = new Promise((resolve, reject) =>
      Object.assign(question, { resolve, reject }),
    );
    this.#question = question;
    const isAsked = this.#do((core) => core.askHistory(after));
    if (!isAsked) this.#answer('reject', new Error('no server'));
    const answer = await question.answer;
    if (answer.events) return answer;
    await new Promise((resolve) => setTimeout(resolve, answer.retry_ms ?? HISTORY_MILLISECONDS));
    return this.#askHistory(after);
  }

  /** @param {'resolve' | 'reject'} how */
  #answer(how, value) {
    const question = this.#question;
    this.#question = null;
    question?.[how](value);
  }

  /** Leaves the game. It stays open until the server has what waits for it. */
  async close() {
    this.isLeft = true;
    await this.#endIfDone();
  }

  /** The page is seen again, or the network is back. */
  wake() {
    if (this.hasEnded) return;
    if (!this.#core) return void (this.isElsewhere && this.resume().then(() => this.#notify()));
    const { isOpening, openedAt = 0 } = this.#line ?? {};
    if (isOpening && performance.now() - openedAt > STALE_MILLISECONDS) this.#line?.giveUp();
    this.#core.clock.doubt();
    this.#do((core, now) => core.probe(now));
  }

  /**
   * Lets another tab have the game, unless this one alone knows what was entered.
   *
   * @returns {Promise<boolean>}
   */
  async giveAway() {
    if (!this.#core || this.hasEnded) return true;
    if (this.#journal === null || this.storageTrouble) return false;
    this.#core.stop();
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
    this.#shell.ended(this);
  }

  /** When all that has come up so far is done. */
  async settled() {
    while (this.#work) await this.#work;
  }

  // Ownership.

  /** @returns {Promise<string[] | null>} the journal; null if the game is elsewhere */
  async #own(isTakeOver) {
    const key = String(this.key);
    const lost = () => this.#leaveToOther();
    const release = await this.#shell.tabs.own(key, isTakeOver, lost);
    this.isElsewhere = !release;
    if (!release) {
      await this.#endIfDone();
      return null;
    }
    this.#release = release;
    const token = randomIdentifier(random);
    this.#journal = new Journal(this.#shell.storage, key, token);
    try {
      const records = await this.#journal.open();
      this.#isWhole = true;
      return records;
    } catch (error) {
      this.storageTrouble = troubleOf(error);
      return [];
    }
  }

  /** Lets another tab have the game, and writes nothing any more. */
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
    this.#core = null;
    this.#view = null;
    this.#journal = null;
    this.#release();
    this.#release = () => {};
  }

  async #endIfDone() {
    const view = this.view;
    const isDone = !view || view.pendingCount === 0 || view.connection === 'stopped';
    if (this.isLeft && isDone) await this.#end();
  }

  async #end() {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const isNothing = this.view?.connection === 'stopped' && !this.view.lobby;
    this.#core?.stop();
    this.#settle();
    await this.settled();
    this.#drop();
    if (isNothing && this.key) await this.#shell.storage.forget(this.key);
    this.#shell.ended(this);
  }

  // The core's wishes.

  #start(core) {
    this.#core = core;
    core.start();
    this.#settle();
  }

  /**
   * @template T
   * @param {(core: Core, now: import('../core/timing.js').Time) => T} action
   * @returns {T}
   */
  #do(action) {
    if (!this.#core) throw new Error('the game is open elsewhere');
    const result = action(this.#core, this.#clock.now());
    this.#settle();
    return result;
  }

  /** Tells the core something, if it is still there to hear it. */
  #tell(action) {
    if (this.#core) this.#do(action);
  }

  #settle() {
    if (!this.#core) return;
    this.#core.speak(this.#shell.credentialsFor(this.#core.identity.credentials.person));
    for (const effect of this.#core.takeEffects()) {
      if (effect.type === 'history') this.#answer('resolve', effect);
      else if (effect.type === 'notice' && effect.notice.code === ErrorCode.historyLater) {
        this.#answer('resolve', effect.notice);
      } else if (effect.type === 'changed' || effect.type === 'notice') this.#notify();
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
    this.#noteSummary();
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
    const wait = Math.max(0, Math.ceil(at - this.#clock.now().monotonic));
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
    if (!this.#core) return;
    await journal.replace(compactedJournal(this.#core));
    this.#isWhole = true;
    this.#owesRewriting = false;
    if (this.storageTrouble) this.#notify();
    this.storageTrouble = null;
  }

  #noteSummary() {
    const view = this.view;
    if (!view || !this.key || !this.#core) return;
    const summary = summaryOf(this.key, view, this.#core.identity, this.#summary);
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return;
    this.#summary = summary;
    const { storage, noted } = this.#shell;
    this.#noted = storage.put('games', this.key, summary, this.#journal?.token).then(noted);
  }

  #notify() {
    this.#view = null;
    if (this.#question && this.#core?.phase !== 'live') this.#answer('reject', new Error('lost'));
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of [...this.#listeners]) listener();
    });
  }
}
