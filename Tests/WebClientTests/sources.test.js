// What the sources promise to the browser that asks for them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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

const firstScreen = new Set(
  ['ui/ahead.js', 'ui/app.js', 'ui/home.js'].flatMap((path) => [...withImports(path)]),
);

test('The first screen’s modules, and no others, are asked for ahead', () => {
  const named = [...read('index.html').matchAll(/(?:rel="modulepreload" href|src)="\/([^"]*)"/g)];
  assert.deepEqual(named.map(([, path]) => path).sort(), [...firstScreen].sort());
});

test('What joining and keeping score needs besides is asked for side by side', () => {
  const [, list] = /const GAME = \[(.*?)\]/s.exec(read('ui/ahead.js'));
  const named = [...list.matchAll(/'([^']*)'/g)].map(([, name]) => resolved(name, 'ui/ahead.js'));
  const needed = ['ui/join.js', 'ui/lobby.js', 'ui/card.js', 'device/game.js'].reduce(
    (found, path) => withImports(path, found),
    new Set(firstScreen),
  );
  assert.deepEqual(named.sort(), [...needed].filter((path) => !firstScreen.has(path)).sort());
});

test('The page’s first condition is the one that it sets if light or dark is chosen', () => {
  const [condition] = read('page.css').match(/@media.*/);
  assert.equal(condition, '@media (prefers-color-scheme: dark) {');
});
