import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WireError, byteCount, parseObject, write } from '../../Sources/WebClient/core/json.js';
import { joinCode } from '../../Sources/WebClient/core/join-code.js';
import { text } from '../../Sources/WebClient/core/readers.js';
import { vectors } from './support/document.js';
import { below, seeded } from './support/phone.js';
import { decodeServerMessage, identityFrom } from './support/wire.js';

const parsed = (json) => parseObject(`{"x":${json}}`).fields.x;

test('An integer is whole and at most 2^53; other numbers are none', () => {
  const largest = '9007199254740992';
  assert.equal(parsed(largest), 2 ** 53);
  assert.equal(parsed(`-${largest}`), -(2 ** 53));
  assert.ok(Object.is(parsed('-0'), 0));
  const others = ['9007199254740993', '-9007199254740993', '1.0', '1e3', '0.5', '1E+2'];
  for (const json of [...others, '9'.repeat(400)]) assert.ok(Number.isNaN(parsed(json)), json);
});

test('What JSON has no place for is refused', () => {
  const wrong = ['01', '-', '+1', '1.', '.5', '1e', 'nul', "'a'", '"a', '[1,]', '{"a":}', '[1 2]'];
  const signs = ['"\u0001"', '"\\x"', '"\\u12"', '"\\ud800\\u12"', '"\n"', ''];
  for (const json of [...wrong, ...signs]) assert.throws(() => parsed(json), WireError, json);
  for (const json of ['', '[]', '1', '{}{}', '{"a":1', 'null', '{a:1}', '{"a":1,}']) {
    assert.throws(() => parseObject(json), WireError, json);
  }
});

test('Texts come out as JSON.parse gives them', () => {
  for (const text of ['', 'Åsa', '😀', '\u2028', '"\\/\b\f\n\r\t\u001f\u007f', '__proto__']) {
    assert.equal(parsed(JSON.stringify(text)), text);
    assert.equal(parsed(write(text)), text);
  }
  assert.equal(parsed('"\\ud83d\\ude00\\u00e5\\/"'), '😀å/');
});

test('A field that is given twice counts as it was given last', () => {
  assert.equal(parseObject('{"x":1,"x":2}').fields.x, 2);
});

test('Fields may be named like those of every object', () => {
  const { fields } = parseObject('{"__proto__":{"type":"bye"},"constructor":1}');
  assert.equal(fields.type, undefined);
  assert.equal(fields.constructor, 1);
});

test('Half a surrogate pair is no text, and no matter in what nobody reads', () => {
  for (const json of ['"\\ud800"', '"Jo\\ud83d"', '"\\udc00\\ud800"', '"\\ud800\\u0041"']) {
    assert.throws(() => text(parsed(json)), WireError, json);
    assert.equal(parseObject(`{"later":${json},${json}:1,"x":5}`).fields.x, 5);
  }
});

test('Arrays and objects may lie in each other eight deep', () => {
  assert.ok(parsed('[[[[[[[[1,"a"]]]]]]]]'));
  assert.ok(parsed('[[[[[[[{"a":1}]]]]]]]'));
  assert.throws(() => parsed('[[[[[[[[[]]]]]]]]]'), WireError);
  assert.throws(() => parsed('[[[[[[[[{}]]]]]]]]'), WireError);
  assert.throws(() => parsed('['.repeat(100_000)), WireError);
});

/** What `read` makes of it, or null. */
function attempt(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

test('Damaged messages are read as JSON.parse reads them, or not at all', () => {
  const random = seeded(3);
  const texts = vectors('messages').map(({ text }) => text);
  const signs = ['"', '\\', '{', '}', '[', ']', ',', ':', '-', '0', '7', 'u', ' ', '\n', 'e', '.', ''];
  let readCount = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const damaged = [...texts[below(texts.length, random)]];
    for (let count = below(3, random); count >= 0; count -= 1) {
      const place = below(damaged.length, random);
      damaged.splice(place, below(2, random), signs[below(signs.length, random)]);
    }
    const text = damaged.join('');
    const theirs = attempt(() => JSON.parse(text));
    const ours = attempt(() => parseObject(text).fields);
    if (theirs === null || Array.isArray(theirs) || typeof theirs !== 'object') {
      assert.equal(ours, null, text);
      continue;
    }
    assert.notEqual(ours, null, text);
    readCount += 1;
    const isOdd = (number) => typeof number === 'number' && !Number.isSafeInteger(number);
    const plain = (value) => JSON.stringify(value, (_, each) => (isOdd(each) ? null : each));
    // A fraction may be whole, to JSON.parse.
    if (!/\d[.eE]/.test(text)) assert.equal(plain(ours), plain(theirs));
  }
  assert.ok(readCount > 1_000, String(readCount));
  for (const text of texts) assert.deepEqual(attempt(() => parseObject(text.slice(1))), null);
});

test('A field keeps its own bytes', () => {
  const { raw } = parseObject('{ "a" : {"b": 1} ,"c":"\\u0041" }');
  assert.deepEqual([raw('a'), raw('c'), raw('d')], ['{"b": 1}', '"\\u0041"', undefined]);
});

test('Control characters are written in the long form, and nothing else is escaped', () => {
  const written = '"\\u0008\\u0009\\u000a\\u000c\\u000d\\u001f/å\u007f"';
  assert.equal(write('\b\t\n\f\r\u001f/å\u007f'), written);
  assert.equal(write('a"\\'), '"a\\"\\\\"');
  assert.equal(write('\\n'), '"\\\\n"');
});

test('The length of a text is that of its UTF-8', () => {
  assert.deepEqual(['', 'a', 'å', '€', '😀'].map(byteCount), [0, 1, 2, 3, 4]);
});

test('A code is read in any case, with blanks and dashes', () => {
  assert.equal(joinCode(' k7m-2qx '), 'K7M2QX');
  for (const typed of ['', 'K7M2Q', 'K7M2Q0', 'K7M2QI', 'K7M2QXK7M2QXK', 'K7M2Qß']) {
    assert.equal(joinCode(typed), null, typed);
  }
});

test('A field that is null is as good as none, in messages and in the lobby', () => {
  const texts = vectors('messages').filter(({ direction }) => direction === 'server to client');
  let count = 0;
  for (const { text: message } of texts) {
    const whole = JSON.parse(message);
    const objects = [whole, whole.limits, whole.lobby].filter((each) => typeof each === 'object');
    for (const fields of objects.filter(Boolean)) {
      for (const [name, value] of Object.entries(fields)) {
        delete fields[name];
        const absent = attempt(() => decodeServerMessage(write(whole)));
        fields[name] = null;
        assert.deepEqual(attempt(() => decodeServerMessage(write(whole))), absent, `${name} ${message}`);
        fields[name] = value;
        count += 1;
      }
    }
  }
  assert.ok(count > 100, String(count));
  const credentials = { person: '3'.repeat(32), token: '4'.repeat(64) };
  const hello = { type: 'hello', ...credentials, rid: '1'.repeat(32), lobby: '2'.repeat(32) };
  const names = ['client', 'create', 'code', 'invitation', 'watch', 'ticket', 'as', 'name', 'knock'];
  const none = Object.fromEntries(names.map((name) => [name, null]));
  assert.deepEqual(identityFrom({ ...hello, ...none }), identityFrom(hello));
});
