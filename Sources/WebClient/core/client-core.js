import { CloseCode, allowsReconnect } from './codes.js';
import { NO_EPOCH } from './kind.js';
import { LogFollower } from './follower.js';
import { compactedJournal, encodeLine } from './journal.js';
import { byteCount } from './json.js';
import { ClientLimits, DocumentLimits, WireLimits } from './limits.js';
import { Outbox } from './outbox.js';
import { Refusal, demand } from './refusal.js';
import { isKnocking, newSession, receive } from './session.js';
import { Backoff, ServerClock } from './timing.js';
import { BYE, encodeHello, encodeHistory, encodePing } from './wire.js';

/**
 * @typedef {import('./timing.js').Time} Time
 * @typedef {{version: number, epoch: string}} Seen what someone who opens an entry has before them
 * @typedef {{rid: string, n: number}} OpName
 * @typedef {{type: 'connect', redirect: string | null}
 *   | {type: 'disconnect', code: number}
 *   | {type: 'send', text: string}
 *   | {type: 'append', record: string, isDurable: boolean, op: OpName | null}
 *   | {type: 'rewrite', records: string[], isRequired: boolean}
 *   | {type: 'schedule', at: number | null}
 *   | {type: 'notice', notice: import('./wire.js').Notice}
 *   | {type: 'history', s: number, events: any[], top: number}
 *   | {type: 'changed'}} Effect
 * @typedef {{code: number | null, notice: import('./wire.js').Notice | null}} StopReason
 */

/**
 * The client of one document of any kind, without socket, storage, clock or random source.
 *
 * It knows a prefix of the server's log, as the state that it adds up to, and its own ops; nothing
 * else is true. It shows that state with the ops that aren't in it yet decided on top. An op is in
 * the journal before it is sent, and is sent again until the server has dealt with it.
 *
 * A shell tells it what happened (`connected`, `received`, `tick`…), then takes `takeEffects()`
 * and carries them out in order, each to its end before the next:
 * - connect: open a WebSocket, at `redirect` or at the usual server (a `redirect` from `wss` to
 *   `ws` isn't followed); disconnect: close it; send: a text message. Once a `disconnect` is
 *   taken, nothing may be told of what the connection still reports.
 * - append: add `record` to the journal; if `isDurable`, go on once it would survive a power cut.
 *   If `op` is set, tell `committed(op)` then. If it fails, tell `withdraw(op)`, carry out nothing
 *   more and open the journal anew.
 * - rewrite: put `records` in the place of the whole journal, all or nothing. Unless `isRequired`
 *   the old journal is as good.
 * - schedule: call `tick` at this monotonic time; null: at none. It replaces the one before.
 * - history: for `askHistory`.
 * - notice, changed: something new to show; see `optimistic`.
 *
 * @template {import('./kind.js').Types} T
 */
export class ClientCore {
  /**
   * A new journal; its first record is among the effects.
   *
   * @template {import('./kind.js').Types} T
   * @param {import('./wire.js').Identity} identity how to get in
   * @param {import('./random.js').Random} random
   * @param {import('./kind.js').Kind<T>} kind of the document
   * @returns {ClientCore<T>}
   */
  static begin(identity, random, kind) {
    const core = new ClientCore({ ...identity, kind: kind.name }, random, kind);
    core.noteIdentity();
    return core;
  }

  /**
   * For `begin` and `restore`.
   *
   * @param {import('./wire.js').Identity} identity
   * @param {import('./random.js').Random} random
   * @param {import('./kind.js').Kind<T>} kind
   */
  constructor(identity, random, kind) {
    /** @type {import('./wire.js').Identity} */
    this.identity = identity;
    this.random = random;
    this.kind = kind;
    this.outbox = new Outbox();
    this.follower = new LogFollower(kind);
    this.clock = new ServerClock();
    /** @type {T['state'] | null} the confirmed state with own ops on top */
    this.optimistic = null;
    /** @type {'offline' | 'connecting' | 'greeting' | 'live' | 'waiting' | 'stopped'} */
    this.phase = 'offline';
    this.waitsUntil = 0;
    /** @type {StopReason} */
    this.stopReason = { code: null, notice: null };
    this.session = newSession();
    this.backoff = new Backoff();
    /** @type {T['presence'] | null} who is there; null while not connected */
    this.presence = null;
    this.presenceAt = 0;
    /** No attempt to connect is made before. */
    this.notBefore = 0;
    this.redirect = null;
    this.lastNotice = /** @type {import('./wire.js').Notice | null} */ (null);
    /** After a kick there is one connection more, to hand over what is left. */
    this.hasFlushed = false;
    /** The server didn't know the document, which this device's journal can create again. */
    this.createsAgain = false;
    this.journalBytes = 0;
    this.journalBytesLimit = ClientLimits.journalGrowthBytesMax;
    this.notedClockOffset = 0;
    this.effects = /** @type {Effect[]} */ ([]);
    this.scheduledAt = null;
  }

