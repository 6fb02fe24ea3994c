// An account as a browser has it: Sources/WebClient/device/account-client.js, with a device and a
// server that are told what to say.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { AccountClient } from '../../Sources/WebClient/device/account-client.js';
import { FriendLink } from '../../Sources/WebClient/device/friend-link.js';

Object.defineProperty(globalThis, 'navigator', {
  value: { onLine: true, userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Firefox/140.0' },
  configurable: true,
});
Object.defineProperty(globalThis, 'document', {
  value: { documentElement: { lang: 'en' } },
  configurable: true,
});

const PERSONS = [{ person: 'p1', pass: 'q1' }, { person: 'p2', pass: 'q2' }];
const ENTERED = { account: 'a1', handle: 'anna', persons: PERSONS };

/** @type {{method: string, path: string, token: string | undefined, tag: string | undefined, ifMatch: string | undefined, body: any}[]} */
let asked = [];
/** @type {[status: number, value: any, tag?: string][]} */
let answers = [];

beforeEach(() => {
  [asked, answers] = [[], []];
  globalThis.fetch = /** @type {any} */ (async (url, { method, headers, body }) => {
    asked.push({
      method,
      path: url.replace('/api/v1', ''),
      token: headers.Authorization?.replace('Bearer ', ''),
      tag: headers['If-None-Match'],
      ifMatch: headers['If-Match'],
      body: body && JSON.parse(body),
    });
    const [status, value, tag] = answers.shift() ?? [500, {}];
    const text = value === null ? null : JSON.stringify(value);
    return new Response(text, { status, headers: tag ? { ETag: tag } : {} });
  });
});

/** A device as the client of an account sees it. */
class FakeDevice {
  settings = /** @type {any} */ ({});
  account = /** @type {any} */ (null);
  newTokens = 0;

  /** @param {Object<string, any>} [stored] what all tabs of a browser share */
  constructor(stored = {}) {
    this.stored = stored;
  }

  async setSetting(name, value) {
    this.settings[name] = this.stored[name] = value;
  }

  async readSetting(name) {
    if (name in this.stored) this.settings[name] = this.stored[name];
    return this.settings[name];
  }

  async bearer() {
    return this.account?.token ?? 'own';
  }

  async tokens() {
    return ['own', 'other'];
  }

  async newToken() {
    this.newTokens += 1;
    return `new ${this.newTokens}`;
  }

  async setAccount(account) {
    this.account = account;
  }
}

function made(account = null, stored = {}) {
  const device = new FakeDevice(stored);
  device.account = account;
  return { device, client: new AccountClient(/** @type {any} */ (device), () => {}) };
}

const OWN = { account: 'a1', handle: 'anna', token: 'mine', person: 'p1', persons: PERSONS };

test('Who signs up does so with the device’s own token, and takes the others along', async () => {
  const { device, client } = made();
  answers = [[201, { ...ENTERED, recovery_codes: ['x'] }]];
  const fields = { account: 'a1', handle: 'anna', name: 'Anna', age: 0, password: 'secret' };
  assert.deepEqual(await client.signUp(fields), ['x']);
  const [{ method, path, token, body }] = asked;
  assert.deepEqual([method, path, token], ['PUT', '/accounts/a1', 'own']);
  const { account, ...rest } = fields;
  assert.deepEqual(body, { ...rest, tokens: ['other'], label: 'Firefox · Android' });
  assert.deepEqual(device.account, { ...OWN, token: 'own' });
  assert.ok(client.isIn);
});

test('After a lost answer the same sign-up is repeated, and tells no codes', async () => {
  const { client } = made();
  answers = [[200, ENTERED]];
  const fields = { account: 'a1', handle: 'anna', name: 'Anna', age: 0 };
  assert.deepEqual(await client.signUp(fields), []);
});

test('Recovery codes are kept until somebody has seen them', async () => {
  const { device, client } = made();
  answers = [[201, { ...ENTERED, recovery_codes: ['x'] }], [200, { recovery_codes: ['y'] }]];
  assert.equal(client.codes, null);
  await client.signUp({ account: 'a1', handle: 'anna', name: 'Anna', age: 0 });
  const next = new AccountClient(/** @type {any} */ (device), () => {});
  assert.deepEqual(next.codes, ['x'], 'on the next visit too');
  await next.codesSeen(['x']);
  assert.equal(next.codes, null);
  assert.deepEqual(await client.renewCodes(), ['y']);
  assert.deepEqual(client.codes, ['y']);
  assert.equal(asked[1].path, '/me/recovery-codes');
});

test('Recovery codes are shown as another tab has left them, and only those count as seen', async () => {
  const stored = {};
  const [one, other] = [made({ ...OWN }, stored), made({ ...OWN }, stored)];
  answers = [[200, { recovery_codes: ['x'] }], [200, { recovery_codes: ['y'] }]];
  await one.client.renewCodes();
  await other.client.renewCodes();
  assert.deepEqual(await one.client.readCodes(), ['y']);
  await one.client.codesSeen(['x']);
  assert.deepEqual(await other.client.readCodes(), ['y'], 'nobody has seen these');
  await one.client.codesSeen(['y']);
  assert.equal(await other.client.readCodes(), null);
});

test('Who proves anew that it is they keeps the codes that another tab has got meanwhile', async () => {
  const stored = {};
  const [one, other] = [made({ ...OWN }, stored), made({ ...OWN }, stored)];
  answers = [[200, { recovery_codes: ['x'] }], [200, ENTERED]];
  await one.client.renewCodes();
  await other.client.signIn({ handle: 'anna', password: 'secret' });
  assert.deepEqual(stored.codes, { account: 'a1', codes: ['x'] });
  assert.deepEqual(other.client.codes, ['x']);
});

test('Nobody who comes next is shown the recovery codes of whoever left', async () => {
  for (const leave of ['forget', 'signIn']) {
    const { device, client } = made(OWN);
    device.settings.codes = { account: 'a1', codes: ['x'] };
    assert.deepEqual(client.codes, ['x']);
    client.isSignedOut = true;
    answers = [[200, { ...ENTERED, account: 'a2' }]];
    if (leave === 'forget') await client.forget();
    else await client.signIn({ handle: 'ben', password: 'secret' });
    assert.equal(client.codes, null);
    assert.equal(device.settings.codes, null, leave);
  }
});

test('New recovery codes that come once somebody else is in are neither shown nor kept', async () => {
  for (const next of [{ ...OWN, account: 'a2' }, null]) {
    const { device, client } = made({ ...OWN });
    answers = [[200, { recovery_codes: ['x'] }]];
    const late = client.renewCodes();
    device.account = next;
    assert.deepEqual(await late, []);
    assert.equal(client.codes, null);
    assert.equal(device.settings.codes ?? null, null);
  }
  const { device, client } = made();
  device.settings.codes = { codes: ['x'] };
  assert.equal(client.codes, null, 'nobody has none');
});

test('Who signs in is nobody that the device was before, and leaves what was there alone', async () => {
  const { device, client } = made();
  device.settings.leftBehind = 'abcd';
  answers = [[200, ENTERED]];
  assert.deepEqual(await client.signIn({ handle: 'anna', password: 'secret' }), ENTERED);
  const [{ token, body }] = asked;
  assert.equal(token, 'new 1');
  const proof = { handle: 'anna', password: 'secret' };
  assert.deepEqual(body, { ...proof, label: 'Firefox · Android', known: 'abcd' });
  assert.equal(device.account.token, 'new 1');
});

test('Until somebody has said yes, it is the same token that asks', async () => {
  const { device, client } = made();
  answers = [[202, { state: 'wanted' }], [202, { state: 'wanted' }], [200, ENTERED]];
  assert.equal(await client.signIn({ link: 's' }), false);
  assert.equal(device.account, null);
  assert.equal(await client.signIn({ link: 's' }), false);
  assert.deepEqual(await client.signIn({ link: 's' }), ENTERED);
  assert.deepEqual(asked.map(({ token }) => token), ['new 1', 'new 1', 'new 1']);
});

test('Who comes in by the mail of a sign-up hears where it goes on, and keeps nothing of that', async () => {
  const { device, client } = made();
  answers = [[200, { ...ENTERED, to: '/j/K7MPQX' }]];
  const entered = await client.signIn({ mail: 'm' }, '/mails/confirm');
  assert.ok(entered && entered.to === '/j/K7MPQX');
  assert.equal(asked[0].path, '/mails/confirm');
  assert.deepEqual(device.account, { ...OWN, token: 'new 1' });
});

test('Who is in and proves it anew stays who they are', async () => {
  const { device, client } = made(OWN);
  answers = [[200, ENTERED]];
  await client.signIn({ handle: 'anna', password: 'secret' });
  assert.equal(asked[0].token, 'mine');
  assert.deepEqual(device.account, OWN);
});

test('Who was signed out comes in as somebody new', async () => {
  const { client } = made(OWN);
  answers = [[401, { name: 'signed_out', detail: 'Out.' }], [200, ENTERED]];
  await assert.rejects(client.read('friends'), { name: 'signed_out' });
  assert.ok(client.isSignedOut && !client.isIn);
  await client.signIn({ handle: 'anna', password: 'secret' });
  assert.equal(asked[1].token, 'new 1');
  assert.ok(client.isIn);
});

test('Who hears only now that they were signed out comes in as somebody new, by the same proof', async () => {
  const { device, client } = made(OWN);
  answers = [[401, { name: 'signed_out' }], [200, ENTERED]];
  assert.deepEqual(await client.signIn({ handle: 'anna', password: 'secret' }), ENTERED);
  assert.deepEqual(asked.map(({ token }) => token), ['mine', 'new 1']);
  assert.equal(device.account.token, 'new 1');
});

test('The account itself is read whole, and what another device has changed is taken over', async () => {
  const { device, client } = made(OWN);
  const me = { account: 'a1', handle: 'anna.l', persons: [{ ...PERSONS[0], added: 5 }] };
  answers = [[200, me, '"1"'], [200, me, '"1"']];
  await client.read('me');
  await client.read('me');
  assert.deepEqual(asked.map(({ tag }) => tag), [undefined, undefined]);
  assert.deepEqual(device.account, { ...OWN, handle: 'anna.l', persons: [PERSONS[0]] });
});

test('A server that was restored from an older copy is shown its own word, and asked once more', async () => {
  const { client } = made(OWN);
  const unknown = /** @type {[number, any]} */ ([401, { name: 'not_signed_in' }]);
  answers = [unknown, [200, { account: 'a1' }], [200, { items: [1] }]];
  assert.deepEqual(await client.read('friends'), { items: [1] });
  const path = '/me?account=a1&person=p1&pass=q1';
  assert.deepEqual(asked.map((each) => each.path), ['/me/friends', path, '/me/friends']);
  answers = [unknown, [404, { name: 'account_lost' }]];
  await assert.rejects(client.read('friends'), { name: 'account_lost' });
  assert.ok(client.isLost && !client.isSignedOut);
  answers = [unknown, unknown];
  await assert.rejects(client.read('friends'), { name: 'not_signed_in' });
  assert.ok(client.isSignedOut);
});

test('All pages of games are read, and not again a moment later', async () => {
  const { client } = made(OWN);
  answers = [[200, { items: [1], next: 'x' }], [200, { items: [2] }], [200, { items: [] }]];
  await client.readGames();
  await client.readGames();
  assert.deepEqual(client.value('games'), { items: [1, 2] });
  assert.deepEqual(asked.map(({ path }) => path), [
    '/me/games?limit=100', '/me/games?limit=100&after=x', '/me/columns',
  ]);
  await client.forgetGames();
  assert.equal(client.value('games'), null);
});

test('Which members of a game are friends is kept of the last games, the newest first', async () => {
  const { device, client } = made(OWN);
  const kept = () => device.settings.known.notes.together.value;
  const items = [{ account: 'b', members: [2, 4] }, { account: 'c', members: [3] }, { account: 'd' }];
  answers = [[200, { items }]];
  assert.deepEqual(await client.readFriendsIn('l0'), items);
  assert.equal(asked[0].path, '/me/friends?lobby=l0');
  assert.deepEqual(kept(), { l0: [2, 4, 3] });
  for (let number = 1; number <= 20; number += 1) {
    answers = [[200, { items: [] }]];
    await client.readFriendsIn(`l${number}`);
  }
  assert.deepEqual(Object.keys(kept()), Array.from({ length: 20 }, (_, at) => `l${20 - at}`));
});

/** The friend link as one tab has it. */
function linkOf(stored = {}) {
  const { device, client } = made({ ...OWN }, stored);
  return { device, client, friendLink: new FriendLink(/** @type {any} */ (device), client) };
}

test('A friend link is the same for days, unless it is ended', async (context) => {
  const { friendLink } = linkOf();
  context.mock.timers.enable({ apis: ['Date'], now: 1_000 });
  answers = Array.from({ length: 5 }, () => [201, { expires: 0 }]);
  const first = await friendLink.secret();
  context.mock.timers.tick(5 * 86_400_000);
  assert.equal(await friendLink.secret(), first);
  assert.equal(asked[1].path, asked[0].path, 'made again where the server has lost it');
  context.mock.timers.tick(2 * 86_400_000);
  const second = await friendLink.secret();
  assert.notEqual(second, first);
  answers = [[204, null], [201, {}]];
  await friendLink.end();
  const [, , { path }, { method, path: ended }] = asked;
  assert.deepEqual([method, ended], ['DELETE', path]);
  assert.notEqual(await friendLink.secret(), second);
});

test('A friend link that one tab has ended doesn’t come back from another', async () => {
  const stored = /** @type {any} */ ({});
  const [one, other] = [linkOf(stored), linkOf(stored)];
  answers = Array.from({ length: 6 }, () => [200, { items: [] }]);
  const first = await one.friendLink.secret();
  assert.equal(await other.friendLink.secret(), first, 'the same in both');
  await other.friendLink.end();
  await one.client.read('friends');
  const second = await one.friendLink.secret();
  assert.notEqual(second, first);
  await other.client.read('friends');
  assert.equal(stored.friendLink.secret, second);
});

test('A friend link is ended once, and only by whose it is', async () => {
  const stored = /** @type {any} */ ({});
  const { device, friendLink } = linkOf(stored);
  await friendLink.end();
  assert.equal(asked.length, 0, 'there is none');
  answers = [[201, {}], [204, null]];
  await friendLink.secret();
  const next = { account: 'a2', at: Date.now(), id: 'i', secret: 's' };
  const { fetch } = globalThis;
  globalThis.fetch = async (...question) => {
    device.account = { ...OWN, account: 'a2' };
    await device.setSetting('friendLink', next);
    return fetch(...question);
  };
  await friendLink.end();
  assert.equal(asked[1].method, 'DELETE');
  assert.deepEqual(stored.friendLink, next);
});

test('What was read is kept, and asked for by its tag: nothing new stays as it is, with a new age', async () => {
  const { device, client } = made(OWN);
  answers = [[200, { items: [1] }, '"7"'], [304, null]];
  await client.read('friends');
  device.settings.known.notes.friends.at = 5;
  assert.equal(client.heardAt('friends'), 5);
  assert.deepEqual(await client.read('friends'), { items: [1] });
  assert.deepEqual(asked.map(({ tag }) => tag), [undefined, '"7"']);
  assert.ok(Number(client.heardAt('friends')) > 5);
  assert.equal(client.value('devices'), null);
  const { client: later } = made(OWN);
  assert.equal(later.value('friends'), null, 'of another browser');
});

test('What is known of one account isn’t shown to the next', async () => {
  const { device, client } = made(OWN);
  answers = [[200, { items: [1] }]];
  await client.read('friends');
  device.account = { ...OWN, account: 'a2' };
  assert.equal(client.value('friends'), null);
});

test('A change says which state it changes, and what it made of it is known at once', async () => {
  const { device, client } = made(OWN);
  const me = { account: 'a1', handle: 'anna', version: 1 };
  answers = [[200, me, '"1"'], [200, { ...me, handle: 'anna.l', version: 2 }, '"2"']];
  await client.changeMe({ handle: 'anna.l' });
  assert.deepEqual(asked.map(({ method, ifMatch }) => [method, ifMatch]), [
    ['GET', undefined], ['PATCH', '"1"'],
  ]);
  assert.equal(client.me?.handle, 'anna.l');
  assert.equal(device.account.handle, 'anna.l');
});

test('Games are taken along by the tokens they were played with, and given back by person', async () => {
  const { device, client } = made(OWN);
  const persons = [...PERSONS, { person: 'p3', pass: 'q3' }];
  answers = [[200, { persons }], [200, { ...OWN, persons }], [204, null], [200, OWN]];
  await client.takeAlong();
  assert.deepEqual(asked[0].body, { tokens: ['own', 'other'] });
  assert.deepEqual(device.account.persons, persons);
  await client.giveBack('p3');
  assert.equal(asked[2].path, '/me/persons/p3');
  assert.deepEqual(device.account.persons, PERSONS);
});

test('Who signs out leaves a sign, by which they are known the next time', async () => {
  const { device, client } = made(OWN);
  answers = [[200, { known: 'beef' }]];
  await client.signOut();
  assert.equal(device.account, null);
  assert.equal(device.settings.leftBehind, 'beef');
  assert.equal(device.settings.known, null);
});

test('Where the link of a mail leads on is told once, and never to whoever comes next', async () => {
  const { device, client } = made(OWN);
  device.settings.waiting = '/g/k1';
  assert.equal(await client.takeWay(), '/g/k1');
  assert.equal(await client.takeWay(), null);
  device.settings.waiting = '/g/k1';
  await client.forget();
  assert.equal(await client.takeWay(), null);
});

test('A user name is free, taken, or it isn’t known', async () => {
  const { client } = made();
  answers = [[200, { handle: 'anna' }], [409, { name: 'handle_taken' }], [429, { name: 'too_many_requests' }]];
  assert.equal(await client.isFree('anna'), true);
  assert.equal(await client.isFree('anna'), false);
  await assert.rejects(client.isFree('anna'), { name: 'too_many_requests' });
});

test('A challenge is asked for before the tap, once, and each proof gets one of its own', async () => {
  const { client } = made(OWN);
  const challenge = { challenge: 'AA', rp: 'folf.example' };
  answers = [[200, challenge], [200, challenge], [200, challenge]];
  await client.prepareChallenge('create');
  await client.prepareChallenge('create');
  assert.deepEqual(asked.map(({ token, body }) => [token, body.for]), [['mine', 'create']]);
  await client.prepareChallenge('get');
  assert.equal(asked[1].token, undefined, 'whoever it is that proves something with it');
  await assert.rejects(client.provePasskey(), { name: 'no_passkey' });
  await client.prepareChallenge('get');
  assert.equal(asked.length, 3);
});

test('What is still on its way when somebody signs out isn’t kept, and says nothing of who comes next', async () => {
  const { device, client } = made({ ...OWN });
  await client.forget();
  device.account = { ...OWN };
  answers = [[200, { items: ['a friend'] }], [200, {}, '"1"'], [401, { name: 'signed_out' }]];
  const late = [client.read('friends'), client.changeMe({ name: 'Anna' }), client.act('GET', '/me')];
  device.account = null;
  await Promise.allSettled(late);
  assert.deepEqual(device.settings.known?.notes ?? {}, {});
  assert.equal(client.isSignedOut, false);
});
