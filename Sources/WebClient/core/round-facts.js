// What is known of a round besides its scores: where the card starts, who came late or stopped, what
// was conceded, won, noted and signed (Protocol.md §9). Read in one go. Knows no page.

import { Field, costBesideHoles, isOfCourse } from './fields.js';
import { cellKey } from './lobby.js';

/**
 * @typedef {import('./lobby.js').Lobby} Lobby
 * @typedef {import('./format-card.js').Entry} Entry
 * @typedef {{player: number, hole: number, value: any}} Fact
 */

/** The signs of the name of a score in a lobby's cells. */
const SCORE = `/${Field.throws}`;

export class RoundFacts {
  /** @param {Lobby} lobby @param {number} round */
  constructor(lobby, round) {
    /** @type {Map<number, Fact[]>} by field, in the order of the card */
    this.byField = new Map();
    const keys = [];
    for (const name of lobby.cells.keys()) {
      if (name.endsWith(SCORE)) continue;
      const key = cellKey(name);
      const isOfRound = isOfCourse(key) ? key[0] === lobby.number : key[0] === 0 || key[0] === round;
      if (isOfRound) keys.push(key);
    }
    keys.sort((left, right) => left[1] - right[1] || left[2] - right[2] || left[3] - right[3]);
    for (const key of keys) {
      const [shown] = lobby.cells.get(key.join('/'))?.siblings ?? [];
      if (!shown || shown.value === null) continue;
      const [, player, hole, field] = key;
      const facts = this.byField.get(field) ?? [];
      facts.push({ player, hole, value: shown.value });
      this.byField.set(field, facts);
    }
  }

  /** @type {(field: number) => Fact[]} */
  all(field) {
    return this.byField.get(field) ?? [];
  }

  /**
   * What stands in a cell; undefined for nothing.
   *
   * @type {(field: number, player?: number, hole?: number) => any}
   */
  of(field, player = 0, hole = 0) {
    return this.all(field).find((each) => each.player === player && each.hole === hole)?.value;
  }

  /**
   * Penalty throws of a player that belong to no hole.
   *
   * @type {(player: number) => number}
   */
  cardPenalties(player) {
    let sum = 0;
    for (const [field, facts] of this.byField) {
      if (field < Field.penalty) continue;
      const count = facts.find((each) => each.player === player && each.hole === 0)?.value ?? 0;
      sum += costBesideHoles(field, count);
    }
    return sum;
  }

  /**
   * The parts of a card that aren't its scores, as `FormatCard` wants them.
   *
   * @param {number} count of holes
   * @param {number[]} players
   */
  cardText(count, players) {
    const known = (/** @type {number | undefined} */ hole) =>
      hole !== undefined && hole <= count ? hole : undefined;
    const ranks = Array.from({ length: count }, (_, at) => this.of(Field.index, 0, at + 1));
    const isWhole = new Set(ranks).size === count && ranks.every((rank) => rank <= count);
    const penalties = players.map((player) => [String(player), this.cardPenalties(player)])
      .filter(([, throws]) => throws !== 0);
    return {
      ...(isWhole && { index: ranks }),
      start: known(this.of(Field.start)) ?? 1,
      closed: this.all(Field.closed).map(({ hole }) => hole).filter((hole) => hole <= count),
      players: players.map((player) => ({
        id: String(player),
        handicap10: this.of(Field.handicap, player),
        rating: this.of(Field.rating, player),
        tag: this.of(Field.tag, player),
        from: known(this.of(Field.from, player)),
        out: known(this.of(Field.out, player)),
      })),
      card_penalties: Object.fromEntries(penalties),
    };
  }

  /**
   * What stands on a hole. A number that somebody typed where somebody else says that the player
   * picked up is no score yet; neither is one of which a ruling can still make another.
   *
   * @param {number} player
   * @param {number} hole
   * @param {(number | null)[]} values that people say, the shown one first
   * @param {number} shift to be taken off
   * @returns {Entry}
   */
  entry(player, hole, values, shift) {
    const counted = values.map((value) => (value === null ? null : value - shift));
    const isPickedUp = this.of(Field.pickedUp, player, hole) !== undefined;
    const [shown = null, ...others] = counted;
    if (shown === null) return isPickedUp ? 'X' : others.length > 0 ? counted : null;
    const other = this.of(Field.provisional, player, hole);
    const all = [
      ...counted, ...(isPickedUp ? [null] : []), ...(other === undefined ? [] : [other - shift]),
    ];
    return all.length > 1 ? all : shown;
  }

  /**
   * The settings of a game with what people have given, pressed and won on the card.
   *
   * @param {import('./format-games.js').Settings} settings
   * @param {number} [id] of a game that everybody plays
   */
  withGiven(settings, id) {
    const side = (/** @type {number} */ player) => sideOf(settings, String(player));
    const isOfGame = (/** @type {number} */ game) => game === 0 || game === id;
    switch (settings.format) {
      case 'awards': {
        const won = this.all(Field.award).map(({ hole, value }) => ({ hole, to: side(value) }));
        return withMore(settings, { awards: won });
      }
      case 'match': case 'nassau': {
        const holes = this.all(Field.concededHole).filter(({ value }) => isOfGame(value))
          .map(({ player, hole }) => ({ by: side(player), hole }));
        const matches = this.all(Field.concededMatch).filter(({ hole }) => isOfGame(hole))
          .map(({ player, value }) => ({ by: side(player), after: value }));
        const agreed = this.all(Field.agreed).filter(({ player }) => player === id)
          .map(({ hole }) => hole);
        const presses = this.all(Field.press).flatMap(({ player, hole, value }) => {
          const [, game, segment] = /^(\d+)\/(.*)$/.exec(value) ?? [];
          return Number(game) === id ? [{ segment, by: side(player), after: hole }] : [];
        });
        return withMore(settings, {
          concede: [...holes, ...matches], agreed, presses: settings.format === 'nassau' ? presses : [],
        });
      }
      default: return settings;
    }
  }
}

/**
 * The side that a column plays on.
 *
 * @type {(settings: import('./format-games.js').Settings, player: string) => string}
 */
export function sideOf({ sides = [] }, player) {
  const own = sides.find((each) => typeof each !== 'string' && each.members.includes(player));
  return own && typeof own !== 'string' ? own.id : player;
}

/**
 * Settings with more in their lists; the same object if nothing comes to it.
 *
 * @param {import('./format-games.js').Settings} settings
 * @param {Object<string, any[]>} more
 */
function withMore(settings, more) {
  const given = Object.entries(more).filter(([, list]) => list.length > 0)
    .map(([name, list]) => [name, [...(settings[name] ?? []), ...list]]);
  return given.length > 0 ? { ...settings, ...Object.fromEntries(given) } : settings;
}
