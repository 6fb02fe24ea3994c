// What waits for an answer, on the first screen: asked for again and again while that is seen.

import { Attempt, avatar, fault, notice } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, courseText } from '../parts/elements.js';
import { t } from '../strings.js';
import { lookForGames } from './elsewhere.js';
import { answersTo } from './friends.js';
import { clientOf, refresh } from './members.js';
import { unseenCodes } from './recovery-codes.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../parts/dom.js').Child} Child
 * @typedef {import('../state/account-state.js').Invitation} Invitation
 */

const ASKING_MILLISECONDS = 15_000;

/**
 * Looks for news as long as the first screen is there to be seen.
 *
 * @param {App} app
 * @returns {{view: () => Child | Child[], close: () => void}}
 */
export function watchInbox(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  let timer = 0;
  let isOver = false;
  const look = async () => {
    clearTimeout(timer);
    if (!document.hidden && navigator.onLine) await refresh(app, 'inbox');
    if (!isOver) timer = setTimeout(look, ASKING_MILLISECONDS);
  };
  const see = () => document.hidden || look();
  document.addEventListener('visibilitychange', see);
  look();
  lookForGames(app);

  const putAway = (id) => client.act('DELETE', `/me/inbox/${id}`).then(
    () => refresh(app, 'inbox'),
    () => {},
  );
  /** @param {Invitation} invitation */
  const join = ({ id, lobby, invitation }) => () => {
    putAway(id);
    app.go(`/#${lobby}.${invitation}`);
  };
  const decline = ({ id }) => () => attempt.run(() => putAway(id));
  /** @param {Invitation} invitation */
  const card = (invitation) => {
    const { id, from, course, state } = invitation;
    const isOpen = state === 'open' && invitation.invitation;
    const text = course ? 'inbox.invitesAt' : 'inbox.invites';
    return h(
      'li',
      { key: id, class: 'panel letter' },
      avatar(from),
      h('p', null, h('strong', null, t(text, { name: from.name, course: course ?? '' })),
        !isOpen && h('span', { class: 'muted' }, t('inbox.expired'))),
      h('div', { class: 'pair' },
        isOpen && button(t('join'), join(invitation), 'primary'),
        button(t(isOpen ? 'inbox.no' : 'inbox.away'), decline(invitation))),
    );
  };
  const undo = ({ id }) => () => attempt.run(async () => {
    await client.act('DELETE', `/columns/${id}`);
    await putAway(id);
  });
  /** @param {import('../state/account-state.js').ColumnNews} news */
  const column = (news) => {
    const { id, by, name = '?', course, state } = news;
    const isClaimed = state === 'claimed' && by;
    const text = isClaimed ? 'inbox.column' : 'inbox.columnGone';
    return h(
      'li',
      { key: id, class: 'panel letter' },
      avatar(by ?? { handle: name, name }),
      h('p', null, h('strong', null, t(text, { by: by?.name ?? '', name, course: courseText({ course }) }))),
      h('div', { class: 'pair' },
        button(t('inbox.away'), decline(news), 'primary'),
        isClaimed && button(t('inbox.back'), undo(news))),
    );
  };
  /** @param {import('../state/account-state.js').Someone} someone */
  const request = (someone) =>
    h(
      'li',
      { key: someone.account, class: 'panel letter' },
      avatar(someone),
      h('p', null, h('strong', null, t('inbox.asks', someone)),
        h('span', { class: 'muted' }, t('friends.see'))),
      h('div', { class: 'pair' }, answersTo(app, attempt, someone)),
    );
  /** @param {import('../state/account-state.js').WaitingCourse} waiting */
  const lookedAfter = ({ course, name, changes, comments, mismatches }) =>
    h(
      'li',
      { key: course, class: 'panel stack' },
      h('p', null, h('strong', null, name), ' · ', [
        changes && t('inbox.changes', { count: changes }),
        comments && t('inbox.comments', { count: comments }),
        mismatches && t('inbox.mismatches', { count: mismatches }),
      ].filter(Boolean).join(' · ')),
      h('a', { class: 'button wide', href: `/c/${course}/${comments ? 'comments' : 'changes'}` },
        t('inbox.look')),
    );
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', see);
    },
    view() {
      if (client.isSignedOut) {
        return notice(t('account.signedOut'), '/a/in', t('signIn.title'));
      }
      const { requests = [], invitations = [], columns = [], courses = [] } =
        client.value('inbox') ?? {};
      const count = requests.length + invitations.length + columns.length + courses.length;
      if (count === 0) return unseenCodes(app);
      return [unseenCodes(app), h(
        'section',
        { key: 'inbox', 'aria-labelledby': 'inbox' },
        h('h2', { id: 'inbox' }, t('inbox.title')),
        fault(attempt.rest()),
        h('ul', { class: 'stack' }, invitations.map(card), requests.map(request),
          columns.map(column), courses.map(lookedAfter)),
      )];
    },
  };
}
