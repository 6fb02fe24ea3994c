// "This is me": a guest's column of a game that is over for good becomes somebody's.

import { Field } from '../../core/fields.js';
import { columnsOf } from '../../core/lobby.js';
import { shownValue } from '../../core/scorecard.js';
import { Attempt, fault, page, waysToAccount } from '../parts/account-parts.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, courseText } from '../parts/elements.js';
import { t } from '../strings.js';
import { clientOf } from './members.js';
import { shownLink } from './shown-link.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {{lobby: string, player: number, name?: string, course?: string | null,
 *   started?: number, state: 'free' | 'yours' | 'taken' | 'other' | 'open' | 'gone'}} Column
 */

/**
 * Shows one of the guests' columns to whoever it is.
 *
 * @param {App} app
 * @param {import('../app.js').Game} game
 */
export function openOffer(app, game) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const { lobby } = /** @type {import('../../core/view.js').KnownView} */ (game.known);
  const guests = columnsOf(lobby)
    .filter(({ member }) => member === 0)
    .map(({ id }) => ({ id, name: String(shownValue(lobby, [0, id, 0, Field.name])) }));
  /** @type {{name: string, ticket: string} | null} */
  let offer = null;
  const choose = ({ id, name }) => async () => {
    const body = { columns: [{ lobby: lobby.id, player: id }] };
    const answer = await attempt.run(() => client.act('POST', '/tickets', { body }));
    if (answer) offer = { name, ticket: answer.value.ticket };
    app.update();
  };
  const link = shownLink(app, {
    name: t('columns.picture'),
    note: t('columns.days'),
    title: t('columns.title'),
  });
  const shown = ({ name, ticket }) => [
    h('p', null, t('columns.show', { name })),
    ...link(`/a/c#${ticket}`),
  ];
  const question = () => [
    h('p', null, t('columns.which')),
    ...guests.map((guest) =>
      button(guest.name, choose(guest), 'wide', { key: guest.id, disabled: attempt.isBusy })),
  ];
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        ...(offer ? shown(offer) : question()),
        fault(attempt.rest()),
      ),
    { label: t('columns.title') },
  );
}

/**
 * Somebody was shown a column that may be theirs.
 *
 * @param {App} app
 * @param {string} ticket
 */
export async function openColumns(app, ticket) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const isBad = !/^[\w-]{20,600}$/.test(ticket);
  /** @type {Column[]} */
  let columns = [];
  const look = async () => {
    const question = client.isIn ? {} : { token: null };
    const answer = await attempt.run(() => client.act('GET', `/tickets/${ticket}`, question));
    columns = answer?.value.columns ?? [];
    app.update();
  };
  if (!isBad) look();
  const claim = async () => {
    const answer = await attempt.run(() => client.act('PUT', `/me/columns/${ticket}`));
    if (!answer) return;
    columns = answer.value.columns;
    await client.forgetGames();
    if (!columns.every(({ state }) => state === 'yours')) return app.update();
    app.go('/', { replace: true });
    app.say(t('columns.done'));
  };
  /** @param {Column} column */
  const row = ({ lobby, player, name = '?', course, started, state }) =>
    h('li', { key: `${lobby}${player}`, class: 'row' },
      h('span', { class: 'who' },
        h('strong', null, name),
        h('span', null, courseText({ course }), started && ` · ${dateText(started)}`),
        state !== 'free' && h('span', { role: 'status' }, t(`columns.${state}`))));
  const isFree = () => columns.some(({ state }) => state === 'free');
  const ways = () => [
    h('p', null, t('account.why')),
    ...waysToAccount(`/a/c#${ticket}`),
  ];
  return {
    title: t('columns.title'),
    view: () =>
      page(t('columns.title'), isBad
        ? [h('p', { role: 'alert' }, t('friends.badLink'))]
        : [
            columns.length > 0 && h('ul', { class: 'rows' }, columns.map(row)),
            fault(attempt.rest()),
            isFree() && h('p', null, t('columns.ask')),
            isFree() && (client.isIn
              ? button(t('take.yes'), claim, 'primary wide big', { disabled: attempt.isBusy })
              : ways()),
          ]),
  };
}
