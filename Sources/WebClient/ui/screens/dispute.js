// A dispute in words, to be settled with a tap, and the story of a cell.

import { cellOf, isDisputed } from '../../core/lobby.js';
import { nameOfMember } from '../../core/scorecard.js';
import { historyOf } from '../../device/history.js';
import { h } from '../parts/dom.js';
import { agoText, deedText, heldText, valueText, whereText } from '../parts/words.js';
import { Question } from '../state/attention.js';
import { settles } from '../state/rights.js';
import { entriesOf, entriesOfCell, heldInLobby } from '../state/timeline.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/view.js').KnownView} KnownView
 * @typedef {import('../../core/lobby.js').Key} Key
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 */

/** @type {(view: KnownView) => string} what tapping does, for this person */
function consequence(view) {
  if (view.isSpectator) return t('dispute.watching');
  if (view.lobby.stage[0] === 'locked') return t('dispute.locked');
  return t(settles(view) ? 'dispute.settles' : 'dispute.player');
}

/**
 * Says which value is right.
 *
 * @param {App} app
 * @param {Game} game
 * @param {Key} key
 * @param {import('../../core/lobby.js').Value} value
 * @param {import('../../core/client-core.js').Seen} seen what was shown to choose from
 * @returns {boolean} whether that was accepted
 */
export function settle(app, game, key, value, seen) {
  const view = game.known;
  if (!view) return false;
  const { lobby } = view;
  const confirm = settles(view) || undefined;
  if (!app.attempt(() => game.edit({ op: 'set', cell: key, value, confirm }, seen))) return false;
  app.say(`${whereText(lobby, key)}: ${valueText(key, value)}`);
  return true;
}

/**
 * Tells who entered what in a cell and when; in a dispute a tap settles it, and leads to the next.
 *
 * @param {App} app
 * @param {Game} game
 * @param {Key} key
 */
export function openDispute(app, game, key) {
  if (!game.known) return;
  // A tap settles no more than is shown: it replaces what was there when the person looked.
  let { lobby } = game.known;
  let seen = game.seen(key);
  const look = () => {
    lobby = game.known?.lobby ?? lobby;
    seen = game.seen(key);
    app.update();
  };
  const question = new Question();
  question.ask(whereText(lobby, key), performance.now());
  const choose = (value) => {
    if (!question.mayAnswer(performance.now())) return;
    const isDone = settle(app, game, key, value, seen);
    if (!isDone) return;
    app.closeSheet();
    const next = game.known?.disputes.find((each) => String(each.key) !== String(key));
    if (next) openDispute(app, game, next.key);
  };
  const view = () => {
    const { known } = game;
    const cell = cellOf(lobby, key);
    const isOpen = isDisputed(cell);
    const isOld = known !== null && cellOf(known.lobby, key) !== cell;
    const mayChoose = isOpen && !known?.isSpectator;
    const claims = claimsOf(game, lobby, key);
    return h(
      'div',
      { class: 'stack' },
      isOpen && h('p', null, t('dispute.open')),
      claims.length === 0 && h('p', null, t('dispute.nothing')),
      h('ul', { class: 'claims' }, claims.map((claim) => claimRow(
        key,
        { ...claim, isShown: isOpen && claim.isShown },
        mayChoose ? () => choose(claim.value) : null,
      ))),
      h('div', { role: 'status' }, isOld && h(
        'p',
        { class: 'notice' },
        t('dispute.news'),
        h('button', { type: 'button', onclick: look }, t('dispute.look')),
      )),
      isOpen && known && h('p', { class: 'muted' }, consequence(known)),
      h(
        'button',
        { type: 'button', class: 'wide quiet', onclick: () => openHistory(app, game, key) },
        t('history.open'),
      ),
    );
  };
  app.sheet(view, { label: whereText(lobby, key) });
}

/**
 * The values of a cell, the shown one first, each with those who entered it.
 *
 * @param {Game} game
 * @param {Lobby} lobby
 * @param {Key} key
 */
function claimsOf(game, lobby, key) {
  const held = heldInLobby(lobby);
  const confirmed = game.view?.confirmed.seq ?? 0;
  const claims = new Map();
  for (const { value, member, at, seq } of cellOf(lobby, key).siblings) {
    const who = {
      name: nameOfMember(lobby, member),
      when: agoText(lobby.start + at, game.now()),
      how: seq > confirmed ? `, ${t('history.waits')}` : heldText(held.get(seq)),
    };
    claims.set(value, [...(claims.get(value) ?? []), who]);
  }
  return [...claims].map(([value, people], place) => ({ value, people, isShown: place === 0 }));
}

/**
 * A score in large digits; all else is longer.
 *
 * @param {Key} key
 */
export const bigValue = (key, value) =>
  h(
    'strong',
    { class: typeof value === 'number' ? 'value' : 'value long' },
    valueText(key, value),
  );

const claimRow = (key, { value, people, isShown }, choose) =>
  h(
    'li',
    { key: String(value), class: 'claim' },
    bigValue(key, value),
    h(
      'div',
      null,
      people.map(({ name, when, how }) => h('p', null, h('b', null, name), ` ${when}${how}`)),
      isShown && h('p', { class: 'muted' }, t('dispute.shown')),
    ),
    choose &&
      h(
        'button',
        { type: 'button', class: 'primary', onclick: choose },
        t('dispute.right', { value: valueText(key, value) }),
      ),
  );

/**
 * All that was ever entered in a cell. The server has it.
 *
 * @param {App} app
 * @param {Game} game
 * @param {Key} key
 */
export function openHistory(app, game, key) {
  const { known } = game;
  if (!known) return;
  let state = 'asking';
  /** @type {import('../state/timeline.js').Entry[]} */
  let entries = [];
  const ask = async () => {
    state = 'asking';
    app.update();
    try {
      entries = entriesOfCell(entriesOf(await historyOf(game)), key);
      state = 'there';
    } catch {
      state = 'failed';
    }
    app.update();
  };
  const view = () => {
    if (!game.known) return null;
    const { confirmed, lobby } = game.known;
    const waiting = cellOf(lobby, key).siblings.filter(({ seq }) => seq > confirmed.seq);
    return h(
      'div',
      { class: 'stack' },
      h('p', { role: 'status', class: 'muted' }, t(`history.${state}`)),
      state === 'failed' &&
        h('button', { type: 'button', class: 'wide', onclick: ask }, t('history.again')),
      h(
        'ol',
        { class: 'history' },
        entries.map((entry) => historyRow(game, lobby, entry)),
        waiting.map(({ value, member, at }) =>
          h(
            'li',
            { key: 'waiting' },
            h('b', null, deedText(lobby, { kind: 'set', key, value, member })),
            h('span', null, `${agoText(lobby.start + at, game.now())}, ${t('history.waits')}`),
          ),
        ),
      ),
    );
  };
  app.sheet(view, { label: t('history.of', { where: whereText(known.lobby, key) }) });
  ask();
}

/** @param {Game} game @param {Lobby} lobby @param {import('../state/timeline.js').Entry} entry */
const historyRow = (game, lobby, entry) =>
  h(
    'li',
    { key: entry.seq },
    h('b', null, deedText(lobby, entry)),
    h(
      'span',
      null,
      entry.at !== null && agoText(lobby.start + entry.at, game.now()),
      heldText(entry.heldMilliseconds),
      entry.isDisputed && ` · ${t('history.disputed')}`,
    ),
  );
