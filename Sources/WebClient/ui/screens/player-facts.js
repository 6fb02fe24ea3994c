// What is known of somebody who plays, beside their scores: a handicap, a rating, a bag tag, and the
// holes from and to which they play.

import { Field } from '../../core/fields.js';
import { columnsOf } from '../../core/lobby.js';
import { parsOf, shownValue, thrownTee } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { button, checkbox, field, form, overText } from '../parts/elements.js';
import { stepper } from '../parts/steppers.js';
import { parOf } from '../../core/scoring.js';
import { figureKey, roundsOf } from '../state/course-past.js';
import { MEAN_PERCENT, fromRating, fromRounds } from '../state/handicap.js';
import { currentLanguage, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Key} Key
 */

/** A number with a decimal at most, as people write it; in tenths. NaN: it isn't one. */
export function tenthsOf(/** @type {string} */ text) {
  const trimmed = text.trim().replace(',', '.').replace('−', '-');
  return /^[-+]?\d{1,2}(\.\d)?$/.test(trimmed) ? Math.round(Number(trimmed) * 10) : NaN;
}

const tenthsText = (/** @type {any} */ value) =>
  (value === null ? '' : String(value / 10).replace('.', currentLanguage() === 'is' ? ',' : '.'));

const wholeOf = (/** @type {string} */ text) =>
  (/^\d{1,5}$/.test(text.trim()) ? Number(text) : NaN);

/** @type {{name: string, field: number, read: (text: string) => number, least: number, most: number}[]} */
const NUMBERS = [
  { name: 'handicap', field: Field.handicap, read: tenthsOf, least: -990, most: 990 },
  { name: 'rating', field: Field.rating, read: wholeOf, least: 1, most: 1_200 },
  { name: 'tag', field: Field.tag, read: wholeOf, least: 1, most: 99_999 },
];

/**
 * What the handicap could be by one's own rounds on this layout, as far as they are known here, and
 * once more when the server has told of others.
 *
 * @param {App} app
 * @param {Game} game
 * @param {number} player
 * @param {(mean: ReturnType<typeof fromRounds>) => void} tell
 */
async function tellMean({ device }, game, player, tell) {
  const { lobby, me } = game.known ?? {};
  const { layout } = lobby ?? {};
  if (!lobby || !layout || lobby.members[(me ?? 0) - 1]?.player !== player) return;
  const tee = layout.tees[thrownTee(lobby, player).place]?.[0];
  const key = figureKey(layout.layout, layout.series, tee, lobby.holes.length);
  const games = (await device.games()).filter((each) => each.lobby !== lobby.id);
  const told = (counted) => {
    const here = roundsOf(games, counted).filter((each) => each.key === key);
    tell(fromRounds(here, Date.now()));
  };
  told([]);
  const catalogue = await device.catalogue();
  await catalogue.rounds.tell(device, (counted) =>
    told(counted.filter((each) => each.lobby !== lobby.id))).catch(() => {});
}

/** @param {App} app @param {Game} game @param {number} player */
export function openPlayerFacts(app, game, player) {
  const lobby = game.known?.lobby;
  if (!lobby) return;
  const round = Math.max(1, lobby.stage[1]);
  /** @type {(which: number) => Key} */
  const once = (which) => [0, player, 0, which];
  /** @type {(which: number) => Key} */
  const inRound = (which) => [round, player, 0, which];
  const now = (/** @type {Key} */ cell) => game.known && shownValue(game.known.lobby, cell);
  const textOf = (name, value) => (name === 'handicap' ? tenthsText(value) : String(value ?? ''));
  const typed = new Map(NUMBERS.map(({ name, field: which }) =>
    [name, textOf(name, now(once(which)))]));
  const seen = new Map(NUMBERS.map(({ name, field: which }) => [name, game.seen(once(which))]));
  let fault = '';
  /** @type {ReturnType<typeof fromRounds>} */
  let ownMean = null;
  tellMean(app, game, player, (mean) => {
    ownMean = mean;
    app.update();
  });
  const suggestion = (key, tenths, values = {}) => {
    const handicap = tenthsText(tenths);
    return button(t(key, { ...values, handicap }), () => {
      typed.set('handicap', handicap);
      app.update();
    }, 'wide quiet');
  };
  const suggestions = () => {
    const rating = wholeOf(typed.get('rating') ?? '');
    const par = parOf(parsOf(/** @type {any} */ (game.known).lobby));
    return [
      ownMean && suggestion('facts.mean', ownMean.tenths, {
        percent: MEAN_PERCENT, count: ownMean.overs.length, overs: ownMean.overs.map(overText).join(', '),
      }),
      rating >= 1 && rating <= 1_200 && suggestion('facts.icelandic', fromRating(rating, par), { par }),
    ];
  };
  const save = () => {
    fault = NUMBERS.find(({ name, read, least, most }) => {
      const text = typed.get(name) ?? '';
      return text.trim() !== '' && !(read(text) >= least && read(text) <= most);
    })?.name ?? '';
    app.update();
    if (fault) return;
    const isDone = NUMBERS.every(({ name, field: which, read }) => {
      const text = (typed.get(name) ?? '').trim();
      const value = text === '' ? null : read(text);
      const cell = once(which);
      return value === now(cell) ||
        app.attempt(() => game.edit({ op: 'set', cell, value }, seen.get(name)));
    });
    if (isDone) app.closeSheet();
  };
  const put = (cell, value) => app.attempt(() => game.edit({ op: 'set', cell, value }));
  const part = (which, word, first) => {
    const cell = inRound(which);
    const value = now(cell);
    return h('div', { class: 'stack' },
      checkbox(t(`facts.${word}`), value !== null, () => put(cell, value === null ? first : null)),
      value !== null && stepper({
        label: t(`facts.${word}Hole`),
        value: Number(value),
        least: which === Field.out ? 0 : 1,
        most: lobby.holes.length,
        change: (hole) => put(cell, hole),
      }));
  };
  app.sheet(
    () => {
      if (!game.known || !columnsOf(game.known.lobby).some(({ id }) => id === player)) {
        return h('p', null, t('people.gone'));
      }
      return h('div', { class: 'stack' },
        form({ class: 'stack' }, save,
          NUMBERS.map(({ name }) => [
            field(t(`facts.${name}`), {
              value: typed.get(name),
              inputmode: name === 'handicap' ? 'text' : 'numeric',
              'aria-invalid': fault === name ? 'true' : null,
              oninput: (event) => {
                typed.set(name, event.target.value);
                if (name === 'rating') app.update();
              },
            }, t(`facts.${name}${fault === name ? 'Fault' : 'Hint'}`)),
            name === 'rating' && suggestions(),
          ].flat()),
          button(t('save'), null, 'primary wide')),
        game.known.lobby.stage[0] !== 'setup' && [
          part(Field.from, 'from', Math.min(2, lobby.holes.length)),
          part(Field.out, 'out', lobby.holes.length - 1),
        ]);
    },
    { label: String(now(once(Field.name)) ?? '?') },
  );
}
