// A hole while it is played: its lengths, a drawing, and how far it is to the basket.

import { Field } from '../../core/lobby.js';
import { shownValue, thrownTee } from '../../core/scorecard.js';
import { teeOf } from '../../device/game.js';
import { canDraw, drawing, holeSentence } from '../parts/drawing.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { distanceTo, fixOf, isStale } from '../state/distance.js';
import { TEE_KEY } from '../state/own-courses.js';
import { holesOfLayout } from '../state/starting.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../app.js').Game} Game
 * @typedef {import('../../core/lobby.js').Lobby} Lobby
 */

const POSITION = { enableHighAccuracy: true, maximumAge: 0, timeout: 20_000 };
/** So often it is looked whether what is known is still new. */
const LOOK_MILLISECONDS = 1_000;

/**
 * @param {App} app
 * @param {Game} game
 * @param {number} place the hole's, from 0 on
 */
export function openHole(app, game, place) {
  const lobby = game.known?.lobby;
  if (!lobby?.layout) return;
  const [label, par] = lobby.holes[place];
  const hole = holesOfLayout(lobby)[place];
  const finder = new Finder(app.update);
  const { length: teeCount } = hole.tees;
  app.sheet(
    () =>
      h(
        'div',
        {
          class: 'stack',
          mounted: (element) =>
            element.closest('dialog').addEventListener('close', () => finder.end()),
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
        hole.basket ? distancePart(finder, hole.basket) : h('p', { class: 'muted' }, t('hole.noBasket')),
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
  const usual = (await app.device.notebook()).get(TEE_KEY);
  const isThere = lobby.layout.tees.some(([name]) => name === usual);
  const isOther = usual !== lobby.layout.default_tee;
  if (!isChosen && isThere && isOther) app.attempt(() => game.edit(teeOf(player, usual)));
  app.device.leaveNotebook();
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
  #watch = 0;
  #timer = 0;

  /** @param {() => void} update */
  constructor(update) {
    this.#update = update;
  }

  begin() {
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

/** @param {Finder} finder @param {import('../state/ground.js').Place} basket */
function distancePart(finder, basket) {
  const { fix, state } = finder;
  if (state === '') {
    return [
      button(t('distance.ask'), () => finder.begin(), 'wide'),
      h('p', { class: 'muted' }, t('distance.why')),
    ];
  }
  if (!fix) return h('p', { role: 'status' }, t(`distance.${state}`));
  const { metres, errorMetres, direction, turnDegrees } = distanceTo(fix, basket);
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
