// Friends: who they are, who would like to be, and how two become that.

import {
  Attempt, ageStrip, at, entry, fault, focusFault, page, personRow,
} from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { handleFault, handleOf } from '../state/handle.js';
import { t } from '../strings.js';
import { clientOf, refresh } from './members.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../state/account-state.js').Someone} Someone
 */

/** Nobody looks for people before a name has stood for so long, or with fewer signs. */
const TYPING_MILLISECONDS = 350;
const SIGNS_MIN = 2;
const FOUND_MAX = 6;

/** @param {App} app */
export async function openFriends(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  let handle = '';
  /** @type {string | null} */
  let wrong = null;
  /** @type {Someone[]} who lets themselves be found by what is typed */
  let found = [];
  let timer = 0;
  refresh(app, 'friends', 'inbox', 'me');

  const sheets = (act) => app.using('own', ({ friendSheets }) => act(friendSheets));
  const look = async () => {
    const typed = handle.trim();
    if (typed.length < SIGNS_MIN) return;
    const path = `/people?limit=${FOUND_MAX}&name=${encodeURIComponent(typed)}`;
    const answer = await client.act('GET', path).catch(() => null);
    if (handle.trim() !== typed) return;
    found = answer?.value.items ?? [];
    app.update();
  };
  const ask = async (asked = handleOf(handle)) => {
    const signs = handleFault(asked);
    const isOwn = asked === client.account?.handle;
    wrong = isOwn ? t('friends.self') : signs && t(`handle.${signs}`);
    if (wrong) return void (app.update(), focusFault());
    const answer = await attempt.run(() => client.act('PUT', `/me/requests/${asked}`));
    if (!answer) return focusFault();
    [handle, found] = ['', []];
    app.say(t(`friends.${answer.value.state}`, { name: at(asked) }));
    refresh(app, 'friends', 'inbox');
  };
  const askForm = () =>
    form(
      { class: 'fields', novalidate: true },
      () => ask(),
      entry(
        {
          id: 'friend',
          label: t('friends.byName'),
          fault: wrong ?? attempt.of('handle'),
          after: button(t('friends.ask'), null, undefined, { disabled: attempt.isBusy }),
        },
        {
          value: handle,
          autocapitalize: 'none',
          spellcheck: 'false',
          oninput: ({ target }) => {
            handle = target.value;
            wrong = null;
            found = [];
            clearTimeout(timer);
            timer = setTimeout(look, TYPING_MILLISECONDS);
          },
        },
      ),
      found.length > 0 && h('ul', { class: 'rows', 'aria-label': t('friends.found') },
        found.map((each) =>
          personRow(each, button(t('friends.ask'), () => ask(each.handle), undefined, {
            'aria-label': `${t('friends.ask')}: ${each.name}`,
            disabled: attempt.isBusy,
          })))),
    );
  /** @param {Someone} someone */
  const row = (someone) =>
    personRow(someone, button('···', () => sheets((part) => part.openFriend(app, someone)), 'quiet', {
      'aria-label': t('friends.more', { name: someone.name }),
    }));
  return {
    title: t('friends.title'),
    view() {
      const items = client.value('friends')?.items;
      const requests = client.value('inbox')?.requests ?? [];
      return page(t('friends.title'), [
        h('p', { class: 'muted' }, t('friends.see')),
        ageStrip(client.heardAt('friends')),
        fault(attempt.rest('handle')),
        requests.length > 0 && h(
          'section',
          { class: 'stack', 'aria-labelledby': 'requests' },
          h('h2', { id: 'requests' }, t('friends.wanted')),
          h('ul', { class: 'rows' }, requests.map((each) =>
            personRow(each, h('span', { class: 'answers' }, answersTo(app, attempt, each))))),
        ),
        items?.length > 0 && h('ul', { class: 'rows', 'aria-label': t('friends.title') }, items.map(row)),
        items?.length === 0 && h('p', null, t('friends.none')),
        !items && h('p', null, t('account.unknown')),
        h(
          'section',
          { class: 'panel stack', 'aria-labelledby': 'new-friend' },
          h('h2', { id: 'new-friend' }, t('friends.add')),
          button(t('friends.show'), () => sheets((part) => part.openFriendPicture(app)), 'primary wide'),
          client.me?.age === 1 ? h('p', { class: 'muted' }, t('friends.young')) : askForm(),
        ),
        h('p', { class: 'small' },
          button(t('friends.blocked'), () => sheets((part) => part.openBlocked(app)), 'quiet aside')),
      ], '/a');
    },
  };
}

/**
 * What can be answered to somebody who would like to be a friend.
 *
 * @param {App} app
 * @param {Attempt} attempt
 * @param {Someone} someone
 */
export function answersTo(app, attempt, { handle, name }) {
  const client = clientOf(app);
  const answer = (method, text) => async () => {
    await attempt.run(() => client.act(method, `/me/requests/${handle}`));
    if (attempt.problem) return;
    app.say(text);
    refresh(app, 'inbox', 'friends');
  };
  const choice = (key, act, look) =>
    button(t(key), act, look, {
      'aria-label': `${t(key)}: ${name}`,
      disabled: attempt.isBusy,
    });
  return [
    choice('friends.yes', answer('PUT', t('friends.friends', { name })), 'primary'),
    choice('friends.no', answer('DELETE', t('friends.declined')), undefined),
  ];
}

/**
 * Somebody's picture was read: two who want to be friends.
 *
 * @param {App} app
 * @param {string} secret
 */
export async function openFriendLink(app, secret) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const isBad = !/^[\da-f]{32}$/i.test(secret);
  const here = encodeURIComponent(`/a/f#${secret}`);
  const accept = async () => {
    const answer = await attempt.run(() => client.act('PUT', `/me/friends/${secret}`));
    if (!answer) return;
    await refresh(app, 'friends');
    if (!attempt.isLeft) app.go('/a/friends', { replace: true });
    app.say(t('friends.friends', { name: answer.value.name }));
  };
  const ways = () => [
    h('p', null, t('friends.needsAccount')),
    h('a', { class: 'button primary wide big', href: `/a/new?to=${here}` }, t('signUp.title')),
    h('a', { class: 'button wide', href: `/a/in?to=${here}` }, t('signIn.title')),
  ];
  return {
    title: t('friends.invitation'),
    view: () =>
      page(t('friends.invitation'), isBad
        ? [h('p', { role: 'alert' }, t('friends.badLink'))]
        : [
            h('p', null, t('friends.see')),
            client.isIn
              ? button(t('friends.become'), accept, 'primary wide big', { disabled: attempt.isBusy })
              : ways(),
            fault(attempt.problem?.name === 'bad_code' ? t('friends.badLink') : attempt.rest()),
          ]),
  };
}
