/** @typedef {() => number} Random 32 random bits, as a number */

/** @type {(least: number, most: number, random: Random) => number} whole, uniform */
export const between = (least, most, random) =>
  least + Math.floor((random() / 2 ** 32) * (most - least + 1));

/**
 * 128 random bits, of which the first 32 aren't 0: a lobby's id, a `rid`, an invitation.
 *
 * @type {(random: Random) => string}
 */
export function randomIdentifier(random) {
  const words = [between(1, 2 ** 32 - 1, random), random(), random(), random()];
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}
