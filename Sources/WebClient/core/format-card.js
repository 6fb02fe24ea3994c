// A card as games are played on it, and the sides of a game. The same as the server's programs
// compute, by shared cases (Tests/Vectors/formats.json, format-cases.json). Knows no page.
//
// A card lives on while its scores change: what a side comes to on a hole is kept until something is
// typed on that hole, since most of a card stays as it was.

/**
 * @typedef {{id: string, handicap10?: number, rating?: number, tag?: number, from?: number,
 *   out?: number, removed?: boolean}} Player `handicap10`: in tenths; `from`: the first hole of who
 *   came late; `out`: the last of who stopped, 0: none
 * @typedef {number | 'X' | null | (number | null)[]} Entry throws; X: picked up; null: nothing yet;
 *   a list: people disagree, the shown one first
 * @typedef {{pars: number[], index?: number[], start?: number, closed?: number[],
 *   players: Player[], throws?: Object<string, Entry[]>,
 *   card_penalties?: Object<string, number>}} CardText holes have numbers from 1 on
 * @typedef {{id: string, members: string[], score?: 'best' | 'sum'}} SideText
 * @typedef {[low: number, high: number]} Bounds the least and the most throws that a hole can still
 *   come to, whatever is entered yet; Infinity: no score, or no end
 * @typedef {{kind: string, source: string, allowance: number}} Handicaps
 */

/** To the nearest whole number, halves upwards: −1.5 is −1. */
export const halfUp = (/** @type {number} */ a, /** @type {number} */ b) =>
  Math.floor((2 * a + b) / (2 * b));

export const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, each) => all + each, 0);

export class FormatCard {
  /** @param {CardText} text */
  constructor({ pars, index, start = 1, closed = [], players, throws = {}, card_penalties = {} }) {
    this.pars = pars;
    this.index = index;
    this.start = start;
    this.players = players;
    this.throws = throws;
    this.penalties = card_penalties;
    /** The holes that are played, by their numbers. */
    this.open = pars.map((_, at) => at + 1).filter((hole) => !closed.includes(hole));
    /** The same in the order of play: from the hole on which the card starts, and around. */
    this.order = [...this.open].sort((left, right) => this.position(left) - this.position(right));
    /** How often something was put on each hole, and for each player. */
    this.versions = pars.map(() => 0);
    /** @type {Map<string, number>} */
    this.changes = new Map();
    /**
     * The sides of the games that were computed, by their settings.
     *
     * @type {WeakMap<object, any>}
     */
    this.prepared = new WeakMap();
  }

  /** @param {string} player @param {number} hole @param {Entry} entry */
  put(player, hole, entry) {
    const row = (this.throws[player] ??= this.pars.map(() => null));
    row[hole - 1] = entry;
    this.versions[hole - 1] += 1;
    this.changes.set(player, (this.changes.get(player) ?? 0) + 1);
  }

  /** The place of a hole in the order of play, closed ones counted. */
  position(/** @type {number} */ hole) {
    const count = this.pars.length;
    return (((hole - this.start) % count) + count) % count;
  }

  par(/** @type {number} */ hole) {
    return this.pars[hole - 1];
  }

  /** @param {string} player @param {number} hole @returns {Entry} */
  entry(player, hole) {
    return this.throws[player]?.[hole - 1] ?? null;
  }

  player(/** @type {string} */ id) {
    return this.players.find((each) => each.id === id);
  }

  /**
   * Whether somebody plays a hole: who came later or stopped before doesn't, unless something was
   * typed for them all the same.
   *
   * @param {Player} player
   * @param {number} hole
   */
  isIn(player, hole) {
    if (player.removed) return false;
    if (this.entry(player.id, hole) !== null) return true;
    return this.hasJoined(player, hole) && !this.hasStopped(player, hole);
  }

  /** @param {Player} player @param {number} hole */
  hasJoined({ from }, hole) {
    return (from ?? null) === null || this.position(Number(from)) <= this.position(hole);
  }

  /** @param {Player} player @param {number} hole */
  hasStopped({ out }, hole) {
    if ((out ?? null) === null) return false;
    return Number(out) < 1 || this.position(Number(out)) < this.position(hole);
  }

