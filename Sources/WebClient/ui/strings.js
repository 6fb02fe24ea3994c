// What the page says, in the language that is chosen; only that one is loaded.

/** @typedef {string | {one: string, other: string}} Text a `{count}` of one has words of its own */

/** @typedef {{STRINGS: Object<string, Text>, REFUSALS?: Object<string, string>}} Table */

/** @type {Object<string, () => Promise<Table>>} */
export const LANGUAGES = {
  en: () => import('./strings.en.js'),
  is: () => import('./strings.is.js'),
};

let language = 'en';
let wanted = '';
/** @type {Table} */
let table = { STRINGS: {} };

export const currentLanguage = () => language;

/** Once it is loaded. @param {string | null} chosen null: the browser's */
export async function setLanguage(chosen) {
  const known = chosen ?? navigator.languages.find((each) => /^(en|is)\b/.test(each)) ?? 'en';
  const next = known.startsWith('is') ? 'is' : 'en';
  wanted = next;
  const loaded = await LANGUAGES[next]();
  if (wanted !== next) return;
  language = next;
  table = loaded;
  document.documentElement.lang = language;
}

const isOne = (count) =>
  language === 'en' ? count === 1 : count % 10 === 1 && count % 100 !== 11;

/**
 * @param {string} key of `STRINGS`
 * @param {Object<string, string | number>} [values] for the places in braces
 */
export function t(key, values = {}) {
  const text = table.STRINGS[key] ?? key;
  const chosen = typeof text === 'string' ? text : isOne(values.count) ? text.one : text.other;
  return chosen.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/**
 * Why something wasn't done; in English the refusal says so itself.
 *
 * @param {{name: string, text: string}} refusal
 */
export const refusalText = ({ name, text }) => table.REFUSALS?.[name] ?? text;
