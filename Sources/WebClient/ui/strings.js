// The page's texts, in the language that is chosen. Only that one is loaded, and of it only the
// texts of the way into a game and the card, until another screen is opened.

/** @typedef {string | {one: string, other: string}} Text a `{count}` of one has words of its own */

/** @typedef {{STRINGS: Object<string, Text>, REFUSALS?: Object<string, string>}} Table */

/** @typedef {'first' | 'more' | 'account' | 'own' | 'courses' | 'rules'} Part of what the page says */

/** @type {Object<string, Object<Part, () => Promise<Table>>>} */
const TABLES = {
  en: {
    first: () => import('./strings.en.js'),
    more: () => import('./more.en.js'),
    account: () => import('./account.en.js'),
    own: () => import('./own.en.js'),
    courses: () => import('./courses.en.js'),
    rules: () => import('./rules.en.js'),
  },
  is: {
    first: () => import('./strings.is.js'),
    more: () => import('./more.is.js'),
    account: () => import('./account.is.js'),
    own: () => import('./own.is.js'),
    courses: () => import('./courses.is.js'),
    rules: () => import('./rules.is.js'),
  },
};

let language = 'en';
let wanted = '';
/**
 * What of a language is needed by now.
 *
 * @type {Set<Part>}
 */
const needed = new Set(['first']);
/** @type {Object<string, Text>} */
let strings = {};
/** @type {Object<string, string>} */
let refusals = {};

export const currentLanguage = () => language;

/**
 * Once it is loaded.
 *
 * @param {string | null} chosen null: the browser's
 */
export async function setLanguage(chosen) {
  const known = chosen ?? navigator.languages.find((each) => /^(en|is)\b/.test(each)) ?? 'en';
  const next = known.startsWith('is') ? 'is' : 'en';
  wanted = next;
  const loads = [...needed].map((part) => TABLES[next][part]());
  const tables = await Promise.all(loads).catch((error) => {
    if (wanted === next) wanted = language;
    throw error;
  });
  if (wanted !== next) return;
  strings = Object.assign(language === next ? strings : {}, ...tables.map((each) => each.STRINGS));
  refusals = Object.assign({}, ...tables.map((each) => each.REFUSALS));
  language = next;
  document.documentElement.lang = language;
}

/** Whether what the other screens say is loaded, or on its way. */
export const hasMoreStrings = () => needed.has('more');

/**
 * Loads what other screens say, and why something wasn't done.
 *
 * @param {Part} [part]
 */
export function loadMoreStrings(part = 'more') {
  needed.add(part);
  return setLanguage(wanted || null);
}

/** For a choice without signal. */
export const loadAllLanguages = () =>
  Promise.all(Object.values(TABLES).flatMap((parts) =>
    [...needed].map((part) => parts[part]())));

const isOne = (count) =>
  language === 'en' ? count === 1 : count % 10 === 1 && count % 100 !== 11;

/**
 * @param {string} key of a table
 * @param {Object<string, string | number>} [values] for the places in braces
 */
export function t(key, values = {}) {
  const text = strings[key] ?? key;
  const chosen = typeof text === 'string' ? text : isOne(values.count) ? text.one : text.other;
  return chosen.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/**
 * Why something wasn't done.
 *
 * @param {{name: string, text?: string}} refusal as the server says it, or without words
 */
export const refusalText = ({ name, text }) => refusals[name] ?? text ?? name;
