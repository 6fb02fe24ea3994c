// What the core of the page is made of: the modules beside `device` and `ui`.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../Sources/WebClient/', import.meta.url);
const modules = readdirSync(folder)
  .filter((name) => name.endsWith('.js') && name !== 'service-worker.js')
  .map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }));

/** The lines that aren't comments. */
const code = (text) =>
  text
    .replace(/^ *\/\*\*.*?\*\/\n/gms, '')
    .split('\n')
    .filter((line) => !/^ *\/\//.test(line))
    .join('\n');

const BANNED = [
  ...['Date', 'performance', 'Math.random', 'crypto', 'setTimeout', 'setInterval', 'WebSocket'],
  ...['fetch', 'indexedDB', 'localStorage', 'navigator', 'document', 'window', 'globalThis'],
  ...['console', 'process', 'Promise', 'async', 'await', 'eval', 'require'],
];

test('The core knows no clock, random source, socket, storage or page', () => {
  assert.ok(modules.length > 10);
  for (const { name, text } of modules) {
    const words = code(text).match(/[\w.]+/g);
    assert.deepEqual(BANNED.filter((word) => words.includes(word)), [], name);
    const roots = new Set(words.map((word) => word.split('.')[0]));
    assert.deepEqual(BANNED.filter((word) => roots.has(word)), [], name);
  }
});

test('A module imports its neighbours and nothing else, in plain text', () => {
  for (const { name, text } of modules) {
    const imports = [...code(text).matchAll(/\bfrom '([^']*)'|\bimport\(|\brequire\(/g)];
    for (const [whole, path] of imports) {
      assert.ok(modules.some((each) => path === `./${each.name}`), `${name}: ${whole}`);
    }
  }
});

test('Together the modules leave room for a page', () => {
  const bytes = modules.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  assert.ok(bytes < 122_000, `${bytes} bytes`);
});
