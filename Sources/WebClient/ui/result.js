// How a game ended: standings, summaries, the card on paper; and what can be done with it.

import { nameOfMember, shownValue } from '../card.js';
import { Standing } from '../lobby.js';
import { csvOf, isoDay } from './csv.js';
import { openDispute } from './dispute.js';
import { h } from './dom.js';
import { openLate } from './late.js';
import { moveTo } from './menu.js';
import { button, courseText, dateText, overText, shareLink, topBar } from './parts.js';
import { over, placeOf, scorecard, standingsTable } from './scorecard.js';
import { isOver, standingsOf } from './standings.js';
import { t } from './strings.js';
import { holeText } from './words.js';

/**
 * @typedef {import('./app.js').App} App
 * @typedef {import('../lobby.js').Lobby} Lobby
 */

const courseOf = (lobby) => courseText({ course: shownValue(lobby, [0, 0, 0, 3]) });

/** @param {App} app */
export async function open(app) {
  const { game } = app;
  const { lobby } = game.view;
  return {
    title: `${courseOf(lobby)}, ${dateText(lobby.start)}`,
    view: () =>
      game.view?.lobby && h('div', null, topBar(wayToCard(game)), page(app, game)),
  };
}

const wayToCard = ({ key, view }) =>
  !isOver(view.lobby) && h('a', { class: 'button quiet', href: `/g/${key}` }, t('card.grid'));

function page(app, game) {
  const { view } = game;
  const { lobby } = view;
  const standings = standingsOf(lobby);
  const rounds = standings[0]?.rounds ?? [];
  return h(
    'main',
    { class: 'page result' },
    h(
      'header',
      null,
      h('p', { class: 'muted' }, t(`stage.${lobby.stage[0]}`, { round: lobby.stage[1] })),
      h('h1', { tabindex: '-1' }, courseOf(lobby)),
      h('p', { class: 'muted' }, dateText(lobby.start)),
    ),
    h('div', { class: 'result-notes' }, notes(app, view)),
    standingsTable(standings, { caption: t('card.result'), isRunning: !isOver(lobby) }),
    h('section', { class: 'actions', 'aria-label': t('result.actions') }, actions(app, game)),
    h(
      'section',
      { class: 'cards', 'aria-labelledby': 'cards' },
      h('h2', { id: 'cards' }, t('card.grid')),
      rounds.map(({ round }) => scorecard(lobby, round)),
    ),
    h(
      'section',
      { class: 'people', 'aria-labelledby': 'people' },
      h('h2', { id: 'people' }, t('result.players')),
      h('ul', null, standings.map((each) => summary(lobby, each))),
    ),
    view.isHost && hostActions(app, game),
  );
}

/** What isn't settled yet, said honestly. */
function notes(app, { lobby, disputes, lateHere, pendingCount, presence }) {
  const missing = standingsOf(lobby).some((each) => each.missing > 0);
  const away = lobby.members.filter(
    ({ number, player, standing }) =>
      player && standing === Standing.active && presence && !presence.here.includes(number),
  );
  const names = away.map(({ number }) => nameOfMember(lobby, number)).join(', ');
  const note = (key, text, action) =>
    h('p', { key, class: 'notice' }, h('span', null, text), action);
  return [
    pendingCount > 0 && note('pending', t('home.unsent', { count: pendingCount })),
    missing && away.length > 0 && note('away', t('result.away', { names })),
    disputes.length > 0 &&
      note(
        'disputes',
        t('banner.disputes', { count: disputes.length }),
        button(t('banner.look'), () => openDispute(app, disputes[0].key)),
      ),
    lateHere.length > 0 &&
      note(
        'late',
        t('banner.late', { count: lateHere.length }),
        button(t('banner.look'), () => openLate(app)),
      ),
  ];
}