  /**
   * The rank of each hole, of those that are played: 1 is the hardest. Without an index of the
   * course holes of a higher par come first, then so that throws spread over the round.
   *
   * @returns {Map<number, number>}
   */
  get ranks() {
    const keys = new Map(this.open.map((hole) => [hole, this.#hardness(hole)]));
    const of = (/** @type {number} */ hole) => /** @type {number[]} */ (keys.get(hole));
    const sorted = [...this.open].sort((left, right) =>
      of(left)[0] - of(right)[0] || of(left)[1] - of(right)[1]);
    return new Map(sorted.map((hole, at) => [hole, at + 1]));
  }

  #hardness(/** @type {number} */ hole) {
    if (this.index) return [this.index[hole - 1], hole];
    let [bits, rest, turned] = [1, hole - 1, 0];
    while (bits < this.pars.length) {
      turned = turned * 2 + (rest & 1);
      rest >>= 1;
      bits *= 2;
    }
    return [-this.par(hole), turned];
  }

  /**
   * The throws that each player receives, by hole.
   *
   * @param {string[]} ids
   * @param {Handicaps} settings
   * @returns {{received: Map<string, number[]>, missing: string[]}} `missing`: who has no handicap
   */
  throwsReceived(ids, settings) {
    if (settings.kind === 'none') return { received: new Map(), missing: [] };
    const playing = ids.flatMap((id) => this.player(id) ?? []).filter(({ removed }) => !removed);
    const known = playing.map((player) => ({ id: player.id, own: this.#playing(player, settings) }));
    const missing = known.filter(({ own }) => own === null).map(({ id }) => id);
    if (missing.length > 0) return { received: new Map(), missing };
    const least = settings.kind === 'low' ? Math.min(...known.map(({ own }) => Number(own))) : 0;
    const { ranks } = this;
    const received = new Map(known.map(({ id, own }) =>
      [id, this.#spread(Number(own) - least, ranks)]));
    return { received, missing };
  }

  /**
   * Whole throws, rounded once.
   *
   * @param {Player} player
   * @param {Handicaps} settings
   */
  #playing({ handicap10, rating }, { source, allowance }) {
    if (source === 'given') {
      return (handicap10 ?? null) === null ? null : halfUp(Number(handicap10) * allowance, 1_000);
    }
    const par = sum(this.open.map((hole) => this.par(hole)));
    return (rating ?? null) === null
      ? null : halfUp((1_000 - Number(rating)) * par * allowance, 72_000);
  }

  /** @param {number} handicap @param {Map<number, number>} ranks */
  #spread(handicap, ranks) {
    const row = this.pars.map(() => 0);
    if (ranks.size === 0) return row;
    const each = Math.floor(handicap / ranks.size);
    const more = handicap - each * ranks.size;
    for (const [hole, rank] of ranks) row[hole - 1] = each + (rank <= more ? 1 : 0);
    return row;
  }
}

/** @type {(entry: Entry) => Bounds} */
function boundsOf(entry) {
  if (entry === null) return [1, Infinity];
  if (entry === 'X') return [Infinity, Infinity];
  if (typeof entry === 'number') return [entry, entry];
  const values = entry.flatMap((each) => each ?? []);
  return values.length < entry.length ? [1, Infinity] : [Math.min(...values), Math.max(...values)];
}

/** @type {(all: Bounds[]) => Bounds} */
export const sumOf = (all) => [sum(all.map(([low]) => low)), sum(all.map(([, high]) => high))];

/** A side on a card, as a game looks at it. */
export class PlayingSide {
  /** @param {SideText} side @param {FormatCard} card @param {Map<string, number[]>} received */
  constructor({ id, members, score = 'best' }, card, received) {
    this.id = id;
    this.card = card;
    this.ids = members;
    this.isSum = score === 'sum';
    /** Those that weren't removed. */
    this.members = members.flatMap((each) => card.player(each) ?? []).filter(({ removed }) => !removed);
    this.received = received;
    /**
     * What was worked out of each hole, as long as nothing is put there.
     *
     * @type {({version: number, kept: Map<string, any>} | undefined)[]}
     */
    this.known = [];
    /**
     * What was worked out of all holes, as long as nothing is put for a member.
     *
     * @type {Map<string, {version: number, found: any}>}
     */
    this.whole = new Map();
  }

  /**
   * @template T
   * @param {string} what
   * @param {() => T} work
   * @returns {T}
   */
  keptWhole(what, work) {
    let version = 0;
    for (const id of this.ids) version += this.card.changes.get(id) ?? 0;
    const known = this.whole.get(what);
    if (known?.version === version) return known.found;
    const found = work();
    this.whole.set(what, { version, found });
    return found;
  }

  /**
   * @template T
   * @param {string} what
   * @param {number} hole
   * @param {() => T} work
   * @returns {T}
   */
  kept(what, hole, work) {
    const version = this.card.versions[hole - 1];
    let known = this.known[hole];
    if (known?.version !== version) known = this.known[hole] = { version, kept: new Map() };
    let found = known.kept.get(what);
    if (found === undefined) {
      found = work();
      known.kept.set(what, found);
    }
    return found;
  }

  get isVoid() {
    return this.members.length === 0;
  }

  playing(/** @type {number} */ hole) {
    return this.members.filter((player) => this.card.isIn(player, hole));
  }

  /** Of an aggregate all have to be there. */
  isIn(/** @type {number} */ hole) {
    return this.kept('isIn', hole, () => {
      const { length } = this.playing(hole);
      return length > 0 && (!this.isSum || length === this.members.length);
    });
  }

  hasJoined(/** @type {number} */ hole) {
    return this.kept('hasJoined', hole, () => {
      const joined = this.members.filter((player) =>
        this.card.hasJoined(player, hole) || this.card.isIn(player, hole));
      return this.isSum ? joined.length === this.members.length : joined.length > 0;
    });
  }

  /** A team plays on while one member does; an aggregate doesn't. */
  hasStopped(/** @type {number} */ hole) {
    const stopped = this.members.filter((player) =>
      this.card.hasStopped(player, hole) && !this.card.isIn(player, hole));
    return this.isSum ? stopped.length > 0 : stopped.length === this.members.length;
  }

  /** @param {'out' | 'from'} what whether its members stop, or come late */
  has(what) {
    const isSo = (/** @type {Player} */ player) => (player[what] ?? null) !== null;
    return this.isSum ? this.members.some(isSo) : this.members.every(isSo);
  }

  hasEntry(/** @type {number} */ hole) {
    return this.kept('hasEntry', hole, () =>
      this.members.some(({ id }) => this.card.entry(id, hole) !== null));
  }

  isDisputed(/** @type {number} */ hole) {
    return this.kept('isDisputed', hole, () =>
      this.members.some(({ id }) => Array.isArray(this.card.entry(id, hole))));
  }

  /** @param {string} player @param {number} hole */
  throwsReceived(player, hole) {
    return this.received.get(player)?.[hole - 1] ?? 0;
  }

  /**
   * What the hole can come to, throws received taken off; null if the side isn't in it.
   *
   * @param {number} hole
   * @returns {Bounds | null}
   */
  bounds(hole) {
    return this.kept('bounds', hole, () => this.#bounds(hole));
  }

  /** @param {number} hole @returns {Bounds | null} */
  #bounds(hole) {
    if (!this.isIn(hole)) return null;
    const all = this.playing(hole).map(({ id }) => {
      const received = this.throwsReceived(id, hole);
      const [low, high] = boundsOf(this.card.entry(id, hole));
      return /** @type {Bounds} */ ([low - received, high - received]);
    });
    return this.isSum
      ? sumOf(all)
      : [Math.min(...all.map(([low]) => low)), Math.min(...all.map(([, high]) => high))];
  }

  /**
   * What is shown of a hole.
   *
   * @param {number} hole
   * @param {number | null} [pickupOverPar] what a hole counts that somebody picked up on
   * @returns {{gross: number, net: number} | 'open' | 'none'} open: a member who has none yet could
   *   still change it; none: it has no score
   */
  value(hole, pickupOverPar = null) {
    return this.kept('value', hole, () => this.#value(hole, pickupOverPar));
  }

  /**
   * @param {number} hole
   * @param {number | null} pickupOverPar
   * @returns {{gross: number, net: number} | 'open' | 'none'}
   */
  #value(hole, pickupOverPar) {
    const numbers = [];
    let [waiting, pickedUp] = [0, 0];
    for (const { id } of this.playing(hole)) {
      const entry = this.card.entry(id, hole);
      const isPickup = entry === 'X' && pickupOverPar !== null;
      const shown = isPickup ? this.card.par(hole) + Number(pickupOverPar)
        : Array.isArray(entry) ? entry[0] : entry;
      if (shown === null) waiting += 1;
      else if (shown === 'X') pickedUp += 1;
      else numbers.push({ gross: shown, net: shown - this.throwsReceived(id, hole) });
    }
    const [grosses, nets] = [numbers.map(({ gross }) => gross), numbers.map(({ net }) => net)];
    if (this.isSum) {
      if (pickedUp > 0) return 'none';
      const isWhole = waiting === 0 && numbers.length === this.members.length && numbers.length > 0;
      return isWhole ? { gross: sum(grosses), net: sum(nets) } : 'open';
    }
    if (numbers.length === 0) return waiting > 0 || pickedUp === 0 ? 'open' : 'none';
    const [gross, net] = [Math.min(...grosses), Math.min(...nets)];
    // Nobody is better than an ace.
    return waiting === 0 || gross === 1 ? { gross, net } : 'open';
  }

  /** The par of a hole for the side: once for each member of an aggregate. */
  par(/** @type {number} */ hole) {
    return this.card.par(hole) * (this.isSum ? this.members.length : 1);
  }

  /** Penalty throws of the card: the team's, and those of its members. */
  get cardPenalties() {
    const ids = new Set([this.id, ...this.ids]);
    return sum([...ids].map((id) => this.card.penalties[id] ?? 0));
  }
}
