// How two become friends: by an answer, or by a picture that was read. Who they are: friend-list.js.

import { Attempt, buttonOf, fault, page, waysToAccount } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';
import { clientOf, refresh } from './members.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../state/account-state.js').Someone} Someone
 */

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
    buttonOf(name, t(key), act, look, { disabled: attempt.isBusy });
  return [
    choice('friends.yes', answer('PUT', t('friends.friends', { name })), 'primary'),
    choice('friends.no', answer('DELETE', t('friends.declined')), ''),
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
  const accept = async () => {
    const answer = await attempt.run(() => client.act('PUT', `/me/friends/${secret}`));
    if (!answer) return;
    await refresh(app, 'friends');
    if (!attempt.isLeft) app.go('/a/friends', { replace: true });
    app.say(t('friends.friends', { name: answer.value.name }));
  };
  const ways = () => [
    h('p', null, t('friends.needsAccount')),
    ...waysToAccount(`/a/f#${secret}`),
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
