import { randomIdentifier } from '../core/random.js';
import { random } from './clock.js';
import { takeNewShell } from './new-shell.js';
import { Storage } from './storage.js';
import { Tabs } from './tabs.js';

const CLIENT = 'folf-page';
const SETTINGS = {
  name: null,
  language: null,
  theme: null,
  along: null,
  courses: [],
  isInstallTold: false,
  account: null,
  known: null,
  about: null,
  shortcuts: null,
  owesSettings: false,
  leftBehind: null,
  waiting: null,
  owned: [],
  codes: null,
  friendLink: null,
  waitingNotes: [],
};
const KEY_LENGTH = 16;
/** So many tokens an account takes along. */
const TOKENS_MAX = 64;

/**
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./own-notebook.js').OwnNotebook} OwnNotebook
 * @typedef {import('./summary.js').Summary} Summary
 * @typedef {Summary & {startedAt: number}} Listed of which something is known
 * @typedef {{name: string | null, language: 'en' | 'is' | null, theme: 'light' | 'dark' | null,
 *   along: 'hole' | 'player' | null, courses: {name: string | null, holes: [string, number][]}[],
 *   isInstallTold: boolean, matched?: string, account: Account | null, known: any, about: any,
 *   shortcuts: string[] | null, owesSettings: boolean, leftBehind: string | null,
 *   waiting: string | null, owned: Credentials[],
 *   codes: {account: string, codes: string[]} | null,
 *   friendLink: {account: string, at: number, id: string, secret: string} | null,
 *   waitingNotes: string[]}} Settings
 *   `isInstallTold`: how to put the page beside the apps; `matched`: the game after which was said
 *   whether its course is as it is described; `known`, `about`: what was heard of the
 *   account and the server; `owesSettings`: whether the account hasn't got these; `leftBehind`: a sign
 *   that the device was an account's; `waiting`: where one goes on after the link of a mail; `owned`:
 *   as whom one played here without an account; `codes`: recovery codes that nobody has seen yet;
 *   `friendLink`: the one that is shown, and since when; `waitingNotes`: the persons of whose
 *   notebooks the server hasn't got all
 * @typedef {import('../core/wire.js').Credentials} Credentials
 * @typedef {{account: string, handle: string, token: string, person: string,
 *   persons: {person: string, pass: string}[]}} Account
 * @typedef {{code: string} | {lobby: string, invitation: string} |
 *   {lobby: string, watch: string}} Way into a game: a code as the server writes it, an invitation,
 *   or the secret that only lets one watch
 */

/**
 * @param {import('../core/wire.js').Credentials} credentials
 * @returns {import('../core/wire.js').Identity}
 */
const identityOf = (credentials, entry, as, name) =>
  ({ client: CLIENT, credentials, rid: randomIdentifier(random), entry, as, name });

/** Those of somebody whom no server has seen. */
async function newCredentials() {
  const { identities } = await import('./game.js');
  return identities.newCredentials(random);
}

/** This browser, as the page sees it. */
class Device {
  /** @type {Settings} */
  settings = { ...SETTINGS };
  #storage = new Storage();
  #tabs = new Tabs((key, isTakeOver) => this.#asked(key, isTakeOver));
  /**
   * The games of this tab; those without a key are only watched. Their notebook too.
   *
   * @type {Set<Game | OwnNotebook>}
   */
  #open = new Set();
  /** @type {import('./notebooks.js').Notebooks | null} once somebody has opened one */
  #notebooks = null;
  /** @type {Set<() => void>} */
  #listeners = new Set();
  /** @type {Map<string, Promise<Game | null>>} those that are being opened, by key */
  #opening = new Map();

