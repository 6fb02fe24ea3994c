import { CloseCode } from '../core/codes.js';
import { WireLimits } from '../core/limits.js';

/** A browser may try for minutes, while the next attempt would be through at once. */
const OPENING_MILLISECONDS_MAX = 10_000;

/** Codes with which a browser closes nothing: there was none, or there was no connection. */
const NO_CODES = [CloseCode.none, CloseCode.lost];
/** A page may give these, and the normal one. */
const OWN_CODES_MIN = 3000;

/**
 * Where to connect. A server may send us elsewhere, but not from an encrypted connection to an
 * open one, which would show the device's secret to everyone on the way.
 *
 * @param {string} here the page's address
 * @param {string | null} redirect
 */
export function syncAddress(here, redirect) {
  const home = new URL('/sync', here.replace(/^http/, 'ws'));
  if (!redirect) return home.href;
  try {
    const moved = new URL(redirect);
    const isAllowed = moved.protocol === 'wss:' || moved.protocol === home.protocol;
    return isAllowed ? moved.href : home.href;
  } catch {
    return home.href;
  }
}

/** The server waits no more than 10 s for a greeting. */
const AHEAD_MILLISECONDS_MAX = 6_000;

/**
 * A connection that was begun before anybody needed it.
 *
 * @type {{address: string, socket: WebSocket, since: number} | null}
 */
let ahead = null;

const isFresh = ({ socket, since }) =>
  socket.readyState <= WebSocket.OPEN && performance.now() - since < AHEAD_MILLISECONDS_MAX;

/** Begins to connect for the next line: where that takes seconds, they pass meanwhile. */
export function connectAhead() {
  if (ahead && isFresh(ahead)) return;
  ahead?.socket.close();
  const address = syncAddress(location.href, null);
  const socket = new WebSocket(address, WireLimits.subprotocol);
  ahead = { address, socket, since: performance.now() };
}

/** @param {string} address @returns {WebSocket} */
function socketTo(address) {
  const found = ahead;
  if (found?.address === address) {
    ahead = null;
    if (isFresh(found)) return found.socket;
    found.socket.close();
  }
  return new WebSocket(address, WireLimits.subprotocol);
}

/** A connection; nothing is told of it any more after `close`. */
export class Line {
  /**
   * @param {string} address
   * @param {{opened(): void, received(text: string): void, closed(code: number | null): void}}
   *   listener of which `closed` is called at most once, last
   */
  constructor(address, listener) {
    /** @type {typeof listener | null} */
    this.listener = listener;
    this.openedAt = performance.now();
    try {
      this.socket = socketTo(address);
    } catch {
      this.alarm = setTimeout(() => this.#end(null), 0);
      return;
    }
    this.alarm = setTimeout(() => this.giveUp(), OPENING_MILLISECONDS_MAX);
    const opened = () => {
      clearTimeout(this.alarm);
      this.listener?.opened();
    };
    if (this.socket.readyState === WebSocket.OPEN) queueMicrotask(opened);
    else this.socket.onopen = opened;
    // Nothing binary has a meaning; as a text, neither has the empty one.
    this.socket.onmessage = ({ data }) =>
      this.listener?.received(typeof data === 'string' ? data : '');
    this.socket.onclose = ({ code }) => this.#end(NO_CODES.includes(code) ? null : code);
  }

  get isOpening() {
    return this.socket?.readyState === WebSocket.CONNECTING;
  }

  /** @param {string} text */
  send(text) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  /**
   * Closes it and hears nothing more of it.
   *
   * @param {number} code
   */
  close(code) {
    clearTimeout(this.alarm);
    this.listener = null;
    const isOwn = code === CloseCode.normal || code >= OWN_CODES_MIN;
    this.socket?.close(...(isOwn ? [code] : []));
  }

  /** As if the line had been lost. */
  giveUp() {
    const { listener } = this;
    this.close(CloseCode.normal);
    listener?.closed(null);
  }

  #end(code) {
    clearTimeout(this.alarm);
    const { listener } = this;
    this.listener = null;
    listener?.closed(code);
  }
}
