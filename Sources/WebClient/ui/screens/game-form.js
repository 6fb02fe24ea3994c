// The settings of a game that everybody plays with the scores: who against whom, with which
// handicaps, for what. What is as usual isn't written.

import { Field } from '../../core/fields.js';
import { columnsOf } from '../../core/lobby.js';
import { shownValue } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { button, checkbox, segmented } from '../parts/elements.js';
import { stepper } from '../parts/steppers.js';
import { settingsOf, sidesAs, troubleOf, wishOf } from '../state/game-wish.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../state/game-wish.js').GameWish} GameWish
 */

const FORMATS = ['stroke', 'match', 'skins', 'nassau', 'stableford', 'awards', 'tags'];
const TEAMS = 6;

/**
 * @param {App} app
 * @param {Game} game
 * @param {{id: number, number: number, settings: import('../../core/format-games.js').Settings} | null}
 *   known null: a new one
 * @param {(key: string) => void} show
 */
export function openGameForm(app, game, known, show) {
  const lobbyNow = () => /** @type {import('../../core/lobby.js').Lobby} */ (game.known?.lobby);
  const players = () => columnsOf(lobbyNow()).map(({ id }) => String(id));
  /** @type {GameWish} */
  let wish = wishOf(known?.settings ?? { format: 'match' }, players());
  const change = (/** @type {Partial<GameWish>} */ part) => {
    wish = { ...wish, ...part };
    app.update();
  };
  const save = () => {
    const settings = settingsOf(wish, players());
    const id = known?.id ?? lobbyNow().last_game + 1;
    const from = known?.number;
    if (!app.attempt(() => game.edit({ op: 'game', id, from, settings }))) return;
    app.closeSheet();
    show(`g${id}`);
  };
  const choice = (name, values) =>
    h('div', { class: 'stack' },
      h('span', { class: 'label' }, t(`game.${name}`)),
      segmented(t(`game.${name}`), values.map((value) => [value, t(`game.${name}.${value}`)]),
        wish[name], (value) => change(name === 'sides' ? sidesAs(wish, value, players()) : { [name]: value })));
  const number = (name, least, most, by = 1) =>
    h('div', { class: 'counted' },
      h('span', { class: 'label' }, t(`game.${name}`)),
      stepper({
        label: t(`game.${name}`), value: wish[name], least, most,
        change: (value) => change({ [name]: wish[name] + (value - wish[name]) * by }),
      }));
  const nameOf = (player) => String(shownValue(lobbyNow(), [0, Number(player), 0, Field.name]));
  const sides = () => [
    choice('sides', ['alone', 'teams']),
    h('ul', { class: 'rows' }, players().map((player) =>
      h('li', { key: player, class: 'stack' },
        wish.sides === 'alone'
          ? checkbox(nameOf(player), wish.teamOf[player] !== 0, () => change({
              teamOf: { ...wish.teamOf, [player]: wish.teamOf[player] === 0 ? 1 : 0 },
            }))
          : [
              h('span', null, nameOf(player)),
              segmented(nameOf(player),
                Array.from({ length: Math.min(TEAMS, players().length) + 1 }, (_, team) =>
                  [team, team === 0 ? '–' : String.fromCharCode(64 + team),
                    t(team === 0 ? 'game.noTeam' : 'game.team', { team: String.fromCharCode(64 + team) })]),
                wish.teamOf[player] ?? 0,
                (team) => change({ teamOf: { ...wish.teamOf, [player]: team } })),
            ]))),
    wish.sides === 'teams' && choice('score', ['best', 'sum']),
  ];
  const handicaps = () => [
    choice('handicap', ['none', 'low', 'full']),
    wish.handicap !== 'none' && h('div', { class: 'stack' },
      choice('source', ['given', 'rating72']),
      number('allowance', 0, 200, 5),
      h('p', { class: 'muted' }, t('game.handicapText'))),
  ];
  const more = () => {
    switch (wish.format) {
      case 'skins': return [number('value', 1, 1_000), choice('carry', ['yes', 'no']),
        choice('leftover', ['unclaimed', 'split'])];
      case 'nassau': return [number('value', 1, 1_000), choice('split', ['play', 'holes']),
        choice('press', ['none', 'auto', 'manual']),
        wish.press !== 'none' && number('pressAt', 1, 9)];
      case 'stableford': return choice('points', ['stableford', 'modified', 'birdies']);
      case 'stroke': return choice('ties', ['shared', 'countback', 'playoff']);
      case 'awards': return [number('value', 1, 1_000), h('p', { class: 'muted' }, t('game.awardsText'))];
      case 'tags': return h('p', { class: 'muted' }, t('game.tagsText'));
      default: return null;
    }
  };
  app.sheet(
    () => {
      if (!game.known) return null;
      const trouble = troubleOf(wish, players());
      return h('div', { class: 'stack' },
        h('div', { class: 'chips', role: 'group', 'aria-label': t('game.format') },
          FORMATS.map((format) => button(t(`game.format.${format}`), () => change({ format }), undefined,
            { key: format, 'aria-pressed': format === wish.format }))),
        h('p', { class: 'muted' }, t(`game.about.${wish.format}`)),
        sides(),
        !['awards', 'tags'].includes(wish.format) && handicaps(),
        more(),
        trouble && h('p', { class: 'notice' }, t(`game.trouble.${trouble}`)),
        button(t('save'), save, 'primary wide', { disabled: Boolean(trouble) }),
        lobbyNow().cells.size > 0 && h('p', { class: 'muted' }, t('also.fromFirst')));
    },
    { label: t(known ? 'game.change' : 'game.new') },
  );
}