  async start() {
    const [kept] = await Promise.all([this.#storage.entries('settings'), takeNewShell()]);
    this.settings = { ...SETTINGS, ...kept };
    const wake = () => this.#wake();
    addEventListener('online', wake);
    addEventListener('pageshow', wake);
    document.addEventListener('resume', wake);
    document.addEventListener('visibilitychange', () => document.hidden || wake());
    this.#handOver();
  }

  /** Whether anything is open, for which the page stays as it is. */
  get isBusy() {
    return this.#open.size > 0;
  }

  /** @param {keyof Settings} name */
  async setSetting(name, value) {
    /** @type {any} */ (this.settings)[name] = value;
    await this.#storage.put('settings', name, value);
  }

  /**
   * A setting as another tab may have left it.
   *
   * @template {keyof Settings} Name
   * @param {Name} name
   */
  async readSetting(name) {
    const kept = await this.#storage.get('settings', name);
    if (kept !== undefined) this.settings[name] = kept;
    return this.settings[name];
  }

  /** The account whose this device is, if it is one's. */
  get account() {
    return this.settings.account;
  }

  /** The token for the API: the account's, or else this device's own. */
  async bearer() {
    return this.account?.token ?? (await this.#ownCredentials()).token;
  }

  /** A token that nobody has used. */
  async newToken() {
    return (await newCredentials()).token;
  }

  /** The tokens with which one has played here without an account. */
  async tokens() {
    const { credentialsIn } = await import('../core/restore.js');
    const { owned } = this.settings;
    const games = await this.#summaries();
    const kept = await Promise.all(games.map(({ key }) => this.#storage.records(key)));
    const own = kept.map(credentialsIn).filter((each) => each && !each.account);
    const all = [await this.#ownCredentials(), ...own, ...owned].map(
      (each) => /** @type {const} */ ([each?.token, each]),
    );
    const found = /** @type {Credentials[]} */ ([...new Map(all).values()]);
    // If they are given back, their games go on as theirs who played them.
    await this.setSetting('owned', found.slice(0, TOKENS_MAX));
    return this.settings.owned.map(({ token }) => token);
  }

  /**
   * Somebody is in from now on, or nobody any more. The games of the account's persons go on as
   * these, with what waits in them.
   *
   * @param {Account | null} account
   */
  async setAccount(account) {
    const before = this.account;
    await this.setSetting('account', account);
    // Whoever plays here next isn't to be taken for whoever did.
    if (before && !account) {
      const notebooks = await this.#loadNotebooks();
      await notebooks.forget(before.persons.map(({ person }) => person));
      await this.#becomeNew();
    }
    this.#accountHasChanged();
  }

  async #becomeNew() {
    await this.#storage.put('settings', 'credentials', await newCredentials());
  }

  #accountHasChanged() {
    this.#notebooks?.close();
    for (const game of this.#open) game.wake();
    for (const listener of this.#listeners) listener();
    this.#handOver();
  }

  /** Another tab may have signed in or out. */
  async #readAccount() {
    const before = JSON.stringify(this.account);
    if (JSON.stringify(await this.readSetting('account')) !== before) this.#accountHasChanged();
  }

  /**
   * What whoever plays here keeps for themself: favourites, notes, own courses. A screen that gets it
   * leaves it when it closes.
   *
   * @returns {Promise<OwnNotebook>}
   */
  async notebook() {
    return (await this.#loadNotebooks()).open();
  }

  /** The catalogue of courses, as far as this device has it. */
  async catalogue() {
    const { Catalogue } = await import('./catalogue.js');
    return new Catalogue(this.#storage);
  }

  async #loadNotebooks() {
    const { Notebooks } = await import('./notebooks.js');
    this.#notebooks ??= new Notebooks(this, this.#shell, this.#open, {
      current: () => this.#credentials(),
      own: () => this.#ownCredentials(),
    });
    return this.#notebooks;
  }

  /**
   * The games of this device, newest first.
   *
   * @returns {Promise<Listed[]>}
   */
  async games() {
    const all = /** @type {Listed[]} */ (await this.#summaries());
    return all.filter(({ startedAt }) => startedAt !== null);
  }

  /** @param {() => void} listener is called when something in `games` is news */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #summaries() {
    const all = await this.#storage.all('games');
    return all.sort((left, right) => right.openedAt - left.openedAt);
  }

  /**
   * A new game; the server hears of it when it can.
   *
   * @param {{course: string | null, holes: [string, number][], name: string, plays?: boolean,
   *   lateJoin?: boolean, layout?: import('../core/lobby.js').Layout, tee?: string | null}} setup
   *   `tee`: from which whoever makes it throws, if not from the usual one
   * @throws {import('../core/refusal.js').Refusal}
   */
  async create({ course, holes, name, plays = true, lateJoin = false, layout, tee = null }) {
    const { identities, teeOf } = await import('./game.js');
    const credentials = await this.#credentials();
    const nonce = randomIdentifier(random);
    const entry = { create: identities.lobbyIDOf(credentials.person, nonce) };
    const player = plays ? (random() || 1) : undefined;
    const game = await this.#begin(identityOf(credentials, entry, null, name), {
      op: 'create',
      course,
      holes,
      layout,
      late_join: lateJoin,
      nonce,
      invitation: randomIdentifier(random),
      watch: randomIdentifier(random),
      name,
      player,
    });
    if (player && tee !== (layout?.default_tee ?? null)) game.edit(teeOf(player, tee));
    return game;
  }

  /**
   * Enters a game as a player; one that this device has is opened.
   *
   * @param {Way} way
   * @param {string} name
   * @param {{knock?: boolean}} options `knock`: asks the host, if the game has begun without late
   *   joining
   */
  async join(way, name, { knock = false } = {}) {
    const known = await this.find(way);
    const game = known && (await this.open(known));
    if (game && (game.isElsewhere || game.view?.lobby)) return game;
    if (known) await this.forget(known);
    const identity = identityOf(await this.#credentials(), way, 'player', name);
    return this.#begin({ ...identity, ...(knock && { knock }) });
  }

  /**
   * Enters a game in which one of the account's persons takes part, but which isn't here yet.
   *
   * @param {string} lobby
   */
  async enter(lobby) {
    const known = await this.find({ lobby, invitation: '' });
    const game = known && (await this.open(known));
    if (game) return game;
    const entry = { lobby, ticket: null };
    return this.#begin(identityOf(await this.#credentials(), entry, null, null));
  }

  /**
   * Watches a game; nothing of it is kept.
   *
   * @param {Way} way
   */
  async watch(way) {
    const game = await this.#newGame(null);
    await game.begin(identityOf(await newCredentials(), way, 'spectator', null));
    return game;
  }

  /** @param {string} key @returns {Promise<Game | null>} null: this device has no such game */
  async open(key) {
    const [known] = /** @type {Game[]} */ (
      [...this.#open].filter((game) => game.key === key && !game.hasEnded)
    );
    const game = known ?? (await this.#resume(key, false));
    // It was only here to hand over what waited, and is done with that.
    if (game?.hasEnded) return this.open(key);
    if (game) game.isLeft = false;
    return game;
  }

  /**
   * The newest game of this device to which a way leads.
   *
   * @param {Way} way
   * @returns {Promise<string | null>}
   */
  async find(way) {
    const isIt = (each) => ('code' in way ? each.code === way.code : each.lobby === way.lobby);
    // What has just been heard of a game that is open isn't written down yet.
    const isOpen = ({ key, view, hasEnded }) =>
      key && view && !hasEnded && isIt({ code: view.code, lobby: view.lobbyID });
    const [open] = /** @type {Game[]} */ ([...this.#open]).filter(isOpen);
    return open?.key ?? (await this.#summaries()).find(isIt)?.key ?? null;
  }

  /** Removes a game from this device, with all that the server doesn't have of it. */
  async forget(key) {
    for (const game of this.#open) if (game.key === key) game.discard();
    const release = await this.#tabs.own(key, true, () => {});
    await this.#storage.forget(key);
    release?.();
  }

  async #begin(identity, first) {
    const game = await this.#newGame(randomIdentifier(random).slice(0, KEY_LENGTH));
    navigator.storage?.persist?.().catch(() => {});
    try {
      await game.begin(identity, first);
    } catch (error) {
      this.#open.delete(game);
      throw error;
    }
    return game;
  }

  /**
   * Nobody loads what a game is made of before there is one.
   *
   * @param {string | null} key
   */
  async #newGame(key) {
    const { Game } = await import('./game.js');
    const game = new Game(this.#shell, key);
    this.#open.add(game);
    return game;
  }

  /** @param {string} key @param {boolean} isLeft whether it is opened only to hand over */
  #resume(key, isLeft) {
    const opening = this.#opening.get(key) ?? this.#resumeNow(key, isLeft);
    this.#opening.set(key, opening);
    return opening.finally(() => this.#opening.delete(key));
  }

  async #resumeNow(key, isLeft) {
    if (!(await this.#storage.get('games', key))) return null;
    // Before anything is held: without signal it may not load.
    await import('../core/restore.js');
    const game = await this.#newGame(key);
    game.isLeft = isLeft;
    return (await game.resume()) ? game : null;
  }

  /**
   * As whom one begins a game: the account's main person, or else whoever this device is.
   *
   * @returns {Promise<Credentials>}
   */
  async #credentials() {
    const { account } = this;
    return (account && this.#credentialsFor(account.person)) ?? this.#ownCredentials();
  }

  /** Who this device is, for all games without an account; made for the first. */
  async #ownCredentials() {
    return this.#storage.keep('settings', 'credentials', await newCredentials());
  }

  /** @param {string} person @returns {Credentials | null} */
  #credentialsFor(person) {
    const { account, settings } = this;
    const isIt = (each) => each.person === person;
    const pass = account?.persons.find(isIt)?.pass;
    if (account && pass) return { person, token: account.token, account: account.account, pass };
    return settings.owned.find(isIt) ?? null;
  }

  /**
   * The device as a game sees it.
   *
   * @returns {import('./open-document.js').Shell}
   */
  get #shell() {
    return {
      storage: this.#storage,
      tabs: this.#tabs,
      noted: () => {
        for (const listener of this.#listeners) listener();
      },
      ended: (game) => {
        this.#open.delete(/** @type {Game} */ (game));
      },
      credentialsFor: (person) => this.#credentialsFor(person),
    };
  }

  /** @returns {Promise<'mine' | 'free' | null>} */
  async #asked(key, isTakeOver) {
    const [game] = [...this.#open].filter((each) => each.key === key && !each.isElsewhere);
    if (!game) return null;
    return (isTakeOver || game.isLeft) && (await game.giveAway()) ? 'free' : 'mine';
  }

  #wake() {
    this.#readAccount();
    for (const game of this.#open) game.wake();
    this.#handOver();
  }

  /** Gives the server what waits in what isn't on the screen. */
  async #handOver() {
    if (this.settings.waitingNotes.length > 0) {
      this.#loadNotebooks().then((notebooks) => notebooks.handOver()).catch(() => {});
    }
    const keys = (await this.#summaries())
      .filter(({ pendingCount }) => pendingCount > 0)
      .map(({ key }) => key)
      .filter((key) => ![...this.#open].some((game) => game.key === key));
    // A game that can't be opened now, for want of a file or a journal, is tried again later.
    for (const key of keys) await this.#resume(key, true).catch(() => {});
  }
}

/** Opens what this browser keeps. */
export async function openDevice() {
  const device = new Device();
  await device.start();
  return device;
}
