// What kinds of information are kept about players, holes, rounds and the course: which places of a
// cell's key each uses, what may stand there, and who writes it (Protocol.md §9, §11).

import { LobbyLimits as limits } from './lobby-limits.js';

export const Field = Object.freeze({
  throws: 0, name: 1, par: 2, course: 3, tee: 4, start: 5, closed: 6, index: 7, handicap: 8,
  rating: 9, from: 10, out: 11, pickedUp: 12, provisional: 13, concededHole: 14, concededMatch: 15,
  agreed: 16, press: 17, award: 18, putts: 19, note: 20, signed: 21, tag: 22,
  /** The first of the penalties. */
  penalty: 64,
});

/** The last of them. */
const PENALTY_MAX = 104;

/** The throws that each penalty costs beside the holes, where par and something isn't said. */
const COSTS = '11111001111111122111122123200022212212212';
/** Of these the first one is a warning. */
const WARNINGS = [17, 18, 19, 20, 36];

/**
 * The throws that a penalty costs beside the holes, noted so often.
 *
 * @type {(field: number, count: number) => number}
 */
export function costBesideHoles(field, count) {
  const at = field - Field.penalty;
  return Number(COSTS[at]) * Math.max(0, WARNINGS.includes(at) ? count - 1 : count);
}

/**
 * @typedef {{places: string, writers: string, range?: [least: number, most: number],
 *   bytesMax?: number, isCode?: boolean, isNeeded?: boolean}} Shape
 *   `places`: a sign each for round, player and hole. `-`: 0; `c`: the number of the course; `r`: a
 *   round that has begun; `n`: one of these, or the next; `p`: a column; `i`: an id of its own; `h`:
 *   a hole; `0`: one, or none; `g`: a game. `writers`, besides the host and the scorekeeper: `all`,
 *   `column` and `given` (whose column it is; all for a guest's; `given` isn't taken back), `owner`
 *   (whose column it is), `none`. `isCode`: a text that programs write; `isNeeded`: not null
 */

/** @type {(places: string, writers: string, least: number, most: number, more?: Partial<Shape>) => Shape} */
const number = (places, writers, least, most, more) =>
  ({ places, writers, range: [least, most], ...more });

/** @type {(places: string, writers: string, bytesMax: number, more?: Partial<Shape>) => Shape} */
const text = (places, writers, bytesMax, more) => ({ places, writers, bytesMax, ...more });

/** @type {Shape[]} */
const SHAPES = [
  number('rph', 'all', 1, limits.throwsMax),
  text('-p-', 'column', limits.nameBytesMax, { isNeeded: true }),
  number('c-h', 'none', 1, limits.parMax, { isNeeded: true }),
  text('c--', 'none', limits.courseBytesMax),
  text('-p-', 'all', limits.teeBytesMax),
  number('n--', 'none', 1, limits.holesMax),
  number('n-h', 'none', 1, 1),
  number('c-h', 'none', 1, limits.holesMax),
  number('-p-', 'column', -limits.handicapTenthsMax, limits.handicapTenthsMax),
  number('-p-', 'column', 1, limits.ratingMax),
  number('rp-', 'column', 1, limits.holesMax),
  number('rp-', 'column', 0, limits.holesMax),
  number('rph', 'all', 1, 1),
  number('rph', 'all', 1, limits.throwsMax),
  number('rph', 'given', 0, limits.idMax),
  number('rpg', 'given', 0, limits.holesMax),
  number('rih', 'all', 1, 1),
  text('rph', 'column', limits.pressBytesMax, { isCode: true }),
  number('rih', 'all', 1, 2 ** 32 - 1),
  number('rph', 'all', 0, limits.puttsMax),
  text('rph', 'all', limits.noteBytesMax),
  text('rp-', 'owner', limits.signedBytesMax, { isCode: true }),
  number('-p-', 'column', 1, limits.tagMax),
];

const PENALTY = number('rp0', 'all', 0, limits.penaltyCountMax);

/** @type {(field: number) => Shape} */
export const shapeOf = (field) => SHAPES[field] ?? PENALTY;

/** @type {(field: number) => boolean} whether there is such a field */
export const isField = (field) =>
  field in SHAPES || (field >= Field.penalty && field <= PENALTY_MAX);

/** @type {(field: number) => boolean} whether numbers stand there */
export const isNumeric = (field) => shapeOf(field).range !== undefined;

/**
 * Whether the cell is one of a course, and says its number.
 *
 * @type {(key: import('./lobby.js').Key) => boolean}
 */
export const isOfCourse = ([, , , field]) => shapeOf(field).places[0] === 'c';

/**
 * The column that the cell belongs to; 0: none's.
 *
 * @type {(key: import('./lobby.js').Key) => number}
 */
export const columnOf = ([, player, , field]) => (shapeOf(field).places[1] === 'p' ? player : 0);

/**
 * Whether what is written there after the round has ended counts less than what was there. Cards
 * are signed when it has.
 *
 * @type {(field: number) => boolean}
 */
export const endsWithRound = (field) =>
  field !== Field.signed && shapeOf(field).places[0] === 'r';
