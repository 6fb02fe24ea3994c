// What the sources promise to the browser that asks for them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../Sources/WebClient/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');
const resolved = (name, importer) =>
  new URL(name, new URL(importer, folder)).href.slice(folder.href.length);

/** A module with all that it imports at once. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of read(path).matchAll(/^(?:import|export|\})(?:.* from)? '([^']*)';/gm)) {
    withImports(resolved(name, path), found);
  }
  return found;
}

const everywhere = new Set(
  ['ui/ahead.js', 'ui/app.js'].flatMap((path) => [...withImports(path)]),
);

test('The modules that every screen needs, and no others, are asked for ahead', () => {
  const named = [...read('index.html').matchAll(/(?:rel="modulepreload" href|src)="\/([^"]*)"/g)];
  assert.deepEqual(named.map(([, path]) => path).sort(), [...everywhere].sort());
});

test('What the first screen, and what a game, needs besides is asked for side by side', () => {
  const named = (list) => {
    const [, names] = new RegExp(`const ${list} = \\[(.*?)\\]`, 's').exec(read('ui/ahead.js'));
    return names.match(/[^']+\.js/g).map((name) => resolved(name, 'ui/ahead.js')).sort();
  };
  const needed = (paths, known) => {
    const found = new Set(known);
    for (const path of paths) withImports(path, found);
    return [...found].filter((path) => !known.has(path)).sort();
  };
  const screens = ['ui/join.js', 'ui/lobby.js', 'ui/card.js'];
  const game = new Set([...everywhere, ...named('GAME')]);
  assert.deepEqual(named('HOME'), needed(['ui/home.js'], everywhere));
  assert.deepEqual(named('GAME'), needed(['device/game.js'], everywhere));
  assert.deepEqual(named('SCREENS'), needed(screens, game));
  assert.deepEqual(named('RESUME'), needed(['restore.js'], game));
});

test('The page’s first condition is the one that it sets if light or dark is chosen', () => {
  const [condition] = read('page.css').match(/@media.*/);
  assert.equal(condition, '@media (prefers-color-scheme: dark) {');
});

test('No type stands behind words in its line, where the compiler doesn’t read it', () => {
  const modules = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.js'));
  assert.ok(modules.length > 50);
  for (const path of modules) {
    const unread = read(path).match(/^ *\/?\*\*? [^@\n]*\w[^@\n]* @(?:param|returns|type) .*/m);
    assert.equal(unread?.[0], undefined, path);
  }
});

/** The sides of a PNG, from its first bytes. */
function sidesOf(path) {
  const bytes = readFileSync(new URL(path.slice(1), folder));
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG', path);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('The pictures for phones are as large as is said of them', () => {
  const { icons } = JSON.parse(read('manifest.webmanifest'));
  for (const { src, sizes } of icons) assert.equal(sidesOf(src), sizes, src);
  assert.deepEqual(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`), [
    '192x192 any', '512x512 any', '512x512 maskable',
  ]);
  const [, own] = /rel="apple-touch-icon" href="([^"]*)"/.exec(read('index.html'));
  assert.equal(sidesOf(own), '180x180');
});
