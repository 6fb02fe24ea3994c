// Everything about one's account, a line each; and what an account is for whoever has none.

import { ageStrip, at, avatar, leadsTo, notice, page, waysToAccount } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { otherGames } from '../state/account-state.js';
import { t } from '../strings.js';
import { clientOf, giveSettings, refresh, takeSettings } from './members.js';
import { unseenCodes } from './recovery-codes.js';
import { offerToTake } from './sign-in.js';

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export async function openOverview(app) {
  const client = clientOf(app);
  let others = 0;
  client.learnAbout().catch(() => {});
  refresh(app, 'me', 'friends', 'inbox').then(async () => {
    if (app.device.settings.owesSettings) await giveSettings(app);
    await takeSettings(app);
  });
  app.device.games().then((games) => {
    others = otherGames(games, client.persons).length;
    app.update();
  });
  return {
    title: t('account.title'),
    view: () => (client.account ? ownPage(app, others) : strangersPage(app)),
  };
}

/**
 * What is here for everybody.
 *
 * @param {App} app
 */
const commonRows = (app) => {
  const { about } = clientOf(app);
  const elsewhere = (address, text) =>
    address && h('li', { key: address, class: 'row' },
      h('a', { class: 'row-link', href: address, target: '_blank', rel: 'noopener' },
        h('strong', null, text), h('span', null, new URL(address).host)));
  return h(
    'ul',
    { class: 'rows' },
    elsewhere(about?.news, t('account.news')),
    elsewhere(about?.donations, t('account.donate')),
    leadsTo('/a/write', t('write.title')),
    h('li', { key: 'privacy', class: 'row' },
      h('a', { class: 'row-link', href: t('privacy.path'), target: '_self' },
        h('strong', null, t('privacy.title')))),
  );
};

/** @param {App} app */
const strangersPage = (app) =>
  page(t('account.title'), [
    h('p', null, t('account.why')),
    h('p', { class: 'muted' }, t('account.without')),
    ...waysToAccount(),
    h('ul', { class: 'rows' }, leadsTo('/a/first', t('first.title'))),
    commonRows(app),
  ]);

/** @param {App} app @param {number} others games of this phone that aren't the account's */
function ownPage(app, others) {
  const client = clientOf(app);
  const { me, account, isSignedOut } = client;
  const handle = me?.handle ?? account?.handle ?? '';
  const name = me?.name ?? app.device.settings.name ?? handle;
  const friends = client.value('friends')?.items;
  const requests = client.value('inbox')?.requests.length ?? 0;
  const friendsNote = [
    friends && t('friends.count', { count: friends.length }),
    requests > 0 && t('friends.requests', { count: requests }),
  ].filter(Boolean).join(' · ');
  return h(
    'div',
    null,
    h('header', { class: 'bar top' }, h('a', { class: 'button quiet', href: '/' }, '‹ ', t('home'))),
    h(
      'main',
      { class: 'page account' },
      h('header', { class: 'brand' },
        avatar({ handle, name, colour: me?.settings.colour }, 'large'),
        h('div', null,
          h('h1', { tabindex: '-1' }, name), h('p', { class: 'muted' }, at(handle)))),
      isSignedOut && notice(t('account.signedOut'), '/a/in', t('signIn.title')),
      client.isLost && notice(t('account.lost'), '/a/new', t('account.again')),
      unseenCodes(app),
      me?.restored_at && h('p', { class: 'notice' }, t('account.restored')),
      !isSignedOut && ageStrip(client.heardAt('me')),
      h(
        'ul',
        { class: 'rows' },
        leadsTo('/a/friends', t('friends.title'), friendsNote),
        leadsTo('/a/profile', t('profile.title'), t('profile.note')),
        leadsTo('/a/first', t('first.title'), t('first.note')),
        leadsTo('/a/ways', t('ways.title'), t('ways.note')),
        leadsTo('/a/devices', t('devices.title'), t('devices.note')),
        leadsTo('/a/data', t('data.title'), t('data.note')),
        others > 0 && h('li', { key: 'others', class: 'row' },
          button([h('strong', null, t('take.title', { count: others })),
            h('span', { class: 'more', 'aria-hidden': true }, '›')],
            () => offerToTake(app), 'row-link')),
      ),
      commonRows(app),
      button(
        t('signOut.title'),
        () => app.using('own', ({ signOut }) => signOut.askToSignOut(app)),
        'wide quiet danger',
      ),
    ),
  );
}
