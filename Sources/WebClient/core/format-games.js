// What a card comes to as one of several games. Each is a function of the card and its settings and
// writes nothing; all is computed anew from the first hole on, so a score that comes late or is
// corrected leads to what it would have led to at once. Knows no page.

import { FormatCard, PlayingSide, halfUp, sum } from './format-card.js';
import { HoleDuels, nassau, nassauTotals } from './match-play.js';

/**
 * @typedef {import('./format-card.js').CardText} CardText
 * @typedef {import('./format-card.js').SideText} SideText
 * @typedef {{format: string, sides?: (string | SideText)[], handicap?: string,
 *   handicap_source?: string, allowance?: number, [setting: string]: any}} Settings
 */

const RATED_HOLES_MIN = 13;
const RATED_MIN = 2;
/** Points of a throw. */
const RATING_PER_THROW = 10;

/** Points by how many throws over par a hole took, clamped at both ends: the first, and from it on. */
const TABLES = {
  stableford: { first: -4, values: [6, 5, 4, 3, 2, 1, 0] },
  modified: { first: -3, values: [8, 5, 2, 0, -1, -3] },
  birdies: { first: -2, values: [3, 1, 0] },
};

/**
 * @param {Settings} game as its settings are written
 * @param {CardText | FormatCard} text
 * @returns {Object<string, any>} what it comes to, as the server's programs tell it
 */
export function gameResultOf(game, text) {
  const card = text instanceof FormatCard ? text : new FormatCard(text);
  const { sides, received, missing } = prepared(game, card);
  if (missing.length > 0) return { no_handicap: missing };
  const result = play(game, sides, card);
  if ((game.handicap ?? 'none') === 'none') return result;
  const told = card.players.filter(({ id }) => received.has(id));
  return { ...result, strokes: Object.fromEntries(told.map(({ id }) => [id, received.get(id)])) };
}

/**
 * The sides of a game, and the throws that its players receive.
 *
 * @param {Settings} game
 * @param {FormatCard} card
 * @returns {{sides: PlayingSide[], received: Map<string, number[]>, missing: string[]}}
 */
function prepared(game, card) {
  const known = card.prepared.get(game);
  if (known) return known;
  const players = card.players.filter(({ removed }) => !removed).map(({ id }) => id);
  const given = (game.sides ?? players).map((side) =>
    (typeof side === 'string' ? { id: side, members: [side] } : side));
  const { handicap: kind = 'none', handicap_source: source = 'given', allowance = 100 } = game;
  const { received, missing } = card.throwsReceived(
    given.flatMap(({ members }) => members), { kind, source, allowance });
  const sides = given.map((side) => new PlayingSide(side, card, received));
  const found = { sides, received, missing };
  card.prepared.set(game, found);
  return found;
}

/** @param {Settings} game @param {PlayingSide[]} sides @param {FormatCard} card */
function play(game, sides, card) {
  const there = sides.filter((side) => !side.isVoid);
  const settings = /** @type {any} */ (game);
  const isNet = (game.handicap ?? 'none') !== 'none';
  switch (game.format) {
    case 'match': {
      if (sides.length !== 2) return { wrong_sides: true };
      return new HoleDuels(sides[0], sides[1], card, settings).match(card.order);
    }
    case 'nassau': {
      if (settings.scoring === 'stroke') {
        return sides.length > 1 ? nassauTotals(sides, card, settings) : { wrong_sides: true };
      }
      return sides.length === 2 ? nassau(sides, card, settings) : { wrong_sides: true };
    }
    case 'skins': return skins(there, card, settings);
    case 'stableford': return stableford(there, card, settings);
    case 'awards': return awards(there, card, settings);
    case 'tags': return tags(stroke(there, card, {}, false), card);
    case 'rating_estimate': return ratingEstimate(stroke(there, card, {}, false), card);
    default: return stroke(there, card, settings, isNet);
  }
}

/**
 * The fewest throws win.
 *
 * @param {PlayingSide[]} sides
 * @param {FormatCard} card
 * @param {{ties?: 'shared' | 'countback' | 'playoff', playoff_winner?: string,
 *   pickup_over_par?: number}} settings
 * @param {boolean} isNet
 */
