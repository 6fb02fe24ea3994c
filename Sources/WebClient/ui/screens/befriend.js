// Friends in a game: asking somebody who plays along, and inviting those who aren't here yet.

import { Attempt, buttonOf, fault, personRow } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';
import { clientOf, refresh } from './members.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../state/account-state.js').Someone} Someone
 */

/** Whoever has only just made a game waits so long for the server to have it. */
const WAIT_MILLISECONDS = 20_000;
const LOOK_MILLISECONDS = 250;

/** For what it was asked last who of the friends is here. */
let looked = '';
/** So long after it couldn't be heard it is asked again. */
const PAUSE_MILLISECONDS = 30_000;

/**
 * Looks who of the friends is in a game, whenever there may be another.
 *
 * @param {App} app
 * @param {import('../../core/lobby.js').Lobby} lobby
 */
export function lookForFriends(app, { id, members }) {
  const client = clientOf(app);
  const friends = client.value('friends')?.items ?? [];
  const { account } = client.account ?? {};
  const now = [account, id, members.length, friends.length, navigator.onLine].join();
  if (now === looked) return;
  looked = now;
  if (members.length < 2) return;
  const again = () => {
    if (looked === now) looked = '';
    app.update();
  };
  client.readFriendsIn(id).catch(() => setTimeout(again, PAUSE_MILLISECONDS));
}

/**
 * Asks somebody in the game to be a friend, after saying what that means.
 *
 * @param {App} app
 * @param {Game} game
 * @param {import('../state/who.js').Person} person
 */
export function openBefriend(app, game, { member, name }) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const lobby = game.known?.lobby.id ?? '';
  const number = member?.number ?? 0;
  let isFriend = false;
  client.readFriendsIn(lobby).then((friends) => {
    isFriend = friends.some(({ members }) => members?.includes(number));
    app.update();
  }, () => {});
  const ask = async () => {
    const body = { lobby, member: number };
    const answer = await attempt.run(() => client.act('POST', '/me/requests', { body }));
    if (!answer) return;
    app.closeSheets();
    app.say(t(`friends.${answer.value.state}`, { name }));
  };
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('p', null, isFriend ? t('friends.already', { name }) : t('friends.see')),
        fault(attempt.rest()),
        !isFriend &&
          button(t('friends.askName', { name }), ask, 'primary wide', { disabled: attempt.isBusy }),
        button(t('cancel'), app.closeSheet, 'wide'),
      ),
    { label: t('friends.askTitle') },
  );
}

/**
 * @param {App} app
 * @param {Game} game
 * @param {string[]} to accounts
 */
async function invite(app, game, to) {
  const client = clientOf(app);
  const { lobby, card } = /** @type {import('../../core/view.js').KnownView} */ (game.known);
  const body = { lobby: lobby.id, invitation: lobby.invitation, to, course: card.course ?? undefined };
  await client.act('PUT', `/me/invitations/${client.newID()}`, { body });
}

/**
 * Friends who may come along.
 *
 * @param {App} app
 * @param {Game} game
 */
export function openInvite(app, game) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  /** @type {Set<string>} those who were invited here */
  const invited = new Set();
  /** @type {Set<string>} */
  let there = new Set();
  const look = async () => {
    await refresh(app, 'friends');
    const friends = await client.readFriendsIn(game.known?.lobby.id ?? '').catch(() => []);
    there = new Set(friends.filter(({ members }) => members?.length).map(({ account }) => account));
    app.update();
  };
  look();
  const ask = (account) => async () => {
    await attempt.run(() => invite(app, game, [account]));
    if (!attempt.problem) invited.add(account);
    app.update();
  };
  /** @param {Someone} friend */
  const row = (friend) => {
    const { account, name } = friend;
    const said = there.has(account) ? 'invite.here' : invited.has(account) ? 'invite.sent' : null;
    return personRow(friend, said
      ? h('span', { class: 'muted', role: 'status' }, t(said))
      : buttonOf(name, t('invite'), ask(account), '', { disabled: attempt.isBusy }));
  };
  app.sheet(
    () => {
      const items = client.value('friends')?.items ?? [];
      return h(
        'div',
        { class: 'stack' },
        h('p', { class: 'muted' }, t(items.length > 0 ? 'invite.text' : 'friends.none')),
        fault(attempt.rest()),
        h('ul', { class: 'rows' }, items.map(row)),
        items.length === 0 && h('a', { class: 'button wide', href: '/a/friends' }, t('friends.add')),
      );
    },
    { label: t('invite.title') },
  );
}

/**
 * The friends who were in one game are invited to the next.
 *
 * @param {App} app
 * @param {Game} game
 * @param {string} lobby the one before
 */
export async function inviteAgain(app, game, lobby) {
  try {
    const friends = (await clientOf(app).readFriendsIn(lobby)).filter(({ members }) => members?.length);
    if (friends.length === 0) return;
    const end = Date.now() + WAIT_MILLISECONDS;
    // The server has to know it before anybody can be invited.
    while (!game.known?.code) {
      if (game.hasEnded || Date.now() > end) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
    }
    await invite(app, game, friends.map(({ account }) => account));
    app.say(t('invite.again', { names: friends.map(({ name }) => name).join(', ') }));
  } catch {
    app.say(t('invite.failed'));
  }
}
