import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WireError, byteCount, parseObject, write } from '../../Sources/WebClient/json.js';
import { joinCode } from '../../Sources/WebClient/shapes.js';

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
  const signs = ['"\u0001"', '"\\x"', '"\\u12"', '"\\ud800"', '"\\udc00\\ud800"', '"\n"', ''];
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

test('Values may be eight levels deep', () => {
  assert.ok(parsed('[[[[[[[1]]]]]]]'));
  assert.throws(() => parsed('[[[[[[[[1]]]]]]]]'), WireError);
  assert.throws(() => parsed('['.repeat(100_000)), WireError);
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
