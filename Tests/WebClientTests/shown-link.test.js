// Which picture stands for a link: Sources/WebClient/ui/screens/shown-link.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownLink } from '../../Sources/WebClient/ui/screens/shown-link.js';

const globals = {
  navigator: { onLine: true },
  document: { documentElement: { lang: 'en' } },
  location: { origin: 'https://folf.example', href: 'https://folf.example/a/friends' },
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true });
}

test('The picture of an earlier link that comes late doesn’t take the place of the newer one', async () => {
  /** @type {Map<string, (answer: Response) => void>} */
  const held = new Map();
  globalThis.fetch = /** @type {any} */ ((url, { body }) =>
    new Promise((answer) => held.set(body, answer)));
  const app = /** @type {any} */ ({ update() {}, during: (coming) => coming });
  const shown = shownLink(app, { name: 'a picture', note: '', title: '' });
  const place = (path) => /** @type {any} */ (shown(path)[0]);
  const drawings = ['/a/f#1', '/a/f#2'].map((path) => place(path).properties.mounted());
  const draw = (path) => held.get(globals.location.origin + path)?.(new Response(path));
  draw('/a/f#2');
  await drawings[1];
  draw('/a/f#1');
  await drawings[0];
  const [picture] = place('/a/f#2').children;
  assert.equal(picture.properties.src, `data:image/svg+xml;base64,${btoa('/a/f#2')}`);
});
