// What the sources promise to those who send them, and to the browser that asks for them.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('../../Sources/WebClient/', import.meta.url);
const read = (path) => readFileSync(new URL(path, folder), 'utf8');
const paths = ['', 'device/', 'ui/'].flatMap((part) =>
  readdirSync(new URL(part, folder))
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => part + name),
);

test('No text goes on over the end of a line, and long comments begin one', () => {
  assert.ok(paths.length > 50);
  for (const path of paths) {
    const code = read(path).replace(/^ *\/\*.*?\*\//gms, '');
    for (const line of code.split('\n').filter((each) => !/^ *\/\//.test(each))) {
      assert.equal(line.split('`').length % 2, 1, `${path}: ${line}`);
      assert.ok(!line.endsWith('\\'), `${path}: ${line}`);
      const bare = line.replace(/'[^']*'/g, '');
      assert.equal(bare.split('/*').length, bare.split('*/').length, `${path}: ${line}`);
    }
  }
});

/** A module with all that it imports at once. */
function withImports(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const [, name] of read(path).matchAll(/^(?:import|export|\}).* from '([^']*)';/gm)) {
    withImports(new URL(name, new URL(path, folder)).href.slice(folder.href.length), found);
  }
  return found;
}

test('The first screen’s modules, and no others, are asked for ahead', () => {
  const named = [...read('index.html').matchAll(/(?:rel="modulepreload" href|src)="\/([^"]*)"/g)];
  const needed = [...withImports('ui/app.js'), ...withImports('ui/home.js')];
  assert.deepEqual(new Set(named.map(([, path]) => path)), new Set(needed));
});
