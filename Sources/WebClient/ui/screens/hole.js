// A hole while it is played: its lengths, a drawing, and how far it is to the basket.

import { Field } from '../../core/fields.js';
import { shownValue, thrownTee } from '../../core/scorecard.js';
import { teeOf } from '../../device/game.js';
import { canDraw, drawing, holeSentence } from '../parts/drawing.js';
import { Compass } from '../parts/compass.js';
import { noting } from '../parts/course-parts.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { Standing } from '../parts/standing.js';
import { declinationAt } from '../state/declination.js';
import { distanceTo, fixOf, isStale } from '../state/distance.js';
import { TEE_KEY } from '../state/own-courses.js';
import { holesOfLayout } from '../state/starting.js';
import { readWalk, walkKey, withFound } from '../state/walk.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 */

const POSITION = { enableHighAccuracy: true, maximumAge: 0, timeout: 20_000 };
const TIPS_SHOWN = 3;
/** So often it is looked whether what is known is still new. */
const LOOK_MILLISECONDS = 1_000;

/**
 * @param {App} app
 * @param {Game} game
 * @param {number} place the hole's, from 0 on
 */
export function openHole(app, game, place) {
  const lobby = game.known?.lobby;
  if (!lobby) return;
  const [label, par] = lobby.holes[place];
  const hole = holesOfLayout(lobby)[place];
  const finder = new Finder(app.update);
  const { length: teeCount } = hole.tees;
  const tips = lobby.layout ? tipsOf(app, lobby.layout, label) : () => false;
  const walk = new WalkedHole(app, lobby.id, label);
  app.sheet(
    () =>
      h(
        'div',
        {
          class: 'stack',
          mounted: (element) =>
            element.closest('dialog').addEventListener('close', () => {
              finder.end();
              walk.end();
            }),
        },
        h('ul', { class: 'rows' }, hole.tees.map((tee, at) =>
          h('li', { key: tee.name, class: 'row hole-tee' },
            h('strong', null, tee.name),
            h('span', { class: 'notes' }, [
              t('card.par', { par: tee.par || par }),
              tee.metres && `${tee.metres} m`,
              playersFrom(lobby, at),
            ].filter(Boolean).join(' · '))))),
        teeCount === 0 && h('p', null, t('card.par', { par })),
        canDraw([hole]) &&
          drawing([hole], { title: holeSentence(hole), fix: finder.fix }),
        tips(),
        distancePart(finder, hole.basket ?? walk.basket),
        !hole.basket && walk.view(),
      ),
    { label: t('card.holeName', { hole: label }) },
  );
}

/**
 * Sets one's own tee to the usual one, if that is there and nobody has chosen another.
 *
 * @param {App} app
 * @param {Game} game
 */
export async function throwFromUsual(app, game) {
  const { lobby, me } = game.known ?? {};
  const player = lobby?.members[(me ?? 0) - 1]?.player;
  if (!lobby?.layout || !player) return;
  const isChosen = shownValue(lobby, [0, player, 0, Field.tee]) !== null;
  const notes = await app.device.notebook();
  const usual = notes.get(TEE_KEY);
  const isThere = lobby.layout.tees.some(([name]) => name === usual);
  const isOther = usual !== lobby.layout.default_tee;
  if (!isChosen && isThere && isOther) app.attempt(() => game.edit(teeOf(player, usual)));
  notes.leave();
}

/**
 * What people say of the hole, as far as this phone knows, and soon as it is.
 *
 * @param {App} app
 * @param {NonNullable<Lobby['layout']>} layout
 * @param {string} label
 */
function tipsOf({ device, update }, { course, layout }, label) {
  /** @type {import('../../device/catalogue.js').Comment[]} */
  let tips = [];
  const heard = ({ value }) => {
    tips = value.items.filter((each) => each.layout === layout && each.hole === label);
    update();
  };
  const look = async () => {
    const catalogue = await device.catalogue();
    if (await catalogue.kept(course)) catalogue.comments(course, device.account?.token, heard);
  };
  look().catch(() => {});
  return () =>
    tips.length > 0 &&
      h('ul', { class: 'plain comments' },
        tips.slice(0, TIPS_SHOWN).map(({ id, text, by }) =>
          h('li', { key: id }, h('p', { class: 'said' }, text), h('p', { class: 'muted' }, by))));
}

/** What somebody says of the places of a hole as they walk, to keep it as a course at the end. */
class WalkedHole {
  /** @type {import('../state/walk.js').Walk} */
  #walk = {};
  #notes = /** @type {import('../../device/own-notebook.js').OwnNotebook | null} */ (null);
  #isOver = false;
  #standing;
  #app;
  #key;
  #label;

