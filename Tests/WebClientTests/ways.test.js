// What leads into a game: Sources/WebClient/ui/state/ways.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeIn, typedCode, watchWay, wayToWatch } from '../../Sources/WebClient/ui/state/ways.js';

test('A code is found in whatever is typed or pasted', () => {
  const found = { code: 'K7M2QX', isWatching: false };
  for (const text of ['k7m2qx', ' K7M-2QX ', 'http://folf.example/j/K7M2QX', '/j/k7m2qx?a=b']) {
    assert.deepEqual(codeIn(text), found, text);
  }
  const watching = codeIn('look: https://folf.example/w/K7M2QX+ABCDEF now');
  assert.deepEqual(watching, { code: 'K7M2QX+ABCDEF', isWatching: true });
  for (const text of ['', 'K7M', 'K0M2QX', 'https://folf.example/']) {
    assert.equal(codeIn(text), null, text);
  }
});

test('An address that lasts is found in what is pasted, and is for watching only', () => {
  const lasting = `${'9ce1de43'.repeat(4)}-${'1a2b3c4d'.repeat(4)}`;
  for (const text of [lasting, `Come: https://folf.example/w/${lasting.toUpperCase()}.`]) {
    assert.deepEqual(codeIn(text), { code: lasting, isWatching: true }, text);
  }
  const both = codeIn(`https://folf.example/w/${lasting}+k7m2qx`);
  assert.deepEqual(both, { code: `${lasting}+K7M2QX`, isWatching: true });
  assert.equal(codeIn(`https://folf.example/w/${lasting.slice(1)}`), null);
  const [lobby, watch] = lasting.split('-');
  assert.deepEqual(wayToWatch(lasting), { lobby, watch });
  assert.equal(watchWay({ lobby: { id: lobby, watch }, code: 'K7M2QX' }), lasting);
  assert.equal(watchWay({ lobby: { id: lobby, watch: null }, code: 'K7M2QX' }), 'K7M2QX');
  assert.equal(watchWay({ lobby: { id: lobby, watch: null }, code: null }), null);
});

test('What is typed becomes the signs of a code, and a correction in its middle goes on there', () => {
  assert.deepEqual(typedCode('k7m 2q', 6), { code: 'K7M2Q', isWatching: false, caret: 5 });
  assert.deepEqual(typedCode('k7-m2q', 3), { code: 'K7M2Q', isWatching: false, caret: 2 });
});

test('A pasted link becomes its code at once, and what it is for is kept', () => {
  assert.deepEqual(typedCode('https://folf.example/w/k7m2qx', 3), {
    code: 'K7M2QX', isWatching: true, caret: 6,
  });
  // One that is only half there is taken by its signs.
  assert.equal(typedCode('https:/', 7).code, 'HTTPS');
});
