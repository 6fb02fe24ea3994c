// What the screens of an account decide, without a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PHASES } from '../../Sources/WebClient/core/lobby.js';
import * as english from '../../Sources/WebClient/ui/own.en.js';
import * as icelandic from '../../Sources/WebClient/ui/own.is.js';
import {
  aboutIn, againIn, ageOf, gamesElsewhere, leadingTo, otherGames, phoneSettings, placeAfter,
  returnable, sharedSettings, wayForMail, wayOn, waysIn,
} from '../../Sources/WebClient/ui/state/account-state.js';
import {
  COLOUR_COUNT, colourOf, fourWords, handleFault, handleFrom, handleOf, initialsOf, judged,
  passwordOf,
} from '../../Sources/WebClient/ui/state/handle.js';
import { allShortcuts, moved, shownShortcuts } from '../../Sources/WebClient/ui/state/shortcuts.js';

const MINUTE = 60_000;

test('A user name is made of what somebody is called, also where the letters are Icelandic', () => {
  const made = ['Anna Lind', 'Þórður Æsi', 'Guðmundur Þór Sigurðsson', 'Åse-Marie', '3 Ben', 'Jo', '漢'];
  assert.deepEqual(made.map(handleFrom), [
    'anna.lind', 'thordur.aesi', 'gudmundur.thor.sigur', 'ase.marie', 'ben', '', '',
  ]);
  for (const handle of made.map(handleFrom)) if (handle) assert.equal(handleFault(handle), null);
});

test('What is typed as a user name may have capitals, blanks around it and an @', () => {
  assert.equal(handleOf(' @Anna.Lind '), 'anna.lind');
  const faults = ['ab', 'abc', 'a'.repeat(20), 'a'.repeat(21), '1abc', '.abc', 'a b c', 'anna_-.9', ''];
  assert.deepEqual(faults.map(handleFault), [
    'short', null, null, 'long', 'signs', 'signs', 'signs', null, 'short',
  ]);
});

test('A password is judged by its length in signs, and by whether it is more than the user name', () => {
  const said = (password, handle = 'anna') => judged(password, 10, handle);
  assert.deepEqual(said('123456789'), { fault: 'short', count: 1, isGood: false });
  assert.deepEqual(said('1234567890'), { fault: null, count: 0, isGood: false });
  assert.deepEqual(said('river stone lamp'), { fault: null, count: 0, isGood: true });
  assert.equal(said('👨‍👩‍👧'.repeat(2)).fault, null, 'ten code points');
  assert.equal(said('anna.lind12', 'anna.lind').fault, 'own');
  assert.equal(said('Anna.Lind and her dog', 'anna.lind').fault, null);
  assert.equal(said('1234567890', '').fault, null);
  assert.equal(said('字'.repeat(86)).fault, 'long');
});

test('A password is the same from all keyboards', () => {
  assert.equal(passwordOf('skógur'), passwordOf('sko\u0301gur'));
});

test('Four words are offered, from a list that is long enough, without any twice', () => {
  for (const { STRINGS } of [english, icelandic]) {
    const list = String(STRINGS['password.list']).split(' ');
    assert.equal(new Set(list).size, list.length);
    assert.ok(list.length >= 400 && list.every((word) => /^[a-z]+$/.test(word)));
  }
  let next = 0;
  assert.equal(fourWords('a b c', () => (next += 1)), 'b c a b');
});

test('Initials are of the first word and the last, and of signs as people see them', () => {
  const names = ['Anna Lind', 'Guðmundur Þór Sigurðsson', 'ben', 'anna.lind', '👨‍👩‍👧 Þura', ' '];
  assert.deepEqual(names.map(initialsOf), ['AL', 'GS', 'B', 'AL', '👨‍👩‍👧Þ', '']);
});

test('A colour is the one that was chosen, or always the same one', () => {
  assert.equal(colourOf({ handle: 'anna', colour: 0 }), 0);
  const colours = ['anna', 'ben', 'cleo', 'dora', 'egon'].map((handle) => colourOf({ handle }));
  assert.ok(colours.every((colour) => colour >= 0 && colour < COLOUR_COUNT));
  assert.ok(new Set(colours).size > 2);
  assert.equal(colourOf({ handle: 'anna' }), colours[0]);
});

test('How old something is is only said once it matters', () => {
  const now = 1_000 * 86_400_000;
  const said = (milliseconds) => ageOf(now - milliseconds, now);
  assert.equal(ageOf(null, now), null);
  assert.equal(said(4 * MINUTE), null);
  assert.deepEqual(said(7 * MINUTE), { key: 'age.minutes', count: 7 });
  assert.deepEqual(said(125 * MINUTE), { key: 'age.hours', count: 2 });
  assert.deepEqual(said(5 * 86_400_000), { key: 'age.days', count: 5 });
});

test('Who has to wait is told for how long', () => {
  assert.deepEqual(againIn(400), { key: 'again.seconds', count: 1 });
  assert.deepEqual(againIn(540_001), { key: 'again.minutes', count: 10 });
});

