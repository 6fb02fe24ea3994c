// What is asked for before the modules that need it are here: by itself, a browser finds one import
// after the other.

import '../device/storage.js';
import { setLanguage } from './strings.js';

/** All that it takes to join a game and keep score, beside the first screen's modules. */
const GAME = [
  '../card.js', '../client-core.js', '../decide.js', '../follower.js', '../journal.js',
  '../json.js', '../limits.js', '../lobby.js', '../ops.js', '../outbox.js', '../refusal.js',
  '../restore.js', '../session.js', '../shapes.js', '../timing.js', '../view.js', '../wire.js',
  '../device/game.js', '../device/socket.js', '../device/summary.js', './banner.js', './card.js',
  './grid.js', './join.js', './keypad.js', './lobby.js', './menu.js', './order.js', './people.js',
];

let hasAsked = false;

export function askForGame() {
  if (hasAsked) return;
  hasAsked = true;
  Promise.allSettled([style('/card.css'), ...GAME.map((path) => import(path))]);
}

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/** A style sheet, once it is here; the first that is asked for comes first. @param {string} path */
export function style(path) {
  const asked = styles.get(path) ?? load(path);
  styles.set(path, asked);
  return asked;
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
      styles.delete(path);
      reject(new Error(path));
    };
    document.head.append(link);
  });

setLanguage(null).catch(() => {});
if (location.pathname !== '/') askForGame();
