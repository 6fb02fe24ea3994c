// What the page says: Sources/WebClient/ui/strings.js and the tables that it loads.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { newDocument } from './support/fake-dom.js';
import { refusals } from '../../Sources/WebClient/core/refusal.js';
import * as accountEnglish from '../../Sources/WebClient/ui/account.en.js';
import * as accountIcelandic from '../../Sources/WebClient/ui/account.is.js';
import * as coursesEnglish from '../../Sources/WebClient/ui/courses.en.js';
import * as coursesIcelandic from '../../Sources/WebClient/ui/courses.is.js';
import * as moreEnglish from '../../Sources/WebClient/ui/more.en.js';
import * as moreIcelandic from '../../Sources/WebClient/ui/more.is.js';
import * as ownEnglish from '../../Sources/WebClient/ui/own.en.js';
import * as ownIcelandic from '../../Sources/WebClient/ui/own.is.js';
import * as rulesEnglish from '../../Sources/WebClient/ui/rules.en.js';
import * as rulesIcelandic from '../../Sources/WebClient/ui/rules.is.js';
import * as english from '../../Sources/WebClient/ui/strings.en.js';
import * as icelandic from '../../Sources/WebClient/ui/strings.is.js';
import { loadMoreStrings, refusalText, setLanguage, t } from '../../Sources/WebClient/ui/strings.js';

const folder = new URL('../../Sources/WebClient/ui/', import.meta.url);
/** By what is loaded together: the English of it, and the Icelandic. */
const PARTS = {
  first: [english, icelandic],
  more: [moreEnglish, moreIcelandic],
  account: [accountEnglish, accountIcelandic],
  own: [ownEnglish, ownIcelandic],
  courses: [coursesEnglish, coursesIcelandic],
  rules: [rulesEnglish, rulesIcelandic],
};
const all = (place) =>
  Object.assign({}, ...Object.values(PARTS).map((tables) => tables[place].STRINGS));
const inEnglish = all(0);
const inIcelandic = all(1);

const read = (names) => names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
const screens = read(
  readdirSync(folder, { recursive: true }).filter(
    (name) => name.endsWith('.js') && !/^(strings|more\.|(account|own|courses|rules)\.(en|is)\.)/.test(name),
  ),
);

const namedIn = (text) => [...text.matchAll(/\bt\(\s*'([\w.]+)'/g)].map(([, key]) => key);

/** These modules of the page, with all that they import at once. */
function withImports(...names) {
  const found = new Set();
  const add = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const [, next] of read([name]).matchAll(/^(?:import|export|\}).* from '(.*)';/gm)) {
      const { href } = new URL(next, new URL(name, folder));
      if (href.startsWith(folder.href)) add(href.slice(folder.href.length));
    }
  };
  names.forEach(add);
  return found;
}

const forms = (text) => (typeof text === 'string' ? [text] : [text.one, text.other]);
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

async function speak(language) {
  newDocument().documentElement = {};
  await setLanguage(language);
}

test('Every string is there in both languages, with the same places to fill in', () => {
  for (const [one, other] of Object.values(PARTS)) {
    assert.deepEqual(Object.keys(one.STRINGS), Object.keys(other.STRINGS));
  }
  const counts = Object.values(PARTS).map(([{ STRINGS }]) => Object.keys(STRINGS).length);
  const sum = counts.reduce((left, right) => left + right);
  assert.equal(Object.keys(inEnglish).length, sum, 'none stands in two tables');
  for (const [key, text] of Object.entries(inEnglish)) {
    const texts = [...forms(text), ...forms(inIcelandic[key])];
    for (const each of texts) assert.ok(each?.trim().length > 0, key);
    const other = texts.map((each) => places(each).filter((at) => at !== 'count'));
    for (const each of other) assert.deepEqual(each, other[0], key);
    assert.ok(typeof text === 'string' || places(text.other).includes('count'), key);
  }
});

test('Every string that a screen names exists, and every string is named', () => {
  const named = namedIn(screens);
  assert.ok(named.length > 3);
  for (const key of named) assert.ok(inEnglish[key], key);
  const begun = [...screens.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start]) => start);
  for (const key of Object.keys(inEnglish)) {
    const isNamed = screens.includes(`'${key}'`) || begun.some((start) => key.startsWith(start));
    assert.ok(isNamed, `nobody says ${key}`);
  }
});

test('What is said on the way into a game and on the card is loaded at once', () => {
  const early = withImports('app.js', 'screens/home.js', 'play.js');
  assert.ok(early.has('screens/join.js') && early.has('parts/keypad.js'));
  assert.ok(!early.has('screens/menu.js'));
  const text = read([...early]);
  for (const key of namedIn(text)) assert.ok(english.STRINGS[key], key);
  const begun = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, start]) => start);
  for (const key of Object.keys(moreEnglish.STRINGS)) {
    assert.ok(!begun.some((start) => key.startsWith(start)), key);
    assert.ok(!text.includes(`'${key}'`), key);
    assert.ok(!(key in english.STRINGS), key);
  }
});

