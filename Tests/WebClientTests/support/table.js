// A game in memory as one of those who play sees it, for what the screens decide.

import { apply, cellOf, copyLobby } from '../../../Sources/WebClient/core/lobby.js';
import { cardOf, disputesOf } from '../../../Sources/WebClient/core/scorecard.js';
import { game, write } from './game.js';

export class Table {
  /** What `known` says beside the game. */
  more = {
    ...{ me: 1, isHost: true, isSpectator: false, takesPart: true, undoable: null },
    ...{ presence: null, hostPassesAt: null },
  };

  /** @param {any} setup as for `game`, `phones` for the first of them; Anna, who is the first, sees it and is its host */
  constructor({ names = ['Anna', 'Ben'], phones = names, rounds = [[]], ...setup } = {}) {
    this.lobby = game({ names, rounds, ...setup });
    phones.slice(1).forEach((name, place) => this.#seat(name, place + 2));
  }

  /** Gives somebody on the card a phone. */
  #seat(name, number) {
    const member = { number, person: String(number).repeat(32), role: 0, standing: 0, name };
    this.happens({ kind: 'join', member: { ...member, player: number } });
    this.happens({ kind: 'claim', member: number, player: number });
  }

  get known() {
    const { lobby } = this;
    return { ...this.more, lobby, card: cardOf(lobby), disputes: disputesOf(lobby) };
  }

  seen(key) {
    return { version: cellOf(this.lobby, key).version, epoch: this.lobby.epoch };
  }

  /** The number of the column with this name. */
  playerOf(name) {
    return cardOf(this.lobby).lines.find((line) => line.name === name).player;
  }

  /** @param {any} change an event */
  happens(change) {
    this.lobby = copyLobby(this.lobby);
    apply(this.lobby, change);
  }

  /** Another, or the member named, enters a score; several at once are a dispute. */
  enters(name, hole, values, { by = 2, at = this.lobby.seq, round = this.lobby.stage[1] } = {}) {
    const key = [round, this.playerOf(name), hole, 0];
    this.lobby = copyLobby(this.lobby);
    const claims = [values].flat().map((value, place) => [value, by + place]);
    write(this.lobby, key, claims);
    for (const sibling of cellOf(this.lobby, key).siblings) sibling.at = at;
  }

  takesOff(name) {
    this.happens({ kind: 'remove', player: this.playerOf(name) });
  }

  moves(...stage) {
    this.happens({ kind: 'stage', stage });
  }
}
