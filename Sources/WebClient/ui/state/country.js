// Whose courses the list shows first. Knows no page.

/**
 * The country that was chosen, or else that of a language which the device speaks (en-GB), or that
 * of Icelandic, or the one with the most courses.
 *
 * @param {import('../../device/catalogue.js').Country[]} countries at least one
 * @param {string | null} own
 * @param {readonly string[]} languages
 */
export function countryOf(countries, own, languages) {
  const spoken = languages.flatMap((tag) => {
    const region = tag.split('-').slice(1).find((part) => /^[A-Z]{2}$/.test(part));
    return [region, tag === 'is' || tag.startsWith('is-') ? 'IS' : undefined];
  });
  const known = [own, ...spoken].find((each) => countries.some(({ country }) => country === each));
  const [most] = [...countries].sort((left, right) => right.courses - left.courses);
  return known ?? most.country;
}
