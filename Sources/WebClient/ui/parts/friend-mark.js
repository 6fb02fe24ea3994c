// Who of those in a game is a friend: a mark beside the name, also without signal.

import { friendsIn } from '../state/who.js';
import { h } from './dom.js';

/**
 * While a screen is drawn: the server is asked, too, whenever there may be another, and its answer
 * draws the screen anew.
 *
 * @param {import('../app.js').App} app
 * @param {import('../../core/view.js').KnownView} view
 * @returns {number[]} the members who are friends, as it was last heard
 */
export function friendsHere(app, { lobby, me }) {
  const { device } = app;
  if (device.account && me) app.part('account')?.befriend.lookForFriends(app, lobby);
  return friendsIn(device.settings, lobby.id);
}

/** For those who see it; for others it is said. */
export const friendMark = () => h('span', { class: 'friend', 'aria-hidden': true }, '♥\uFE0E');
