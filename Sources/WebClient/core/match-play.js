// Games of one side against another, hole by hole: whoever wins more holes wins (PDGA Official
// Rules, edition of 2025, appendix A); and a Nassau, which is several of these over parts of the
// card. Knows no page.

import { sum } from './format-card.js';

/**
 * @typedef {import('./format-card.js').FormatCard} FormatCard
 * @typedef {import('./format-card.js').PlayingSide} PlayingSide
 * @typedef {{by: string, hole?: number, after?: number}} Concession one hole; or the match, once a
 *   hole was played
 * @typedef {{concede?: Concession[], agreed?: number[]}} MatchSettings
 * @typedef {{segment: string, by: string, after: number}} Press
 * @typedef {MatchSettings & {scoring?: 'match' | 'stroke', segments?: number[],
 *   split?: 'play' | 'holes', value?: number, press?: 'none' | 'auto' | 'manual',
 *   press_at?: number, press_max?: number, press_segments?: string[],
 *   presses?: Press[]}} NassauSettings
 * @typedef {string} HoleSign the side that has won it; =: halved; ?: open; -: to come; .: after the
 *   match; x: no part of it
 */

const NONE = 'x';
const isDecided = (/** @type {HoleSign} */ sign) => !['?', '-', '.', NONE].includes(sign);

/** The holes of two sides against each other, before it is asked when their match is over. */
export class HoleDuels {
  /**
   * @param {PlayingSide} one
   * @param {PlayingSide} other
   * @param {FormatCard} card
   * @param {MatchSettings} settings
   */
  constructor(one, other, card, settings) {
    this.one = one;
    this.other = other;
    this.card = card;
    this.settings = settings;
    /** @type {Map<number, HoleSign>} of the holes that are played */
    this.signs = new Map();
    let isPassed = false;
    for (const hole of [...card.order].reverse()) {
      const given = this.#given(hole);
      isPassed ||= one.hasEntry(hole) || other.hasEntry(hole) || given !== null;
      this.signs.set(hole, given ?? this.#decided(hole) ?? (isPassed ? '?' : '-'));
    }
  }

  /** What was conceded or agreed; open if that contradicts itself. */
  #given(/** @type {number} */ hole) {
    const ids = [this.one.id, this.other.id];
    const givers = new Set((this.settings.concede ?? [])
      .filter((each) => each.hole === hole && ids.includes(each.by)).map(({ by }) => by));
    if (this.settings.agreed?.includes(hole)) return givers.size === 0 ? '=' : '?';
    if (givers.size === 0) return null;
    return givers.size > 1 ? '?' : givers.has(this.one.id) ? this.other.id : this.one.id;
  }

