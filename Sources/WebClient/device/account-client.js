// An account as this browser has it: what is known of it, kept for a time without signal, and what
// can be asked of the server for it.

import { randomIdentifier } from '../core/random.js';
import { ask } from './api.js';
import { random } from './clock.js';
import { deviceLabel } from './device-label.js';
import { createPasskey, unlessGivenUp, usePasskey } from './passkey.js';

/**
 * @typedef {Awaited<ReturnType<typeof import('./device.js').openDevice>>} Device
 * @typedef {import('./api.js').Problem} Problem
 * @typedef {{sign_up: 'open' | 'code' | 'closed', passkeys: {rp: string} | null, mail: any,
 *   password_min: number, news?: string, donations?: string, needs_https?: any}} About
 * @typedef {{at: number, tag: string | null, value: any}} Note what was heard, and when
 * @typedef {{account: string, notes: Object<string, Note>}} Known
 * @typedef {{account: string, handle: string, persons: {person: string, pass: string}[],
 *   recovery_codes?: string[], to?: string}} Entered `to`: where the mail of a sign-up leads on
 */

/** What is read, and kept. */
const PATHS = {
  me: '/me',
  friends: '/me/friends',
  inbox: '/me/inbox',
  games: '/me/games?limit=100',
  columns: '/me/columns',
  devices: '/me/devices',
  passkeys: '/me/passkeys',
  tokens: '/me/tokens',
  blocks: '/me/blocks',
};
/** Games of which is kept who of the friends sits in them. */
const TOGETHER_MAX = 20;
/** Pages of games, and how old what is known of them may be. */
const GAME_PAGES_MAX = 5;
const GAMES_MILLISECONDS = 60_000;
/** A challenge is good for five minutes; a new one is asked for before. */
const CHALLENGE_MILLISECONDS = 240_000;

export class AccountClient {
  /** @type {About | null} what the server is for */
  about = null;
  /** The server says that this device was signed out. */
  isSignedOut = false;
  /** The server was restored from an older copy, and has lost the account: it can be made again. */
  isLost = false;
  /** @type {Map<string, {challenge: import('./passkey.js').Challenge, at: number}>} by purpose */
  #challenges = new Map();
  /** The token with which one is about to come in; the same until that has worked. */
  #entering = '';
  #changed;
  #device;

  /** @param {Device} device @param {() => void} changed there is something new to show */
  constructor(device, changed) {
    this.#device = device;
    this.#changed = changed;
    this.about = device.settings.about;
  }

  get account() {
    return this.#device.account;
  }

