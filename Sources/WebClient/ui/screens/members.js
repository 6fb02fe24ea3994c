// What the screens of an account share: its client, the proof that is asked for once more, and the
// settings that follow it from phone to phone.

import { AccountClient } from '../../device/account-client.js';
import { mayHavePasskeys } from '../../device/passkey.js';
import { Attempt, avatar, fault, passwordEntry } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { phoneSettings, sharedSettings } from '../state/account-state.js';
import { passwordOf } from '../state/handle.js';
import { t } from '../strings.js';

/** @typedef {import('../app.js').App} App */

/** @type {WeakMap<App, AccountClient>} */
const clients = new WeakMap();

/** @param {App} app */
export function clientOf(app) {
  const client = clients.get(app) ?? new AccountClient(app.device, app.update);
  clients.set(app, client);
  return client;
}

/**
 * One's own initials, for whoever has an account.
 *
 * @param {App} app
 */
export function ownPicture(app) {
  const { me, account } = clientOf(app);
  const handle = me?.handle ?? account?.handle ?? '';
  return avatar({ handle, name: me?.name ?? handle, colour: me?.settings.colour });
}

/**
 * Reads something again for a screen that shows what is known of it meanwhile.
 *
 * @param {App} app
 * @param {...('me' | 'friends' | 'inbox' | 'devices' | 'passkeys' | 'tokens' | 'blocks')} names
 */
export async function refresh(app, ...names) {
  const client = clientOf(app);
  if (!client.isIn) return;
  // What can't be had now stays as it was, with its age.
  await Promise.allSettled(names.map((name) => client.read(name)));
}

/**
 * Does what needs a proof of a moment ago, and asks for one if there is none.
 *
 * @template T
 * @param {App} app
 * @param {Attempt} attempt
 * @param {() => Promise<T>} action
 * @param {(result: T) => void} done
 */
export async function proven(app, attempt, action, done) {
  let isDone = false;
  const result = await attempt.run(async () => {
    const value = await action();
    isDone = true;
    return value;
  });
  if (isDone) return done(/** @type {T} */ (result));
  if (attempt.problem?.name !== 'not_fresh') return;
  attempt.problem = null;
  openProof(app, () => proven(app, attempt, action, done));
}

/**
 * @param {App} app
 * @param {() => void} then
 */
function openProof(app, then) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const { me, account } = client;
  let password = '';
  let code = '';
  let usesCode = false;
  let isShown = false;
  const mayUsePasskey = mayHavePasskeys(client.about?.passkeys);
  if (mayUsePasskey) client.prepareChallenge('get').catch(() => {});
  const handle = account?.handle;
  const prove = (proof) => async () => {
    const isIn = await attempt.run(async () => {
      const found = await proof();
      return found && client.signIn(found);
    });
    if (!isIn) return;
    close();
    then();
  };
  const byText = prove(async () =>
    usesCode ? { handle, recovery_code: code.trim() } : { handle, password: passwordOf(password) });
  const close = app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('p', null, t('proof.text')),
        mayUsePasskey &&
          button(t('signIn.passkey'), prove(() => client.provePasskey()), 'primary wide'),
        (me?.has_password || usesCode) && form(
          { class: 'stack', novalidate: true },
          byText,
          usesCode
            ? recoveryEntry(code, (text) => {
                code = text;
              })
            : passwordEntry(
                {
                  id: 'proof',
                  label: t('password.label'),
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
              ),
          button(t('proof.go'), null, mayUsePasskey ? 'wide' : 'primary wide', {
            disabled: attempt.isBusy,
          }),
        ),
        fault(attempt.rest()),
        !usesCode && button(t('signIn.code'), () => {
          usesCode = true;
          app.update();
        }, 'wide quiet'),
      ),
    { label: t('proof.title') },
  );
}

/**
 * @param {string} value
 * @param {(text: string) => void} change
 */
export const recoveryEntry = (value, change) =>
  h(
    'label',
    { class: 'field' },
    h('span', null, t('signIn.codeLabel')),
    h('input', {
      type: 'text',
      value,
      class: 'mono',
      autocomplete: 'off',
      autocapitalize: 'characters',
      spellcheck: 'false',
      oninput: ({ target }) => change(target.value),
    }),
  );

/**
 * The account's settings become this phone's: after signing in, and when another phone has changed
 * them.
 *
 * @param {App} app
 */
export async function takeSettings(app) {
  const { device } = app;
  const { me } = clientOf(app);
  if (!me || device.settings.owesSettings) return;
  if (!device.settings.name) await device.setSetting('name', me.name);
  for (const [name, value] of Object.entries(phoneSettings(me.settings))) {
    if (JSON.stringify(device.settings[name]) === JSON.stringify(value)) continue;
    await device.setSetting(/** @type {any} */ (name), value);
  }
  await app.applySettings();
}

/**
 * This phone's settings become the account's, as soon as there is signal.
 *
 * @param {App} app
 */
export async function giveSettings(app) {
  const { device } = app;
  const client = clientOf(app);
  if (!client.account) return;
  await device.setSetting('owesSettings', true);
  try {
    const settings = { ...client.me?.settings, ...sharedSettings(device.settings) };
    await client.changeMe({ settings });
    await device.setSetting('owesSettings', false);
  } catch {
    // It is tried again when the account is next read.
  }
}