  #decided(/** @type {number} */ hole) {
    const { one, other } = this;
    if (!one.hasJoined(hole) || !other.hasJoined(hole)) return NONE;
    const [a, b] = [one.bounds(hole), other.bounds(hole)];
    if (!a || !b) return null;
    if (a[1] < b[0]) return one.id;
    if (b[1] < a[0]) return other.id;
    return a[0] === a[1] && b[0] === b[1] && a[0] === b[0] ? '=' : null;
  }

  /** @param {number[]} holes in the order in which they are played */
  partOf(holes) {
    return holes.filter((hole) => this.signs.get(hole) !== NONE);
  }

  /**
   * How a match over some of the holes stands.
   *
   * @param {number[]} holes in the order in which they are played
   */
  match(holes) {
    const { one, other, card } = this;
    if (one.isVoid || other.isVoid) return { state: 'void', winner: null, text: 'void' };
    const part = this.partOf(holes);
    const match = {
      holes: card.pars.map(() => NONE),
      up: /** @type {string | null} */ (null), by: 0, left: 0, state: 'live',
      winner: /** @type {string | null} */ (null), open: /** @type {number[]} */ ([]), text: '',
    };
    let [lead, undecided] = [0, part.length];
    const settle = (state, winner, text) => {
      const up = lead === 0 ? null : lead > 0 ? one.id : other.id;
      return Object.assign(match, {
        up, by: Math.abs(lead), left: undecided, state, winner, text,
      });
    };
    const cut = (from) => {
      for (const hole of part.slice(from)) match.holes[hole - 1] = '.';
    };
    for (const [at, hole] of part.entries()) {
      const end = this.#endBefore(hole);
      if (end) {
        cut(at);
        return settle(end.winner === null ? 'unfinished' : 'won', end.winner, end.text);
      }
      const sign = this.signs.get(hole) ?? '-';
      match.holes[hole - 1] = sign;
      if (sign === '?') match.open.push(hole);
      if (isDecided(sign)) undecided -= 1;
      if (sign === one.id) lead += 1;
      else if (sign === other.id) lead -= 1;
      if (Math.abs(lead) > undecided) {
        cut(at + 1);
        const winner = lead > 0 ? one.id : other.id;
        const by = Math.abs(lead);
        return settle('won', winner,
          undecided > 0 ? `${winner} wins ${by}&${undecided}` : `${winner} wins ${by} up`);
      }
    }
    const end = this.#endAfter(part);
    if (end) return settle(end.winner === null ? 'unfinished' : 'won', end.winner, end.text);
    if (undecided === 0) return settle('halved', null, 'halved');
    if (lead === 0) return settle('live', null, `all square, ${undecided} to play`);
    const text = `${lead > 0 ? one.id : other.id} ${Math.abs(lead)} up, ${undecided} to play`;
    const isDormie = Math.abs(lead) === undecided;
    return settle(isDormie ? 'dormie' : 'live', null, isDormie ? `${text}, dormie` : text);
  }

  /** Whether the match ended before a hole because somebody stopped, or gave it away. */
  #endBefore(/** @type {number} */ hole) {
    const { card } = this;
    const given = (/** @type {PlayingSide} */ { id }) =>
      (this.settings.concede ?? []).some(({ by, after }) => by === id && after !== undefined &&
        (after < 1 || card.position(after) < card.position(hole)));
    return this.#end(given, (side) => side.hasStopped(hole));
  }

  /** The same behind the last hole, where only what was left open could still change. */
  #endAfter(/** @type {number[]} */ part) {
    if (!part.some((hole) => !isDecided(this.signs.get(hole) ?? '-'))) return null;
    const given = (/** @type {PlayingSide} */ { id }) =>
      (this.settings.concede ?? []).some(({ by, after }) => by === id && after !== undefined);
    return this.#end(given, () => false);
  }

  /**
   * @param {(side: PlayingSide) => boolean} given
   * @param {(side: PlayingSide) => boolean} stopped
   * @returns {{winner: string | null, text: string} | null}
   */
  #end(given, stopped) {
    const { one, other } = this;
    for (const [hasLost, word] of /** @type {const} */ ([[given, 'conceded'], [stopped, 'retired']])) {
      const [first, second] = [hasLost(one), hasLost(other)];
      if (first && second) return { winner: null, text: 'unfinished' };
      if (first) return { winner: other.id, text: `${other.id} wins, ${one.id} ${word}` };
      if (second) return { winner: one.id, text: `${one.id} wins, ${other.id} ${word}` };
    }
    return null;
  }
}

/** Nines, if there are three of them or more; else two halves, the first the larger. */
function usualSizes(/** @type {number} */ count) {
  if (count > 18 && count % 9 === 0) return Array.from({ length: count / 9 }, () => 9);
  return count > 1 ? [Math.ceil(count / 2), Math.floor(count / 2)] : [count];
}

/**
 * The parts and the whole, with their holes in the order of play.
 *
 * @param {FormatCard} card
 * @param {NassauSettings} settings
 * @returns {{id: string, holes: number[]}[]}
 */
function segmentsOf({ order, open }, { segments, split = 'play' }) {
  const cut = split === 'play' ? order : open;
  const parts = [];
  let at = 0;
  for (const size of segments ?? usualSizes(order.length)) {
    if (size > 0 && at < cut.length) {
      parts.push(cut.slice(at, at + size));
      at += size;
    }
  }
  const played = split === 'play'
    ? parts : parts.map((part) => order.filter((hole) => part.includes(hole)));
  const numbered = played.map((holes, place) => ({ id: `s${place + 1}`, holes }));
  return [...(parts.length === 1 ? [] : numbered), { id: 'total', holes: order }];
}

