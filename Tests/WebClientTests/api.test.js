// Questions to the server's API: Sources/WebClient/device/api.js, over a network that is told what
// to answer.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { Problem, ask } from '../../Sources/WebClient/device/api.js';
import { drawLink } from '../../Sources/WebClient/device/drawn-link.js';

/** @type {(Response | Error | (() => Promise<Response>))[]} */
let answers = [];
/** @type {{url: string, options: any}[]} */
let asked = [];
let isOnline = true;

Object.defineProperty(globalThis, 'navigator', {
  value: { get onLine() { return isOnline; } },
  configurable: true,
});
Object.defineProperty(globalThis, 'document', {
  value: { documentElement: { lang: 'is' } },
  configurable: true,
});

beforeEach(() => {
  [answers, asked, isOnline] = [[], [], true];
  globalThis.fetch = /** @type {any} */ (async (url, options) => {
    asked.push({ url, options });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer;
  });
});

const json = (value, { status = 200, headers = {} } = {}) =>
  new Response(value === null ? null : JSON.stringify(value), { status, headers });
const problem = (name, status, more = {}) =>
  json({ name, detail: `${name}!`, status, ...more }, { status });

/** Runs what waits as if it didn't take any time. */
async function hurried(context, action) {
  context.mock.method(globalThis, 'setTimeout', (act, milliseconds) => {
    if (milliseconds < 10_000) queueMicrotask(act);
    return 0;
  });
  return action();
}

test('A question goes to the API with whose it is, its body and what is known already', async () => {
  answers = [json({ a: 1 }, { headers: { ETag: '"2"' } })];
  const question = { token: 'ab', body: { b: 'þ' }, tag: '"1"', ifMatch: '"3"' };
  assert.deepEqual(await ask('PUT', '/me', question), { status: 200, value: { a: 1 }, tag: '"2"' });
  const [{ url, options }] = asked;
  assert.equal(url, '/api/v1/me');
  assert.equal(options.body, '{"b":"þ"}');
  assert.deepEqual(options.headers, {
    Authorization: 'Bearer ab',
    'Content-Type': 'application/json',
    'If-None-Match': '"1"',
    'If-Match': '"3"',
    'Accept-Language': 'is',
  });
  assert.equal(options.credentials, 'omit');
});

test('A link is sent to be drawn beside the API, in no address, and comes back as a picture', async () => {
  const link = 'https://folf.example/a/f#0a1b';
  answers = [new Response('<svg/>'), problem('bad_request', 400)];
  assert.equal(await drawLink(link), `data:image/svg+xml;base64,${btoa('<svg/>')}`);
  const [{ url, options }] = asked;
  assert.deepEqual([options.method, url, options.body], ['POST', '/qr', link]);
  assert.equal(options.headers['Content-Type'], 'text/plain');
  assert.equal(options.headers.Authorization, undefined);
  await assert.rejects(drawLink(link), { name: 'bad_request' });
});

test('Where there is nothing to say there is no value: done, and nothing new', async () => {
  answers = [json(null, { status: 204 }), json(null, { status: 304 })];
  assert.deepEqual(await ask('DELETE', '/me'), { status: 204, value: null, tag: null });
  assert.equal((await ask('GET', '/me')).status, 304);
});

test('A problem has its name, its sentence, the field, and when to try again', async () => {
  answers = [problem('too_many_tries', 429, { field: 'password', retry_ms: 5_000 })];
  await assert.rejects(ask('POST', '/sessions', { body: {} }), (error) => {
    assert.ok(error instanceof Problem);
    const { name, message, status, field, waitMilliseconds } = error;
    assert.deepEqual([name, message, status], ['too_many_tries', 'too_many_tries!', 429]);
    assert.deepEqual([field, waitMilliseconds], ['password', 5_000]);
    return true;
  });
  assert.equal(asked.length, 1, 'what was refused isn’t asked again');
});

test('Without signal that is said at once, and nothing is asked', async () => {
  isOnline = false;
  await assert.rejects(ask('GET', '/me'), { name: 'offline' });
  assert.equal(asked.length, 0);
});

test('What was lost on the way, or met a server that only just starts, is sent again', async (context) => {
  await hurried(context, async () => {
    answers = [new TypeError('no line'), problem('draining', 503, { retry_ms: 9 }), json({ a: 1 })];
    assert.deepEqual((await ask('PUT', '/me', { body: { b: 1 } })).value, { a: 1 });
    assert.deepEqual(asked.map(({ options }) => options.body), Array(3).fill('{"b":1}'));
  });
});

test('It isn’t sent for ever', async (context) => {
  await hurried(context, async () => {
    answers = Array(9).fill(new TypeError('no line'));
    await assert.rejects(ask('GET', '/me'), { name: 'lost' });
    assert.equal(asked.length, 3);
  });
});

test('If the signal goes meanwhile, that is what is said', async (context) => {
  await hurried(context, async () => {
    answers = [async () => {
      isOnline = false;
      throw new TypeError('no line');
    }];
    await assert.rejects(ask('GET', '/me'), { name: 'offline' });
    assert.equal(asked.length, 1);
  });
});

test('The page of a proxy that is in trouble is no answer, and no problem of ours', async (context) => {
  await hurried(context, async () => {
    answers = Array(3).fill(0).map(() => () => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await assert.rejects(ask('GET', '/me'), { name: 'lost', status: 502 });
  });
});

test('A file comes as it is', async () => {
  answers = [new Response('a,b\n')];
  const { value } = await ask('GET', '/me/export.csv', { isBlob: true });
  assert.equal(await value.text(), 'a,b\n');
});

test('An answer that never comes is given up', async (context) => {
  const alarms = [];
  context.mock.method(globalThis, 'setTimeout', (act, milliseconds) => {
    if (milliseconds >= 10_000) alarms.push(act);
    else queueMicrotask(act);
    return 0;
  });
  const never = () => () => new Promise((_, reject) => {
    const { signal } = asked.at(-1).options;
    signal.addEventListener('abort', () => reject(signal.reason));
    queueMicrotask(() => alarms.at(-1)());
  });
  answers = [never(), never(), never()];
  await assert.rejects(ask('GET', '/me'), { name: 'lost' });
  mock.restoreAll();
});
