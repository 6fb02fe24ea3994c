// What people type to be known by: user names, passwords, and the initials that stand for a picture.
// Knows no page, clock or chance.

export const HANDLE_LENGTH_MIN = 3;
export const HANDLE_LENGTH_MAX = 20;
/** Longer ones are as good as can be remembered. */
export const PASSWORD_LENGTH_GOOD = 15;
const PASSWORD_BYTES_MAX = 256;
export const COLOUR_COUNT = 8;

const HANDLE = /^[a-z][a-z0-9._-]*$/;
const LETTERS = { þ: 'th', ð: 'd', æ: 'ae', ø: 'o', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ı: 'i' };

/** @type {(typed: string) => string} a user name as it is kept: small, and without what people write before it */
export const handleOf = (typed) => typed.trim().replace(/^@/, '').normalize('NFKC').toLowerCase();

/**
 * Why a text can't be a user name.
 *
 * @param {string} handle
 * @returns {'short' | 'long' | 'signs' | null}
 */
export function handleFault(handle) {
  if (handle && !HANDLE.test(handle)) return 'signs';
  if (handle.length < HANDLE_LENGTH_MIN) return 'short';
  return handle.length > HANDLE_LENGTH_MAX ? 'long' : null;
}

/**
 * A user name made of somebody's name, '' if nothing is left of that.
 *
 * @param {string} name
 */
export function handleFrom(name) {
  const plain = name
    .toLowerCase()
    .replace(/[þðæøœßłđı]/g, (letter) => LETTERS[letter])
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^[^a-z]+/, '')
    .slice(0, HANDLE_LENGTH_MAX)
    .replace(/\.+$/, '');
  return handleFault(plain) ? '' : plain;
}

/** @type {(password: string) => string} the same for all keyboards */
export const passwordOf = (password) => password.normalize('NFC');

/**
 * How a new password is to be judged while it is typed; whether it is a common one only the server
 * knows.
 *
 * @param {string} password
 * @param {number} least so many signs the server demands
 * @param {string} handle
 * @returns {{fault: 'short' | 'long' | 'own' | null, count: number, isGood: boolean}} `count`: of
 *   signs that are missing
 */
export function judged(password, least, handle) {
  const text = passwordOf(password);
  const { length } = [...text];
  const isOwn = handle.length >= HANDLE_LENGTH_MIN && text.toLowerCase().includes(handle) &&
    length - handle.length < 6;
  const isLong = new TextEncoder().encode(text).length > PASSWORD_BYTES_MAX;
  const fault = length < least ? 'short' : isLong ? 'long' : isOwn ? 'own' : null;
  return { fault, count: Math.max(0, least - length), isGood: !fault && length >= PASSWORD_LENGTH_GOOD };
}

/**
 * Four words for a password.
 *
 * @param {string} list of words with blanks between them
 * @param {() => number} random 32 random bits
 */
export function fourWords(list, random) {
  const words = list.split(' ');
  return Array.from({ length: 4 }, () => words[random() % words.length]).join(' ');
}

const firstSign = (word) => [...new Intl.Segmenter().segment(word)][0]?.segment.toUpperCase() ?? '';

/** @type {(name: string) => string} the first letters of the first word and the last */
export function initialsOf(name) {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  return words.length > 1 ? firstSign(words[0]) + firstSign(words[words.length - 1]) : firstSign(name.trim());
}

/**
 * The colour behind somebody's initials: as chosen, or else always the same for a user name.
 *
 * @param {{handle: string, colour?: number | null}} person
 */
export const colourOf = ({ handle, colour }) =>
  colour ?? [...handle].reduce((sum, sign) => (sum * 33 + sign.charCodeAt(0)) % 9973, 5381) % COLOUR_COUNT;
