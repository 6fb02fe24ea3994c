// What is known of a hole beside its score: penalties, putts, a note, that somebody picked up or
// gives the hole away, a ruling that is open, and who was the best at something.

import { Field } from '../../core/fields.js';
import { playerOf } from '../../core/lobby.js';
import { PENALTIES } from '../../core/penalties.js';
import { cardOf, shownValue } from '../../core/scorecard.js';
import { confirmFirst } from '../parts/confirm.js';
import { h } from '../parts/dom.js';
import { button, checkbox, field, form, segmented } from '../parts/elements.js';
import { stepper } from '../parts/steppers.js';
import { settles } from '../state/rights.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Key} Key
 * @typedef {import('../../core/lobby.js').Value} Value
 */

/** What happens most, which is shown at once. */
const USUAL = ['ob', 'hazard', 'mandatory', 'lost', 'optional_relief', 'stance', 'absent'];
const AWARDS = [1, 2, 3];
const THROWS_MAX = 99;

/**
 * @param {App} app
 * @param {Game} game
 * @param {{round: number, player: number, hole: number}} where `hole`: from 1 on
 */
export function openBeside(app, game, { round, player, hole }) {
  /** Whether what is tapped is added to the score: or else the score has it already. */
  let isAdding = false;
  let isAll = false;
  /** @type {(which: number) => Key} */
  const at = (which) => [round, player, hole, which];
  const noteSeen = game.seen(at(Field.note));
  let note = '';
  const now = (/** @type {Key} */ cell) => game.known && shownValue(game.known.lobby, cell);
  note = String(now(at(Field.note)) ?? '');
  /** @type {(cell: Key, value: Value, seen?: import('../../core/client-core.js').Seen) => any} */
  const put = (cell, value, seen) =>
    app.attempt(() => game.edit({ op: 'set', cell, value }, seen));
  const turn = (change) => {
    change();
    app.update();
  };

  /** What stands there as it is drawn: a tap adds to that number, and to none that comes later. */
  const standing = () => {
    const cell = at(Field.throws);
    return { throws: /** @type {number | null} */ (now(cell)), seen: game.seen(cell) };
  };

  const penalty = ({ place, throws }, which, par, before) => (count) => {
    const cell = at(which);
    const was = Number(now(cell) ?? 0);
    if (!put(cell, count === 0 ? null : count) || count < was) return;
    if (place === 'par') return put(at(Field.throws), par + throws, before.seen);
    const costs = place === 'warning' && was === 0 ? 0 : throws;
    if (!isAdding || before.throws === null || costs === 0) return;
    put(at(Field.throws), Math.min(THROWS_MAX, before.throws + costs), before.seen);
  };

  const penaltyRow = (each, which, par, before) => {
    const name = t(`penalty.${each.code}`);
    const costs = t(`penalty.${each.place}`, { count: each.throws });
    return h('li', { key: which, class: 'counted' },
      h('span', null, name, h('small', { class: 'muted' }, ` ${costs} · PDGA ${each.rule}`)),
      stepper({
        label: name, value: Number(now(at(which)) ?? 0), least: 0, most: 9, small: true,
        change: penalty(each, which, par, before),
      }));
  };

  const penalties = (par) => {
    const before = standing();
    const rows = PENALTIES.map((each, place) => ({ each, which: Field.penalty + place }))
      .filter(({ each }) => each.place !== 'card')
      .filter(({ each, which }) => isAll || USUAL.includes(each.code) || now(at(which)) !== null);
    return h('section', { class: 'stack' },
      h('h3', null, t('beside.penalties')),
      segmented(t('beside.score'),
        [[false, t('beside.contains')], [true, t('beside.adds')]], isAdding,
        (chosen) => turn(() => {
          isAdding = chosen;
        })),
      h('ul', { class: 'rows' }, rows.map(({ each, which }) => penaltyRow(each, which, par, before))),
      !isAll && button(t('beside.all'), () => turn(() => {
        isAll = true;
      }), 'quiet wide'),
      h('p', { class: 'muted' }, t('beside.edition')));
  };

  const pickedUp = () => {
    const is = now(at(Field.pickedUp)) !== null;
    const before = standing();
    return checkbox(t('beside.pickedUp'), is, () =>
      put(at(Field.pickedUp), is ? null : 1) && !is && before.throws !== null &&
        put(at(Field.throws), null, before.seen));
  };

  const counter = (which, word, first, most) => {
    const value = now(at(which));
    return h('div', { class: 'stack' },
      checkbox(t(`beside.${word}`), value !== null, () => put(at(which), value === null ? first : null)),
      value !== null && stepper({
        label: t(`beside.${word}`), value: Number(value), least: which === Field.putts ? 0 : 1, most,
        change: (count) => put(at(which), count),
      }));
  };

  const awards = (name) => h('fieldset', { class: 'stack' },
    h('legend', null, t('beside.awards')),
    AWARDS.map((kind) => {
      /** @type {Key} */
      const cell = [round, kind, hole, Field.award];
      const winner = now(cell);
      const other = winner !== null && winner !== player &&
        String(shownValue(/** @type {any} */ (game.known).lobby, [0, Number(winner), 0, Field.name]) ?? '?');
      return h('div', { key: kind },
        checkbox(t(`award.${kind}`), winner === player, () => put(cell, winner === player ? null : player)),
        other && h('p', { class: 'muted' }, t('beside.nowIs', { name: other, other: name })));
    }));

  const concession = (name) => {
    const { lobby } = /** @type {import('../../core/view.js').KnownView} */ (game.known);
    if (!lobby.games.some(({ settings }) => ['match', 'nassau'].includes(settings.format))) return null;
    const cell = at(Field.concededHole);
    if (now(cell) !== null) return h('p', null, t('beside.conceded', { name }));
    const label = t('beside.concede', { name });
    return button(label, () =>
      confirmFirst(app, { label, text: t('beside.concedeText'), action: label }, () => put(cell, 0)),
    'wide');
  };

  app.sheet(
    () => {
      const view = game.known;
      const column = view && playerOf(view.lobby, player);
      if (!view || !column) return h('p', null, t('people.gone'));
      const line = cardOf(view.lobby, round).lines.find((each) => each.player === player);
      const name = String(shownValue(view.lobby, [0, player, 0, Field.name]));
      const isOwn = column.member === 0 || column.member === view.me || settles(view);
      return h('div', { class: 'stack' },
        pickedUp(),
        penalties(line?.pars[hole - 1] ?? 3),
        counter(Field.putts, 'putts', 2, THROWS_MAX),
        counter(Field.provisional, 'provisional',
          Math.min(THROWS_MAX, Number(standing().throws ?? 3) + 1), THROWS_MAX),
        form({ class: 'stack' }, () => put(at(Field.note), note.trim() || null, noteSeen) && app.closeSheet(),
          field(t('beside.note'), {
            value: note, maxlength: 60, oninput: (event) => {
              note = event.target.value;
            },
          }),
          button(t('save'), null, 'wide')),
        awards(name),
        isOwn && concession(name));
    },
    { label: t('beside.title', {
      name: String(now([0, player, 0, Field.name]) ?? '?'),
      hole: game.known?.lobby.holes[hole - 1]?.[0] ?? hole,
    }) },
  );
}

