// A core with a shell around it that only remembers: a journal, what was sent, the time.

import { ClientCore } from '../../../Sources/WebClient/core/client-core.js';
import { game } from '../../../Sources/WebClient/core/game-kind.js';
import { credentialsOf, lobbyIDOf } from '../../../Sources/WebClient/core/identity.js';
import { restore } from '../../../Sources/WebClient/core/restore.js';
import { viewOf } from '../../../Sources/WebClient/core/view.js';
import { CODE, FakeServer } from './fake-server.js';

export const rid = (number) => `${String(number).padStart(8, '0')}${'a'.repeat(24)}`;
/** Whose phone it is. */
export const owner = (number) => credentialsOf(rid(number).repeat(2));

export const NONCE = 'b7e151628aed2a6abf7158809cf4f3c7';
export const LOBBY = lobbyIDOf(owner(1).person, NONCE);
export const INVITATION = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
export const WATCH = '1a2b3c4d5e6f708192a3b4c5d6e7f809';
/** The host's column. */
export const ANNA = 10;

export const CREATE = {
  op: 'create',
  course: 'Meadow',
  holes: [
    ['1', 3],
    ['2', 3],
    ['3', 3],
  ],
  late_join: false,
  nonce: NONCE,
  invitation: INVITATION,
  watch: WATCH,
  name: 'Anna',
  player: ANNA,
};
export const BEGIN = { op: 'move', from: ['setup', 0], to: ['playing', 1] };

export const score = (hole, value, player = ANNA) => ({
  op: 'set',
  cell: [1, player, hole, 0],
  value,
});

/** 32 bits at a time, the same for the same seed (xorshift). */
export function seeded(seed) {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>>= 0);
  };
}

/** A whole number below `bound`. */
export const below = (bound, random) => Math.floor((random() / 2 ** 32) * bound);

export class Phone {
  constructor(identity, seed = 1, kind = game) {
    this.core = ClientCore.begin(identity, seeded(seed), kind);
    this.journal = [];
    this.milliseconds = 5_000;
    this.wallAhead = 0;
    this.session = {};
    this.sent = [];
    this.effects = [];
    this.settle();
  }

  static host(number = 1) {
    const entry = { create: LOBBY };
    return new Phone(
      {
        ...{ client: 'test', credentials: owner(number), rid: rid(number) },
        ...{ entry, as: null, name: 'Anna' },
      },
      number,
    );
  }

  static guest(number = 2, as = 'player') {
    const entry = { code: CODE };
    return new Phone(
      { client: 'test', credentials: owner(number), rid: rid(number), entry, as, name: 'Ben' },
      number,
    );
  }

  /** A phone and its server, where the first round is being played. */
  static playing() {
    const phone = Phone.host();
    const server = new FakeServer(LOBBY);
    phone.edit(CREATE);
    phone.edit(BEGIN);
    phone.connect(server);
    return { phone, server };
  }

  get now() {
    return { wall: this.milliseconds + this.wallAhead, monotonic: this.milliseconds };
  }

  get view() {
    return viewOf(this.core);
  }

  /** The view without what a restart changes. */
  get gameView() {
    const { connection, waitsUntil, isUpToDate, ...view } = this.view;
    return view;
  }

  get scores() {
    return this.view.card?.lines.find((line) => line.player === ANNA)?.throws;
  }

  get waitsUntil() {
    return this.core.phase === 'waiting' ? this.core.waitsUntil : null;
  }

  get wait() {
    const { waitsUntil } = this;
    return waitsUntil === null ? null : waitsUntil - this.milliseconds;
  }

  /** Carries out the effects. */
  settle() {
    for (const effect of this.core.takeEffects()) {
      this.effects.push(effect);
      if (effect.type === 'append') this.journal.push(effect.record);
      if (effect.type === 'rewrite') this.journal = effect.records;
      if (effect.type === 'send') this.sent.push(effect.text);
      if (effect.type === 'disconnect') this.sent = [];
    }
  }

  /** Does something with the core and carries out what comes of it. */
  do(action) {
    const result = action(this.core, this.now);
    this.settle();
    return result;
  }

  edit(command, seen) {
    const n = this.do((core, now) => core.edit(command, now, seen));
    this.do((core) => core.committed({ rid: core.identity.rid, n }));
    return n;
  }

  undo() {
    const n = this.do((core, now) => core.undo(now));
    if (n !== null) this.do((core) => core.committed({ rid: core.identity.rid, n }));
    return n;
  }

  receive(...texts) {
    for (const text of texts) this.do((core, now) => core.received(text, now));
  }

  open() {
    this.do((core) => core.start());
    if (this.waitsUntil !== null) {
      this.milliseconds = Math.max(this.milliseconds, this.waitsUntil);
      this.do((core, now) => core.tick(now));
    }
    this.session = {};
    this.do((core, now) => core.connected(now));
  }

  /** The server's answers to the oldest message. */
  ask(server) {
    return server.receive(this.sent.shift(), this.session);
  }

  /** Talks to the server until neither has anything to say. */
  talk(server) {
    while (this.sent.length > 0) this.receive(...this.ask(server));
  }

  connect(server) {
    this.open();
    this.talk(server);
  }

  /** Hears what has happened since. */
  hear(server) {
    this.receive(...server.events(this.core.follower.seq + 1));
  }

  lose(closeCode = null) {
    this.sent = [];
    this.do((core, now) => core.disconnected(closeCode, now));
  }

  tick(milliseconds) {
    this.milliseconds += milliseconds;
    this.do((core, now) => core.tick(now));
  }

  /** The page is closed and opened again. */
  restart(journal = this.journal) {
    const restored = restore(journal, seeded(99), this.core.kind);
    if (!restored) return null;
    this.journal = journal;
    this.core = restored.core;
    this.sent = [];
    this.settle();
    return restored.report;
  }

  copy() {
    const copy = Object.assign(Object.create(Phone.prototype), this);
    copy.journal = [...this.journal];
    copy.effects = [];
    copy.restart();
    return copy;
  }
}