test('Colours and language go from phone to account and to the next phone', () => {
  const phone = { language: /** @type {const} */ ('is'), theme: null, shortcuts: ['past'] };
  const account = sharedSettings(phone);
  assert.deepEqual(account, { language: 'is', theme: 'system', shortcuts: ['past'] });
  assert.deepEqual(phoneSettings(account), phone);
  assert.deepEqual(phoneSettings({}), { shortcuts: null }, 'what was never set stays as it is');
});

test('The games of a phone that its account hasn’t got are those of other persons', () => {
  const games = [{ person: 'a' }, { person: 'b' }, {}, { person: null }];
  assert.deepEqual(otherGames(games, [{ person: 'a' }]), games.slice(1));
});

test('Of an account’s games those are listed that aren’t on the phone, as a phone lists its own', () => {
  const told = { since: 5, stage: /** @type {[number, number]} */ ([1, 2]), names: ['Anna'], own: 0 };
  const totals = [{ total: 9, over_par: -1, place: null }];
  const items = [
    { ...told, lobby: 'a' },
    { ...told, lobby: 'b', started: 7, course: 'Meadow', totals },
    { lobby: 'c', since: 9 },
  ];
  const listed = gamesElsewhere(items, [{ lobby: 'a' }, { lobby: null }], PHASES);
  assert.deepEqual(listed.map(({ path }) => path), ['/a/g#b'], 'not one that the server can’t read');
  const [{ course, names, stage, startedAt, totals: shown }] = listed;
  assert.deepEqual([course, names, stage, startedAt], ['Meadow', ['Anna'], ['playing', 2], 7]);
  assert.deepEqual(shown, [{ total: 9, overPar: -1, place: null }]);
});

test('What was taken along can be given back while there is time', () => {
  const persons = [
    { person: 'main', pass: '' },
    { person: 'old', pass: '', claimed_from_device: true, until: 10 },
    { person: 'new', pass: '', claimed_from_device: true, until: 30 },
  ];
  assert.deepEqual(returnable({ persons }, 20).map(({ person }) => person), ['new']);
});

test('Passkeys, a password and an address that is one’s own are ways in', () => {
  const me = { has_password: true, email: 'a@b.is', email_verified: false };
  assert.equal(waysIn(me, [{}, {}]), 3);
  assert.equal(waysIn({ ...me, email_verified: true }, []), 2);
});

test('Who has signed in goes on where they were, and nowhere else', () => {
  const places = ['/j/K7MPQX', '/a/f#12', null, '', 'https://evil.example', '//evil.example', '/\\evil'];
  assert.deepEqual(places.map(placeAfter), ['/j/K7MPQX', '/a/f#12', '/', '/', '/', '/', '/']);
});

test('Where one goes on stands in no part of an address that a server sees', () => {
  assert.equal(leadingTo('/a/in', null), '/a/in');
  assert.equal(wayOn(''), null);
  for (const to of ['/j/K7MPQX', '/a/f#12ab', '/w/K7MPQX+K7MPQY']) {
    const { pathname, search, hash } = new URL(leadingTo('/a/new', to), 'https://folf.example');
    assert.deepEqual([pathname, search, wayOn(hash)], ['/a/new', '', to]);
  }
});

test('The server is told of a way only if any device can go it, and if it takes it', () => {
  const longest = `/${'a'.repeat(127)}`;
  for (const way of ['/j/K7MPQX', '/a/f#12', '/', '/a/c#A_-', longest]) {
    assert.deepEqual(wayForMail(way), { to: way });
  }
  const others = [
    null, '', '/g/k1', '//evil.example', '/\\evil', 'https://evil.example', '/j/a b', '/j/\nK', '/j/Þ',
    '/j\\K', `${longest}a`,
  ];
  for (const way of others) assert.deepEqual(wayForMail(way), {}, String(way));
});

test('The first screen has what was chosen, in that order, and what it doesn’t know is left out', () => {
  assert.deepEqual(shownShortcuts(null), ['play', 'join', 'past']);
  assert.deepEqual(shownShortcuts(['past', 'moon', 'play', 'past']), ['past', 'play']);
  assert.deepEqual(shownShortcuts([]), []);
  assert.deepEqual(allShortcuts(['friends', 'play']), ['friends', 'play', 'join', 'past', 'again']);
  assert.deepEqual(moved(['a', 'b', 'c'], 'c', -1), ['a', 'c', 'b']);
  assert.deepEqual(moved(['a', 'b', 'c'], 'a', 1), ['b', 'a', 'c']);
});

test('What an address wants to be written about is read, and nonsense is nothing', () => {
  const about = 'Öskjuhlíð (0a0b): 1 & 2 # 3';
  assert.equal(aboutIn(`#about=${encodeURIComponent(about)}`), about);
  for (const hash of ['', '#about=', '#about=%E0%A4%A', '#to=/a', `#about=${'a'.repeat(601)}`]) {
    assert.equal(aboutIn(hash), '');
  }
});
