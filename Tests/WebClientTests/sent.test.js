// The page as the server sends it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Folfd, whyNot } from './support/folfd.js';

const folder = new URL('../../Sources/WebClient/', import.meta.url);
const sources = Object.fromEntries(
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.js'))
    .map((path) => [`/${path}`, readFileSync(new URL(path, folder), 'utf8')]),
);
const modules = Object.keys(sources).filter((path) => path !== '/ui/ahead.js');

/** The paths of those that differ in more than layout, and of those that the files hold. */
function compare({ alone = [], files = [] }) {
  const script = fileURLToPath(new URL('support/same-program.cjs', import.meta.url));
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-internals', script], {
    input: JSON.stringify({ alone, files, sources }),
    encoding: 'utf8',
  });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

async function served(context) {
  const folfd = new Folfd();
  await folfd.start();
  context.after(() => folfd.stop());
  return async (path) => {
    const answer = await fetch(`http://127.0.0.1:${folfd.port}${path}`);
    return answer.ok ? (await answer.text()).replace(/^const VERSION = .*\n/, '') : null;
  };
}

test('Each module is sent as the same program, once, only shorter', { skip: whyNot }, async (context) => {
  const get = await served(context);
  assert.ok(modules.length > 50);
  const sent = await Promise.all(modules.map(async (path) => [path, await get(path)]));
  const isJoined = ([, text]) => text?.includes('$.');
  const alone = sent
    .filter((each) => each[1] !== null && !isJoined(each))
    .map(([path, text]) => [path, sources[path], text]);
  const files = sent.filter(isJoined);
  const { differing, held } = compare({ alone, files });
  assert.deepEqual(differing, []);
  assert.deepEqual([...alone.map(([path]) => path), ...held].sort(), modules.sort());
  for (const [path, source, text] of alone) assert.ok(text.length < source.length, path);
  const bytes = files.reduce((sum, [, text]) => sum + text.length, 0);
  assert.ok(bytes < held.reduce((sum, path) => sum + sources[path].length, 0));
});

test('What the page needs first stands in itself', { skip: whyNot }, async (context) => {
  const get = await served(context);
  const page = await get('/');
  const [, script] = /<script>(.*?)<\/script>/s.exec(page);
  const path = '/ui/ahead.js';
  assert.deepEqual(compare({ alone: [[path, sources[path], script]] }).differing, []);
  assert.match(page, /<style>.*\.page\{/s);
  assert.equal(await get(path), null);
  for (const sheet of ['/base.css', '/page.css']) assert.equal(await get(sheet), null);
});

test('Other signs, other statements and other names are noticed', () => {
  const alone = [
    ['return-like', 'a\nb', 'a;b'],
    ['sum', 'a + +b', 'a+b'],
    ['statement', 'a\n(b)', 'a;(b)'],
    ['text', "f('a  b')", "f('a b')"],
    ['private', 'class A{#a;#b;c(){this.#b}}', 'class A{#b;#a;c(){this.#a}}'],
    ['other private', 'class A{#a;#b;c(){this.#b}}', 'class A{#b;#a;c(){this.#b}}'],
  ];
  const expected = ['sum', 'statement', 'text', 'other private'];
  assert.deepEqual(compare({ alone }).differing, expected);
  const sent = (what) => [['/ui/app.js', `$.join_code=(()=>{let CODE=/a/;${what}})();`]];
  const { differing, held } = compare({ files: sent('return{joinCode}') });
  assert.deepEqual([differing, held], [['/core/join-code.js'], ['/core/join-code.js']]);
});
