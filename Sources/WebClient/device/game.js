import { game, randomPlayer } from '../core/game-kind.js';
import { lobbyIDOf, newCredentials } from '../core/identity.js';
import { Field } from '../core/fields.js';
import { checkName } from '../core/names.js';
import { viewOf } from '../core/view.js';
import { random } from './clock.js';
import { OpenDocument } from './open-document.js';
import { summaryOf } from './summary.js';

/**
 * @typedef {import('../core/decide.js').Command} Command
 */

/** Makes the ids of people and games, which nobody needs before there is a game. */
export const identities = { lobbyIDOf, newCredentials };

/** @type {(player: number, tee: string | null) => Command} from which somebody throws */
export const teeOf = (player, value) => ({ op: 'set', cell: [0, player, 0, Field.tee], value });

/**
 * A game as this tab has it: what people see of it and do in it, and its line on the home screen.
 *
 * @extends {OpenDocument<import('../core/game-kind.js').GameTypes>}
 */
export class Game extends OpenDocument {
  /** @type {import('../core/view.js').View | null} */
  #view = null;
  /** @type {import('./summary.js').Summary | null} */
  #summary = null;
  /** Until the home screen has what is new of it. */
  #noted = Promise.resolve();

  /** @param {import('./open-document.js').Shell} shell @param {string | null} key */
  constructor(shell, key) {
    super(shell, key, game);
  }

  /**
   * A new game.
   *
   * @param {import('../core/wire.js').Identity} identity
   * @param {Command} [first] the first edit
   * @throws {import('../core/refusal.js').Refusal} if that, or the name, is refused
   */
  async begin(identity, first) {
    if (identity.name !== null) checkName(identity.name);
    await super.begin(identity, first);
    await this.#noted;
  }

  async taken() {
    const summary = await this.shell.storage.get('games', String(this.key));
    const openedAt = this.isLeft ? summary?.openedAt : Date.now();
    this.#summary = summary && { ...summary, openedAt };
  }

  /** Everything there is to show; null while the game is elsewhere. */
  get view() {
    if (!this.core) return null;
    return (this.#view ??= viewOf(this.core));
  }

  /** @returns {import('../core/view.js').KnownView | null} once something is known of it */
  get known() {
    return this.view?.lobby ? /** @type {any} */ (this.view) : null;
  }

  /**
   * @param {Command | {op: 'add', name: string, player?: undefined}} command an `add` gets a new
   *   player's number
   * @param {import('../core/client-core.js').Seen} [seen]
   * @returns {number} the op's
   * @throws {import('../core/refusal.js').Refusal}
   */
  edit(command, seen) {
    const isNew = command.op === 'add' && !command.player;
    const whole = isNew ? { ...command, player: randomPlayer(random) } : command;
    return this.do((core, now) => core.edit(/** @type {Command} */ (whole), now, seen));
  }

  /** @param {import('../core/lobby.js').Key} key */
  seen(key) {
    return this.do((core) => core.seen(key));
  }

  undo() {
    return this.do((core, now) => core.undo(now));
  }

  /** Takes leave of the server and stays offline. */
  stop() {
    this.do((core) => core.stop());
  }

  rejoin() {
    this.do((core) => core.rejoin());
  }

  changed() {
    this.#view = null;
  }

  noteDone() {
    const { view, key, core } = this;
    if (!view || !key || !core) return;
    const summary = summaryOf(key, view, core.identity, this.#summary);
    if (JSON.stringify(summary) === JSON.stringify(this.#summary)) return;
    this.#summary = summary;
    const { storage, noted } = this.shell;
    this.#noted = storage.put('games', key, summary, this.token).then(noted);
  }
}
