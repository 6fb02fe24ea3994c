// The layout that a game carries (Protocol.md §7): made from what is known of a course, and looked
// at as a server does. Loaded where somebody makes a game or exchanges its course; who only plays
// needs none of it.

import { halfHash } from './identity.js';
import { byteCount, write } from './json.js';
import { LobbyLimits as limits } from './lobby-limits.js';
import { checkText } from './names.js';
import { array, bits32, bool, checked, identifier, integer, text } from './readers.js';
import { demand } from './refusal.js';

/**
 * @typedef {import('./lobby.js').Layout} Layout
 * @typedef {[latitude: number, longitude: number] | []} Place in 10⁻⁷ degree; empty: not known
 * @typedef {{name: string, tees: [name: string, colour: string][],
 *   holes: [label: string, par: number, basket: Place, starts: number[][]][]}} Facts what exactly
 *   a layout is; a start: tee, par or 0, metres or 0 and, if it is known, its place
 * @typedef {{course: string, layout: string, version: string, series: number, tz?: number,
 *   uncounted?: boolean, default_tee?: string}} About what there is to say of a layout beside its facts
 */

const BYTES_MAX = 12 * 1_024;
const LAYOUT_TEES_MAX = 8;
const LAYOUT_NAME_BYTES_MAX = 64;
const OFFSET_MAX = 500_000;
const METRES_MAX = 2_000;

/**
 * What names exactly these facts, as the server names them: made of their text, so that a phone
 * without signal can make a layout.
 *
 * @param {Facts} facts
 */
export const versionOf = (facts) => halfHash(padded(new TextEncoder().encode(factsText(facts))));

/** The one way to write facts. */
export const factsText = (/** @type {Facts} */ { holes, name, tees }) => write({ holes, name, tees });

/** The words of a message with the padding of FIPS 180-4 §5.1.1. */
function padded(bytes) {
  const words = Array.from({ length: 16 * Math.ceil((bytes.length + 9) / 64) }, () => 0);
  [...bytes, 0x80].forEach((byte, at) => {
    words[at >> 2] |= byte << (24 - 8 * (at % 4));
  });
  words[words.length - 1] = bytes.length * 8;
  return words;
}

/** The part of a text that fits. */
function cut(name, bytesMax) {
  let fitting = '';
  for (const sign of name) {
    if (byteCount(fitting + sign) > bytesMax) break;
    fitting += sign;
  }
  return fitting.trim();
}

/** Names of tees that fit a cell, each another. */
function teeNames(tees) {
  /** @type {string[]} */
  const names = [];
  for (const [name] of tees) {
    let told = cut(name, limits.teeBytesMax);
    for (let n = 2; told === '' || names.includes(told); n += 1) {
      told = cut(name, limits.teeBytesMax - 3) + ` ${n}`;
    }
    names.push(told);
  }
  return names;
}

/**
 * The holes and the layout for `create`, or for exchanging the course. What is too long for a game
 * goes without places; then all that the limits allow fits.
 *
 * @param {Facts} facts
 * @param {About} about
 * @returns {{holes: [string, number][], layout: Layout}}
 */
export function gameLayout(facts, about) {
  const places = facts.holes.flatMap(([, , basket, starts]) =>
    [basket, ...starts.map((start) => start.slice(3))].filter(({ length }) => length > 0));
  const whole = made(facts, about, places[0] ?? null);
  const isTooLong = byteCount(write(whole)) > BYTES_MAX;
  const holes = facts.holes.map(([label, par]) => /** @type {[string, number]} */ ([label, par]));
  return { holes, layout: isTooLong ? made(facts, about, null) : whole };
}

/** @returns {Layout} */
function made(
  /** @type {Facts} */ { name, tees, holes },
  /** @type {About} */ { course, layout, version, series, tz, uncounted, default_tee: usualTee },
  /** @type {number[] | null} */ at,
) {
  const names = teeNames(tees);
  const usual = tees.findIndex(([tee]) => tee === usualTee);
  const offset = (place) => {
    const parts = at ? place.map((part, axis) => Math.round((part - at[axis]) / 10) + 0) : [];
    return parts.every((part) => Math.abs(part) <= OFFSET_MAX) ? parts : [];
  };
  const rowOf = (starts) => names.map((_, tee) => {
    const [, par = 0, length = 0, ...place] = starts.find(([from]) => from === tee) ?? [];
    const known = [par, length, ...offset(place)];
    while (known.length < 3 && known.at(-1) === 0) known.pop();
    return known;
  });
  return {
    ...{ course, layout, version, series, at: at ?? undefined, tz: tz ?? 0 },
    uncounted: uncounted || undefined,
    name: cut(name, LAYOUT_NAME_BYTES_MAX),
    default_tee: names[Math.max(0, usual)],
    tees: names.map((tee, place) => [tee, tees[place][1]]),
    holes: holes.map(([, , basket, starts]) => [offset(basket), rowOf(starts)]),
  };
}

/**
 * Looks at a layout as a server does.
 *
 * @param {any} layout
 * @param {number} holeCount
 * @throws {import('./json.js').WireError} if it makes no sense at all
 * @throws {import('./refusal.js').Refusal} why no game takes it
 */
export function checkLayout(layout, holeCount) {
  const number = (value) => integer(value, -(2 ** 31), 2 ** 31 - 1);
  const numbers = (value, most) => array(value).slice(0, most).map(number);
  const pair = (values) => checked(values, values.length !== 1);
  for (const id of ['course', 'layout', 'version']) identifier(layout[id]);
  bits32(layout.series);
  const { at = null, tz = null, default_tee: usual = null, tees = null } = layout;
  const place = at && checked(numbers(at, 2), at.length > 1);
  const minutes = number(tz ?? 0);
  bool(layout.uncounted ?? false);
  const known = array(tees ?? []).map((tee) => array(tee).slice(0, 2).map(text));
  for (const tee of known) checked(tee, tee.length === 2);
  const holes = array(layout.holes).map((row) => {
    const [basket, starts] = array(row);
    const read = array(starts).map((start) => numbers(start, 4));
    for (const start of read) pair(start.slice(2));
    return { basket: pair(numbers(basket, 2)), starts: read };
  });
  checkText(text(layout.name), LAYOUT_NAME_BYTES_MAX);
  const isFair = (isRight) => demand(isRight, 'bad_setup');
  isFair(known.length <= LAYOUT_TEES_MAX && holes.length === holeCount);
  isFair(minutes >= -720 && minutes <= 840);
  if (place) isFair(Math.abs(place[0]) <= 900_000_000 && Math.abs(place[1]) <= 1_800_000_000);
  for (const [name, colour] of known) {
    checkText(name, limits.teeBytesMax);
    isFair(/^(#([0-9a-f]{3}){1,2})?$/.test(colour));
    isFair(known.filter(([other]) => other === name).length === 1);
  }
  if (usual !== null) isFair(known.some(([name]) => name === text(usual)));
  const isOffset = (parts) =>
    parts.length === 0 || (place && parts.every((part) => Math.abs(part) <= OFFSET_MAX));
  for (const { basket, starts } of holes) {
    isFair(isOffset(basket) && starts.length === known.length);
    for (const [par = 0, metres = 0, ...offset] of starts) {
      isFair(par >= 0 && par <= limits.parMax && metres >= 0 && metres <= METRES_MAX);
      isFair(isOffset(offset));
    }
  }
  isFair(byteCount(write(layout)) <= BYTES_MAX);
}
