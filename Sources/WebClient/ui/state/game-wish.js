// What somebody wishes for a game that is played with the scores, and its settings. Knows no page.

/**
 * @typedef {import('../../core/format-games.js').Settings} Settings
 * @typedef {{format: string, sides: 'alone' | 'teams', teamOf: Object<string, number>,
 *   score: 'best' | 'sum', handicap: 'none' | 'low' | 'full', source: 'given' | 'rating72',
 *   allowance: number, value: number, carry: 'yes' | 'no', leftover: string, split: string,
 *   press: string, pressAt: number, points: string, ties: string, kept: Settings}} GameWish
 *   `teamOf`: by player; 0: doesn't play; `kept`: what the form doesn't show
 */

/**
 * @param {Settings} settings
 * @param {string[]} players
 * @returns {GameWish}
 */
export function wishOf(settings, players) {
  const { sides } = settings;
  const isTeams = Boolean(sides?.some((side) => typeof side !== 'string'));
  const membersOf = (side) => (typeof side === 'string' ? [side] : side.members);
  const teamOf = Object.fromEntries(players.map((player, place) => {
    const at = sides?.findIndex((side) => membersOf(side).includes(player)) ?? place;
    return [player, at + 1];
  }));
  const team = sides?.find((side) => typeof side !== 'string');
  const { value = 1 } = settings;
  return {
    format: settings.format,
    sides: isTeams ? 'teams' : 'alone',
    teamOf,
    score: (typeof team !== 'string' && team?.score) || 'best',
    handicap: /** @type {any} */ (settings.handicap) ?? 'none',
    source: /** @type {any} */ (settings.handicap_source) ?? 'given',
    allowance: settings.allowance ?? 100,
    value: typeof value === 'number' ? value : 1,
    carry: settings.carry === false ? 'no' : 'yes',
    leftover: settings.leftover ?? 'unclaimed',
    split: settings.split ?? 'play',
    press: settings.press ?? 'none',
    pressAt: settings.press_at ?? 2,
    points: typeof settings.points === 'string' ? settings.points : 'stableford',
    ties: settings.ties ?? 'shared',
    kept: settings,
  };
}

/**
 * The sides as they are to begin with: each alone, or two teams, the first half and the others.
 *
 * @param {GameWish} wish
 * @param {'alone' | 'teams'} sides
 * @param {string[]} players
 * @returns {Partial<GameWish>}
 */
export function sidesAs({ sides: before }, sides, players) {
  if (before === sides) return {};
  const half = Math.ceil(players.length / 2);
  const team = (/** @type {number} */ at) => (sides === 'alone' ? at + 1 : at < half ? 1 : 2);
  return { sides, teamOf: Object.fromEntries(players.map((player, at) => [player, team(at)])) };
}

/** A game for one makes sense only where everybody is compared with the course. */
const FOR_ONE = ['stroke', 'stableford', 'tags'];

/**
 * Why nobody could play that; empty: they can.
 *
 * @param {GameWish} wish
 * @param {string[]} players
 * @returns {'' | 'two' | 'few'}
 */
export function troubleOf(wish, players) {
  const count = settingsOf(wish, players).sides?.length ?? players.length;
  if (wish.format === 'match' && count !== 2) return 'two';
  return count < (FOR_ONE.includes(wish.format) ? 1 : 2) ? 'few' : '';
}

/** Without what is as usual. */
const unless = (name, value, usual) => (value === usual ? {} : { [name]: value });

/**
 * The settings of each format.
 *
 * @type {Object<string, (wish: GameWish, count: number) => Object<string, any>>}
 */
const OWN = {
  skins: ({ value, carry, leftover }) => ({
    ...unless('value', value, 1),
    ...unless('carry', carry === 'yes', true),
    ...unless('leftover', leftover, 'unclaimed'),
  }),
  nassau: ({ value, split, press, pressAt }, count) => ({
    ...unless('scoring', count === 2 ? 'match' : 'stroke', 'match'),
    ...unless('split', split, 'play'),
    ...unless('value', value, 1),
    ...unless('press', press, 'none'),
    ...unless('press_at', pressAt, 2),
  }),
  stableford: ({ points }) => unless('points', points, 'stableford'),
  stroke: ({ ties }) => unless('ties', ties, 'shared'),
  awards: ({ value, kept }) => ({
    awards: kept.format === 'awards' ? (kept.awards ?? []) : [], ...unless('value', value, 1),
  }),
  match: ({ kept }) => (kept.format === 'match' && kept.concede ? { concede: kept.concede } : {}),
};

/**
 * @param {GameWish} wish
 * @param {string[]} players
 * @returns {Settings}
 */
export function settingsOf(wish, players) {
  const isPlaying = (player) => (wish.teamOf[player] ?? 1) > 0;
  const playing = players.filter(isPlaying);
  const teams = [...new Set(playing.map((player) => wish.teamOf[player] ?? 0))].sort();
  const sides = wish.sides === 'teams'
    ? teams.map((team) => ({
        id: `t${team}`, members: playing.filter((player) => wish.teamOf[player] === team),
        ...unless('score', wish.score, 'best'),
      }))
    : playing.length < players.length ? playing : undefined;
  const count = sides?.length ?? players.length;
  return {
    format: wish.format,
    ...OWN[wish.format]?.(wish, count),
    ...(sides && { sides }),
    ...unless('handicap', wish.handicap, 'none'),
    ...(wish.handicap !== 'none' && {
      ...unless('handicap_source', wish.source, 'given'),
      ...unless('allowance', wish.allowance, 100),
    }),
  };
}
