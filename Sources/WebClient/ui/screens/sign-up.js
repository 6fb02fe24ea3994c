// Somebody becomes known here: a user name, a way in, one question.

import { keepsPasskeys, mayHavePasskeys } from '../../device/passkey.js';
import {
  Attempt, choice, entry, fault, focusFault, offlineNotice, page,
} from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { newPassword } from '../parts/new-password.js';
import { leadingTo, placeAfter, wayForMail } from '../state/account-state.js';
import { handleFault, handleFrom, handleOf, passwordOf } from '../state/handle.js';
import { currentLanguage, t } from '../strings.js';
import { clientOf } from './members.js';
import { codesPart } from './recovery-codes.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/account-client.js').AccountClient} AccountClient
 */

/** Nobody asks whether a name is free before it has stood for so long. */
const TYPING_MILLISECONDS = 350;
/** The fields that say themselves what is wrong with them. */
const FIELDS = ['handle', 'password', 'email', 'code'];

const newDraft = () => ({
  /** The account's id, the same for each try. */
  account: '',
  name: '',
  handle: '',
  /** Whether the user name was typed, not made of the name. */
  isOwnHandle: false,
  password: { text: '', isShown: false },
  /** A passkey that was made for it; the same for each try, or else several are left on the phone. */
  passkey: /** @type {any} */ (null),
  /** @type {0 | 1 | null} */
  age: null,
  email: '',
  showsEmail: false,
  code: '',
});

/** What is typed, as long as the page lasts: who reads what is stored comes back to it. */
let draft = newDraft();

/** Whether user names are free, asked for while they are typed. */
class HandleCheck {
  /** @type {Map<string, 'free' | 'taken' | 'asked'>} */
  #found = new Map();
  #timer = 0;

  /** @param {App} app @param {AccountClient} client */
  constructor(app, client) {
    this.app = app;
    this.client = client;
  }

  /** @param {string} handle */
  of(handle) {
    return this.#found.get(handle) ?? null;
  }

  /** @param {string} handle @param {'free' | 'taken'} state */
  note(handle, state) {
    this.#found.set(handle, state);
    this.app.update();
  }