function stroke(sides, card, settings, isNet) {
  const { ties = 'shared', playoff_winner: winner, pickup_over_par: pickup = null } = settings;
  const lines = sides.map((side) => side.keptWhole('stroke', () => {
    const penalties = side.cardPenalties;
    let [gross, net, par, thru, disputed] = [penalties, penalties, 0, 0, 0];
    let [hasNone, isOpen] = [false, false];
    for (const hole of card.open) {
      const value = side.value(hole, pickup);
      if (side.isDisputed(hole)) disputed += 1;
      if (value === 'open') isOpen ||= side.isIn(hole);
      else if (value === 'none') hasNone = true;
      else {
        gross += value.gross;
        net += value.net;
        par += side.par(hole);
        thru += 1;
      }
    }
    const state = hasNone ? 'no_result'
      : thru === card.open.length ? 'complete'
        : side.has('out') ? 'dnf' : side.has('from') ? 'partial' : 'playing';
    const isPlaced = state === 'complete' || (state === 'playing' && thru > 0);
    return { side, id: side.id, gross, net, thru, toPar: gross - par, netToPar: net - par, state,
      disputed, isPlaced, isFinal: !isOpen && disputed === 0 };
  }));
  const isFinal = lines.every((line) => line.isFinal);
  const placed = lines.filter(({ isPlaced }) => isPlaced);
  const first = Math.min(...placed.map(({ netToPar }) => netToPar));
  const tied = placed.filter(({ netToPar }) => netToPar === first).map(({ id }) => id);
  const playoff = ties === 'playoff' && isFinal && tied.length > 1 ? tied : [];
  /** Below zero: the left one is better. */
  const compare = (left, right) => {
    if (left.netToPar !== right.netToPar) return left.netToPar - right.netToPar;
    if (ties === 'countback' && isFinal) {
      return countback(left.side, right.side, card.open, pickup);
    }
    if (ties !== 'playoff' || !winner || !playoff.includes(winner)) return 0;
    return Number(right.id === winner) - Number(left.id === winner);
  };
  const groupOf = ({ state, thru }) =>
    ({ complete: 0, playing: thru > 0 ? 0 : 1, partial: 2, no_result: 3, dnf: 4 })[state] ?? 0;
  const told = lines.map((line) => {
    const others = line.isPlaced ? placed.filter((each) => each !== line) : [];
    const place = line.isPlaced
      ? 1 + others.filter((each) => compare(each, line) < 0).length : null;
    return {
      line, group: groupOf(line), place, tied: others.some((each) => compare(each, line) === 0),
    };
  }).sort((left, right) => left.group - right.group || (left.place ?? 0) - (right.place ?? 0));
  return {
    players: told.map(({ line, place, tied: isTied }) => ({
      id: line.id, gross: line.gross, thru: line.thru, to_par: line.toPar,
      ...(isNet && { net: line.net, net_to_par: line.netToPar }),
      place, tied: isTied, state: line.state, disputed: line.disputed,
    })),
    final: isFinal,
    ...(playoff.length > 0 && { playoff }),
  };
}

/** The last nine, six, three and one of the holes, of those that are fewer than all. */
function countback(left, right, holes, pickup) {
  const netOf = (side) => (hole) => {
    const value = side.value(hole, pickup);
    return typeof value === 'string' ? 0 : value.net;
  };
  for (const count of [9, 6, 3, 1].filter((each) => each < holes.length)) {
    const last = holes.slice(-count);
    const [one, other] = [left, right].map((side) => sum(last.map(netOf(side))));
    if (one !== other) return one - other;
  }
  return 0;
}

/**
 * Whoever is alone the best on a hole wins its skin; one that nobody wins is carried to the next.
 *
 * @param {PlayingSide[]} sides
 * @param {FormatCard} card
 * @param {{value?: number | number[], carry?: boolean,
 *   leftover?: 'unclaimed' | 'split' | 'playoff', leftover_winner?: string}} settings
 */
