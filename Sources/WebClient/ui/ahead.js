// What is asked for before the modules that need it are here: by itself, a browser finds one import
// after the other.

import '../device/storage.js';
import { setLanguage } from './strings.js';

/** What the first screen needs besides. */
const HOME = ['./home.js', './parts.js', '../limits.js'];
/** The screens on which one joins and keeps score, the first of them first. */
const SCREENS = [
  './join.js', './banner.js', './parts.js', './card.js', './grid.js', './keypad.js', './lobby.js',
  './order.js', './people.js',
];
/** A game. */
const GAME = [
  '../card.js', '../client-core.js', '../decide.js', '../follower.js', '../journal.js',
  '../json.js', '../limits.js', '../lobby.js', '../ops.js', '../outbox.js', '../refusal.js',
  '../session.js', '../shapes.js', '../timing.js', '../view.js', '../wire.js',
  '../device/game.js', '../device/socket.js', '../device/summary.js',
];
/** Taking up a game again. */
const RESUME = ['../read-journal.js', '../restore.js'];

/** @type {Set<string>} */
const asked = new Set();

/**
 * Asks for what an address of the page needs.
 *
 * @param {string} path
 */
export function ask(path) {
  const kind = path[1] ?? '';
  if (asked.has(kind)) return;
  asked.add(kind);
  const screens = kind === 'w' ? [] : SCREENS;
  const modules = kind ? [...screens, ...GAME, ...(kind === 'g' ? RESUME : [])] : HOME;
  const styles = kind ? [style('/card.css')] : [];
  Promise.allSettled([...styles, ...modules.map((each) => import(each))]);
}

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
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = path;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      sheets.delete(path);
      reject(new Error(path));
    };
    document.head.append(link);
  });

setLanguage(null).catch(() => {});
ask(location.pathname);
