// What happened in a game. It comes from the server: the device doesn't keep it.

import { ErrorCode } from '../core/codes.js';

/** @typedef {import('./game.js').Game} Game */

/** A server that doesn't want to look it up now is left in peace for so long. */
const AGAIN_MILLISECONDS = 1_000;

/**
 * The question of a game that waits for its answer.
 *
 * @type {WeakMap<Game, Promise<any>>}
 */
const waiting = new WeakMap();

/**
 * The events after `after`, as changes.
 *
 * @param {Game} game
 * @param {number} [after]
 * @returns {Promise<import('../core/lobby.js').Change[]>}
 */
export async function historyOf(game, after = 0) {
  const all = [];
  for (let top = Infinity; after + all.length < top; ) {
    const part = await partOf(game, after + all.length);
    all.push(...part.events);
    top = part.events.length > 0 ? part.top : 0;
  }
  return all;
}

/** @returns {Promise<{events: any[], top: number}>} */
async function partOf(/** @type {Game} */ game, /** @type {number} */ after) {
  // One question at a time.
  while (waiting.has(game)) await waiting.get(game)?.catch(() => {});
  const question = ask(game, after).finally(() => waiting.delete(game));
  waiting.set(game, question);
  const answer = await question;
  if (answer.events) return answer;
  await new Promise((resolve) => setTimeout(resolve, answer.retry_ms ?? AGAIN_MILLISECONDS));
  return partOf(game, after);
}

/** @returns {Promise<any>} the events, or when to ask again */
async function ask(/** @type {Game} */ game, /** @type {number} */ after) {
  let unsubscribe = () => {};
  try {
    return await new Promise((resolve, reject) => {
      unsubscribe = game.subscribe(() => {
        if (game.core?.phase !== 'live') reject(new Error('lost'));
      });
      game.hears = (effect) => {
        if (effect.type === 'history') resolve(effect);
        else if (effect.type === 'notice' && effect.notice.code === ErrorCode.historyLater) {
          resolve(effect.notice);
        } else return false;
        return true;
      };
      const isAsked = game.do((core) => core.askHistory(after));
      if (!isAsked) reject(new Error('no server'));
    });
  } finally {
    unsubscribe();
    game.hears = () => false;
  }
}
