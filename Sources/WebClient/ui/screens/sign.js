// The card is signed: by each for themself, and for the others by the host.

import { Field } from '../../core/fields.js';
import { playerOf } from '../../core/lobby.js';
import { nameOfMember, shownValue } from '../../core/scorecard.js';
import { signaturesOf } from '../../core/signing.js';
import { h } from '../parts/dom.js';
import { button, pendingText, segmented } from '../parts/elements.js';
import { holeText, listText } from '../parts/words.js';
import { settles } from '../state/rights.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../../core/signing.js').SignedColumn} SignedColumn
 */

/** So many holes that are in the way are named. */
const NAMED_MAX = 6;

/** @param {App} app @param {Game} game */
export function openSign(app, game) {
  let wanted = game.known?.lobby.stage[1] ?? 1;
  app.sheet(
    () => {
      const { known } = game;
      if (!known) return null;
      const { lobby } = known;
      const rounds = Array.from({ length: lobby.stage[1] }, (_, at) => at + 1);
      const round = rounds.includes(wanted) ? wanted : rounds.length;
      const columns = signaturesOf(lobby, round);
      const isWhole = columns.every(({ signature }) => isStanding(signature));
      return h('div', { class: 'stack' },
        rounds.length > 1 &&
          segmented(t('table.round'), rounds.map((each) => [each, t('at.r', { round: each })]),
            round, (chosen) => {
              wanted = chosen;
              app.update();
            }),
        h('p', { class: 'muted' }, t('sign.text')),
        h('ul', { class: 'rows' }, columns.map((column) =>
          h('li', { key: column.player, class: 'stack' },
            row(app, game, known, round, column)))),
        known.pendingCount > 0 && h('p', { class: 'notice' }, pendingText(known, 'server')),
        h('p', { role: 'status' }, isWhole && t('sign.all')));
    },
    { label: t('sign.title') },
  );
}

/** @type {(signature: SignedColumn['signature']) => boolean} */
const isStanding = (signature) => signature === 'valid' || signature === 'amended';

/**
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 * @param {number} round
 * @param {SignedColumn} column
 */
function row(app, game, view, round, column) {
  const { lobby } = view;
  const { player, content, signature, blocks } = column;
  const name = String(shownValue(lobby, [0, player, 0, Field.name]));
  const isOwn = playerOf(lobby, player)?.member === view.me;
  /** @type {import('../../core/lobby.js').Key} */
  const cell = [round, player, 0, Field.signed];
  // What is signed is what this screen shows, and no more than that.
  const seen = game.seen(cell);
  const put = () => app.attempt(() => game.edit({ op: 'set', cell, value: content }, seen));
  const maySign = view.takesPart && (isOwn || settles(view)) && lobby.stage[0] !== 'locked';
  return [
    h('p', null, h('strong', null, name), ' ', h('span', { class: 'muted' }, stateText(column))),
    blocks.length > 0 && h('ul', { class: 'plain muted' }, blockTexts(lobby, blocks).map((text) =>
      h('li', { key: text }, text))),
    signature === 'void' && blocks.length === 0 &&
      h('p', { class: 'notice' }, changeText(lobby, column)),
    maySign && blocks.length === 0 && !isStanding(signature) &&
      button(isOwn ? t('sign.own') : t('sign.for', { name }), put, isOwn ? 'primary wide' : 'wide'),
  ];
}

/** @param {SignedColumn} column */
const stateText = ({ signature, blocks }) =>
  t(signature === 'none' && blocks.length > 0 ? 'sign.waits' : `sign.${signature}`);

/**
 * What is in the way, each reason with its holes.
 *
 * @param {Lobby} lobby
 * @param {import('../../core/signing.js').Block[]} blocks
 */
function blockTexts(lobby, blocks) {
  /** @type {Map<string, number[]>} */
  const holesOf = new Map();
  for (const { hole, why, who } of blocks) {
    const names = listText(who.map((number) => nameOfMember(lobby, number)));
    const reason = t(`sign.why.${why}`, { names });
    holesOf.set(reason, [...(holesOf.get(reason) ?? []), hole]);
  }
  return [...holesOf].map(([reason, holes]) => {
    const labels = holes.map((hole) => lobby.holes[hole - 1]?.[0] ?? hole);
    const told = labels.slice(0, NAMED_MAX).join(', ') + (labels.length > NAMED_MAX ? ' …' : '');
    return t(labels.length > 1 ? 'sign.holes' : 'sign.hole', { holes: told, why: reason });
  });
}

/** Which holes are another now than what was signed. */
function changeText(lobby, { signed, content }) {
  const [old, now] = [signed ?? '', content].map((each) => each.split(';')[0].split(','));
  const changed = now.flatMap((score, at) =>
    (score === old[at] ? [] : [`${holeText(lobby, at + 1)}: ${old[at] ?? '–'} → ${score}`]));
  return t('sign.changed', { what: changed.slice(0, NAMED_MAX).join(', ') });
}

/**
 * How many have signed, to be tapped.
 *
 * @param {App} app
 * @param {Game} game
 * @param {KnownView} view
 * @param {number} round
 */
export function signLine(app, game, { lobby }, round) {
  const columns = signaturesOf(lobby, round);
  const count = columns.filter(({ signature }) => isStanding(signature)).length;
  const voided = columns.filter(({ signature }) => signature === 'void')
    .map(({ player }) => String(shownValue(lobby, [0, player, 0, Field.name])));
  const text = [
    t('sign.count', { signed: count, all: columns.length }),
    voided.length > 0 && t('sign.voided', { names: listText(voided) }),
  ];
  return h('div', { class: 'game-lines', role: 'status' },
    button(text.filter(Boolean).join(' · '), () => openSign(app, game), 'quiet wide'));
}
