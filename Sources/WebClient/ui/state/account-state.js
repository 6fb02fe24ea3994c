// What follows from what is known of an account. Knows no page and no clock.

/**
 * @typedef {{person: string, pass: string, added?: number, claimed_from_device?: any, until?: number}}
 *   OwnPerson
 * @typedef {{language?: 'en' | 'is', theme?: 'system' | 'light' | 'dark', shortcuts?: string[],
 *   colour?: number}} SharedSettings
 * @typedef {{account: string, handle: string, name: string, full_name?: string | null,
 *   email?: string | null, email_verified?: any, visibility: number, age: number,
 *   settings: SharedSettings, has_password: any, main_person: string, persons: OwnPerson[],
 *   restored_at?: number | null, version: number}} Me
 * @typedef {{account: string, handle: string, name: string, colour?: number, since?: number,
 *   at?: number}} Someone
 * @typedef {{id: string, from: Someone, lobby: string, invitation: string, course: string | null,
 *   at: number, state: 'open' | 'expired'}} Invitation
 * @typedef {{id: string, by?: Someone, name?: string, course?: string | null,
 *   state: 'claimed' | 'let_go' | 'undone', is_own: boolean}} ColumnNews of a guest's column
 * @typedef {{course: string, name: string, changes: number, comments: number,
 *   mismatches: number}} WaitingCourse one that is looked after, where something waits
 * @typedef {{requests: Someone[], invitations: Invitation[], columns?: ColumnNews[],
 *   courses?: WaitingCourse[]}} Inbox
 */

const MINUTE = 60_000;
/** So old something may be without a word about it. */
const FRESH_MILLISECONDS = 5 * MINUTE;

/**
 * How old something is, if that has to be said.
 *
 * @param {number | null} at when it was heard
 * @param {number} now
 * @returns {{key: string, count: number} | null}
 */
export function ageOf(at, now) {
  const age = at === null ? 0 : now - at;
  if (age < FRESH_MILLISECONDS) return null;
  const minutes = Math.floor(age / MINUTE);
  if (minutes < 120) return { key: 'age.minutes', count: minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return { key: 'age.hours', count: hours };
  return { key: 'age.days', count: Math.floor(hours / 24) };
}

/**
 * When the same may be tried again.
 *
 * @param {number} milliseconds
 * @returns {{key: string, count: number}}
 */
export function againIn(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 100
    ? { key: 'again.seconds', count: seconds }
    : { key: 'again.minutes', count: Math.ceil(seconds / 60) };
}

/**
 * The settings of a phone that are its account's too.
 *
 * @param {{language?: any, theme?: any, shortcuts?: any}} settings
 * @returns {SharedSettings}
 */
export const sharedSettings = ({ language, theme, shortcuts }) => ({
  ...(language && { language }),
  theme: theme ?? 'system',
  ...(shortcuts && { shortcuts }),
});

/**
 * What a phone keeps of the settings of its account.
 *
 * @param {SharedSettings} settings
 */
export const phoneSettings = ({ language, theme, shortcuts }) => ({
  ...(language && { language }),
  ...(theme && { theme: theme === 'system' ? null : theme }),
  shortcuts: shortcuts ?? null,
});

/** @type {(me: Pick<Me, 'persons'>, now: number) => OwnPerson[]} what can still be given back */
export const returnable = ({ persons }, now) =>
  persons.filter(({ claimed_from_device: claimed, until }) => claimed && (until ?? Infinity) > now);

/**
 * How many ways in there are, beside recovery codes.
 *
 * @param {Pick<Me, 'has_password' | 'email' | 'email_verified'>} me
 * @param {unknown[]} passkeys
 */
export const waysIn = ({ has_password, email, email_verified }, passkeys) =>
  passkeys.length + (has_password ? 1 : 0) + (email && email_verified ? 1 : 0);

/**
 * The games of a phone that its account hasn't got.
 *
 * @template {{person?: string | null}} Game
 * @param {Game[]} games
 * @param {{person: string}[]} persons the account's
 */
export const otherGames = (games, persons) => {
  const own = new Set(persons.map(({ person }) => person));
  return games.filter(({ person }) => !person || !own.has(person));
};

/**
 * What a phone lists of the games that its account has elsewhere.
 *
 * @param {{lobby: string, since: number, started?: number, course?: string | null,
 *   stage?: [number, number], names?: string[], own?: number,
 *   totals?: {total: number, over_par: number, place: number | null}[]}[]} items as the server
 *   tells them; one that it couldn't read has no `stage`
 * @param {{lobby: string | null}[]} games of the phone
 * @param {readonly import('../../core/lobby.js').Stage[0][]} phases by their numbers
 * @returns {(import('../../device/device.js').Listed & {path: string})[]}
 */
export function gamesElsewhere(items, games, phases) {
  const here = new Set(games.map(({ lobby }) => lobby));
  return items
    .filter(({ lobby, stage }) => stage && !here.has(lobby))
    .map(({ lobby, since, started, course = null, stage = [0, 0], names = [], totals = [], own }) => ({
      key: lobby,
      path: `/a/g#${lobby}`,
      lobby,
      code: null,
      course,
      names,
      totals: totals.map(({ total, over_par: overPar, place }) => ({ total, overPar, place })),
      own,
      stage: /** @type {import('../../core/lobby.js').Stage} */ ([phases[stage[0]], stage[1]]),
      startedAt: started ?? since,
      openedAt: started ?? since,
      pendingCount: 0,
      pendingScores: 0,
    }));
}

/**
 * The address of a screen from which one goes on elsewhere. That may be a link with a secret in it,
 * so it stands where no server sees it.
 *
 * @type {(path: string, to?: string | null) => string}
 */
export const leadingTo = (path, to) => (to ? `${path}#to=${encodeURIComponent(to)}` : path);

/**
 * What somebody wants to write about: "#about=…" of the address.
 *
 * @param {string} hash
 */
export function aboutIn(hash) {
  const [, about = ''] = /^#about=(.{1,600})$/.exec(hash) ?? [];
  try {
    return decodeURIComponent(about);
  } catch {
    return '';
  }
}

/** @type {(hash: string) => string | null} where such an address leads on */
export const wayOn = (hash) => new URLSearchParams(hash.slice(1)).get('to');

/** @type {(path: string | null) => string} where one goes on, if that is a place of ours */
export const placeAfter = (path) => (path && /^\/(?![/\\])/.test(path) ? path : '/');

/**
 * What the server is told of it, so that the link of a mail goes on there on whatever device. A game
 * by its key is on this one only; what is too long, or has other signs, is refused.
 *
 * @type {(path: string | null) => {to?: string}}
 */
export const wayForMail = (path) =>
  path && /^\/(?!\/|g\/)[!-[\]-~]{0,127}$/.test(path) ? { to: path } : {};
