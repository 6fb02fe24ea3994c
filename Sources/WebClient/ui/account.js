// The screens of an account, which are loaded together once one of them is opened: how people come
// in, and how they come together. What they seldom do about it is in own.js.

import { openElsewhere } from './screens/elsewhere.js';
import { openFriendLink } from './screens/friends.js';
import { clientOf } from './screens/members.js';
import { openOverview } from './screens/overview.js';
import { openCodes } from './screens/recovery-codes.js';
import { openLink, openMail, openSignIn } from './screens/sign-in.js';
import { openSignUp } from './screens/sign-up.js';
import { aboutIn, wayOn } from './state/account-state.js';
import { loadMoreStrings } from './strings.js';

export * as befriend from './screens/befriend.js';
export * as elsewhere from './screens/elsewhere.js';
export * as extras from './screens/extra-shortcuts.js';
export * as inbox from './screens/inbox.js';
export * as members from './screens/members.js';

/** @typedef {import('./app.js').App} App */

/** Loads the other screens. */
export async function own() {
  const [parts] = await Promise.all([import('./own.js'), loadMoreStrings('own')]);
  return parts;
}

/** The screens that are only for whoever has an account, by what stands behind "/a/". */
const OWN = {
  friends: async (app) => (await own()).friendList.openFriends(app),
  codes: async (app) => ((await clientOf(app).readCodes()) ? openCodes : openOverview)(app),
  profile: async (app) => (await own()).profile.openProfile(app),
  ways: async (app) => (await own()).waysIn.openWaysIn(app),
  devices: async (app) => (await own()).devices.openDevices(app),
  data: async (app) => (await own()).ownData.openData(app),
  keys: async (app) => (await own()).ownData.openKeys(app),
  erase: async (app) => (await own()).ownData.openErase(app),
};

/**
 * The screen at "/a/WHAT", or "/p/WHO".
 *
 * @param {App} app
 * @param {string} kind
 * @param {string} what
 */
export async function open(app, kind, what) {
  if (kind === 'p') return (await own()).personPage.openPersonPage(app, what);
  const secret = location.hash.slice(1);
  const to = wayOn(location.hash);
  switch (what) {
    case 'new': return openSignUp(app, to);
    case 'in': return openSignIn(app, to);
    case 'l': return openLink(app, secret);
    case 'm': return openMail(app, secret);
    case 'f': return openFriendLink(app, secret);
    case 'g': return openElsewhere(app, secret);
    case 'c': return (await own()).columns.openColumns(app, secret);
    case 'first': return (await own()).firstScreen.openFirstScreen(app);
    case 'write': return (await own()).write.openWrite(app, aboutIn(location.hash));
    default: {
      const isOwn = Object.hasOwn(OWN, what) && app.device.account;
      return (isOwn ? OWN[what] : openOverview)(app);
    }
  }
}
