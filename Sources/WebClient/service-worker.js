// Keeps the page's files on the device, so that it opens without signal and at once. Whoever
// serves this file writes a line before it: VERSION, which names this state of all files, and
// FILES, their paths.
/* global VERSION, FILES */

const PREFIX = 'folf-';
const NAME = PREFIX + VERSION;
const PAGE = '/index.html';
const SELF = '/service-worker.js';
/** Addresses of the page's screens. */
const SCREEN = /^\/($|(new|j|w|g|r|a|p|c|courses)($|\/))/;

const opened = caches.open(NAME);
/** Pictures are only for whoever puts the page beside their apps, and what says what this is for
 * whoever comes from elsewhere: both need signal. */
const kept = FILES.filter((path) => path === PAGE || path !== SELF && !/\.(html|png)$/.test(path));

async function keepFiles() {
  const cache = await opened;
  // The browser's own cache may still have the files of before: each is asked for by its tag.
  await cache.addAll(kept.map((path) => new Request(path, { cache: 'no-cache' })));
}

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(others.map((name) => caches.delete(name)));
  await clients.claim();
}

/** A page with a game open keeps the files that it was begun with. */
async function takeOver() {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  if (!held.some(({ name }) => name.startsWith('folf '))) await skipWaiting();
}

/** The path of the file that answers; null if it isn't among those that are kept. */
function fileFor({ method, mode, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return null;
  if (mode === 'navigate') return SCREEN.test(pathname) ? PAGE : null;
  return kept.includes(pathname) ? pathname : null;
}

async function answer(path, request) {
  const cache = await opened.catch(() => null);
  return (await cache?.match(path)) ?? fetch(request);
}

/** Where a browser can, it finds scripts and styles without asking the worker for each. */
async function takeShortcut(event) {
  const source = { cacheName: NAME };
  const rules = ['/*.js', '/*.css'].map((pathname) => ({
    condition: { urlPattern: new URLPattern({ pathname }) },
    source,
  }));
  await event.addRoutes(rules);
}

addEventListener('install', (event) => {
  event.waitUntil(keepFiles());
  event.waitUntil(takeShortcut(event).catch(() => {}));
});
addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(takeOver());
});
addEventListener('fetch', (event) => {
  const path = fileFor(event.request);
  if (path) event.respondWith(answer(path, event.request));
});
