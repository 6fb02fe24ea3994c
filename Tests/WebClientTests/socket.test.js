// How the page finds its way to the server: Sources/WebClient/device/socket.js.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { connectAhead, Line } from '../../Sources/WebClient/device/socket.js';

/** A browser's socket, to which happens what a test says. */
class Socket extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSED = 3;
  static all = [];

  readyState = Socket.CONNECTING;

  constructor(address) {
    super();
    this.address = address;
    Socket.all.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.dispatchEvent(new Event('open'));
    this.onopen?.();
  }

  lose() {
    this.readyState = Socket.CLOSED;
    this.onclose?.({ code: 1006 });
  }

  close() {
    this.readyState = Socket.CLOSED;
  }
}

let requests = [];
let number = 0;

/** A request, which a test answers. */
function ask(path, { signal }) {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    requests.push({ path, resolve, reject });
  });
}

/** Everything that is under way has happened. */
const settled = () => new Promise((done) => setImmediate(done));

/** A line, and what it told: 'opened', or with what it was closed. */
function connect() {
  const told = [];
  const line = new Line(`ws://folf${number}.example/sync`, {
    opened: () => told.push('opened'),
    received: () => {},
    closed: (code) => told.push(code),
  });
  return { line, told };
}

beforeEach(() => {
  Socket.all = [];
  requests = [];
  number += 1;
  // What is known of an address outlives a test.
  globalThis.location = { href: `http://folf${number}.example/` };
  globalThis.WebSocket = Socket;
  globalThis.fetch = ask;
});

/** An attempt at the address that comes to nothing. */
function failOnce() {
  const { told } = connect();
  Socket.all[0].lose();
  assert.deepEqual(told, [null]);
}

test('The first attempt opens a socket without asking', () => {
  const { line, told } = connect();
  assert.equal(Socket.all.length, 1);
  assert.ok(line.isOpening);
  Socket.all[0].open();
  assert.deepEqual(told, ['opened']);
  assert.ok(!line.isOpening);
  assert.deepEqual(requests, []);
  line.close(1000);
});

test('After an attempt that came to nothing a socket is opened once the server answers', async () => {
  failOnce();
  const { line, told } = connect();
  assert.deepEqual(requests.map(({ path }) => path), ['/healthz']);
  assert.equal(Socket.all.length, 1);
  assert.ok(line.isOpening);
  requests[0].resolve({ status: 503 });
  await settled();
  assert.equal(Socket.all.length, 2);
  Socket.all[1].open();
  assert.deepEqual(told, ['opened']);
  line.close(1000);
});

test('While the server answers nothing, attempts end without a socket', async () => {
  failOnce();
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const { line, told } = connect();
    requests[attempt].reject(new TypeError('no line'));
    await settled();
    assert.deepEqual(told, [null]);
    assert.ok(!line.isOpening);
  }
  assert.equal(Socket.all.length, 1);
});

test('A line that is given up while it asks asks no longer, and opens nothing', async () => {
  failOnce();
  const { line, told } = connect();
  line.giveUp();
  requests[0].resolve({ status: 200 });
  await settled();
  assert.deepEqual(told, [null]);
  assert.equal(Socket.all.length, 1);
});

test('A connection that had been open is looked for at once, without asking', () => {
  const { told } = connect();
  Socket.all[0].open();
  Socket.all[0].lose();
  assert.deepEqual(told, ['opened', null]);
  const { line } = connect();
  assert.equal(Socket.all.length, 2);
  assert.deepEqual(requests, []);
  line.close(1000);
});

test('A connection that was begun ahead is taken, and one that failed is not begun again', () => {
  connectAhead();
  connectAhead();
  assert.equal(Socket.all.length, 1);
  const { line, told } = connect();
  assert.equal(Socket.all.length, 1);
  Socket.all[0].lose();
  assert.deepEqual(told, [null]);
  connectAhead();
  assert.equal(Socket.all.length, 1);
  line.close(1000);
});

test('An address that no socket can be made for ends the attempt afterwards', async () => {
  globalThis.WebSocket = class {
    constructor() {
      throw new SyntaxError('no address');
    }
  };
  const { told } = connect();
  assert.deepEqual(told, []);
  await new Promise((done) => setTimeout(done, 1));
  assert.deepEqual(told, [null]);
});