  /** @returns {Effect[]} what has come up, oldest first */
  takeEffects() {
    const at = this.nextDeadline;
    if (at !== this.scheduledAt) this.emit({ type: 'schedule', at });
    this.scheduledAt = at;
    const effects = this.effects;
    this.effects = [];
    return effects;
  }

  /** Null while what was joined by code hasn't been found yet. */
  get lobbyID() {
    const entry = this.identity.entry;
    if ('create' in entry) return entry.create;
    return 'code' in entry ? (this.follower.state?.id ?? null) : entry.lobby;
  }

  get isSpectator() {
    return this.identity.as === 'spectator';
  }

  /** The author of own ops. */
  get author() {
    const { credentials, rid } = this.identity;
    return { person: credentials.person, tag: parseInt(rid.slice(0, 8), 16) };
  }

  /** How far the confirmed state is in the session's history; null in another, or if none is. */
  get coveringSeq() {
    return this.follower.epoch === this.session.epoch ? this.follower.seq : null;
  }

  // The connection.

  /** Connects, and stays connected from now on. */
  start() {
    if (this.phase !== 'offline' && this.phase !== 'stopped') return;
    this.hasFlushed = false;
    this.#connect();
  }

  /** Asks to take part again after having left. */
  rejoin() {
    if (this.isSpectator) return;
    this.identity = { ...this.identity, as: 'player' };
    this.noteIdentity();
    if (this.phase !== 'offline') this.stop();
    this.start();
  }

  /**
   * Goes on with another token, or another proof that it may act as the same person. Who had been
   * signed out connects again.
   *
   * @param {import('./wire.js').Credentials | null} credentials null: those that there are
   */
  speak(credentials) {
    if (!credentials) return;
    if (JSON.stringify(credentials) === JSON.stringify(this.identity.credentials)) return;
    this.identity = { ...this.identity, credentials };
    this.noteIdentity();
    if (this.phase === 'stopped' && this.stopReason.code === CloseCode.signedOut) this.start();
  }

  /** Takes leave politely and stays offline. The membership goes on. */
  stop() {
    if (this.phase === 'live') this.emit({ type: 'send', text: BYE });
    this.emit({ type: 'disconnect', code: CloseCode.normal });
    this.#loseSession();
    this.enter('offline');
  }

