// A client that acts as one of an account's persons, as long as it may.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseObject } from '../../Sources/WebClient/core/json.js';
import { credentialsIn } from '../../Sources/WebClient/core/restore.js';
import { FakeServer } from './support/fake-server.js';
import { LOBBY, Phone, owner, rid, score } from './support/phone.js';

const ACCOUNT = 'a'.repeat(32);
const SIGNED_OUT = 4508;
const passOf = (number) => String(number).repeat(32).slice(0, 32);
/** How the device of `number` acts as the person of another. */
const speaking = (number, as) => ({
  person: owner(as).person,
  token: owner(number).token,
  account: ACCOUNT,
  pass: passOf(as),
});

/** A server that knows which of the account's persons takes part. */
class ClubServer extends FakeServer {
  greet(hello, session) {
    this.hello = hello;
    const person = hello.token === owner(5).token ? owner(1).person : hello.person;
    return super.greet({ ...hello, person }, session);
  }
}

/** A game of two, and a second device of the host's account, whose main person is another. */
function second() {
  const { phone, server: plain } = Phone.playing();
  const server = Object.assign(new ClubServer(LOBBY), plain);
  const entry = { lobby: LOBBY, ticket: null };
  const identity = { client: 'test', credentials: speaking(5, 3), rid: rid(5), entry };
  const tablet = new Phone({ ...identity, as: null, name: null }, 5);
  return { phone, server, tablet };
}

test('The server says as which of its persons an account takes part, and one is that from then on', () => {
  const { phone, server, tablet } = second();
  tablet.connect(server);
  assert.equal(tablet.view.me, phone.view.me);
  assert.equal(tablet.view.isHost, true);
  assert.equal(tablet.core.identity.credentials.person, owner(1).person);
  tablet.edit(score(1, 4));
  tablet.talk(server);
  assert.deepEqual(tablet.scores, [4, null, null]);
  assert.equal(server.lobby.members.length, 1);
});

test('The proof for one person isn’t shown for another; once there is one for that, it is', () => {
  const { server, tablet } = second();
  tablet.connect(server);
  assert.deepEqual(tablet.core.identity.credentials, { person: owner(1).person, token: owner(5).token });
  tablet.do((core) => core.speak(speaking(5, 1)));
  assert.equal(tablet.core.phase, 'live', 'nothing is to be said anew');
  tablet.lose();
  tablet.restart();
  tablet.connect(server);
  assert.equal(server.hello.pass, passOf(1));
  assert.equal(server.hello.person, owner(1).person);
});

test('Who was signed out keeps what is entered, and it arrives once somebody has signed in', () => {
  const { phone, server } = Phone.playing();
  phone.lose(SIGNED_OUT);
  assert.equal(phone.view.connection, 'stopped');
  assert.equal(phone.view.takesPart, true);
  phone.edit(score(1, 4));
  phone.restart();
  assert.equal(phone.view.pendingCount, 1);
  phone.lose(SIGNED_OUT);
  phone.do((core) => core.start());
  phone.lose(SIGNED_OUT);
  phone.do((core) => core.speak(speaking(7, 1)));
  assert.equal(phone.core.phase, 'connecting');
  phone.do((core, now) => core.connected(now));
  const { fields } = parseObject(phone.sent[0]);
  assert.equal(fields.token, owner(7).token);
  assert.equal(fields.rid, rid(1));
  phone.talk(server);
  assert.deepEqual(phone.scores, [4, null, null]);
  assert.equal(phone.view.pendingCount, 0);
});

test('Who was removed from a game doesn’t come back by signing in', () => {
  const { phone } = Phone.playing();
  phone.lose(4503);
  phone.do((core) => core.speak(speaking(7, 1)));
  assert.equal(phone.view.connection, 'stopped');
});

test('A journal tells as whom it goes on, by its last word about that', () => {
  const { phone } = Phone.playing();
  assert.deepEqual(credentialsIn(phone.journal), owner(1));
  phone.do((core) => core.speak(speaking(7, 1)));
  assert.deepEqual(credentialsIn(phone.journal), speaking(7, 1));
  const before = phone.journal.length;
  phone.do((core) => core.speak(speaking(7, 1)));
  assert.equal(phone.journal.length, before, 'once');
  assert.equal(credentialsIn([]), null);
});
