// Names in the order of a language. Many browsers know no Icelandic, and would put þ behind z, and ö
// at o. Knows no page.

const ICELANDIC = 'aábcdðeéfghiíjklmnoópqrstuúvwxyýzþæöøå';

/** Places in the alphabet; what isn't in it comes before, by its code. */
const placesOf = (name) =>
  [...name.normalize('NFC').toLowerCase()].map((sign) => {
    const place = ICELANDIC.indexOf(sign);
    return place < 0 ? (sign.codePointAt(0) ?? 0) - 0x11_0000 : place;
  });

/** @type {Map<string, number[]>} */
const known = new Map();

function kept(name) {
  const places = known.get(name) ?? placesOf(name);
  known.set(name, places);
  return places;
}

/** @type {(left: string, right: string) => number} */
export function compareIcelandic(left, right) {
  const [first, second] = [kept(left), kept(right)];
  const at = first.findIndex((place, index) => place !== second[index]);
  if (at < 0) return first.length - second.length;
  return at < second.length ? first[at] - second[at] : 1;
}

/**
 * How names are compared.
 *
 * @param {string} language
 * @returns {(left: string, right: string) => number}
 */
export function nameOrder(language) {
  const isKnown = Intl.Collator.supportedLocalesOf(language).length > 0;
  return language === 'is' && !isKnown ? compareIcelandic : new Intl.Collator(language).compare;
}
