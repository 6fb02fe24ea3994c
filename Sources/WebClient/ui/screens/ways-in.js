// The ways into an account: passkeys, a password, an address, codes for when all else is lost.

import { mayHavePasskeys } from '../../device/passkey.js';
import {
  Attempt, ageStrip, buttonOf, entry, fault, namedRow, page,
} from '../parts/account-parts.js';
import { confirmFirst } from '../parts/confirm.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { newPassword } from '../parts/new-password.js';
import { waysIn } from '../state/account-state.js';
import { passwordOf } from '../state/handle.js';
import { t } from '../strings.js';
import { codesPart } from './recovery-codes.js';
import { clientOf, proven, refresh } from './members.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {{credential: string, label: string, created?: number}} Passkey
 */

/** @param {App} app */
export async function openWaysIn(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  /** @type {string[] | null} */
  let codes = null;
  refresh(app, 'me', 'passkeys');
  client.learnAbout().catch(() => {}).then(() => {
    if (mayHavePasskeys(client.about?.passkeys)) client.prepareChallenge('create').catch(() => {});
  });

  /** Does something, reads anew what has come of it, and says so. */
  const change = (action, text) =>
    proven(app, attempt, action, async () => {
      await refresh(app, 'me', 'passkeys');
      if (text) app.say(text);
    });
  const addPasskey = () =>
    change(async () => {
      const { account, handle, name } = /** @type {any} */ (client.me);
      const made = await client.makePasskey({ account, handle, name });
      if (!made) return;
      const { id, ...body } = made;
      await client.act('PUT', `/me/passkeys/${id}`, { body });
      client.spendChallenge();
    }, '');
  const remove = (what, path, isLast) =>
    confirmFirst(
      app,
      {
        label: what,
        text: isLast ? t('ways.last') : t('ways.removeText'),
        action: t('ways.remove'),
        isDanger: true,
      },
      () => change(() => client.act('DELETE', path), t('ways.removed')),
    );
  const newCodes = () =>
    confirmFirst(
      app,
      { label: t('codes.new'), text: t('codes.newText'), action: t('codes.new') },
      () => proven(
        app,
        attempt,
        () => client.renewCodes(),
        (made) => {
          codes = made.length > 0 ? made : null;
          app.update();
          if (!attempt.isLeft) scrollTo(0, 0);
        },
      ),
    );

  const section = (id, title, ...content) =>
    h('section', { key: id, class: 'stack', 'aria-labelledby': id }, h('h2', { id }, title), content);
  /** @param {import('../state/account-state.js').Me} me @param {Passkey[]} passkeys */
  const content = (me, passkeys) => {
    const isLast = waysIn(me, passkeys) === 1;
    return [
      ageStrip(client.heardAt('me')),
      fault(attempt.rest()),
      section(
        'passkeys',
        t('ways.passkeys'),
        h('p', { class: 'muted' }, t('ways.passkeysText')),
        passkeys.length > 0 && h('ul', { class: 'rows' }, passkeys.map(({ credential, label, created }) =>
          namedRow(
            credential,
            label,
            created && t('ways.since', { date: dateText(created) }),
            buttonOf(label, t('ways.remove'), () =>
              remove(label, `/me/passkeys/${credential}`, isLast)),
          ))),
        mayHavePasskeys(client.about?.passkeys) &&
          button(t('ways.addPasskey'), addPasskey, 'wide', { disabled: attempt.isBusy }),
      ),
      section(
        'a-password',
        t('password.label'),
        h('p', { class: 'muted' }, t(me.has_password ? 'ways.hasPassword' : 'ways.noPassword')),
        client.about?.needs_https
          ? h('p', { class: 'notice' }, t('problem.needs_https'))
          : button(t(me.has_password ? 'ways.changePassword' : 'ways.setPassword'),
              () => openPassword(app, change), 'wide'),
        me.has_password && button(t('ways.removePassword'),
          () => remove(t('ways.removePassword'), '/me/password', isLast), 'wide quiet'),
      ),
      (client.about?.mail || me.email) && section(
        'an-email',
        t('email.label'),
        h('p', { class: 'muted' }, me.email
          ? [me.email, ' · ', t(me.email_verified ? 'email.isRight' : 'email.waits')]
          : t('email.hint')),
        button(t(me.email ? 'email.change' : 'email.add'), () => openEmail(app, change), 'wide'),
        me.email && button(t('email.remove'),
          () => remove(t('email.remove'), '/me/email', isLast && me.email_verified), 'wide quiet'),
      ),
      section(
        'codes',
        t('ways.codes'),
        h('p', { class: 'muted' }, t('ways.codesText')),
        button(t('codes.new'), newCodes, 'wide'),
      ),
    ];
  };

  return {
    title: t('ways.title'),
    view() {
      if (codes) {
        return codesPart(app, codes, () => {
          codes = null;
          app.update();
        });
      }
      const { me } = client;
      const passkeys = client.value('passkeys')?.items ?? [];
      return page(t('ways.title'), me ? content(me, passkeys) : [h('p', null, t('account.unknown'))], '/a');
    },
  };
}

/** @param {App} app @param {(action: () => Promise<any>, text: string) => Promise<void>} change */
function openPassword(app, change) {
  const client = clientOf(app);
  const password = newPassword(app, client);
  const save = () => {
    if (!password.isGood(client.me?.handle ?? '')) return;
    app.closeSheet();
    change(
      () => client.act('PUT', '/me/password', { body: { new: passwordOf(password.text) } }),
      t('ways.passwordSet'),
    );
  };
  app.sheet(
    () =>
      form(
        { class: 'stack', novalidate: true },
        save,
        password.view(client.me?.handle ?? '', { label: t('password.new') }),
        button(t('save'), null, 'primary wide'),
      ),
    { label: t('password.label') },
  );
}

/** @param {App} app @param {(action: () => Promise<any>, text: string) => Promise<void>} change */
function openEmail(app, change) {
  const client = clientOf(app);
  let email = client.me?.email ?? '';
  let isWrong = false;
  const save = () => {
    isWrong = !/^\S+@\S+$/.test(email.trim());
    if (isWrong) return app.update();
    app.closeSheet();
    change(() => client.act('PUT', '/me/email', { body: { email: email.trim() } }), t('email.sent'));
  };
  app.sheet(
    () =>
      form(
        { class: 'stack', novalidate: true },
        save,
        entry(
          { id: 'email', label: t('email.label'), hint: t('email.hint'), fault: isWrong && t('email.wrong') },
          {
            type: 'email',
            value: email,
            autocomplete: 'email',
            oninput: ({ target }) => {
              email = target.value;
            },
          },
        ),
        button(t('save'), null, 'primary wide'),
      ),
    { label: t('email.label') },
  );
}
