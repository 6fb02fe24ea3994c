import { apply, copyLobby, newLobby } from './lobby.js';
import { NOWHERE } from './wire.js';

/** The lobby as the server has confirmed it, and where in its log that is. */
export class LogFollower {
  constructor() {
    this.lobby = null;
  }

  get seq() {
    return this.lobby?.seq ?? 0;
  }

  get epoch() {
    return this.lobby?.epoch ?? null;
  }

  get position() {
    if (!this.lobby) return NOWHERE;
    return { epoch: this.lobby.epoch, seq: this.lobby.seq, hash: this.hash };
  }

  /**
   * What spectators were told of the game lacks what opens the door, which events don't bring to a
   * player later.
   */
  positionFor(isSpectator) {
    return isSpectator || this.lobby?.invitation ? this.position : NOWHERE;
  }

  replace(lobby, hash) {
    this.lobby = lobby;
    this.hash = hash;
  }

  forget() {
    this.replace(null);
  }

  follow({ s: first, h: hash, e: changes }, epoch, id) {
    if (first < 1 || first > this.seq + 1) return 'misfit';
    if (this.lobby && this.lobby.epoch !== epoch) return 'misfit';
    const news = changes.slice(this.seq + 1 - first);
    if (news.length === 0) return 'known';
    const grown = this.lobby ? copyLobby(this.lobby) : begin(news.shift(), epoch, id);
    if (!grown) return 'misfit';
    for (const change of news) apply(grown, change);
    this.replace(grown, hash);
    return 'advanced';
  }
}

function begin(change, epoch, id) {
  return change?.kind === 'new' && id ? newLobby(id, epoch, change.creation) : null;
}