function skins(sides, card, settings) {
  const { value = 1, carry = true, leftover = 'unclaimed', leftover_winner: winner } = settings;
  const worths = typeof value === 'number' ? [value] : value;
  const results = card.pars.map(() => 'x');
  const owner = card.pars.map(() => /** @type {string | null} */ (null));
  const open = [];
  let next = /** @type {{hole: number, worth: number} | null} */ (null);
  const [won, balance] = [new Map(), new Map()];
  /** What is shared of what nobody has won. */
  const shares = new Map();
  const add = (map, id, amount) => map.set(id, (map.get(id) ?? 0) + amount);
  const pay = (skin, id) => {
    owner[skin.hole - 1] = id;
    add(won, id, skin.worth);
    // Everybody who staked pays the winner, the winner too.
    for (const staker of skin.stakers) add(balance, staker, -skin.worth);
    add(balance, id, skin.worth * skin.stakers.length);
  };
  const onHole = (/** @type {number} */ hole) => sides[0].kept('skin', hole, () => {
    const playing = sides.filter((side) => side.isIn(hole));
    return {
      stakers: playing.map(({ id }) => id), outcome: skinOutcome(playing, hole),
      hasEntry: sides.some((side) => side.hasEntry(hole)),
    };
  });
  const played = sides.length === 0
    ? [] : card.order.filter((hole) => onHole(hole).stakers.length > 1);
  const passed = played.map((hole) => onHole(hole).hasEntry).lastIndexOf(true);
  /** Those that ride on, all of them for certain. */
  let pot = /** @type {{hole: number, worth: number, stakers: string[]}[]} */ ([]);
  for (const [at, hole] of played.entries()) {
    const { stakers, outcome } = onHole(hole);
    const worth = worths[hole - 1] ?? worths.at(-1) ?? 1;
    const skin = { hole, worth, stakers };
    if (outcome === '?' && at > passed) {
      results[hole - 1] = '-';
      next ??= { hole, worth: sum(pot.map((each) => each.worth)) + worth };
      continue;
    }
    results[hole - 1] = outcome;
    if (outcome === '=') {
      owner[hole - 1] = carry ? 'carried' : 'void';
      if (carry) pot.push(skin);
    } else {
      for (const each of [...pot, skin]) {
        // Whoever wins an open hole, or the next one, has them.
        if (outcome === '?') owner[each.hole - 1] = 'open';
        else pay(each, outcome);
      }
      if (outcome === '?') open.push(hole);
      pot = [];
    }
  }
  const isOver = next === null && open.length === 0;
  for (const skin of isOver ? pot : []) {
    if (leftover === 'playoff' && winner) pay(skin, winner);
    else owner[skin.hole - 1] = leftover;
    if (leftover !== 'split') continue;
    const { length } = skin.stakers;
    for (const staker of skin.stakers) {
      shares.set(staker, plus(shares.get(staker) ?? [0, 1], [skin.worth, length]));
    }
  }
  const wonBy = (/** @type {string} */ id) =>
    /** @type {[number, number]} */ (plus([won.get(id) ?? 0, 1], shares.get(id) ?? [0, 1]));
  return {
    results, owner,
    won: Object.fromEntries(sides.map(({ id }) => [id, fractionText(wonBy(id))])),
    balance: Object.fromEntries(sides.map(({ id }) => [id, balance.get(id) ?? 0])),
    on_table: next === null ? 0 : sum(pot.map(({ worth }) => worth)), next, open, final: isOver,
  };
}

/** Who has won; =: nobody can be alone the best; ?: neither yet. */
function skinOutcome(/** @type {PlayingSide[]} */ sides, /** @type {number} */ hole) {
  const all = sides.flatMap((side) => {
    const bounds = side.bounds(hole);
    return bounds ? [{ id: side.id, low: bounds[0], high: bounds[1] }] : [];
  });
  const others = (each) => all.filter((other) => other !== each);
  const winner = all.find((each) => others(each).every(({ low }) => each.high < low));
  if (winner) return winner.id;
  return all.some((each) => others(each).every(({ high }) => each.low < high)) ? '?' : '=';
}

const divisorOf = (one, other) => (other === 0 ? Math.max(1, one) : divisorOf(other, one % other));

const MILLIONTH = 1_000_000;
/** To the nearest one, halves away from 0. */
const millionths = (top, bottom) =>
  Math.sign(top) * Math.round(Math.abs((top / bottom) * MILLIONTH));

function plus([top, bottom], [otherTop, otherBottom]) {
  const terms = [top * otherBottom, otherTop * bottom, bottom * otherBottom];
  const isExact = [...terms, terms[0] + terms[1]].every(Number.isSafeInteger);
  // As of a pot that is split among other players on every hole: to the nearest millionth.
  const [above, below] = isExact
    ? [terms[0] + terms[1], terms[2]]
    : [millionths(top, bottom) + millionths(otherTop, otherBottom), MILLIONTH];
  const divisor = divisorOf(Math.abs(above), below);
  return [above / divisor, below / divisor];
}

/** A whole number, or a text. */
const fractionText = ([top, bottom]) => (bottom === 1 ? top : `${top}/${bottom}`);

/**
 * Points for each hole, so that one bad hole doesn't decide.
 *
 * @param {PlayingSide[]} sides
 * @param {FormatCard} card
 * @param {{points?: keyof typeof TABLES | {first: number, values: number[]}}} settings
 */
