// Style sheets that only some screens need.

/** @type {Map<string, Promise<void>>} */
const sheets = new Map();

/**
 * A style sheet, once it is here; the first that is asked for comes first.
 *
 * @param {string} path
 */
export function style(path) {
  const sheet = sheets.get(path) ?? load(path);
  sheets.set(path, sheet);
  return sheet;
}

/** @returns {Promise<void>} */
const load = (path) =>
  new Promise((resolve, reject) => {
    /** @type {HTMLLinkElement} one that ahead.js has asked for, or a new one */
    const link = document.querySelector(`link[href="${path}"]`) ?? document.createElement('link');
    if (link.sheet) return resolve();
    link.rel = 'stylesheet';
    link.href = path;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      sheets.delete(path);
      reject(new Error(path));
    };
    if (!link.isConnected) document.head.append(link);
  });
