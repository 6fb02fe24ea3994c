// Friends: who they are, who would like to be, and how one asks somebody.

import {
  Attempt, ageStrip, at, buttonOf, entry, fault, focusFault, page, personRow,
} from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { handleFault, handleOf } from '../state/handle.js';
import { t } from '../strings.js';
import { openBlocked, openFriend, openFriendPicture } from './friend-sheets.js';
import { answersTo } from './friends.js';
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
          personRow(each, buttonOf(each.name, t('friends.ask'), () => ask(each.handle), '', {
            disabled: attempt.isBusy,
          })))),
    );
  /** @param {Someone} someone */
  const row = (someone) =>
    personRow(someone, button('···', () => openFriend(app, someone), 'quiet', {
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
          button(t('friends.show'), () => openFriendPicture(app), 'primary wide'),
          client.me?.age === 1 ? h('p', { class: 'muted' }, t('friends.young')) : askForm(),
        ),
        h('p', { class: 'small' },
          button(t('friends.blocked'), () => openBlocked(app), 'quiet aside')),
      ], '/a');
    },
  };
}
