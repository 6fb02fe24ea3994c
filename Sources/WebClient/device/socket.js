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

/**
 * The addresses of attempts that haven't come through. Firefox makes each attempt that fails delay
 * the next ones, by up to a minute each, for as long as somebody goes on trying: that a line is
 * back is found by a request, then, and only afterwards a socket is opened.
 */
const awaited = new Set();

/** @param {string} address */
function begin(address) {
  const socket = new WebSocket(address, WireLimits.subprotocol);
  awaited.add(address);
  socket.addEventListener('open', () => awaited.delete(address));
  return socket;
}

const isFresh = ({ socket, since }) =>
  socket.readyState <= WebSocket.OPEN && performance.now() - since < AHEAD_MILLISECONDS_MAX;

/** Begins to connect for the next line: where that takes seconds, they pass meanwhile. */
export function connectAhead() {
  if (ahead && isFresh(ahead)) return;
  ahead?.socket.close();
  ahead = null;
  const address = syncAddress(location.href, null);
  if (awaited.has(address)) return;
  ahead = { address, socket: begin(address), since: performance.now() };
}

/** @param {string} address @returns {WebSocket | null} the connection that was begun for it */
function begunFor(address) {
  if (ahead?.address !== address) return null;
  const found = ahead;
  ahead = null;
  if (isFresh(found)) return found.socket;
  found.socket.close();
  return null;
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
    this.question = new AbortController();
    this.alarm = setTimeout(() => this.giveUp(), OPENING_MILLISECONDS_MAX);
    const begun = begunFor(address);
    if (begun) this.#take(begun);
    else if (awaited.has(address)) this.#ask(address);
    else this.#open(address);
  }

  get isOpening() {
    const { CONNECTING } = WebSocket;
    return !!this.listener && (this.socket?.readyState ?? CONNECTING) === CONNECTING;
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
    this.question.abort();
    const isOwn = code === CloseCode.normal || code >= OWN_CODES_MIN;
    this.socket?.close(...(isOwn ? [code] : []));
  }

  /** As if the line had been lost. */
  giveUp() {
    const { listener } = this;
    this.close(CloseCode.normal);
    listener?.closed(null);
  }

  /** @param {string} address */
  async #ask(address) {
    const { signal } = this.question;
    const isThere = await fetch('/healthz', { cache: 'no-store', signal }).then(
      () => true,
      () => false,
    );
    if (isThere && this.listener) this.#open(address);
    else this.#end(null);
  }

  /** @param {string} address */
  #open(address) {
    try {
      this.#take(begin(address));
    } catch {
      clearTimeout(this.alarm);
      this.alarm = setTimeout(() => this.#end(null), 0);
    }
  }

  /** @param {WebSocket} socket */
  #take(socket) {
    this.socket = socket;
    const opened = () => {
      clearTimeout(this.alarm);
      this.listener?.opened();
    };
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(opened);
    else socket.onopen = opened;
    // Nothing binary has a meaning; as a text, neither has the empty one.
    socket.onmessage = ({ data }) =>
      this.listener?.received(typeof data === 'string' ? data : '');
    socket.onclose = ({ code }) => this.#end(NO_CODES.includes(code) ? null : code);
  }

  #end(code) {
    clearTimeout(this.alarm);
    const { listener } = this;
    this.listener = null;
    listener?.closed(code);
  }
}
