// Names as they are searched: without the letters that a keyboard lacks, or as they are heard. The
// same as `Courses/SearchName`, by shared vectors. Knows no page.

/** Letters that aren't another one with a mark. */
const PLAIN = {
  þ: 'th', ð: 'd', æ: 'ae', ø: 'o', œ: 'oe', ß: 'ss', đ: 'd', ł: 'l', ı: 'i', ς: 'σ',
};

const SOUNDS_LIKE = [
  ['dh', 'd'], ['th', 't'], ['ae', 'a'], ['oe', 'o'], ['aa', 'a'], ['y', 'i'], ['z', 's'],
  ['w', 'v'], ['ck', 'k'], ['c', 'k'],
];

/** Of fewer letters a part of a word says nothing. */
const PART_LENGTH_MIN = 3;
/** If fewer names hold what was typed, those like it are shown too. */
const HITS_ENOUGH = 5;
const LIKENESS_MIN = 0.34;
/** So many names are kept in parts. */
const KNOWN_MAX = 20_000;

/**
 * Small letters and digits without marks, one blank between words.
 *
 * @param {string} name
 */
export const foldedName = (name) =>
  [...name.normalize('NFKD')].map((sign) => sign.toLowerCase()).join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[þðæøœßđłıς]/g, (sign) => PLAIN[/** @type {keyof PLAIN} */ (sign)])
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim();

/**
 * The same for those who mistype: letters that sound alike are one, none is doubled.
 *
 * @param {string} folded
 */
export const loosened = (folded) =>
  SOUNDS_LIKE.reduce((text, [sound, letter]) => text.replaceAll(sound, letter), folded)
    .replace(/(.)\1+/gu, '$1');

const looseName = (name) => loosened(foldedName(name));

/** @param {string} text @returns {Set<string>} its parts of three letters */
function parts(text) {
  const padded = [...`  ${text} `];
  return new Set(padded.slice(2).map((_, at) => padded.slice(at, at + 3).join('')));
}

/** How much two texts have in common: 0 nothing, 1 all. */
function likeness(left, right) {
  let common = 0;
  for (const part of left) if (right.has(part)) common += 1;
  return common / (left.size + right.size - common);
}

/**
 * The words of a name with their parts: they are looked at for each letter that is typed.
 *
 * @type {Map<string, Set<string>[]>}
 */
const known = new Map();

/** @param {string} loose */
function wordsOf(loose) {
  const words = known.get(loose) ?? loose.split(' ').map(parts);
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(loose, words);
  return words;
}

/**
 * Those whose names hold what was typed, in order; if they are few, then those that are like it, the
 * most like first.
 *
 * @template {{loose: string}} Named
 * @param {Named[]} all
 * @param {string} typed
 * @param {(left: Named, right: Named) => number} [order]
 * @returns {Named[]}
 */
export function found(all, typed, order = () => 0) {
  const wanted = looseName(typed);
  if (wanted === '') return [...all].sort(order);
  const isShort = [...wanted].length < PART_LENGTH_MIN;
  const holds = ({ loose }) => (isShort ? ` ${loose}`.includes(` ${wanted}`) : loose.includes(wanted));
  const hits = all.filter(holds).sort(order);
  if (isShort || hits.length >= HITS_ENOUGH) return hits;
  const words = wanted.split(' ').map(parts);
  const like = all
    .filter((each) => !holds(each))
    .map((each) => ({ each, likeness: likenessOfWords(words, wordsOf(each.loose)) }))
    .filter((pair) => pair.likeness >= LIKENESS_MIN)
    .sort((left, right) => right.likeness - left.likeness);
  return [...hits, ...like.map(({ each }) => each)];
}

/** The likeness of each word to the one that is most like it, in the mean. */
function likenessOfWords(words, others) {
  const sum = words.reduce(
    (total, word) => total + Math.max(...others.map((other) => likeness(word, other))), 0);
  return sum / words.length;
}