test('What an account’s screens say is loaded with them, or with the first screen', () => {
  const modules = withImports('account.js');
  assert.ok(modules.has('screens/sign-up.js') && !modules.has('screens/profile.js'));
  const said = namedIn(read([...modules]));
  for (const table of [moreEnglish, ownEnglish]) {
    const late = said.filter((key) => key in table.STRINGS);
    // Waited for when somebody wants four words.
    assert.deepEqual(late.filter((key) => key !== 'password.list'), []);
  }
  const own = namedIn(read([...withImports('own.js')]));
  assert.deepEqual(own.filter((key) => key in moreEnglish.STRINGS), []);
});

test('“Sent” is said of what the server has, “settled” of what was decided: never one for both', () => {
  const saying = (table, pattern) =>
    Object.keys(table).filter((key) => forms(table[key]).some((text) => pattern.test(text)));
  assert.deepEqual(saying(inEnglish, /\bconfirm/i), []);
  assert.deepEqual(saying(inIcelandic, /staðfest/i), []);
  const sent = ['state.confirmed', 'banner.storage'];
  const ofGames = (keys) => keys.filter((key) => key in english.STRINGS || key in moreEnglish.STRINGS);
  assert.deepEqual(ofGames(saying(inEnglish, /\bsent\b/i)), sent);
  assert.deepEqual(ofGames(saying(inIcelandic, /\bsen(t|dar)\b/i)), sent);
  for (const key of saying(inEnglish, /\bsettle/i)) assert.match(key, /^(deed|dispute)\./);
});

test('Numbers choose their form by the rules of the language', async () => {
  const said = async (language) => {
    await speak(language);
    return [0, 1, 2, 11, 21].map((count) => t('lobby.holes', { count }));
  };
  assert.deepEqual(await said('en'), ['0 holes', '1 hole', '2 holes', '11 holes', '21 holes']);
  assert.deepEqual(await said('is'), ['0 holur', '1 hola', '2 holur', '11 holur', '21 hola']);
});

test('The score of the best hole isn’t told as if it were another hole', () => {
  for (const table of [moreEnglish, moreIcelandic]) {
    assert.doesNotMatch(table.STRINGS['result.best'], /\{hole\}, \{score\}/);
  }
});

test('The language is as chosen, or else the browser’s, or else English', async () => {
  const language = async (chosen, wanted) => {
    newDocument().documentElement = {};
    Object.defineProperty(globalThis, 'navigator', {
      value: { languages: wanted },
      configurable: true,
    });
    await setLanguage(chosen);
    return document.documentElement.lang;
  };
  assert.equal(await language(null, ['de', 'is-IS', 'en']), 'is');
  assert.equal(await language(null, ['de', 'fr']), 'en');
  assert.equal(await language('en', ['is']), 'en');
});

test('Of two choices the later one counts, whichever is loaded first', async () => {
  const first = speak('is');
  await Promise.all([first, speak('en')]);
  assert.equal(t('home'), english.STRINGS.home);
});

test('What the other screens say comes in the language of now, and stays for the next', async () => {
  await speak('is');
  assert.equal(t('replay.play'), 'replay.play');
  await loadMoreStrings();
  assert.equal(t('replay.play'), inIcelandic['replay.play']);
  await speak('en');
  assert.equal(t('replay.play'), inEnglish['replay.play']);
  assert.equal(t('home'), inEnglish.home);
});

/** What no page of ours brings about, whatever people do. */
const TECHNICAL = [
  ...['header_fields_too_large', 'http_version_not_supported', 'length_required', 'not_acceptable'],
  ...['precondition_failed', 'unsupported_media_type', 'upgrade_required', 'uri_too_long'],
];

test('What the API says when it doesn’t do something has words in Icelandic', () => {
  const protocol = readFileSync(new URL('../../Protocol.md', import.meta.url), 'utf8');
  const [, table] = protocol.split('### Over HTTP');
  const names = [...table.split('\n## ')[0].matchAll(/^\| \d+ \| `(\w+)`/gm)].map(([, name]) => name);
  assert.ok(names.includes('handle_taken'));
  const said = Object.keys(accountIcelandic.REFUSALS).map((key) => key.replace(/^api\./, ''));
  assert.deepEqual([...said, ...TECHNICAL].sort(), names.sort());
});

test('Every refusal has words in both languages', async () => {
  const [{ name: first }] = refusals;
  for (const { name } of refusals) {
    assert.ok(moreIcelandic.REFUSALS[name], name);
    assert.ok(moreEnglish.REFUSALS[name], name);
  }
  await speak('is');
  await loadMoreStrings();
  assert.equal(refusalText(refusals[0]), moreIcelandic.REFUSALS[first]);
  await speak('en');
  assert.equal(refusalText(refusals[0]), moreEnglish.REFUSALS[first]);
  assert.equal(refusalText({ name: 'unheard_of' }), 'unheard_of');
  assert.equal(refusalText({ name: 'unheard_of', text: 'So?' }), 'So?');
});