  /** @param {string} handle has just been typed */
  look(handle) {
    clearTimeout(this.#timer);
    if (handleFault(handle) || this.#found.has(handle)) return;
    this.#timer = setTimeout(() => this.#ask(handle), TYPING_MILLISECONDS);
  }

  async #ask(handle) {
    this.#found.set(handle, 'asked');
    this.app.update();
    try {
      this.note(handle, (await this.client.isFree(handle)) ? 'free' : 'taken');
    } catch {
      // Whoever signs up is told then.
      this.#found.delete(handle);
      this.app.update();
    }
  }
}

/**
 * @param {App} app
 * @param {string | null} to where one goes on afterwards
 */
export async function openSignUp(app, to) {
  const client = clientOf(app);
  const { settings } = app.device;
  const attempt = new Attempt(app);
  const check = new HandleCheck(app, client);
  const knowsName = Boolean(settings.name);
  let isLookedOver = false;
  let makesPasskey = false;
  /** Whether there can be passkeys here at all. */
  let mayMake = false;
  /** @type {string[] | null} once one is in */
  let codes = null;
  draft.name ||= settings.name ?? '';
  draft.account ||= client.isLost ? (client.account?.account ?? '') : client.newID();
  const password = newPassword(app, client, draft.password);

  const suggest = async () => {
    if (draft.isOwnHandle) return;
    draft.handle = handleFrom(draft.name);
    const { name } = draft;
    const handle = await client.suggestion(name).catch(() => '');
    if (draft.isOwnHandle || draft.name !== name || !handle) return;
    draft.handle = handle;
    check.note(handle, 'free');
  };
  if (draft.name.trim()) suggest();
  const prepare = () => makesPasskey && client.prepareChallenge('create').catch(() => {});
  client.learnAbout().catch(() => {}).then(async () => {
    mayMake = mayHavePasskeys(client.about?.passkeys);
    makesPasskey = mayMake && (await keepsPasskeys());
    prepare();
    app.update();
  });

  /** @param {'email' | 'code'} name */
  const typed = (name) => ({ target }) => {
    draft[name] = target.value;
  };
  const asksCode = () => client.about?.sign_up === 'code';
  const needsHTTPS = () => !makesPasskey && Boolean(client.about?.needs_https);
  const nameFault = () => (draft.name.trim() ? null : t('signUp.noName'));
  const ageFault = () => (draft.age === null ? t('signUp.noAge') : null);
  const codeFault = () => (asksCode() && !draft.code.trim() ? t('signUp.noCode') : null);
  const wrongHandle = () => {
    const found = handleFault(draft.handle);
    if (found) return t(`handle.${found}`);
    return check.of(draft.handle) === 'taken' ? t('handle.taken') : null;
  };
  const mayEnter = () => {
    isLookedOver = true;
    const isGood = makesPasskey || password.isGood(draft.handle);
    return isGood && ![nameFault(), wrongHandle(), ageFault(), codeFault()].some(Boolean);
  };

  const enter = async () => {
    if (!mayEnter()) return void (app.update(), focusFault());
    const { account, handle, age, email, code } = draft;
    const person = { account, handle, name: draft.name.trim() };
    const made = await attempt.run(async () => {
      if (makesPasskey) draft.passkey ??= await client.makePasskey(person);
      if (makesPasskey && !draft.passkey) return null;
      return client.signUp({
        ...person,
        age,
        language: currentLanguage(),
        ...(makesPasskey ? { passkey: draft.passkey } : { password: passwordOf(password.text) }),
        ...(email.trim() && { email: email.trim(), ...wayForMail(to) }),
        ...(code.trim() && { code: code.trim() }),
      });
    });
    if (attempt.problem?.name === 'handle_taken') check.note(handle, 'taken');
    // Its challenge is used up, or too old.
    if (attempt.problem?.name === 'wrong_proof') draft.passkey = null;
    if (!made) return focusFault();
    await app.device.setSetting('name', person.name);
    // The mail's link goes on there too, here even if the server can't be told the way.
    if (email.trim()) await app.device.setSetting('waiting', to);
    draft = newDraft();
    if (made.length === 0) return goOn();
    codes = made;
    app.update();
    if (!attempt.isLeft) scrollTo(0, 0);
  };
  const goOn = () => {
    if (!attempt.isLeft) app.go(placeAfter(to), { replace: true });
    app.say(t('signUp.done'));
  };
  const turnWay = () => {
    makesPasskey = !makesPasskey;
    prepare();
    app.update();
  };

  const nameEntry = () =>
    entry(
      {
        id: 'name',
        label: t('name.yours'),
        hint: t('signUp.nameHint'),
        fault: isLookedOver && nameFault(),
      },
      {
        value: draft.name,
        autocomplete: 'nickname',
        maxlength: 32,
        oninput: ({ target }) => {
          draft.name = target.value;
          suggest();
          app.update();
        },
      },
    );
  const handleEntry = () => {
    const state = check.of(draft.handle);
    const hints = {
      free: h('span', { class: 'good' }, t('handle.free')),
      asked: t('handle.asked'),
    };
    const wrong = wrongHandle();
    return entry(
      {
        id: 'handle',
        label: t('handle.label'),
        hint: hints[state ?? ''] ?? t('handle.hint'),
        fault: (isLookedOver || state === 'taken' ? wrong : null) ?? attempt.of('handle'),
      },
      {
        value: draft.handle,
        autocomplete: 'username',
        autocapitalize: 'none',
        spellcheck: 'false',
        oninput: ({ target }) => {
          draft.handle = handleOf(target.value);
          draft.isOwnHandle = true;
          check.look(draft.handle);
          app.update();
        },
      },
    );
  };
  const emailEntry = () =>
    draft.showsEmail
      ? entry(
          {
            id: 'email',
            label: t('email.optional'),
            hint: t('email.hint'),
            fault: attempt.of('email'),
          },
          { type: 'email', value: draft.email, autocomplete: 'email', oninput: typed('email') },
        )
      : button(t('email.add'), () => {
          draft.showsEmail = true;
          app.update();
        }, 'quiet aside');
  const codeEntry = () =>
    entry(
      {
        id: 'code',
        label: t('signUp.code'),
        hint: t('signUp.codeHint'),
        fault: (isLookedOver && codeFault()) || attempt.of('code'),
      },
      { value: draft.code, oninput: typed('code') },
    );
  const ageChoice = () =>
    choice(
      { name: 'age', label: t('signUp.age'), fault: isLookedOver && ageFault() },
      [[0, t('signUp.age0')], [1, t('signUp.age1'), t('signUp.age1Note')]],
      draft.age,
      (value) => {
        draft.age = /** @type {0 | 1} */ (value);
        app.update();
      },
    );
  const content = () =>
    form(
      { class: 'fields', novalidate: true },
      enter,
      h('p', { class: 'muted' }, t('signUp.why')),
      offlineNotice(),
      !knowsName && nameEntry(),
      handleEntry(),
      needsHTTPS()
        ? h('p', { class: 'notice' }, t('problem.needs_https'))
        : !makesPasskey && password.view(draft.handle, { said: attempt.of('password') }),
      ageChoice(),
      client.about?.mail && emailEntry(),
      asksCode() && codeEntry(),
      fault(attempt.rest(...FIELDS)),
      button(t(makesPasskey ? 'signUp.passkey' : 'signUp.enter'), null, 'primary wide big', {
        disabled: attempt.isBusy || needsHTTPS(),
      }),
      mayMake &&
        button(t(makesPasskey ? 'signUp.usePassword' : 'signUp.usePasskey'), turnWay, 'wide quiet'),
      h('p', { class: 'small muted' }, t('signUp.stored'), ' ',
        h('a', { href: t('privacy.path'), target: '_self' }, t('privacy.read'))),
      h('p', { class: 'small' },
        h('a', { href: leadingTo('/a/in', to) }, t('signUp.isKnown'))),
    );

  return {
    title: t('signUp.title'),
    view() {
      if (codes) return codesPart(app, codes, goOn);
      return page(t('signUp.title'), client.about?.sign_up === 'closed'
        ? [h('p', { role: 'alert' }, t('signUp.closed'))]
        : [content()]);
    },
  };
}
