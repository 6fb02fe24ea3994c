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

const modules = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.js'));
/** Those that begin a file of joined ones. */
const first = (() => {
  const swift = readFileSync(new URL('../WebPage/JoinedModules.swift', folder), 'utf8');
  const [, list] = /static let first = \[(.*?)\]/s.exec(swift);
  return list.match(/[^"/][^"]*\.js/g);
})();

test('The program holds what the folder does, but for what is only for authors', () => {
  const list = readFileSync(new URL('../CWebPage/files.h', folder), 'utf8');
  const paths = [...list.matchAll(/^#define FILE "\.\.\/WebClient\/(.*)"$/gm)].map(([, path]) => path);
  const all = readdirSync(folder, { recursive: true });
  const there = all.filter((path) => /\.\w+$/.test(path) && path !== 'package.json');
  assert.deepEqual(paths.sort(), there.sort(), 'Scripts/page-files lists them anew');
});

test('What is loaded late begins a file of its own', () => {
  const late = modules.flatMap((path) =>
    // What is behind a type is none.
    [...read(path).matchAll(/\bimport\('([^']*)'\)(?!\.\w)/g)].map(([, name]) =>
      resolved(name, path),
    ),
  );
  assert.ok(late.length > 5);
  const others = late.filter((path) => !first.includes(path));
  assert.deepEqual(others.sort(), [
    'ui/account.en.js', 'ui/account.is.js', 'ui/courses.en.js', 'ui/courses.is.js',
    'ui/more.en.js', 'ui/more.is.js', 'ui/own.en.js',
    'ui/own.is.js', 'ui/rules.en.js', 'ui/rules.is.js', 'ui/strings.en.js', 'ui/strings.is.js',
  ]);
  for (const path of others) assert.deepEqual([...withImports(path)], [path]);
});

test('What is asked for ahead is what begins a file, and what such a file needs besides', () => {
  const named = [...read('ui/ahead.js').matchAll(/'\/([\w/.]+\.js)'/g)].map(([, path]) => path);
  assert.deepEqual(named.sort(), [
    'core/restore.js', 'device/game.js', 'ui/play.js', 'ui/screens/home.js', 'ui/strings.en.js',
    'ui/strings.is.js',
  ]);
  assert.match(read('index.html'), /<script type="module" src="\/ui\/app.js">/);
});

test('What opens the first screen and joins a game needs nothing of the later files', () => {
  const early = new Set(first.slice(0, 5).flatMap((path) => [...withImports(path)]));
  for (const path of ['result', 'watch', 'menu', 'setup'].map((name) => `ui/screens/${name}.js`)) {
    assert.ok(modules.includes(path) && !early.has(path), path);
  }
});

test('The page’s first condition is the one that it sets if light or dark is chosen', () => {
  const [condition] = read('base.css').match(/@media.*/);
  assert.equal(condition, '@media (prefers-color-scheme: dark) {');
});

test('No type stands behind words in its line, where the compiler doesn’t read it', () => {
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

test('What is cut off at its edges leaves room for the tails of letters', () => {
  const sheets = ['base', 'page', 'card', 'gathering', 'board', 'watch', 'about', 'account'];
  const styles = sheets.map((name) => read(`${name}.css`)).join('\n');
  const rules = styles.match(/[^{}]*\{[^{}]*\}/g) ?? [];
  const cut = rules.filter((rule) => /text-overflow: ellipsis|line-clamp/.test(rule));
  assert.ok(cut.length > 4);
  for (const rule of cut) {
    assert.ok(Number(/line-height: ([\d.]+);/.exec(rule)?.[1]) >= 1.3, rule.trim());
  }
});