function stableford(sides, card, { points = 'stableford' }) {
  const { first, values } = typeof points === 'string' ? TABLES[points] : points;
  const pointsFor = (over) => values[Math.min(Math.max(over - first, 0), values.length - 1)];
  const most = Math.max(...values);
  const pointsOf = (/** @type {PlayingSide} */ side, /** @type {number} */ hole) =>
    side.kept('points', hole, () => worth(side, hole));
  const worth = (/** @type {PlayingSide} */ side, /** @type {number} */ hole) => {
    const all = side.playing(hole).map(({ id }) => {
      const entry = card.entry(id, hole);
      const shown = Array.isArray(entry) ? entry[0] : entry;
      if (shown === null) return null;
      if (shown === 'X') return values.at(-1) ?? 0;
      return pointsFor(shown - side.throwsReceived(id, hole) - card.par(hole));
    });
    const found = all.flatMap((each) => each ?? []);
    if (side.isSum) return found.length < side.members.length ? null : sum(found);
    if (found.length === 0) return null;
    const best = Math.max(...found);
    return found.length === all.length || best === most ? best : null;
  };
  const found = sides.map((side) => side.keptWhole('points', () => {
    let isOpen = false;
    const holes = card.pars.map(() => /** @type {number | null} */ (null));
    for (const hole of card.open) {
      holes[hole - 1] = pointsOf(side, hole);
      if (holes[hole - 1] === null && side.isIn(hole)) isOpen = true;
    }
    let [points, thru, disputed] = [0, 0, 0];
    for (const hole of card.open) {
      const earned = holes[hole - 1];
      if (earned !== null) [points, thru] = [points + earned, thru + 1];
      if (side.isDisputed(hole)) disputed += 1;
    }
    const state = thru === card.open.length ? 'complete' : side.has('out') ? 'out' : 'playing';
    return { line: { id: side.id, points, thru, state, disputed, holes },
      isFinal: !isOpen && disputed === 0 };
  }));
  const isFinal = found.every((each) => each.isFinal);
  const lines = found.map(({ line }) => line);
  const started = lines.filter(({ thru }) => thru > 0).map((line) => line.points);
  const placed = lines.map((line) => ({
    ...line,
    place: line.thru > 0 ? 1 + started.filter((each) => each > line.points).length : null,
    tied: line.thru > 0 && started.filter((each) => each === line.points).length > 1,
  })).sort((left, right) => (left.place ?? 1e9) - (right.place ?? 1e9));
  return {
    players: placed.map(({ holes, ...line }) => line),
    holes: Object.fromEntries(lines.map(({ id, holes }) => [id, holes])),
    final: isFinal,
  };
}

/**
 * Something that somebody wins on a hole, as the throw that lies closest to the pin, said by hand.
 *
 * @param {PlayingSide[]} sides
 * @param {FormatCard} card
 * @param {{awards?: {hole: number, to?: string | null, count?: number}[], value?: number}} settings
 */
function awards(sides, card, { awards: all = [], value = 1 }) {
  const won = Object.fromEntries(sides.map(({ id }) => [id, 0]));
  const balance = { ...won };
  for (const { hole, to, count = 1 } of all) {
    const winner = sides.find(({ id }) => id === to);
    if (!winner || !card.open.includes(hole)) continue;
    won[winner.id] += count;
    for (const side of sides.filter((each) => each !== winner && each.isIn(hole))) {
      balance[side.id] -= value * count;
      balance[winner.id] += value * count;
    }
  }
  return { won, balance };
}

/** Tags that change hands by the places of a round. */
function tags({ players, final: isFinal }, /** @type {FormatCard} */ card) {
  const held = card.players.flatMap(({ id, tag }) => ((tag ?? null) === null ? [] : [[id, tag]]));
  if (!isFinal) return { tags: Object.fromEntries(held), final: false };
  // Those without a place come last, as they stand there.
  const tagOf = new Map(held.map(([id, tag]) => [id, Number(tag)]));
  const ranked = players.flatMap(({ id, place }, at) => {
    const tag = tagOf.get(id);
    return tag === undefined ? [] : [{ id, tag, key: [place ?? Infinity, place === null ? at : tag] }];
  }).sort((left, right) =>
    (left.key[0] === right.key[0] ? 0 : left.key[0] - right.key[0]) || left.key[1] - right.key[1]);
  const sorted = ranked.map(({ tag }) => tag).sort((left, right) => left - right);
  return { tags: Object.fromEntries(ranked.map(({ id }, at) => [id, sorted[at]])), final: true };
}

/** What a round would be worth as a rating, by those of whom it is known: an estimate. */
function ratingEstimate({ players }, /** @type {FormatCard} */ card) {
  const complete = players.filter(({ state }) => state === 'complete');
  const known = complete.flatMap(({ id, gross }) => {
    const rating = card.player(id)?.rating ?? null;
    return rating === null ? [] : [100 * gross - (100 * (1_000 - rating)) / RATING_PER_THROW];
  });
  if (card.open.length < RATED_HOLES_MIN || known.length < RATED_MIN) {
    return { ssa100: null, ratings: {} };
  }
  const average = halfUp(sum(known), known.length);
  const told = card.players.flatMap(({ id }) => complete.find((line) => line.id === id) ?? []);
  return {
    ssa100: average,
    ratings: Object.fromEntries(told.map(({ id, gross }) =>
      [id, halfUp(100_000 + RATING_PER_THROW * (average - 100 * gross), 100)])),
  };
}
