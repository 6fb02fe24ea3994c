// Somebody who is known comes in on another device: by what they know, have, or by another device.

import { mayHavePasskeys } from '../../device/passkey.js';
import {
  Attempt, entry, fault, focusFault, offlineNotice, page, passwordEntry,
} from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { leadingTo, otherGames, placeAfter } from '../state/account-state.js';
import { handleOf, passwordOf } from '../state/handle.js';
import { t } from '../strings.js';
import { clientOf, recoveryEntry, refresh, takeSettings } from './members.js';

/** @typedef {import('../app.js').App} App */

/**
 * Whom a user name or an address means.
 *
 * @param {string} typed
 */
const whoIs = (typed) =>
  typed.trim().includes('@', 1) ? { email: typed.trim() } : { handle: handleOf(typed) };

/** So often it is asked whether the other device has said yes. */
const ASKING_MILLISECONDS = 2_000;

/**
 * Goes on after somebody has come in: their settings, their games, and a question about those that
 * are here already.
 *
 * @param {App} app
 * @param {string | null} to
 * @param {Attempt} attempt by which they have come in
 */
export async function welcome(app, to, attempt) {
  const client = clientOf(app);
  const path = placeAfter(to);
  const look = async () => {
    await refresh(app, 'me', 'friends');
    await takeSettings(app);
  };
  // Whoever is on the way into a game needs the name; on the first screen nobody waits.
  if (path !== '/') await app.during(look());
  if (!attempt.isLeft) app.go(path, { replace: true });
  app.say(t('signIn.done', { handle: client.account?.handle ?? '' }));
  offerToTake(app);
  if (path === '/') await look();
}

/**
 * Asks whether the games that were played here by nobody in particular are theirs too.
 *
 * @param {App} app
 */
export async function offerToTake(app) {
  const client = clientOf(app);
  const { length: count } = otherGames(await app.device.games(), client.persons);
  if (count === 0) return;
  const attempt = new Attempt(app);
  const take = async () => {
    await attempt.run(() => client.takeAlong());
    if (attempt.problem) return;
    close();
    app.say(t('take.done'));
  };
  const close = app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('p', null, t('take.text', { count })),
        h('p', { class: 'muted' }, t('take.undo')),
        fault(attempt.rest()),
        button(t('take.yes'), take, 'primary wide', { disabled: attempt.isBusy }),
        button(t('take.no'), app.closeSheet, 'wide'),
      ),
    { label: t('take.title', { count }) },
  );
}

/** @param {App} app @param {string | null} to */
export async function openSignIn(app, to) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  let handle = client.account?.handle ?? '';
  let password = '';
  let code = '';
  let email = '';
  let isShown = false;
  let isMailSent = false;
  /** @type {'password' | 'code' | 'mail'} */
  let way = 'password';
  let noHandle = false;
  let mayUsePasskey = mayHavePasskeys(client.about?.passkeys);
  client.prepare().catch(() => {});
  client.learnAbout().catch(() => {}).then(() => {
    mayUsePasskey = mayHavePasskeys(client.about?.passkeys);
    if (mayUsePasskey) client.prepareChallenge('get').catch(() => {});
    app.update();
  });

  const come = (proof) => async () => {
    const isIn = await attempt.run(async () => {
      const found = await proof();
      return found && client.signIn(found);
    });
    if (isIn) return welcome(app, to, attempt);
    focusFault();
  };
  const byPasskey = come(() => client.provePasskey());
  const byText = come(async () =>
    way === 'code'
      ? { handle: handleOf(handle), recovery_code: code.trim() }
      : { ...whoIs(handle), password: passwordOf(password) });
  const send = () => {
    noHandle = !handle.trim();
    if (!noHandle) return byText();
    app.update();
    focusFault();
  };
  const sendMail = async () => {
    await attempt.run(() => client.sendMail(email.trim()));
    isMailSent = !attempt.problem;
    await app.device.setSetting('waiting', to);
    app.update();
  };
  const turnTo = (next) => () => {
    way = next;
    isMailSent = false;
    attempt.problem = null;
    app.update();
  };

  const nameEntry = () =>
    entry(
      {
        id: 'handle',
        label: t(way === 'code' ? 'handle.label' : 'signIn.name'),
        fault: noHandle ? t('signIn.noName') : attempt.of('handle'),
      },
      {
        value: handle,
        autocomplete: 'username',
        autocapitalize: 'none',
        spellcheck: 'false',
        oninput: ({ target }) => {
          handle = target.value;
          noHandle = false;
        },
      },
    );
  const secretEntry = () =>
    way === 'code'
      ? recoveryEntry(code, (text) => {
          code = text;
        })
      : passwordEntry(
          {
            id: 'password',
            label: t('password.label'),
            fault: attempt.of('password'),
            isShown,
            turn: () => {
              isShown = !isShown;
              app.update();
            },
          },
          {
            value: password,
            autocomplete: 'current-password',
            oninput: ({ target }) => {
              password = target.value;
            },
          },
        );
  const needsHTTPS = () => Boolean(client.about?.needs_https) && way === 'password';
  const byTextForm = () =>
    form(
      { class: 'fields', novalidate: true },
      send,
      nameEntry(),
      secretEntry(),
      needsHTTPS() && h('p', { class: 'notice' }, t('problem.needs_https')),
      fault(attempt.rest('handle', 'password')),
      button(t('signIn.go'), null, mayUsePasskey && way === 'password' ? 'wide' : 'primary wide big', {
        disabled: attempt.isBusy || needsHTTPS(),
      }),
    );
  const mailForm = () =>
    isMailSent
      ? h('p', { role: 'status' }, t('signIn.mailSent'))
      : form(
          { class: 'fields', novalidate: true },
          sendMail,
          entry({ id: 'email', label: t('email.label'), fault: attempt.of('email') }, {
            type: 'email',
            value: email,
            autocomplete: 'email',
            oninput: ({ target }) => {
              email = target.value;
            },
          }),
          fault(attempt.rest('email')),
          button(t('signIn.sendMail'), null, 'primary wide big', { disabled: attempt.isBusy }),
        );
  const others = () =>
    h(
      'section',
      { class: 'stack others', 'aria-labelledby': 'others' },
      h('h2', { id: 'others' }, t('signIn.others')),
      h('p', { class: 'muted' }, t('signIn.qr')),
      way !== 'password' && button(t('signIn.byPassword'), turnTo('password'), 'wide'),
      way !== 'code' && button(t('signIn.code'), turnTo('code'), 'wide'),
      client.about?.mail && (way !== 'mail' || isMailSent) &&
        button(t(isMailSent ? 'signIn.mailAgain' : 'signIn.mail'), turnTo('mail'), 'wide'),
    );

  return {
    title: t('signIn.title'),
    view: () =>
      page(t('signIn.title'), [
        offlineNotice(),
        client.isSignedOut && h('p', { role: 'alert' }, t('account.signedOut')),
        mayUsePasskey && way === 'password' &&
          button(t('signIn.passkey'), byPasskey, 'primary wide big', { disabled: attempt.isBusy }),
        way === 'mail' ? mailForm() : byTextForm(),
        others(),
        h('p', { class: 'small' },
          h('a', { href: leadingTo('/a/new', to) }, t('signIn.isNew'))),
      ]),
  };
}

