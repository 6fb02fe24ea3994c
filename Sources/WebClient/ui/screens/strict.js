// How many people must enter a score before it counts as sure: the host's choice.

import { Standing } from '../../core/lobby.js';
import { nameOfMember } from '../../core/scorecard.js';
import { h } from '../parts/dom.js';
import { button, checkbox } from '../parts/elements.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 */

/** @type {(number | null)[]} how many people; 0: each of the scorers */
const LEVELS = [1, 2, 0];

/** @param {App} app @param {Game} game */
export function openStrict(app, game) {
  const { trust } = game.known?.lobby ?? {};
  if (!trust) return;
  const { number: from } = trust;
  let { need, blind } = trust;
  const scorers = new Set(trust.scorers);
  const turn = (change) => () => {
    change();
    app.update();
  };
  const save = () => {
    const { members } = /** @type {import('../../core/lobby.js').Lobby} */ (game.known?.lobby);
    const chosen = members.filter(({ number }) => scorers.has(number)).map(({ person }) => person);
    const wish = need === 0 ? { scorers: chosen, blind: blind || undefined } : {};
    if (app.attempt(() => game.edit({ op: 'trust', from, need, ...wish }))) app.closeSheet();
  };
  const isSame = () =>
    need === trust.need && blind === trust.blind && `${[...scorers].sort()}` === `${trust.scorers}`;
  app.sheet(
    () => {
      const { lobby } = game.known ?? {};
      if (!lobby) return null;
      const people = lobby.members.filter(({ standing }) => standing === Standing.active);
      return h('div', { class: 'stack' },
        h('div', { class: 'stack', role: 'group', 'aria-label': t('strict.title') },
          LEVELS.map((level) => button(
            [h('strong', null, t(`strict.${level}`)), h('small', null, t(`strict.${level}Text`))],
            turn(() => {
              need = Number(level);
              blind &&= need === 0;
              if (need === 0 && scorers.size === 0) people.forEach(({ number }) => scorers.add(number));
              if (need !== 0) scorers.clear();
            }), 'wide pick', { key: level, 'aria-pressed': need === level }))),
        need === 0 && h('fieldset', { class: 'stack' }, h('legend', null, t('strict.scorers')),
          people.map(({ number }) => checkbox(nameOfMember(lobby, number), scorers.has(number),
            turn(() => (scorers.has(number) ? scorers.delete(number) : scorers.add(number)))))),
        need === 0 && checkbox(t('strict.blind'), blind, turn(() => {
          blind = !blind;
        })),
        lobby.cells.size > 0 && h('p', { class: 'muted' }, t('strict.now')),
        button(t('save'), save, 'primary wide',
          { disabled: isSame() || (need === 0 && scorers.size === 0) }));
    },
    { label: t('strict.title') },
  );
}