/** The matches of one part, each of which may be pressed by the next. */
class PressChain {
  /** @param {number[]} holes @param {HoleDuels} duels @param {NassauSettings} settings */
  constructor(holes, duels, { press_at: at = 2, press_max: max = 4 }) {
    this.holes = duels.partOf(holes);
    this.duels = duels;
    this.at = at;
    this.max = max;
    const first = this.holes.findIndex((hole) => !isDecided(duels.signs.get(hole) ?? '-'));
    /** So many holes are decided before the first one that isn't. */
    this.decided = first < 0 ? this.holes.length : first;
  }

  /** Holes that the first side is ahead on those from one place up to another. */
  lead(/** @type {number} */ begin, /** @type {number} */ end) {
    const { one, other, signs } = this.duels;
    return sum(this.holes.slice(begin, end).map((hole) =>
      Number(signs.get(hole) === one.id) - Number(signs.get(hole) === other.id)));
  }

  automatic() {
    const found = [];
    let begin = 0;
    for (let end = 1; end < this.holes.length && end <= this.decided; end += 1) {
      if (found.length >= this.max || end <= begin) continue;
      const lead = this.lead(begin, end);
      if (Math.abs(lead) < this.at) continue;
      const { one, other } = this.duels;
      found.push({ by: lead > 0 ? other.id : one.id, holes: this.holes.slice(end) });
      begin = end;
    }
    return { counted: found, ignored: [] };
  }

  /** @param {Press[]} wishes @param {boolean} isAllowed */
  manual(wishes, isAllowed) {
    const counted = [];
    const ignored = [];
    const begins = [0];
    const placeOf = (/** @type {Press} */ { after }) => this.holes.indexOf(after);
    for (const wish of [...wishes].sort((left, right) => placeOf(left) - placeOf(right))) {
      const end = placeOf(wish) + 1;
      const why = this.#whyNot(wish, end, begins, counted.length, isAllowed);
      if (why) ignored.push({ ...wish, why });
      else {
        begins.push(end);
        counted.push({ by: wish.by, holes: this.holes.slice(end) });
      }
    }
    return { counted, ignored };
  }

  /**
   * @param {Press} wish
   * @param {number} end the place behind its hole; 0: it isn't in the part
   * @param {number[]} begins where the matches of the chain begin
   * @param {number} count of those that were pressed
   * @param {boolean} isAllowed
   */
  #whyNot({ by }, end, begins, count, isAllowed) {
    const { one, other } = this.duels;
    if (!isAllowed || end === 0 || ![one.id, other.id].includes(by)) return 'not_allowed';
    if (end > this.decided) return 'open';
    const isDown = begins.some((begin) => {
      const down = begin < end ? this.lead(begin, end) * (by === one.id ? -1 : 1) : -1;
      return begin < end && down >= this.at && this.#isRunning(begin, end);
    });
    if (!isDown) return 'not_down';
    if (end === this.holes.length) return 'no_hole_left';
    if (count >= this.max) return 'limit';
    return begins.includes(end) ? 'twice' : null;
  }

  /** Whether a match of the chain isn't over before its last hole. */
  #isRunning(/** @type {number} */ begin, /** @type {number} */ end) {
    for (let at = begin + 1; at < end; at += 1) {
      if (Math.abs(this.lead(begin, at)) > this.holes.length - at) return false;
    }
    return true;
  }
}

/**
 * Three matches on one card: over its parts, and over all of it; and more of them if somebody
 * presses.
 *
 * @param {PlayingSide[]} sides two
 * @param {FormatCard} card
 * @param {NassauSettings} settings
 */
