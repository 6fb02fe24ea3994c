// Draws a link as a QR code (ISO/IEC 18004) on the phone itself: what stands behind "#" is a secret,
// and is for nobody on the way to the server. Bytes, level M, and no more than a link needs.

/**
 * By version: all code words, those of each block that mend it, and the number of blocks.
 *
 * @type {[number, number, number][]}
 */
const VERSIONS = [[26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4]];
const BYTES = 4;
const FINDER = [0, 1, 2, 3, 4, 5, 6];
/** Filling behind the message. */
const PADS = [0xec, 0x11];

// The field of 256 elements in which codes are computed.
/** @type {number[]} */
const powers = [];
/** @type {number[]} */
const logarithms = [];
for (let power = 0, value = 1; power < 255; power += 1) {
  powers[power] = value;
  logarithms[value] = power;
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d;
}
const times = (a, b) => (a && b ? powers[(logarithms[a] + logarithms[b]) % 255] : 0);

/** The polynomial whose roots are the first powers, without its first coefficient. */
function generator(degree) {
  let result = [1];
  for (let power = 0; power < degree; power += 1) {
    const next = [...result, 0];
    result.forEach((value, at) => {
      next[at + 1] ^= times(value, powers[power]);
    });
    result = next;
  }
  return result.slice(1);
}

/** The code words that mend a block. */
function mending(block, count) {
  const divisor = generator(count);
  let rest = Array(count).fill(0);
  for (const word of block) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((value, at) => value ^ times(divisor[at], factor));
  }
  return rest;
}

/** @returns {number[]} all code words, in the order in which they are drawn */
function wordsOf(message, [total, mend, blockCount]) {
  const room = total - mend * blockCount;
  const bits = [[BYTES, 4], [message.length, 8], ...[...message].map((each) => [each, 8]), [0, 4]];
  const text = bits.map(([value, length]) => value.toString(2).padStart(length, '0')).join('');
  const data = (text.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  for (let at = 0; data.length < room; at += 1) data.push(PADS[at % 2]);
  const length = room / blockCount;
  const blocks = Array.from({ length: blockCount }, (_, at) =>
    data.slice(at * length, (at + 1) * length));
  const mends = blocks.map((block) => mending(block, mend));
  const woven = (lists) => lists[0].flatMap((_, at) => lists.map((list) => list[at]));
  return [...woven(blocks), ...woven(mends)];
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The fifteen bits that say level M and which mask. */
function formatBits(mask) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit -= 1) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  return ((mask << 10) | rest) ^ 0x5412;
}

/** What is the same in each code of a version; `undefined` where the message goes. */
function frame(version) {
  const size = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
  const ring = (x, y, distance) => Math.max(Math.abs(x), Math.abs(y)) !== distance;
  for (let at = 8; at < size - 8; at += 1) rows[6][at] = rows[at][6] = at % 2 === 0;
  for (const [left, top] of [[0, 0], [size - 7, 0], [0, size - 7]]) {
    for (const y of [-1, ...FINDER, 7]) {
      for (const x of [-1, ...FINDER, 7]) {
        const [row, isOutside] = [rows[top + y], x < 0 || y < 0 || x > 6 || y > 6];
        if (row && left + x in row) row[left + x] = !isOutside && ring(x - 3, y - 3, 2);
      }
    }
  }
  if (version > 1) {
    for (const y of [-2, -1, 0, 1, 2]) {
      for (const x of [-2, -1, 0, 1, 2]) rows[size - 7 + y][size - 7 + x] = ring(x, y, 1);
    }
  }
  return rows;
}

/** Writes which mask it is beside the corners. */
function writeFormat(rows, mask) {
  const size = rows.length;
  const bits = formatBits(mask);
  for (let at = 0; at < 15; at += 1) {
    const isDark = ((bits >> at) & 1) === 1;
    const along = at < 8 ? size - 1 - at : 14 - at + (at === 8 ? 1 : 0);
    const down = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    rows[8][along] = isDark;
    rows[down][8] = isDark;
  }
  rows[size - 8][8] = true;
}

/** Where the message goes, bit by bit: up and down in strips of two, from the right, but for the
 * column that counts. */
function* places(rows) {
  const size = rows.length;
  let isUp = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (rows[y][x] === undefined) yield [x, y];
    }
    isUp = !isUp;
  }
}

/** How hard it is to read: the least is the best mask. */
function penalty(rows) {
  const size = rows.length;
  const columns = rows.map((_, x) => rows.map((row) => row[x]));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * (text.match(/(?=00001011101|10111010000)/g)?.length ?? 0);
  }
  for (let y = 1; y < size; y += 1) {
    for (let x = 1; x < size; x += 1) {
      const [one, ...others] = [rows[y][x], rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]];
      if (others.every((other) => other === one)) sum += 3;
    }
  }
  const dark = rows.flat().filter(Boolean).length / size ** 2;
  return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/**
 * Its rows, `true` for dark; null for a text that is too long.
 *
 * @param {string} text
 * @param {number} [mask] the one that is easiest to read if none is given
 * @returns {boolean[][] | null}
 */
export function qrCode(text, mask) {
  const message = new TextEncoder().encode(text);
  const index = VERSIONS.findIndex(([total, mend, count]) => message.length + 2 <= total - mend * count);
  if (index < 0) return null;
  const words = wordsOf(message, VERSIONS[index]);
  const drawn = (which) => {
    const rows = frame(index + 1);
    writeFormat(rows, which);
    let at = 0;
    for (const [x, y] of places(rows.map((row) => [...row]))) {
      const bit = ((words[at >> 3] ?? 0) >> (7 - (at % 8))) & 1;
      rows[y][x] = (bit === 1) !== MASKS[which](x, y);
      at += 1;
    }
    return /** @type {boolean[][]} */ (rows);
  };
  if (mask !== undefined) return drawn(mask);
  const all = MASKS.map((_, which) => drawn(which));
  return all.reduce((best, next) => (penalty(next) < penalty(best) ? next : best));
}

/**
 * The dark parts as a path of an SVG, a unit for each.
 *
 * @param {boolean[][]} rows
 */
export const qrPath = (rows) =>
  rows
    .flatMap((row, y) =>
      [...row.map((dark) => (dark ? '1' : '0')).join('').matchAll(/1+/g)].map(
        ({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`,
      ))
    .join('');