/**
 * Penalty throws that belong to no hole, which the host and scorekeepers give.
 *
 * @param {App} app
 * @param {Game} game
 * @param {number} player
 */
export function openCardPenalties(app, game, player) {
  app.sheet(
    () => {
      const view = game.known;
      if (!view) return null;
      const round = Math.max(1, view.lobby.stage[1]);
      return h('div', { class: 'stack' },
        h('p', { class: 'muted' }, t('beside.cardText')),
        h('ul', { class: 'rows' }, PENALTIES.map((each, place) => ({ each, place }))
          .filter(({ each }) => each.place === 'card')
          .map(({ each, place }) => {
            /** @type {Key} */
            const cell = [round, player, 0, Field.penalty + place];
            const name = t(`penalty.${each.code}`);
            return h('li', { key: place, class: 'counted' },
              h('span', null, name,
                h('small', { class: 'muted' }, ` ${t('penalty.card', { count: each.throws })} · PDGA ${each.rule}`)),
              stepper({
                label: name, value: Number(shownValue(view.lobby, cell) ?? 0), least: 0, most: 9,
                small: true,
                change: (count) => app.attempt(() =>
                  game.edit({ op: 'set', cell, value: count || null, confirm: true }, game.seen(cell))),
              }));
          })),
        h('p', { class: 'muted' }, t('beside.edition')));
    },
    { label: t('beside.card') },
  );
}