function actions(app, game) {
  const { view, key } = game;
  const { lobby, code } = view;
  const title = `${courseOf(lobby)}, ${dateText(lobby.start)}`;
  return [
    code && button(t('lobby.share'), () => shareLink(app, `/w/${code}`, title), 'primary'),
    button(t('result.text'), () => shareText(app, lobby, title), code ? '' : 'primary'),
    button(t('result.csv'), () => downloadCSV(lobby)),
    button(t('result.print'), () => print()),
    h('a', { class: 'button', href: `/g/${key}/replay` }, t('menu.replay')),
    h('a', { class: 'button', href: `/g/${key}/card` }, t('result.correct')),
  ];
}

/** The result in a few lines, for a message. */
async function shareText(app, lobby, title) {
  const lines = standingsOf(lobby).map(({ place, name, total, overPar, scored, most }) => {
    const score = scored ? ` ${total} (${overText(overPar)})` : '';
    return `${place ?? '–'} ${name}${score}${place ? '' : `, ${scored}/${most}`}`;
  });
  const text = [title, ...lines].join('\n');
  try {
    if (navigator.share) return await navigator.share({ text });
    await navigator.clipboard.writeText(text);
    app.say(t('result.copied'));
  } catch (/** @type {any} */ error) {
    if (error.name !== 'AbortError') app.sheet(() => h('pre', null, text), { label: title });
  }
}

const WORDS = ['course', 'date', 'round', 'place', 'player', 'total', 'overPar', 'disputed', 'par'];

/** @param {Lobby} lobby */
function downloadCSV(lobby) {
  const words = Object.fromEntries(WORDS.map((name) => [name, t(`table.${name}`)]));
  const text = csvOf(lobby, /** @type {import('./csv.js').Words} */ (words));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = `${courseOf(lobby)} ${isoDay(lobby.start)}.csv`.replace(/[/\\:*?"<>|]/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const LEVELS = { eagle: 'low', birdie: 'low', par: '', bogey: 'high', double: 'high', triple: 'high' };

function summary(lobby, standing) {
  const { player, name, counts, best, missing, rounds, scored } = standing;
  const parts = Object.keys(LEVELS).filter((shape) => counts[shape] > 0);
  return h(
    'li',
    { key: player, class: 'summary' },
    h(
      'h3',
      null,
      h('span', { class: 'place' }, placeOf(standing)),
      h('span', null, name),
      scored > 0 && over(standing.overPar),
    ),
    scored > 0 &&
      h(
        'div',
        { class: 'spread', 'aria-hidden': true },
        parts.map((shape) =>
          h('span', { key: shape, class: LEVELS[shape], style: { 'flex-grow': counts[shape] } }),
        ),
      ),
    h(
      'p',
      null,
      parts.map((shape) => t(`count.${shape}`, { count: counts[shape] })).join(' · '),
      counts.ace > 0 && ` · ${t('count.ace', { count: counts.ace })}`,
    ),
    best &&
      best.overPar < 0 &&
      h(
        'p',
        { class: 'muted' },
        t('result.best', {
          hole: holeText(lobby, best.hole),
          score: rounds[best.round - 1].throws[best.hole - 1] ?? '',
          over: overText(best.overPar),
        }),
        rounds.length > 1 && `, ${t('at.round', { round: best.round })}`,
      ),
    missing > 0 && h('p', { class: 'muted' }, t('result.missing', { count: missing })),
  );
}

/** What only the host can do, by the stage. */
function hostActions(app, game) {
  const [phase, round] = game.view.lobby.stage;
  const step = (key, next, count = round) =>
    button(
      t(key),
      () => {
        moveTo(app, [next, count]);
        if (next === 'playing') app.go(`/g/${game.key}/card`);
      },
      'wide',
    );
  return h(
    'section',
    { class: 'host', 'aria-labelledby': 'host' },
    h('h2', { id: 'host' }, t('result.host')),
    phase === 'round_ended' && step('menu.again', 'playing', round + 1),
    phase === 'playing' && step('menu.endRound', 'round_ended'),
    (phase === 'playing' || phase === 'round_ended') && step('menu.endGame', 'ended'),
    phase === 'ended' && step('menu.lock', 'locked'),
    phase === 'locked' && h('p', { class: 'muted' }, t('result.locked')),
  );
}
