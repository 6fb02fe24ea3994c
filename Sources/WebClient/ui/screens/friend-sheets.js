// What can be done about a friend, about those who are none, and to become one by a picture.

import { FriendLink } from '../../device/friend-link.js';
import { Attempt, buttonOf, fault, personRow } from '../parts/account-parts.js';
import { confirmFirst } from '../parts/confirm.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';
import { clientOf, refresh } from './members.js';
import { shownLink } from './shown-link.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../state/account-state.js').Someone} Someone
 */

/** @param {App} app @param {Someone} friend */
export function openFriend(app, { account, handle, name }) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const end = (method, path, said) => async () => {
    await attempt.run(() => client.act(method, path));
    if (attempt.problem) return app.say(t('problem.notDone'));
    app.say(said);
    refresh(app, 'friends', 'inbox', 'blocks');
  };
  const ask = (what, act) => () =>
    confirmFirst(app, {
      label: t(`friends.${what}`, { name }),
      text: t(`friends.${what}Text`, { name }),
      action: t(`friends.${what}`, { name }),
      isDanger: true,
    }, act);
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('a', { class: 'button wide', href: `/p/${handle}` }, t('friends.look')),
        button(t('friends.remove', { name }),
          ask('remove', end('DELETE', `/me/friends/${account}`, t('friends.removed', { name }))),
          'wide danger'),
        button(t('friends.block', { name }),
          ask('block', end('PUT', `/me/blocks/${account}`, t('friends.isBlocked', { name }))),
          'wide danger'),
      ),
    { label: name },
  );
}

/** @param {App} app */
export function openBlocked(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  refresh(app, 'blocks');
  const unblock = (account) => async () => {
    await attempt.run(() => client.act('DELETE', `/me/blocks/${account}`));
    refresh(app, 'blocks');
  };
  app.sheet(
    () => {
      const items = client.value('blocks')?.items ?? [];
      return h(
        'div',
        { class: 'stack' },
        h('p', { class: 'muted' }, t('friends.blockedText')),
        fault(attempt.rest()),
        items.length === 0 && h('p', null, t('friends.noneBlocked')),
        h('ul', { class: 'rows' }, items.map((each) =>
          personRow(each, buttonOf(each.name, t('friends.unblock'), unblock(each.account))))),
      );
    },
    { label: t('friends.blocked') },
  );
}

/**
 * One's own picture, which makes whoever reads it a friend.
 *
 * @param {App} app
 */
export function openFriendPicture(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const ending = new Attempt(app);
  const friendLink = new FriendLink(app.device, client);
  /** @type {string | undefined} */
  let secret;
  const make = async () => {
    secret = await attempt.run(() => friendLink.secret());
    app.update();
  };
  make();
  const end = async () => {
    await ending.run(() => friendLink.end());
    if (ending.problem) return;
    close();
    app.say(t('friends.linkEnded'));
  };
  const shown = shownLink(app, {
    name: t('friends.picture'),
    note: t('friends.see'),
    title: t('friends.invitation'),
  });
  const close = app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        fault(attempt.rest()),
        !secret && !attempt.problem && h('p', { role: 'status' }, t('app.loading')),
        attempt.problem && button(t('banner.try'), make, 'primary wide'),
        secret && [
          h('p', null, t('friends.showText')),
          ...shown(`/a/f#${secret}`),
          fault(ending.rest()),
          button(t('friends.endLink'), end, 'wide quiet', { disabled: ending.isBusy }),
        ],
      ),
    { label: t('friends.show') },
  );
}
