// What the core of the page is made of: the modules beside `device` and `ui`.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CREATE, LOBBY, rid, seeded } from './support/phone.js';

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
  assert.ok(bytes < 104_000, `${bytes} bytes`);
});

test('Whoever leaves out the lines of comments and the indentation sends 70 KB', async (context) => {
  const copy = mkdtempSync(join(tmpdir(), 'folf-web-'));
  context.after(() => rmSync(copy, { recursive: true }));
  writeFileSync(join(copy, 'package.json'), '{ "type": "module" }');
  let bytes = 0;
  for (const { name, text } of modules) {
    const bare = code(text).replace(/^\s+/gm, '');
    bytes += Buffer.byteLength(bare);
    writeFileSync(join(copy, name), bare);
  }
  assert.ok(bytes < 70_000, `${bytes} bytes`);
  const { ClientCore } = await import(pathToFileURL(join(copy, 'client-core.js')));
  const { viewOf } = await import(pathToFileURL(join(copy, 'view.js')));
  const identity = { client: 'test', credentials: null, rid: rid(1), as: null, name: 'Anna' };
  const core = ClientCore.begin({ ...identity, entry: { create: LOBBY } }, seeded(1));
  core.edit(CREATE, { wall: 0, monotonic: 0 });
  assert.equal(viewOf(core).card.lines[0].name, 'Anna');
});
