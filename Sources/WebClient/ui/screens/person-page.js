// What somebody shows of themselves, at an address of their own.

import { Attempt, at, avatar, fault, page } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, topBar } from '../parts/elements.js';
import { dateText } from '../parts/dates.js';
import { handleOf } from '../state/handle.js';
import { t } from '../strings.js';
import { clientOf } from './members.js';

/**
 * @typedef {{account: string, handle: string, name: string, full_name?: string, colour?: number,
 *   since?: number, games?: number, is_friend?: boolean,
 *   state?: 'self' | 'friend' | 'asked' | 'asks' | 'none'}} Profile
 */

/**
 * @param {import('../app.js').App} app
 * @param {string} typed
 */
export async function openPersonPage(app, typed) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const handle = handleOf(typed);
  const path = `/people/${encodeURIComponent(handle)}`;
  /** @type {Profile | null} */
  let found = null;
  const look = async () => {
    const token = client.isIn ? undefined : null;
    const answer = await attempt.run(() => client.act('GET', path, token === null ? { token } : {}));
    found = answer?.value ?? null;
    app.update();
  };
  look();
  const ask = async () => {
    const answer = await attempt.run(() => client.act('PUT', `/me/requests/${handle}`));
    if (!answer) return;
    app.say(t(`friends.${answer.value.state}`, { name: found?.name ?? at(handle) }));
    look();
  };
  /** @param {Profile} person */
  const stateOf = ({ state, is_friend: isFriend }) => {
    if (handle === client.account?.handle) return 'self';
    return state ?? (isFriend ? 'friend' : 'none');
  };
  /** @param {Profile} person */
  const content = (person) => {
    const state = stateOf(person);
    return [
      h('p', { class: 'muted' }, [
        person.full_name,
        person.games !== undefined && t('person.games', { count: person.games }),
        person.since && t('person.since', { date: dateText(person.since) }),
      ].filter(Boolean).join(' · ')),
      state === 'friend' && h('p', null, t('friends.already', { name: person.name })),
      state === 'asked' && h('p', null, t('friends.asked', { name: person.name })),
      client.isIn && (state === 'none' || state === 'asks') && [
        h('p', { class: 'muted' }, t('friends.see')),
        button(t(state === 'asks' ? 'friends.yes' : 'friends.askName', { name: person.name }), ask,
          'primary wide', { disabled: attempt.isBusy }),
      ],
      state === 'self' && h('a', { class: 'button wide', href: '/a/profile' }, t('profile.title')),
      fault(attempt.rest()),
    ];
  };
  return {
    title: at(handle),
    view: () =>
      found
        ? h('div', null, topBar(),
            h('main', { class: 'page account' },
              h('header', { class: 'brand' }, avatar(found, 'large'),
                h('div', null,
                  h('h1', { tabindex: '-1' }, found.name), h('p', { class: 'muted' }, at(found.handle)))),
              ...content(found)))
        : page(at(handle), [
            attempt.isBusy && h('p', { role: 'status' }, t('app.loading')),
            fault(attempt.problem?.name === 'not_found' ? t('person.none') : attempt.rest()),
          ]),
  };
}