  /** @param {Time} now when a connection is open: `hello` goes out */
  connected(now) {
    if (this.phase !== 'connecting') {
      return this.emit({ type: 'disconnect', code: CloseCode.normal });
    }
    this.session = newSession();
    this.lastNotice = null;
    this.session.greetedAt = now.monotonic;
    this.session.heardAt = now.monotonic;
    this.session.answerDue = now.monotonic + ClientLimits.answerMillisecondsMax;
    this.phase = 'greeting';
    this.emit({ type: 'send', text: this.#greeting() });
  }

  /**
   * A text message of the server.
   *
   * @param {string} message
   * @param {Time} now
   */
  received(message, now) {
    if (this.phase === 'greeting' || this.phase === 'live') receive(this, message, now);
  }

  /**
   * The connection was closed, or couldn't be opened.
   *
   * @param {number | null} closeCode the server's; null if there was none
   * @param {Time} now
   */
  disconnected(closeCode, now) {
    if (!['connecting', 'greeting', 'live'].includes(this.phase)) return;
    if (closeCode === null || allowsReconnect(closeCode)) return this.#reconnect(now);
    const isOut = closeCode === CloseCode.kicked || closeCode === CloseCode.left;
    if (isOut && this.outbox.pendingCount > 0 && !this.hasFlushed) {
      this.hasFlushed = true;
      return this.#reconnect(now);
    }
    this.#loseSession();
    this.stopReason = { code: closeCode, notice: isOut ? null : this.lastNotice };
    this.enter('stopped');
  }

  /** @param {Time} now until when what is due gets done; too early does no harm */
  tick(now) {
    // A browser’s alarm may ring a moment before its time: it is wanted once more then.
    this.scheduledAt = null;
    const { session } = this;
    const isDue = (due) => due !== null && now.monotonic >= due;
    if (this.phase === 'waiting' && isDue(this.waitsUntil)) return this.#connect();
    if (this.phase !== 'greeting' && this.phase !== 'live') return;
    if (isDue(session.answerDue)) return this.drop(CloseCode.timeout, now);
    if (isDue(session.drainsAt)) return this.drop(CloseCode.draining, now);
    if (isDue(session.resumeAt)) {
      session.resumeAt = null;
      this.pump();
    }
    if (isDue(this.#silenceDue)) this.#ask(now);
  }

  /** When `tick` has something to do; null if never. */
  get nextDeadline() {
    if (this.phase === 'waiting') return this.waitsUntil;
    if (this.phase !== 'greeting' && this.phase !== 'live') return null;
    const { answerDue, drainsAt, resumeAt } = this.session;
    return Math.min(answerDue ?? this.#silenceDue, drainsAt ?? Infinity, resumeAt ?? Infinity);
  }

  /**
   * The page came to the foreground, or the network came back: asks whether the connection still
   * lives, or makes the next attempt now.
   *
   * @param {Time} now
   */
  probe(now) {
    this.backoff.reset();
    if (this.phase === 'live') return this.#ask(now);
    if (this.phase !== 'waiting') return;
    if (now.monotonic >= this.notBefore) return this.#connect();
    this.#wait(this.notBefore);
  }

  /** False if there is nobody to ask. */
  askHistory(after) {
    if (this.phase !== 'live' || this.session.as === 'outsider') return false;
    this.emit({ type: 'send', text: encodeHistory(after) });
    return true;
  }

  get #silenceDue() {
    return this.session.heardAt + this.#silenceMax;
  }

  get #silenceMax() {
    if (this.#isBehind) return ClientLimits.catchUpMillisecondsMax;
    return this.outbox.inFlight
      ? ClientLimits.silenceInFlightMillisecondsMax
      : ClientLimits.silenceMillisecondsMax;
  }

  /** Whether the server has yet to send what was missed. */
  get #isBehind() {
    const isFollowing = this.phase === 'live' && this.session.as !== 'outsider';
    return isFollowing && (this.coveringSeq ?? 0) < this.session.top;
  }

  #ask(now) {
    if (this.phase !== 'live' || this.session.answerDue !== null) return;
    this.session.answerDue = now.monotonic + ClientLimits.answerMillisecondsMax;
    this.emit({ type: 'send', text: encodePing(Math.floor(now.monotonic)) });
  }

  #greeting() {
    const { lobbyID, identity } = this;
    const hello = this.createsAgain && lobbyID ? { ...identity, entry: { create: lobbyID } } : identity;
    const position = this.follower.positionFor(this.isSpectator);
    return encodeHello(hello, position, this.outbox.last, this.outbox.heard);
  }

  #connect() {
    this.notBefore = 0;
    this.enter('connecting');
    this.emit({ type: 'connect', redirect: this.redirect });
  }

  /** Ends a connection on which nothing good can come any more, and tries again later. */
  drop(code, now) {
    this.emit({ type: 'disconnect', code });
    this.#reconnect(now);
  }

