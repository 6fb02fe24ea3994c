// All courses of a country: which is near, which one likes, which one hasn't played yet.

import { areas } from '../parts/areas.js';
import { distanceText, playedButton, star } from '../parts/course-parts.js';
import { isoDay } from '../parts/csv.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, overText } from '../parts/elements.js';
import { rowsOf, shownRows } from '../state/course-list.js';
import { figuresOn, pastOf } from '../state/course-past.js';
import { metresBetween } from '../state/ground.js';
import { countryOf } from '../state/country.js';
import { ownCourses } from '../state/own-course.js';
import { nameOrder } from '../state/name-order.js';
import { COUNTRY_KEY, favouritesIn, playedIn } from '../state/own-courses.js';
import { currentLanguage, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/catalogue.js').Pack} Pack
 * @typedef {import('../state/course-list.js').Row} Row
 * @typedef {import('../state/course-list.js').View} View
 */

/** @type {View[]} those that can be chosen, beside the usual one */
const VIEWS = ['near', 'favourite', 'played', 'unplayed', 'fresh', 'name'];
/** Where one is may be known as of so long ago, and isn't waited for longer than that. */
const POSITION = { enableHighAccuracy: false, maximumAge: 60_000, timeout: 10_000 };
/** A list of more rows has only those that can be seen, and so many besides at either end. */
const ROWS_WHOLE_MAX = 30;
const ROWS_BESIDE = 6;
/** What style.css gives a row. */
const ROW_REM = 4.75;

/** What stays as it was when one comes back from a course. */
const kept = { view: /** @type {View} */ ('usual'), typed: '', top: 0 };

/** @param {App} app */
export async function openCourses(app) {
  const { device } = app;
  const [notes, games, catalogue] = await Promise.all([
    device.notebook(), device.games(), device.catalogue(),
  ]);
  const byLink = await catalogue.byLink();
  let past = pastOf(games, []);
  /** @type {import('../../device/catalogue.js').Country[]} */
  let countries = [];
  let country = '';
  /** @type {Pack | null} */
  let pack = null;
  /** When that was so; null: now. */
  let heardAt = /** @type {number | null} */ (null);
  let hasFailed = false;
  /** @type {import('../../device/catalogue.js').Place | null} */
  let here = null;
  /** Why it isn't known where one is. */
  let unknown = /** @type {'' | 'asked' | 'refused' | 'none'} */ ('');
  let isOpen = true;
  let first = 0;
  /** What there is to see, until something changes that it depends on: scrolling is none of that. */
  let found = /** @type {Row[] | null} */ (null);
  const changed = () => {
    found = null;
    app.update();
  };

  const unsubscribe = notes.subscribe(changed);

  const load = async (chosen) => {
    country = chosen;
    pack = null;
    hasFailed = false;
    try {
      await catalogue.pack(country, (heard) => {
        if (country !== chosen) return;
        pack = heard.value;
        heardAt = heard.heardAt;
        changed();
      });
      heardAt = null;
    } catch {
      hasFailed = true;
    }
    changed();
  };

  const count = async () => {
    const tell = (rounds) => {
      past = pastOf(games, rounds);
      changed();
    };
    // What one has played isn't waited for: the list is of use without.
    await catalogue.rounds.tell(device, tell).catch(() => {});
  };

  const begin = async () => {
    const choose = (heard) => {
      countries = heard.value;
      const own = notes.get(COUNTRY_KEY);
      if (!country && countries.length > 0) {
        load(countryOf(countries, own, navigator.languages));
      }
      changed();
    };
    try {
      await catalogue.countries(choose);
    } catch {
      hasFailed = true;
      changed();
    }
  };

  const locate = () => {
    if (!navigator.geolocation) unknown = 'none';
    else {
      unknown = 'asked';
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => {
          here = [Math.round(coords.latitude * 1e7), Math.round(coords.longitude * 1e7)];
          unknown = '';
          changed();
        },
        ({ code, PERMISSION_DENIED: refused }) => {
          unknown = code === refused ? 'refused' : 'none';
          changed();
        },
        POSITION,
      );
    }
    changed();
  };

  const choose = (view) => {
    kept.view = kept.view === view ? 'usual' : view;
    if (kept.view === 'near' && !here) locate();
    scrollTo(0, 0);
    changed();
  };

  // Whoever has allowed it before isn't asked again.
  navigator.permissions?.query({ name: 'geolocation' })
    .then(({ state }) => state === 'granted' && isOpen && locate(), () => {});
  begin();
  count();

  let list = /** @type {HTMLElement | null} */ (null);
  const rowPixels = () =>
    ROW_REM * parseFloat(getComputedStyle(document.documentElement).fontSize);
  const scrolled = () => {
    kept.top = scrollY;
    if (!list) return;
    const next = Math.max(0, Math.floor(-list.getBoundingClientRect().top / rowPixels()));
    if (Math.abs(next - first) < ROWS_BESIDE / 2) return;
    first = next;
    app.update();
  };
  addEventListener('scroll', scrolled, { passive: true });

  const compare = nameOrder(currentLanguage());
  const rows = () => {
    const known = {
      past,
      favourites: favouritesIn(notes),
      played: playedIn(notes),
      today: isoDay(Date.now()),
      metresTo: here && ((place) => metresBetween(/** @type {any} */ (here), place)),
    };
    const { view, typed } = kept;
    const year = new Date().getFullYear();
    const listed = pack?.courses ?? [];
    const ids = new Set(listed.map(({ id }) => id));
    const others = [...ownCourses(notes), ...byLink].filter(({ id }) => !ids.has(id) && ids.add(id));
    const all = [...others, ...listed];
    return shownRows(rowsOf(all, known), { view, typed, year, compare });
  };

  /** @param {Row[]} shown */
  const listPart = (shown) => {
    const isWhole = shown.length <= ROWS_WHOLE_MAX;
    const from = isWhole ? 0 : Math.max(0, first - ROWS_BESIDE);
    const visible = isWhole ? shown.length : Math.ceil(innerHeight / rowPixels()) + 2 * ROWS_BESIDE;
    const end = Math.min(shown.length, from + visible);
    return h(
      'ul',
      {
        class: 'rows courses',
        style: {
          'padding-top': `${from * ROW_REM}rem`,
          'padding-bottom': `${(shown.length - end) * ROW_REM}rem`,
        },
        mounted: (element) => {
          list = element;
        },
      },
      shown.slice(from, end).map((row, at) => courseRow(row, from + at, shown.length)),
    );
  };

  /** @param {Row} row */
  const courseRow = (row, at, count) => {
    const { course, layout, past: own, metres } = row;
    const figures = own && layout && figuresOn(own, course, layout, own.tee);
    const facts = [
      layout && t('lobby.holes', { count: layout.holes }),
      layout && t('card.par', { par: layout.par }),
      metres !== null && distanceText(metres),
      figures && t('course.yours', { score: overText(figures.best) }),
    ];
    const isNew = course.source !== 'own' && !pack?.sample &&
      course.since === new Date().getFullYear();
    return h(
      'li',
      { key: course.id, class: 'row', 'aria-setsize': count, 'aria-posinset': at + 1 },
      h(
        'a',
        { class: 'row-link', href: `/c/${course.id}` },
        h('strong', null, course.name,
          course.source === 'own' && h('em', { class: 'badge' }, t('course.mine')),
          isNew && h('em', { class: 'badge' }, t('course.new')),
          course.status !== 'open' && h('em', { class: 'badge' }, t(`course.${course.status}`))),
        h('span', null, facts.filter(Boolean).join(' · ')),
      ),
      playedButton(app, notes, course, row.isPlayed),
      star(app, notes, course),
    );
  };

  const ageText = () => {
    if (!pack && hasFailed) return t('courses.none');
    if (!pack) return t('app.loading');
    if (hasFailed && heardAt !== null) return t('courses.asOf', { date: dateText(heardAt) });
    return '';
  };

  const emptyText = () =>
    kept.typed ? t('courses.notFound', { typed: kept.typed }) : t(`courses.empty.${kept.view}`);

  const top = kept.top;
  requestAnimationFrame(() => requestAnimationFrame(() => scrollTo(0, top)));

  return {
    title: t('area.courses'),
    close() {
      isOpen = false;
      removeEventListener('scroll', scrolled);
      unsubscribe();
      notes.leave();
    },
    view: () => {
      const shown = (found ??= rows());
      const said = ageText();
      return h(
        'div',
        { class: 'has-areas' },
        h(
          'main',
          { class: 'page' },
          h('div', { class: 'bar' },
            h('h1', { tabindex: '-1' }, t('area.courses')),
            countries.length > 1 && countryPart(countries, country, (chosen) => {
              notes.put(COUNTRY_KEY, chosen).catch(app.refuse);
              load(chosen);
            })),
          h('label', { class: 'field' },
            h('span', { class: 'hidden' }, t('courses.search')),
            h('input', {
              type: 'search',
              value: kept.typed,
              placeholder: t('courses.search'),
              autocomplete: 'off',
              enterkeyhint: 'search',
              oninput: (event) => {
                kept.typed = event.target.value;
                first = 0;
                changed();
              },
            })),
          h('div', { class: 'chips', role: 'group', 'aria-label': t('courses.views') },
            VIEWS.map((view) =>
              button(t(`courses.view.${view}`), () => choose(view), undefined, {
                'aria-pressed': view === kept.view,
              }))),
          kept.view === 'near' && unknown &&
            h('p', { class: 'muted', role: 'status' }, t(`courses.position.${unknown}`)),
          pack?.sample && h('p', { class: 'muted' }, t('courses.sample')),
          said && h('p', { class: 'muted', role: 'status' }, said),
          h('div', { class: 'pair' },
            h('a', { class: 'button', href: '/new' }, t('courses.without')),
            h('a', { class: 'button', href: '/courses/new' }, t('make.title'))),
          (pack || shown.length > 0) && (shown.length > 0
            ? listPart(shown) : h('p', { class: 'muted', role: 'status' }, emptyText())),
          pack && creditPart(pack),
        ),
        areas('courses'),
      );
    },
  };
}

