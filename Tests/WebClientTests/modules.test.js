// What the page's modules may know, by the folder in which they lie.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../Sources/WebClient/', import.meta.url);
const all = readdirSync(folder, { recursive: true })
  .filter((path) => path.endsWith('.js') && path.includes('/'))
  .map((path) => ({ path, text: readFileSync(new URL(path, folder), 'utf8') }));

const folderOf = (path) => path.slice(0, path.lastIndexOf('/'));
/** The modules that lie in one of these folders. */
const modulesIn = (...folders) => all.filter(({ path }) => folders.includes(folderOf(path)));

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

test('The core, and what the screens decide, know no clock, random source, socket or page', () => {
  const pure = modulesIn('core', 'ui/state');
  assert.ok(pure.length > 25);
  for (const { path, text } of pure) {
    const words = code(text).match(/[\w.]+/g);
    assert.deepEqual(BANNED.filter((word) => words.includes(word)), [], path);
    const roots = new Set(words.map((word) => word.split('.')[0]));
    assert.deepEqual(BANNED.filter((word) => roots.has(word)), [], path);
  }
});

/** By folder, those that its modules may import from; from those of `ui` itself, only these. */
const MAY_IMPORT = {
  core: ['core'],
  device: ['core', 'device'],
  'ui/state': ['core', 'ui/state'],
  'ui/parts': ['core', 'ui/state', 'ui/parts', 'ui/strings.js'],
  'ui/screens': ['core', 'device', 'ui/state', 'ui/parts', 'ui/screens', 'ui/strings.js'],
  ui: ['core', 'device', 'ui/state', 'ui/parts', 'ui/screens', 'ui'],
};

test('A module imports, in plain text, from the folders below its own and nothing else', () => {
  for (const { path, text } of all) {
    const imports = code(text).matchAll(/\bfrom '([^']*)'|\bimport\('([^']*)'\)(?!\.\w)|\brequire\(/g);
    for (const [whole, atOnce, late] of imports) {
      const { href } = new URL(atOnce ?? late, new URL(path, folder));
      const imported = href.slice(folder.href.length);
      const from = MAY_IMPORT[folderOf(path)];
      assert.ok(from.includes(folderOf(imported)) || from.includes(imported), `${path}: ${whole}`);
      assert.ok(all.some((each) => each.path === imported), `${path}: ${whole}`);
    }
  }
});

/** The modules of the core that know what a game is; the others carry documents of any kind. */
const OF_THE_GAME = [
  ...['decide', 'fields', 'format-card', 'format-games', 'game-kind', 'layout', 'lobby'],
  ...['lobby-limits', 'match-play', 'names', 'ops', 'round-facts', 'scorecard', 'scoring', 'shapes', 'signing'],
  ...['standings', 'view'],
];

test('What carries documents of any kind knows nothing of a game, not even a type', () => {
  const nameOf = (path) => path.slice(path.lastIndexOf('/') + 1, -'.js'.length);
  const isOfTheGame = ({ path }) => OF_THE_GAME.includes(nameOf(path));
  const core = modulesIn('core');
  assert.equal(core.filter(isOfTheGame).length, OF_THE_GAME.length);
  for (const { path, text } of core.filter((each) => !isOfTheGame(each))) {
    const imported = [...text.matchAll(/'(\.[^']*\.js)'/g)].map(([, each]) => nameOf(each));
    assert.deepEqual(imported.filter((each) => OF_THE_GAME.includes(each)), [], path);
  }
});

test('No two modules have the same name', () => {
  const names = all.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  assert.deepEqual(names.filter((name, place) => names.indexOf(name) !== place), []);
});

test('Together the modules of the core leave room for a page', () => {
  // The games that a card comes to are loaded once somebody asks for them.
  const isLate = ({ path }) => /\/(format-\w+|match-play|penalties|round-facts|signing)\.js$/.test(path);
  const bytesOf = (modules) =>
    modules.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const core = modulesIn('core');
  const [early, late] = [core.filter((each) => !isLate(each)), core.filter(isLate)];
  assert.ok(bytesOf(early) < 171_000, `${bytesOf(early)} bytes`);
  assert.ok(bytesOf(late) < 64_500, `${bytesOf(late)} bytes`);
});