  #reconnect(now) {
    const { welcomedAt } = this.session;
    const isStable =
      welcomedAt !== null && now.monotonic - welcomedAt >= ClientLimits.stableMilliseconds;
    if (isStable) this.backoff.reset();
    // A server that sent us elsewhere is asked again if nobody is there.
    if (welcomedAt === null) this.redirect = null;
    this.#loseSession();
    const delay = this.backoff.nextDelay(this.random);
    this.#wait(Math.max(now.monotonic + delay, this.notBefore));
  }

  #wait(until) {
    this.waitsUntil = until;
    this.enter('waiting');
    this.emit({ type: 'changed' });
  }

  #loseSession() {
    this.session = newSession();
    this.outbox.settleFlight();
    this.presence = null;
    this.emit({ type: 'changed' });
  }

  // Edits.

  /** @param {T['key']} key @returns {Seen} what someone who opens its entry now has seen */
  seen(key) {
    const { state } = this.follower;
    return state
      ? { version: this.kind.versionOf(state, key), epoch: state.epoch }
      : { version: 0, epoch: NO_EPOCH };
  }

  /**
   * Puts an op at the end of the journal, to be sent once `committed` says that it is written.
   *
   * @param {T['command']} command
   * @param {Time} now
   * @param {Seen} [seen] what the person saw on opening the entry, if not the state of now
   * @returns {number} the op's number
   * @throws {Refusal} why the rules, as far as the document is known here, refuse it
   */
  edit(command, now, seen) {
    return this.#edit(command, now, seen, false);
  }

  /** @param {Time} now @returns {number | null} what takes back the last own edit that shows */
  undo(now) {
    const { undoable } = this;
    return undoable && this.#edit(undoable, now, undefined, true);
  }

  /** @param {OpName} op is what the journal holds for good, and all before it */
  committed({ rid, n }) {
    if (rid !== this.identity.rid) return;
    this.outbox.markDurable(n);
    this.emit({ type: 'changed' });
    this.pump();
  }

  /** @param {OpName} op couldn't be written: it never happened, nor did those after it */
  withdraw({ rid, n }) {
    if (rid !== this.identity.rid) return;
    this.outbox.withdraw(n);
    this.predict();
    this.emit({ type: 'changed' });
  }

  #edit(command, now, seen, isUndo) {
    this.#checkMayEdit();
    const { kind, follower } = this;
    const key = kind.keyOf(follower.state, command);
    const base = seen ?? this.seen(key);
    // An entry that was opened before the lobby's first contact, and made after it, is of now.
    const isOfNow = kind.isEdit(command) && base.epoch === NO_EPOCH;
    const be = isOfNow ? follower.position.epoch : base.epoch;
    const n = this.outbox.last + 1;
    const op = { n, at: this.clock.now(now), bv: base.version, be, ...command };
    this.#decide(op);
    const text = kind.encodeOp(op);
    demand(byteCount(text) <= WireLimits.opBytesMax, 'malformed');
    const before = kind.before(this.optimistic, command);
    const entry = { number: n, text, op: kind.decodeOp(text).op, before, isUndo };
    this.outbox.append(entry);
    this.#predict(entry);
    this.emit({ type: 'changed' });
    this.note({ line: 'op', text, before, isUndo }, true, { rid: this.identity.rid, n });
    return n;
  }

  #checkMayEdit() {
    demand(!this.isSpectator && !isKnocking(this), 'read_only');
    demand(this.outbox.entries.length < ClientLimits.opsMax, 'log_full');
    if (this.phase === 'stopped') {
      demand(this.stopReason.code !== CloseCode.kicked, 'kicked');
      demand(this.stopReason.code !== CloseCode.left, 'not_member');
      demand(this.stopReason.notice?.name !== 'gone', 'gone');
    }
  }

  /** The command that takes back the last own edit that still shows. */
  get undoable() {
    const { entries, refused } = this.outbox;
    const own = entries.filter(({ number }) => !refused.has(number));
    return this.kind.undo(this.optimistic, own);
  }

  // Shared with the session and the journal.

  /** Computes the optimistic view anew. */
  predict() {
    this.optimistic = this.follower.state;
    for (const entry of this.outbox.unconfirmed) this.#predict(entry);
  }

  /** Decides one op on top. One that is refused changes nothing. */
  #predict({ number, op }) {
    if (!op || this.outbox.refused.has(number)) return;
    try {
      this.optimistic = this.#decide(op);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** The state as it would be after an op. */
  #decide(op) {
    const { kind, optimistic, lobbyID } = this;
    if (!optimistic) {
      const change = kind.decideCreation(op, this.author);
      return lobbyID ? kind.begin(lobbyID, NO_EPOCH, change) : null;
    }
    demand(optimistic.seq < DocumentLimits.eventsMax, 'log_full');
    const change = kind.decide(optimistic, op, this.author);
    const next = kind.copy(optimistic);
    kind.apply(next, change);
    return next;
  }

  /** Sends what is waiting, if the server is ready for it. */
  pump() {
    if (this.phase !== 'live' || this.session.resumeAt !== null) return;
    const text = this.session.as === 'spectator' ? null : this.outbox.takeMessage();
    if (text === null) return;
    this.emit({ type: 'send', text });
    this.emit({ type: 'changed' });
  }

  /** @param {ClientCore['phase']} phase */
  enter(phase) {
    if (this.phase === phase) return;
    this.phase = phase;
    this.emit({ type: 'changed' });
  }

  /** @param {Effect} effect */
  emit(effect) {
    const last = this.effects.at(-1);
    if (effect.type !== 'changed' || last?.type !== 'changed') this.effects.push(effect);
  }

  /**
   * @param {import('./journal.js').Line} line
   * @param {boolean} isDurable
   * @param {OpName | null} op
   */
  note(line, isDurable = false, op = null) {
    const record = encodeLine(line);
    this.journalBytes += byteCount(record);
    this.emit({ type: 'append', record, isDurable, op });
  }

  noteIdentity() {
    this.note({ line: 'hello', identity: this.identity }, true);
  }

  /** @param {boolean} isRequired */
  rewriteJournal(isRequired) {
    const records = compactedJournal(this);
    this.journalBytes = byteCount(records.join(''));
    this.journalBytesLimit = this.journalBytes + ClientLimits.journalGrowthBytesMax;
    this.emit({ type: 'rewrite', records, isRequired });
  }
}
