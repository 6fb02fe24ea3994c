// The page as the server sends it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Folfd, whyNot } from './support/folfd.js';

const folder = new URL('../../Sources/WebClient/', import.meta.url);
const modules = ['', 'device/', 'ui/'].flatMap((part) =>
  readdirSync(new URL(part, folder))
    .filter((name) => name.endsWith('.js'))
    .map((name) => part + name),
);

/** The paths of those that differ in more than layout. */
function differing(files) {
  const script = fileURLToPath(new URL('support/same-program.cjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-internals', script], {
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

test('Each module is sent as the same program, only shorter', { skip: whyNot }, async (context) => {
  const folfd = new Folfd();
  await folfd.start();
  context.after(() => folfd.stop());
  assert.ok(modules.length > 50);
  const files = await Promise.all(
    modules.map(async (path) => {
      const answer = await fetch(`http://127.0.0.1:${folfd.port}/${path}`);
      const sent = (await answer.text()).replace(/^const VERSION = .*\n/, '');
      return [path, readFileSync(new URL(path, folder), 'utf8'), sent];
    }),
  );
  assert.deepEqual(differing(files), []);
  for (const [path, source, sent] of files) assert.ok(sent.length < source.length, path);
});

test('Other signs and other statements are noticed', () => {
  const pairs = [
    ['return-like', 'a\nb', 'a;b'],
    ['sum', 'a + +b', 'a+b'],
    ['statement', 'a\n(b)', 'a;(b)'],
    ['text', "f('a  b')", "f('a b')"],
  ];
  assert.deepEqual(differing(pairs), ['sum', 'statement', 'text']);
});