  /** @param {App} app @param {string} lobby @param {string} label */
  constructor(app, lobby, label) {
    [this.#app, this.#key, this.#label] = [app, walkKey(lobby), label];
    this.#standing = new Standing(app.update);
    this.#read().catch(() => {});
  }

  async #read() {
    const { device, update } = this.#app;
    const notes = await device.notebook();
    if (this.#isOver) return notes.leave();
    this.#notes = notes;
    this.#walk = readWalk(notes.get(this.#key));
    update();
  }

  get #known() {
    return this.#walk[this.#label] ?? {};
  }

  /** @returns {import('../state/ground.js').Place | null} */
  get basket() {
    const { basket } = this.#known;
    return basket ? [basket[0], basket[1]] : null;
  }

  end() {
    this.#isOver = true;
    this.#standing.end();
    this.#notes?.leave();
  }

  #keep(what, found) {
    this.#walk = withFound(readWalk(this.#notes?.get(this.#key) ?? null), this.#label, what, found);
    noting(this.#app, async () => this.#notes?.put(this.#key, JSON.stringify(this.#walk)));
  }

  view() {
    const known = this.#known;
    const part = (what) => {
      const found = known[what];
      return [
        button([t(`stand.${what}Here`), found && ` ✓ ±\u00A0${found[2]}\u00A0m`],
          () => this.#standing.begin(what, (at) => this.#keep(what, at)), undefined,
          { disabled: !this.#notes || this.#standing.what !== '' }),
      ];
    };
    return h('div', { class: 'stack' },
      h('div', { class: 'pair' }, part('tee'), part('basket')),
      this.#standing.view(),
      h('p', { class: 'muted' }, t('stand.keep')));
  }
}

/** Who throws from a tee. */
const playersFrom = (/** @type {Lobby} */ lobby, /** @type {number} */ tee) =>
  lobby.players
    .filter(({ id, removed }) => !removed && thrownTee(lobby, id).place === tee)
    .map(({ name }) => name)
    .join(', ');

/** Finds out where somebody is, from a tap on until the sheet is closed. */
class Finder {
  /** @type {import('../state/distance.js').Fix | null} */
  fix = null;
  state = /** @type {'' | 'asked' | 'found' | 'refused' | 'none'} */ ('');
  #update;
  #compass;
  #watch = 0;
  #timer = 0;

  /** @param {() => void} update */
  constructor(update) {
    this.#update = update;
    this.#compass = new Compass(update);
  }

  /** Where the phone points, from true north; null: it doesn't say. */
  get pointsDegrees() {
    const { degrees } = this.#compass;
    if (degrees === null || !this.fix) return null;
    const now = new Date();
    return degrees + declinationAt(this.fix.place, now.getFullYear() + now.getMonth() / 12);
  }

  begin() {
    this.#compass.begin();
    if (!navigator.geolocation) return this.#note('none');
    this.state = 'asked';
    document.addEventListener('visibilitychange', this.#look);
    this.#timer = setInterval(() => {
      if (this.fix && isStale(this.fix, Date.now())) this.#lose('asked');
    }, LOOK_MILLISECONDS);
    this.#look();
    this.#update();
  }

  end() {
    this.#compass.end();
    document.removeEventListener('visibilitychange', this.#look);
    clearInterval(this.#timer);
    this.#stop();
  }

  /** While nobody sees the page, nobody needs to know. */
  #look = () => {
    this.#stop();
    if (document.hidden) return;
    this.#watch = navigator.geolocation.watchPosition(
      (position) => {
        this.fix = fixOf(position);
        this.#note('found');
      },
      ({ code, PERMISSION_DENIED: refused }) => this.#lose(code === refused ? 'refused' : 'none'),
      POSITION,
    );
  };

  #stop() {
    navigator.geolocation?.clearWatch(this.#watch);
  }

  #lose(state) {
    this.fix = null;
    this.#note(state);
  }

  #note(state) {
    this.state = state;
    this.#update();
  }
}

/** @param {Finder} finder @param {import('../state/ground.js').Place | null} basket */
function distancePart(finder, basket) {
  if (!basket) return h('p', { class: 'muted' }, t('hole.noBasket'));
  const { fix, state } = finder;
  if (state === '') {
    return [
      button(t('distance.ask'), () => finder.begin(), 'wide'),
      h('p', { class: 'muted' }, t('distance.why')),
    ];
  }
  if (!fix) return h('p', { role: 'status' }, t(`distance.${state}`));
  const { metres, errorMetres, direction, turnDegrees } =
    distanceTo(fix, basket, finder.pointsDegrees);
  return [
    h('p', { class: 'distance', role: 'status' },
      turnDegrees !== null &&
        h('span', { class: 'arrow', 'aria-hidden': true,
          style: { rotate: `${turnDegrees}deg` } }, '↑'),
      h('strong', null, errorMetres === null
        ? t('distance.about', { metres }) : t('distance.is', { metres, error: errorMetres })),
      ' ', t(`direction.${direction}`)),
    h('p', { class: 'muted' }, t('distance.noMeasure')),
  ];
}
