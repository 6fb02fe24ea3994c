// What the notebook says of courses, and how it is written there. Knows no page.

/**
 * @typedef {{get(key: string): string | null, all(prefix: string): [string, string][]}} Notes
 * @typedef {{day: string, comment: string}} Played said to be: `day` as 2026-11-26
 */

export const favouriteKey = (course) => `fav/${course}`;
export const noteKey = (course) => `note/${course}`;
export const playedKey = (course) => `played/${course}`;
export const TEE_KEY = 'pref/tee';
/** That one's games aren't to count when others are told how busy a course is. */
export const UNCOUNTED_KEY = 'pref/uncounted';
export const COUNTRY_KEY = 'pref/country';

/** @type {(notes: Notes) => Set<string>} courses */
export const favouritesIn = (notes) => new Set(notes.all('fav/').map(([course]) => course));

/** @type {(notes: Notes) => Set<string>} courses that somebody says they have played */
export const playedIn = (notes) => new Set(notes.all('played/').map(([course]) => course));

/** @type {(notes: Notes, course: string) => Played | null} */
export function playedOf(notes, course) {
  const text = notes.get(playedKey(course));
  if (text === null) return null;
  try {
    const { day = '', comment = '' } = JSON.parse(text);
    return { day: String(day), comment: String(comment) };
  } catch {
    // Another program has written it.
    return { day: '', comment: text };
  }
}

/** @type {(played: Played) => string} */
export const playedText = ({ day, comment }) => JSON.stringify({ day, ...(comment && { comment }) });
