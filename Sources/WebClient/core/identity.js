// Who this device is and what it makes, by SHA-256 (FIPS 180-4): where the page comes without
// encryption the browser has none.

import { randomIdentifier } from './random.js';

const primes = [];
for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime)) primes.push(n);
const fraction = (root) => (root * 2 ** 32) | 0;
const rounds = primes.map((prime) => fraction(prime ** (1 / 3)));
const beginning = primes.slice(0, 8).map((prime) => fraction(prime ** 0.5));

const turn = (word, ...by) => by.reduce((sum, n) => sum ^ ((word >>> n) | (word << (32 - n))), 0);

/** The state behind a block of 16 words. */
function absorbed(before, block) {
  const words = [...block];
  let state = before;
  rounds.forEach((constant, at) => {
    if (at > 15) {
      const [early, late] = [words[at - 15], words[at - 2]];
      const mixed = (turn(early, 7, 18) ^ (early >>> 3)) + (turn(late, 17, 19) ^ (late >>> 10));
      words.push((words[at - 16] + words[at - 7] + mixed) | 0);
    }
    const [a, b, c, d, e, f, g, h] = state;
    const first = h + turn(e, 6, 11, 25) + ((e & f) ^ (~e & g)) + constant + words[at];
    const second = turn(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c));
    state = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  });
  return before.map((word, at) => (word + state[at]) | 0);
}

/**
 * The first 128 bits of a hash, in hexadecimal.
 *
 * @param {number[]} words a message with its padding
 */
export function halfHash(words) {
  let state = beginning;
  for (let at = 0; at < words.length; at += 16) state = absorbed(state, words.slice(at, at + 16));
  return state.slice(0, 4).map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** That of 256 bits, in hexadecimal. */
const digest = (message) =>
  halfHash([...[...message.matchAll(/.{8}/g)].map(([word]) => parseInt(word, 16)),
    2 ** 31, 0, 0, 0, 0, 0, 0, 256]);

/** @param {string} token @returns {import('./wire.js').Credentials} */
export const credentialsOf = (token) => ({ person: digest(token), token });

/** @param {import('./random.js').Random} random */
export const newCredentials = (random) =>
  credentialsOf(randomIdentifier(random) + randomIdentifier(random));

/** The id of the lobby that a person makes with a nonce: nobody else can make it. */
export const lobbyIDOf = (person, nonce) => digest(person + nonce);
