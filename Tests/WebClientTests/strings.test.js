// What the page says: Sources/WebClient/ui/strings.js.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { newDocument } from './support/fake-dom.js';
import { refusals } from '../../Sources/WebClient/refusal.js';
import { REFUSALS, refusalText } from '../../Sources/WebClient/ui/refusals.js';
import { STRINGS, setLanguage, t } from '../../Sources/WebClient/ui/strings.js';

const folder = new URL('../../Sources/WebClient/ui/', import.meta.url);
const screens = readdirSync(folder)
  .filter((name) => name.endsWith('.js') && name !== 'strings.js')
  .map((name) => readFileSync(new URL(name, folder), 'utf8'))
  .join('\n');

const forms = (text) => (typeof text === 'string' ? [text] : [text.one, text.other]);
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

function speak(language) {
  newDocument().documentElement = {};
  setLanguage(language);
}

test('Every string is there in both languages, with the same places to fill in', () => {
  for (const [key, texts] of Object.entries(STRINGS)) {
    assert.equal(texts.length, 2, key);
    const [english, icelandic] = texts.map(forms);
    for (const text of [...english, ...icelandic]) assert.ok(text?.trim().length > 0, key);
    const other = (text) => places(text).filter((at) => at !== 'count');
    const all = [...english, ...icelandic].map(other);
    for (const each of all) assert.deepEqual(each, all[0], key);
    assert.ok(places(english.at(-1)).includes('count') || typeof texts[0] === 'string', key);
  }
});

test('Every string that a screen names exists, and every string is named', () => {
  const named = [...screens.matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, key]) => key);
  assert.ok(named.length > 3);
  for (const key of named) assert.ok(STRINGS[key], key);
  const begun = [...screens.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start]) => start);
  for (const key of Object.keys(STRINGS)) {
    const isNamed = screens.includes(`'${key}'`) || begun.some((start) => key.startsWith(start));
    assert.ok(isNamed, `nobody says ${key}`);
  }
});

test('Every refusal has words in Icelandic', () => {
  for (const { name } of refusals) assert.ok(REFUSALS[name], name);
  speak('is');
  assert.notEqual(refusalText(refusals[0]), refusals[0].text);
  speak('en');
  assert.equal(refusalText(refusals[0]), refusals[0].text);
  assert.equal(refusalText({ name: 'unheard_of', text: 'So?' }), 'So?');
});

test('Numbers choose their form by the rules of the language', () => {
  STRINGS.example = [
    { one: '{count} hole', other: '{count} holes' },
    { one: '{count} hola', other: '{count} holur' },
  ];
  const said = (language) => {
    speak(language);
    return [0, 1, 2, 11, 21].map((count) => t('example', { count }));
  };
  const [english, icelandic] = [said('en'), said('is')];
  delete STRINGS.example;
  assert.deepEqual(english, ['0 holes', '1 hole', '2 holes', '11 holes', '21 holes']);
  assert.deepEqual(icelandic, ['0 holur', '1 hola', '2 holur', '11 holur', '21 hola']);
});

test('The language is the one that was chosen, or else the browser’s, or else English', () => {
  const language = (chosen, wanted) => {
    newDocument().documentElement = {};
    Object.defineProperty(globalThis, 'navigator', {
      value: { languages: wanted },
      configurable: true,
    });
    setLanguage(chosen);
    return document.documentElement.lang;
  };
  assert.equal(language(null, ['de', 'is-IS', 'en']), 'is');
  assert.equal(language(null, ['de', 'fr']), 'en');
  assert.equal(language('en', ['is']), 'en');
});
