// The page's texts, in the language that is chosen. Only that one is loaded, and of it only the
// texts of the way into a game and the card, until another screen is opened.

/** @typedef {string | {one: string, other: string}} Text a `{count}` of one has words of its own */

/** @typedef {{STRINGS: Object<string, Text>, REFUSALS?: Object<string, string>}} Table */

/** @type {Object<string, (() => Promise<Table>)[]>} */
const TABLES = {
  en: [() => import('./strings.en.js'), () => import('./more.en.js')],
  is: [() => import('./strings.is.js'), () => import('./more.is.js')],
};

let language = 'en';
let wanted = '';
/** How many of a language's tables are needed by now. */
let tableCount = 1;
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
  const loads = TABLES[next].slice(0, tableCount).map((load) => load());
  const tables = await Promise.all(loads).catch((error) => {
    if (wanted === next) wanted = language;
    throw error;
  });
  if (wanted !== next) return;
  strings = Object.assign(language === next ? strings : {}, ...tables.map((each) => each.STRINGS));
  refusals = tables[1]?.REFUSALS ?? {};
  language = next;
  document.documentElement.lang = language;
}

/** Whether what the other screens say is loaded, or on its way. */
export const hasMoreStrings = () => tableCount === 2;

/** Loads what the other screens say, and why something wasn't done. */
export function loadMoreStrings() {
  tableCount = 2;
  return setLanguage(wanted || null);
}

/** For a choice without signal. */
export const loadAllLanguages = () =>
  Promise.all(Object.values(TABLES).flatMap((tables) => tables.map((load) => load())));

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
 * Why something wasn't done; in English the refusal says so itself.
 *
 * @param {{name: string, text: string}} refusal
 */
export const refusalText = ({ name, text }) => refusals[name] ?? text;