  /** @returns {Known} */
  get #known() {
    const { account } = this.account ?? { account: '' };
    const { known } = this.#device.settings;
    return known?.account === account ? known : { account, notes: {} };
  }

  /** @param {keyof typeof PATHS} name @returns {any} null: nothing was ever heard of it */
  value(name) {
    return this.#known.notes[name]?.value ?? null;
  }

  /** @returns {import('../ui/state/account-state.js').Me | null} */
  get me() {
    return this.value('me');
  }

  /** As whom the account plays. */
  get persons() {
    return this.account?.persons ?? [];
  }

  /** Whether one is in, as far as is known. */
  get isIn() {
    return this.account !== null && !this.isSignedOut;
  }

  /** @param {keyof typeof PATHS} name @returns {number | null} when it was heard, if it was */
  heardAt(name) {
    return this.#known.notes[name]?.at ?? null;
  }

  /** With what a server that was restored from an older copy knows this device by. */
  get #mePath() {
    const [{ person, pass }] = this.persons;
    return `${PATHS.me}?account=${this.account?.account}&person=${person}&pass=${pass}`;
  }

  /** What was asked before somebody signed out, or in, is no news of who is in by then. */
  #sameAccount() {
    const before = this.account?.account;
    return () => this.account?.account === before;
  }

  /**
   * @param {keyof typeof PATHS | 'together'} name
   * @param {any} value
   * @param {string | null} [tag]
   */
  async #note(name, value, tag = null) {
    const known = this.#known;
    const notes = { ...known.notes, [name]: { at: Date.now(), tag, value } };
    await this.#device.setSetting('known', { ...known, notes });
    this.#changed();
  }

  /** Asks what the server offers; kept, since it seldom changes. */
  async learnAbout() {
    const { value } = await ask('GET', '/about', {});
    this.about = value;
    await this.#device.setSetting('about', value);
    this.#changed();
    return /** @type {About} */ (value);
  }

  /**
   * Reads something anew, if it has changed.
   *
   * @param {keyof typeof PATHS} name
   * @throws {Problem}
   */
  async read(name) {
    // The tag of the account itself is that of what can be changed, not of its persons.
    const { tag = null } = (name !== 'me' && this.#known.notes[name]) || {};
    const path = name === 'me' ? this.#mePath : PATHS[name];
    const isTheirs = this.#sameAccount();
    const answer = await this.act('GET', path, { tag });
    if (!isTheirs()) return null;
    const isSame = answer.status === 304;
    await this.#note(name, isSame ? this.value(name) : answer.value, answer.tag ?? tag);
    if (name === 'me') await this.#change(answer.value);
    return this.value(name);
  }

  /** Reads which games the account has, unless it was done a moment ago. */
  async readGames() {
    if (Date.now() - (this.heardAt('games') ?? 0) < GAMES_MILLISECONDS) return;
    const isTheirs = this.#sameAccount();
    const items = [];
    let after = '';
    for (let page = 0; page < GAME_PAGES_MAX; page += 1) {
      const { value } = await this.act('GET', PATHS.games + after);
      items.push(...value.items);
      if (!value.next) break;
      after = `&after=${value.next}`;
    }
    if (!isTheirs()) return;
    await this.#note('games', { items });
    await this.read('columns');
  }

  /**
   * Reads who of the friends sits in a game, which is kept of the last few games.
   *
   * @param {string} lobby
   * @returns {Promise<any[]>} all friends, with the numbers of those who sit in it
   */
  async readFriendsIn(lobby) {
    const isTheirs = this.#sameAccount();
    const { value } = await this.act('GET', `${PATHS.friends}?lobby=${lobby}`);
    if (!isTheirs()) return [];
    const { [lobby]: before, ...others } = this.#known.notes.together?.value ?? {};
    const kept = Object.entries(others).slice(0, TOGETHER_MAX - 1);
    const members = value.items.flatMap(({ members: each = [] }) => each);
    await this.#note('together', { [lobby]: members, ...Object.fromEntries(kept) });
    return value.items;
  }

  /** They are to be read again at the next look. */
  async forgetGames() {
    const { games, ...notes } = this.#known.notes;
    await this.#device.setSetting('known', { ...this.#known, notes });
  }

  /**
   * Does something for the account.
   *
   * @param {string} method
   * @param {string} path
   * @param {import('./api.js').Question} [question]
   * @param {boolean} [isLast] whether it isn't tried again
   * @throws {Problem}
   */
  async act(method, path, question = {}, isLast = false) {
    const isTheirs = this.#sameAccount();
    try {
      const answer = await ask(method, path, { token: await this.#device.bearer(), ...question });
      if (isTheirs()) this.isSignedOut = false;
      return answer;
    } catch (error) {
      const { name } = /** @type {Problem} */ (error);
      if (!isTheirs()) throw error;
      // The server has forgotten this device, but not its own word.
      if (name === 'not_signed_in' && this.account && !isLast) {
        await this.act('GET', this.#mePath, {}, true);
        return this.act(method, path, question, true);
      }
      this.isSignedOut ||= name === 'signed_out' || name === 'not_signed_in';
      this.isLost ||= name === 'account_lost';
      this.#changed();
      throw error;
    }
  }

  /**
   * Changes what the account says of its person.
   *
   * @param {Object<string, any>} change
   */
  async changeMe(change) {
    const isTheirs = this.#sameAccount();
    if (!this.me) await this.read('me');
    if (!isTheirs()) return;
    const ifMatch = this.#known.notes.me.tag;
    const answer = await this.act('PATCH', PATHS.me, { body: change, ifMatch });
    if (!isTheirs()) return;
    await this.#note('me', answer.value, answer.tag);
    if (change.handle) await this.#change({ handle: change.handle });
  }

  // Ways in.

  /**
   * A challenge that is there when somebody taps: browsers want no wait in between.
   *
   * @param {'create' | 'get'} purpose
   */
  async prepareChallenge(purpose) {
    const kept = this.#challenges.get(purpose);
    if (kept && Date.now() - kept.at < CHALLENGE_MILLISECONDS) return kept.challenge;
    // Who proves something may come in as nobody that this device was before.
    const token = purpose === 'create' ? await this.#device.bearer() : null;
    const body = { for: purpose };
    const { value } = await ask('POST', '/passkeys/challenges', { token, body });
    this.#challenges.set(purpose, { challenge: value, at: Date.now() });
    return /** @type {import('./passkey.js').Challenge} */ (value);
  }

  /**
   * @param {{account: string, handle: string, name: string}} person
   * @returns what the server is told of a new passkey; null: they would rather not
   */
  async makePasskey(person) {
    const challenge = await this.prepareChallenge('create');
    const made = await unlessGivenUp(createPasskey(challenge, person));
    return made && { ...made, label: deviceLabel() };
  }

  /** @returns a proof; null: they would rather not */
  async provePasskey() {
    const challenge = await this.prepareChallenge('get');
    // It is good once, whatever comes of it.
    this.#challenges.delete('get');
    const passkey = await unlessGivenUp(usePasskey(challenge));
    return passkey && { passkey };
  }

  /** The challenge of a passkey that the server has taken is used up. */
  spendChallenge() {
    this.#challenges.delete('create');
  }

  /**
   * Makes this device's person an account, with all that was played here.
   *
   * @param {{account: string, handle: string, name: string, [field: string]: any}} fields
   * @returns {Promise<string[]>} recovery codes, which are told once: none after a lost answer
   */
  async signUp({ account, ...fields }) {
    const device = this.#device;
    const token = await device.bearer();
    const tokens = (await device.tokens()).filter((each) => each !== token);
    const body = { ...fields, tokens, label: deviceLabel() };
    const { value } = await ask('PUT', `/accounts/${account}`, { token, body });
    const codes = await this.#keepCodes(value);
    await this.#enter(value, token);
    this.spendChallenge();
    return codes;
  }

  /** @returns {Promise<string[]>} new recovery codes, instead of those that there are */
  async renewCodes() {
    const isTheirs = this.#sameAccount();
    const { account } = this.account ?? {};
    const { value } = await this.act('POST', '/me/recovery-codes');
    return isTheirs() ? this.#keepCodes({ account, ...value }) : [];
  }

  /** Nobody is told them again, so they are kept until they are seen. */
  async #keepCodes({ account, recovery_codes: codes = [] }) {
    await this.#device.setSetting('codes', codes.length > 0 ? { account, codes } : null);
    return codes;
  }

  /** The recovery codes that nobody has seen yet, if there are any. */
  get codes() {
    const { codes } = this.#device.settings;
    return (this.account && codes?.account === this.account.account && codes.codes) || null;
  }

  /** The same, as another tab may have left them. */
  async readCodes() {
    await this.#device.readSetting('codes');
    return this.codes;
  }

  /** @param {string[]} seen others may have come meanwhile */
  async codesSeen(seen) {
    const codes = await this.readCodes();
    if (String(codes) === String(seen)) await this.#device.setSetting('codes', null);
    this.#changed();
  }

  /** Has at hand what signing in needs, so that a tap waits for nothing but the server. */
  async prepare() {
    this.#entering ||= this.isIn ? '' : await this.#device.newToken();
  }

  /**
   * Comes in with a proof, as nobody that this device was before: the games that are on it stay
   * theirs who played them. Who is in proves anew that it is they.
   *
   * @param {Object<string, any>} proof
   * @param {string} [path]
   * @returns {Promise<Entered | false>} as whom one is in; false: somebody has to say yes before
   */
  async signIn(proof, path = '/sessions') {
    const device = this.#device;
    await this.prepare();
    const token = this.#entering || (await device.bearer());
    const { leftBehind } = device.settings;
    const body = { ...proof, label: deviceLabel(), ...(leftBehind && { known: leftBehind }) };
    const answer = await ask('POST', path, { token, body }).catch((error) => {
      // Only now it is heard that this device was signed out.
      if (error.name !== 'signed_out' || this.isSignedOut) throw error;
      this.isSignedOut = true;
      return null;
    });
    if (!answer) return this.signIn(proof, path);
    const { status, value } = answer;
    if (status === 202) return false;
    this.#entering = '';
    await this.#enter(value, token);
    return value;
  }

  /** @param {Entered} entered @param {string} token */
  async #enter({ account, handle, persons }, token) {
    await this.#device.setAccount({ account, handle, token, person: persons[0].person, persons });
    if (!(await this.readCodes())) await this.#device.setSetting('codes', null);
    this.isSignedOut = false;
    this.isLost = false;
    this.#changed();
  }

  /**
   * What another device has changed, too.
   *
   * @param {{handle?: string, persons?: {person: string, pass: string}[]}} change
   */
  async #change({ handle, persons }) {
    const { account } = this;
    if (!account) return;
    const next = {
      ...account,
      handle: handle ?? account.handle,
      persons: persons?.map(({ person, pass }) => ({ person, pass })) ?? account.persons,
    };
    if (JSON.stringify(next) !== JSON.stringify(account)) await this.#device.setAccount(next);
  }

  /** The persons of this device's other tokens become the account's. */
  async takeAlong() {
    const token = await this.#device.bearer();
    const tokens = (await this.#device.tokens()).filter((each) => each !== token);
    const { value } = await this.act('POST', '/me/persons', { body: { tokens } });
    await this.#change(value);
    await this.read('me');
  }

  /** @param {string} person goes back to the device it came from */
  async giveBack(person) {
    await this.act('DELETE', `/me/persons/${person}`);
    await this.read('me');
  }

  /** The key of this device ends. */
  async signOut() {
    const { value } = await this.act('DELETE', '/sessions/current');
    await this.#device.setSetting('leftBehind', value?.known ?? null);
    await this.forget();
  }

  /** Where one goes on after the link of a mail, which is told once. */
  async takeWay() {
    const { waiting } = this.#device.settings;
    await this.#device.setSetting('waiting', null);
    return waiting;
  }

  /** This device is nobody's any more. */
  async forget() {
    await this.#device.setAccount(null);
    for (const name of /** @type {const} */ (['known', 'codes', 'waiting', 'friendLink'])) {
      await this.#device.setSetting(name, null);
    }
    this.#entering = '';
    this.isSignedOut = false;
    this.#changed();
  }

  /**
   * @param {string} handle
   * @returns {Promise<boolean>}
   */
  async isFree(handle) {
    try {
      await ask('GET', `/handles/${encodeURIComponent(handle)}`, {});
      return true;
    } catch (error) {
      if (/** @type {Problem} */ (error).name === 'handle_taken') return false;
      throw error;
    }
  }

  /**
   * A free user name.
   *
   * @param {string} name what somebody is called
   * @returns {Promise<string>}
   */
  async suggestion(name) {
    const { value } = await ask('GET', `/handles?name=${encodeURIComponent(name)}`, {});
    return value.handle;
  }

  /**
   * Says something to whoever runs the server.
   *
   * @param {string} id the same each time that it is tried
   * @param {{text: string, language: string}} body
   */
  async suggest(id, body) {
    await ask('PUT', `/suggestions/${id}`, { body });
  }

  /** @param {string} email gets a link by which one comes in, if it is somebody's here */
  async sendMail(email) {
    await ask('POST', '/mails', { body: { email } });
  }

  random = random;

  /** An id for something that is made here, so that it can be asked for again. */
  newID() {
    return randomIdentifier(random);
  }

  /** Anybody's 256 random bits, and the key that they stand for. */
  async newKey() {
    const { identities } = await import('./game.js');
    const { person, token } = identities.newCredentials(random);
    return { key: person, token };
  }
}