export function nassau([one, other], card, settings) {
  const { press = 'none', press_segments: pressed, presses: wishes = [], value = 1 } = settings;
  const duels = new HoleDuels(one, other, card, settings);
  const segment = (id, holes, by) => {
    const { up = null, by: margin = 0, left = 0, state, winner, text } =
      /** @type {any} */ (duels.match(holes));
    return {
      id, ...(by !== undefined && { pressed_by: by }), holes, up, by: margin, left, state, winner,
      text,
    };
  };
  const all = segmentsOf(card, settings);
  const segments = all.map(({ id, holes }) => segment(id, holes));
  const mayPress = (id) => pressed?.includes(id) ?? id !== 'total';
  /** @type {any[]} */
  const [presses, ignored] = [[], []];
  for (const { id, holes } of press === 'none' ? [] : all) {
    if (press === 'auto' && !mayPress(id)) continue;
    const chain = new PressChain(holes, duels, settings);
    const found = press === 'auto'
      ? chain.automatic()
      : chain.manual(wishes.filter((wish) => wish.segment === id), mayPress(id));
    presses.push(...found.counted.map(({ by, holes: rest }, at) =>
      segment(`${id}p${at + 1}`, rest, by)));
    ignored.push(...found.ignored);
  }
  if (press === 'manual') {
    const lost = wishes.filter((wish) => !all.some(({ id }) => id === wish.segment));
    ignored.push(...lost.map((wish) => ({ ...wish, why: 'not_allowed' })));
  }
  const decided = [...segments, ...presses].filter(({ winner }) => winner !== null);
  const balanceOf = ({ id }) => sum(decided.map(({ winner }) => (winner === id ? value : -value)));
  return {
    segments, presses, ignored,
    results: card.pars.map((_, at) => duels.signs.get(at + 1) ?? NONE),
    balance: { [one.id]: balanceOf(one), [other.id]: balanceOf(other) },
  };
}

/**
 * A Nassau by totals, among any number of sides: the lowest of each part wins it from each other
 * side that was there when it began. Who picks up or stops can't win it any more, and pays.
 *
 * @param {PlayingSide[]} sides
 * @param {FormatCard} card
 * @param {NassauSettings} settings
 */
export function nassauTotals(sides, card, settings) {
  const segments = segmentsOf(card, settings).map(({ id, holes }) => totalsOf(id, holes, sides));
  const { value = 1 } = settings;
  const balanceOf = ({ id }) => sum(segments.map(({ winner, totals }) => {
    if (winner === null || !(id in totals)) return 0;
    return winner === id ? value * (Object.keys(totals).length - 1) : -value;
  }));
  return { segments, balance: Object.fromEntries(sides.map((side) => [side.id, balanceOf(side)])) };
}

/** What a side has over some holes, and can still come to. */
function lineOf(/** @type {PlayingSide} */ side, /** @type {number[]} */ holes) {
  let [low, high, total, thru] = [0, 0, 0, 0];
  for (const hole of holes) {
    const bounds = side.bounds(hole);
    low += bounds ? bounds[0] : Infinity;
    high += bounds ? bounds[1] : Infinity;
    const value = side.value(hole);
    if (typeof value !== 'string') [total, thru] = [total + value.net, thru + 1];
  }
  return { low, high, total, thru };
}

/** @param {string} id @param {number[]} holes @param {PlayingSide[]} all */
function totalsOf(id, holes, all) {
  const sides = all.filter((side) => !side.isVoid &&
    side.keptWhole(`joined ${id}`, () => holes.every((hole) => side.hasJoined(hole))));
  const lines = sides.map((side) => side.keptWhole(id, () => lineOf(side, holes)));
  const bounds = lines.map(({ low, high }) => [low, high]);
  const isOut = (_, at) => bounds[at][0] === Infinity;
  const least = Math.min(...bounds.map(([low]) => low));
  const at = bounds.findIndex(([, high], place) =>
    bounds.every(([low], other) => other === place || high < low));
  const hasEnded = bounds.every(([low, high]) => low === high || low > least);
  const left = holes.length -
    Math.min(...lines.filter(({ low }) => low !== Infinity).map(({ thru }) => thru));
  const [state, winner, text] = /** @type {[string, string | null, string]} */ (
    sides.length < 2 ? ['void', null, 'void']
      : at >= 0 ? ['won', sides[at].id, `${sides[at].id} wins`]
        : hasEnded
          ? ['halved', null, least === Infinity ? 'nobody has a score' : `level at ${least}`]
          : ['live', null, left > 0 ? `${left} to play` : 'disputed']);
  const byName = (row) => Object.fromEntries(sides.map((side, place) => [side.id, row(place)]));
  return {
    id, holes, totals: byName((place) => lines[place].total),
    thru: byName((place) => lines[place].thru),
    out: sides.filter(isOut).map((side) => side.id), state, winner, text,
  };
}