/** @param {import('../../device/catalogue.js').Country[]} countries */
const countryPart = (countries, chosen, choose) =>
  h('label', null, h('span', { class: 'hidden' }, t('courses.country')),
    h('select', { onchange: (event) => choose(event.target.value) },
      countries.map(({ country, courses }) =>
        h('option', { value: country, selected: country === chosen },
          `${countryName(country)} (${courses})`))));

/** Where a browser knows no Icelandic, at least what is near is told in it. */
const ICELANDIC = {
  IS: 'Ísland', DK: 'Danmörk', FI: 'Finnland', FO: 'Færeyjar', GL: 'Grænland', NO: 'Noregur',
  SE: 'Svíþjóð', GB: 'Bretland', IE: 'Írland', DE: 'Þýskaland', US: 'Bandaríkin', CA: 'Kanada',
};

function countryName(country) {
  const language = currentLanguage();
  const isKnown = Intl.DisplayNames.supportedLocalesOf(language).length > 0;
  if (!isKnown && country in ICELANDIC) return ICELANDIC[/** @type {'IS'} */ (country)];
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
  } catch {
    return country;
  }
}

/** @param {Pack} pack */
const creditPart = ({ credits }) =>
  credits.length > 0 &&
    h('p', { class: 'muted credit' }, credits.map(({ text, licence }) =>
      [text, licence].filter(Boolean).join(', ')).join(' · '));
