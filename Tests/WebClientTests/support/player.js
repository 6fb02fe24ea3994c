// A core in a shell with a real socket and the real time. The journal is an array that may take
// its time; what isn't in it yet is lost when the page goes away.

import { ClientCore } from '../../../Sources/WebClient/core/client-core.js';
import { game } from '../../../Sources/WebClient/core/game-kind.js';
import { restore } from '../../../Sources/WebClient/core/restore.js';
import { viewOf } from '../../../Sources/WebClient/core/view.js';
import { TestSocket } from './websocket.js';

const PATIENCE_MILLISECONDS = 60_000;

export class Player {
  constructor(folfd, identity, random) {
    this.folfd = folfd;
    this.random = random;
    this.journal = [];
    this.socket = null;
    this.timer = null;
    this.waiting = new Set();
    /** How long the next connection lasts. */
    this.bytesPerConnection = () => Infinity;
    /** How many turns it takes to write a record. */
    this.turnsPerRecord = () => 0;
    this.effects = [];
    this.life = 0;
    this.isPerforming = false;
    this.core = ClientCore.begin(identity, random, game);
    this.settle();
  }

  get now() {
    return { wall: Date.now(), monotonic: performance.now() };
  }

  get view() {
    return viewOf(this.core);
  }

  do(action) {
    const result = action(this.core, this.now);
    this.settle();
    return result;
  }

  settle() {
    for (const effect of this.core.takeEffects()) {
      // From now on nothing that this connection says is of interest.
      if (effect.type === 'disconnect' && this.socket) this.socket.isGivenUp = true;
      this.effects.push(effect);
    }
    if (!this.isPerforming) this.performAll();
    for (const check of [...this.waiting]) check();
  }

  /** Carries out effects one after the other, until the page goes away. */
  async performAll() {
    const { life } = this;
    this.isPerforming = true;
    while (this.effects.length > 0) {
      const effect = this.effects.shift();
      const isRecord = effect.type === 'append' || effect.type === 'rewrite';
      for (let turn = isRecord ? this.turnsPerRecord() : 0; turn > 0; turn -= 1) {
        await new Promise(setImmediate);
        if (this.life !== life) return;
      }
      this.perform(effect);
    }
    this.isPerforming = false;
  }

  perform(effect) {
    switch (effect.type) {
      case 'connect':
        return this.connect();
      case 'disconnect':
        this.socket?.close(effect.code);
        this.socket = null;
        return;
      case 'send':
        return this.socket?.send(effect.text);
      case 'append':
        this.journal.push(effect.record);
        return effect.op && this.do((core) => core.committed(effect.op));
      case 'rewrite':
        this.journal = [...effect.records];
        return;
      case 'schedule':
        return this.schedule(effect.at);
      default:
    }
  }

  connect() {
    const ifCurrent = (action) => (value) => {
      if (this.socket === socket && !socket.isGivenUp) action(value);
    };
    const listener = {
      opened: ifCurrent(() => this.do((core, now) => core.connected(now))),
      received: ifCurrent((text) => this.do((core, now) => core.received(text, now))),
      closed: ifCurrent((code) => {
        this.socket = null;
        this.do((core, now) => core.disconnected(code, now));
      }),
    };
    const socket = new TestSocket(this.folfd.port, listener, this.bytesPerConnection());
    this.socket = socket;
  }

  schedule(at) {
    clearTimeout(this.timer);
    if (at === null) return;
    const wait = Math.max(0, Math.ceil(at - performance.now()));
    this.timer = setTimeout(() => this.do((core, now) => core.tick(now)), wait);
  }

  start() {
    this.do((core) => core.start());
  }

  edit(command) {
    this.do((core, now) => core.edit(command, now));
  }

  undo() {
    this.do((core, now) => core.undo(now));
  }

  cut() {
    this.socket?.cut();
  }

  /** The page goes away in the middle of everything, and is opened again. */
  reload() {
    this.end();
    this.core = restore(this.journal, this.random, game).core;
    this.settle();
    this.start();
  }

  /** Without a word. */
  end() {
    clearTimeout(this.timer);
    this.life += 1;
    this.isPerforming = false;
    this.effects = [];
    const { socket } = this;
    this.socket = null;
    socket?.cut();
  }

  /** Waits until something holds of the view. */
  until(condition) {
    return new Promise((resolve, reject) => {
      const alarm = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error(`${condition} doesn't hold: ${JSON.stringify(this.view)}`));
      }, PATIENCE_MILLISECONDS);
      const check = () => {
        if (!condition(this.view)) return;
        clearTimeout(alarm);
        this.waiting.delete(check);
        resolve(this.view);
      };
      this.waiting.add(check);
      check();
    });
  }
}