/**
 * A device that has read the picture on another one, which is asked whether that may be.
 *
 * @param {App} app
 * @param {string} secret
 */
export async function openLink(app, secret) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const wasIn = client.isIn;
  client.prepare().catch(() => {});
  let isWaiting = false;
  let isOver = false;
  const come = async () => {
    const isIn = await attempt.run(() => client.signIn({ link: secret }));
    isWaiting = isIn === false;
    if (isIn) return welcome(app, null, attempt);
    if (isWaiting && !isOver) setTimeout(come, ASKING_MILLISECONDS);
    app.update();
  };
  const isBad = !/^[\da-f]{32}$/i.test(secret);
  const content = () => {
    const handle = client.account?.handle ?? '';
    if (wasIn) return [h('p', { role: 'alert' }, t('link.isIn', { handle }))];
    const isOver = ['link_gone', 'link_declined'].includes(attempt.problem?.name ?? '');
    if (isBad || isOver) {
      return [
        h('p', { role: 'alert' }, isBad ? t('link.bad') : attempt.rest()),
        h('a', { class: 'button wide', href: '/a/in' }, t('signIn.others')),
      ];
    }
    if (isWaiting) return [h('p', { role: 'status' }, t('link.waits'))];
    return [
      h('p', null, t('link.text')),
      fault(attempt.rest()),
      button(t('link.go'), come, 'primary wide big', { disabled: attempt.isBusy }),
    ];
  };
  return {
    title: t('link.title'),
    close: () => {
      isOver = true;
    },
    view: () =>
      page(t('link.title'), content()),
  };
}

/**
 * The link of a mail: says that the address is right, and lets in whoever opens it.
 *
 * @param {App} app
 * @param {string} mail
 */
export async function openMail(app, mail) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const wasIn = client.isIn;
  const come = async () => {
    const entered = await attempt.run(() => client.signIn({ mail }, '/mails/confirm'));
    if (!entered) return;
    const { to } = entered;
    const waiting = await client.takeWay();
    if (!wasIn) return welcome(app, to ?? waiting, attempt);
    await refresh(app, 'me');
    if (!attempt.isLeft) app.go(placeAfter(to ?? '/a/ways'), { replace: true });
    app.say(t('mail.done'));
  };
  come();
  return {
    title: t('mail.title'),
    view: () =>
      page(t('mail.title'), [
        attempt.isBusy && h('p', { role: 'status' }, t('app.loading')),
        fault(attempt.rest()),
        attempt.problem && button(t('banner.try'), come, 'primary wide'),
        // A link is good once, and not for long.
        attempt.problem && !wasIn &&
          h('a', { class: 'button wide', href: '/a/in' }, t('signIn.others')),
      ]),
  };
}
