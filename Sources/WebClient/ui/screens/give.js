// What is said in a match, and isn't a score: that it is given up, that a hole is halved as agreed,
// and a press.

import { Field } from '../../core/fields.js';
import { columnsOf } from '../../core/lobby.js';
import { sideOf } from '../../core/round-facts.js';
import { shownValue } from '../../core/scorecard.js';
import { confirmFirst } from '../parts/confirm.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { comesTo, factsOf } from '../state/card-as.js';
import { settles } from '../state/rights.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../state/card-as.js').Choice} Choice
 * @typedef {import('../../core/lobby.js').Key} Key
 */

/** A hole of which nobody knows yet whose it is. */
const isOpen = (sign) => sign === '?' || sign === '-';

/**
 * The columns that somebody speaks for: their own, those of guests, and for who settles all.
 *
 * @param {KnownView} view
 * @param {Choice} choice
 */
function speakersOf(view, { settings }) {
  const { lobby, me } = view;
  const sides = settings.sides?.map((side) => (typeof side === 'string' ? side : side.id));
  return columnsOf(lobby)
    .filter(({ member }) => member === 0 || member === me || settles(view))
    .filter(({ id }) => !sides || sides.includes(sideOf(settings, String(id))));
}

/** @param {App} app @param {Game} game @param {Choice} choice @param {number} round */
export function openGive(app, game, choice, round) {
  const id = Number(choice.id);
  const put = (/** @type {Key} */ cell, value) =>
    app.attempt(() => game.edit({ op: 'set', cell, value })) && app.closeSheet();
  app.sheet(
    () => {
      const view = game.known;
      if (!view?.lobby.games.some((each) => each.id === id)) return h('p', null, t('give.gone'));
      const { lobby } = view;
      const { order } = orderOf(lobby, round);
      const result = comesTo(lobby, round, choice.settings);
      const signs = result.holes ?? result.segments?.find((each) => each.id === 'total')?.results ?? [];
      const played = order.filter((hole) => columnsOf(lobby).some((column) =>
        shownValue(lobby, [round, column.id, hole, Field.throws]) !== null));
      const last = played.at(-1) ?? 0;
      const next = order.find((hole) => (signs.length > 0 ? isOpen(signs[hole - 1]) : hole > last));
      const labelOf = (hole) => lobby.holes[hole - 1]?.[0] ?? hole;
      const parts = choice.settings.press === 'manual'
        ? result.segments?.filter((each) => !each.pressed_by && each.id !== 'total') ?? [] : [];
      return h('div', { class: 'stack' },
        next && h('div', null,
          button(t('give.agree', { hole: labelOf(next) }),
            () => put([round, id, next, Field.agreed], 1), 'wide')),
        speakersOf(view, choice).map(({ id: player }) => {
          const name = String(shownValue(lobby, [0, player, 0, Field.name]));
          const label = t('give.match', { name });
          return h('div', { key: player, class: 'stack' },
            parts.filter((part) => last > 0 && part.holes.includes(last)).map((part) =>
              button(t('give.press', { name, hole: labelOf(last) }),
                () => put([round, player, last, Field.press], `${id}/${part.id}`), 'wide',
                { key: part.id })),
            button(label, () => confirmFirst(app, { label, text: t('give.matchText'), action: label },
              () => put([round, player, id, Field.concededMatch], last)), 'wide'));
        }));
    },
    { label: t('give.title') },
  );
}

/** The holes as they are played. */
function orderOf(lobby, round) {
  const { start, closed } = factsOf(lobby, round).cardText(lobby.holes.length, []);
  const holes = lobby.holes.map((_, at) => ((at + start - 1) % lobby.holes.length) + 1);
  return { order: holes.filter((hole) => !closed.includes(hole)) };
}
