// A course: shall we play it, and how have I done?

import { teeOf } from '../../device/game.js';
import { commentRow } from '../parts/comments.js';
import { clockText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { askPlayed, dayText, meanText, noting, star, tenths } from '../parts/course-parts.js';
import { isoDay } from '../parts/csv.js';
import { canDraw, drawing, holesOfFacts } from '../parts/drawing.js';
import { button, checkbox, field, form, overText, segmented } from '../parts/elements.js';
import { courseOf, factsOf, holeFrom, teeFor } from '../state/starting.js';
import { offered, usualLayout } from '../state/course-list.js';
import { figuresOn, pastOf } from '../state/course-past.js';
import { degreesText } from '../state/ground.js';
import { courseKey, readCourse } from '../state/own-course.js';
import { TEE_KEY, UNCOUNTED_KEY, noteKey, playedOf } from '../state/own-courses.js';
import { t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 * @typedef {import('../../device/catalogue.js').PackedLayout} PackedLayout
 * @typedef {import('../../device/catalogue.js').CommonFigures} CommonFigures
 * @typedef {import('../../device/own-notebook.js').OwnNotebook} OwnNotebook
 */

const COMMENTS_SHOWN = 3;

/** @param {App} app @param {string} id */
export async function openCourse(app, id) {
  const { device } = app;
  const [catalogue, notes, games] = await Promise.all([
    device.catalogue(), device.notebook(), device.games(),
  ]);
  const listed = await catalogue.kept(id);
  // One's own that is everybody's by now is as everybody has it.
  const own = listed ? null : readCourse(id, notes.get(courseKey(id)) ?? '');
  const known = listed ?? (own ? { course: own, pack: null }
    : await catalogue.course(id).catch(() => null));
  if (!known) {
    notes.leave();
    return nowhere();
  }
  const { course, pack } = known;
  const today = isoDay(Date.now());
  const layouts = offered(course, today);
  let past = pastOf(games, []).get(id) ?? null;
  /** @type {import('../../device/catalogue.js').CommonFigures[]} */
  let common = [];
  let layout = usualLayout(course, past, today);
  let facts = layout && factsOf(course, layout);
  const counts = () => notes.get(UNCOUNTED_KEY) === null;
  const give = () =>
    layout && courseOf(course, layout, new Date().getTimezoneOffset(), !counts());
  let given = give();
  let tee = given && teeFor(given.layout, notes.get(TEE_KEY));
  let name = device.settings.name ?? '';
  const knowsName = name !== '';
  let isStarting = false;
  const unsubscribe = notes.subscribe(app.update);

  const ownRounds = (rounds) => {
    past = pastOf(games, rounds).get(id) ?? null;
    app.update();
  };
  const everybodys = ({ value }) => {
    common = value;
    app.update();
  };
  // Figures aren't waited for: without signal there are those that are known.
  catalogue.rounds.tell(device, ownRounds).catch(() => {});
  if (!own) catalogue.figures(id, everybodys).catch(() => {});
  /** @type {import('../../device/catalogue.js').Comment[]} */
  let comments = [];
  const said = ({ value }) => {
    comments = value.items;
    app.update();
  };
  if (listed) catalogue.comments(id, device.account?.token, said).catch(() => {});
  let tiles = /** @type {import('../parts/map.js').Tiles | null} */ (null);
  let behind = /** @type {ReturnType<typeof import('../parts/map.js').mapBehind> | null} */ (null);
  const showMap = async () => {
    const { mapBehind } = await app.during(import('../parts/map.js'));
    if (tiles) behind = mapBehind(tiles);
    app.update();
  };
  catalogue.tiles(({ value }) => {
    tiles = value;
    app.update();
  }).catch(() => {});
  let crowd = '';
  const isListed = listed && !pack?.sample;
  if (isListed) {
    catalogue.crowd(id).then((found) => {
      crowd = t('crowd.at', { crowd: t(`crowd.${found.crowd}`), time: clockText(found.at) });
      app.update();
    }, () => {});
  }
  let isOpen = true;
  const heard = ({ value }) => {
    const now = value.courses.find((each) => each.id === id);
    if (isOpen && now && now.rev !== course.rev) app.go(`/c/${id}`, { replace: true });
  };
  if (pack) catalogue.pack(pack.country, heard).catch(() => {});

  const chooseLayout = (chosen) => {
    layout = layouts.find((each) => each.id === chosen) ?? layout;
    facts = layout && factsOf(course, layout);
    given = give();
    tee = given && teeFor(given.layout, tee);
    app.update();
  };
  const chooseTee = (chosen) => {
    tee = chosen;
    noting(app, () => notes.put(TEE_KEY, chosen));
  };
  const setCounts = (isCounted) =>
    noting(app, async () => {
      await notes.put(UNCOUNTED_KEY, isCounted ? null : 'true');
      given = give();
    });
  const play = async () => {
    if (isStarting || !given) return;
    isStarting = true;
    try {
      const from = given.layout.tees.length > 1 ? tee : null;
      const game = await app.during(device.create({ ...given, name: name.trim(), tee: from }));
      device.setSetting('name', name.trim());
      app.adopt(game);
      app.go(`/g/${game.key}`);
    } catch (error) {
      isStarting = false;
      app.refuse(error);
    }
  };

  /** Takes the course into the lobby from which somebody came here. */
  const take = (game, { lobby, me }) => {
    const isTaken = given && app.attempt(() => {
      game.edit({ op: 'layout', expect: lobby.number, ...given });
      const own = lobby.members[me - 1]?.player;
      if (own && tee !== null) game.edit(teeOf(own, tee));
    });
    if (isTaken) app.go(`/g/${game.key}`);
  };
  const lobbyHere = () => {
    const known = app.game?.known;
    return known?.isHost && known.lobby.stage[0] === 'setup' ? known : null;
  };
  const submit = () => {
    const known = lobbyHere();
    if (known) take(app.game, known);
    else play();
  };

  const playPart = () =>
    form(
      { class: 'panel stack' },
      submit,
      layouts.length > 1 &&
        segmented(t('course.layout'), layouts.map((each) => [each.id, each.name]),
          layout?.id, chooseLayout),
      given && given.layout.tees.length > 1 &&
        h('div', { class: 'stack' }, h('span', { class: 'label' }, t('course.tee')),
          segmented(t('course.tee'), given.layout.tees.map(([each, colour]) =>
            [each, [colour && dot(colour), each]]), tee, chooseTee)),
      !knowsName && !lobbyHere() &&
        field(t('name.yours'), {
          value: name,
          autocomplete: 'nickname',
          maxlength: 32,
          required: true,
          oninput: (event) => {
            name = event.target.value;
          },
        }, t('name.hint')),
      button(t(lobbyHere() ? 'course.take' : 'course.play'), null, 'primary wide big', { disabled: !given }),
    );

  return {
    title: course.name,
    close() {
      isOpen = false;
      unsubscribe();
      notes.leave();
    },
    view: () =>
      h(
        'div',
        null,
        h('header', { class: 'bar top' },
          h('a', { class: 'button quiet', href: '/courses' }, '‹ ', t('area.courses')),
          star(app, notes, course)),
        h(
          'main',
          { class: 'page course' },
          h('div', null,
            h('h1', { tabindex: '-1' }, course.name),
            h('p', { class: 'muted' }, [
              course.place,
              layout && t('lobby.holes', { count: layout.holes }),
              layout && t('card.par', { par: layout.par }),
              layout?.length_m && `${layout.length_m}\u00A0m`,
            ].filter(Boolean).join(' · ')),
            crowd && h('p', { class: 'muted' }, crowd),
            course.status !== 'open' &&
              h('p', { class: 'notice' }, t(`course.is.${course.status}`)),
            course.fee && h('p', { class: 'muted' }, course.fee),
            course.access && h('p', { class: 'muted' }, course.access)),
          layout ? playPart() : h('p', { class: 'panel' }, t('course.noLayout')),
          facts && canDraw(holesOfFacts(facts)) && [
            drawing(holesOfFacts(facts),
              { title: t('course.drawing', { name: course.name }), tee, behind }),
            tiles && !behind &&
              button(t('map.show', { host: new URL(tiles.url).host }), showMap, 'wide'),
          ],
          layout && figures(figuresOn(past, course, layout, tee), commonOf(common, layout, tee)),
          facts && holeTable(facts, tee, layout && commonOf(common, layout, tee)),
          ownPart(app, notes, course),
          isListed &&
            checkbox(t('crowd.count'), counts(), ({ target }) => setCounts(target.checked)),
          own && h('a', { class: 'button wide', href: `/c/${id}/change` }, t('make.change')),
          own && h('a', { class: 'button wide', href: `/c/${id}/share` }, t('share.title')),
          !own && !course.shared && !pack?.sample &&
            h('a', { class: 'button wide', href: `/c/${id}/changes` }, t('wish.title')),
          isListed && commentsPart(id, comments),
          waysPart(course),
          !own && h('a', { class: 'button wide quiet',
            href: `/a/write#about=${encodeURIComponent(`${course.name} (${id})`)}` },
          t('course.wrong')),
          creditPart(course, pack),
        ),
      ),
  };
}

const nowhere = () => ({
  title: t('course.missing'),
  view: () =>
    h('main', { class: 'page middle' },
      h('h1', { tabindex: '-1' }, t('course.missing')),
      h('p', { class: 'muted' }, t('course.missingText')),
      h('a', { class: 'button', href: '/courses' }, t('area.courses'))),
});

const dot = (colour) =>
  h('i', { class: 'dot', 'aria-hidden': true, style: { background: colour } });

/** @param {CommonFigures[]} common @param {PackedLayout} layout @param {string | null} tee */
const commonOf = (common, { id, series, holes }, tee) =>
  common.find((each) => each.layout === id && each.series === series &&
    each.holes.length === holes && (each.tee ?? null) === tee);

/**
 * @param {import('../state/course-past.js').Figures | null} own
 * @param {CommonFigures | undefined} common
 */
const figures = (own, common) =>
  (own || common) &&
    h('dl', { class: 'figures' },
      own && figure(t('course.best'), overText(own.best)),
      own && figure(t('course.mean'), meanText(own.mean),
        t('course.rounds', { count: own.rounds })),
      common && figure(t('course.everyone'), meanText(common.average_over_c / 100),
        t('course.rounds', { count: common.rounds })));

const figure = (what, value, of = '') =>
  h('div', null, h('dt', null, what), h('dd', null, value), of && h('dd', { class: 'muted' }, of));

/**
 * @param {import('../../core/layout.js').Facts} facts
 * @param {string | null} tee
 * @param {CommonFigures | null | undefined} common
 */
function holeTable(facts, tee, common) {
  const rows = facts.holes.map(([label], place) => ({ label, ...holeFrom(facts, place, tee) }));
  const hasMetres = rows.some(({ metres }) => metres);
  return h(
    'section',
    { 'aria-labelledby': 'holes' },
    h('h2', { id: 'holes' }, tee ? t('course.holesFrom', { tee }) : t('course.holes')),
    h('table', { class: 'holes' },
      h('thead', null, h('tr', null,
        h('th', { scope: 'col' }, t('course.hole')),
        h('th', { scope: 'col' }, t('course.par')),
        hasMetres && h('th', { scope: 'col' }, t('course.metres')),
        common && h('th', { scope: 'col' }, t('course.everyoneHole')))),
      h('tbody', null, rows.map(({ label, par, metres }, place) =>
        h('tr', { key: label },
          h('th', { scope: 'row' }, label),
          h('td', null, String(par)),
          hasMetres && h('td', null, metres ? `${metres} m` : '–'),
          common && h('td', null, tenths(common.holes[place] / 100)))))),
  );
}

/** @param {App} app @param {OwnNotebook} notes @param {PackedCourse} course */
function ownPart(app, notes, course) {
  const note = notes.get(noteKey(course.id));
  const played = playedOf(notes, course.id);
  return h(
    'section',
    { class: 'stack', 'aria-labelledby': 'own' },
    h('h2', { id: 'own' }, t('course.own')),
    h('p', { class: 'muted' }, t('course.ownText')),
    played && h('p', null, t('course.playedOn', { day: dayText(played.day) }),
      played.comment && `: ${played.comment}`),
    note && h('p', { class: 'own-note' }, note),
    h('div', { class: 'pair' },
      button(t(played ? 'course.changePlayed' : 'course.markPlayed'),
        () => askPlayed(app, notes, course)),
      button(t(note ? 'course.changeNote' : 'course.addNote'), () => askNote(app, notes, course))),
  );
}

function askNote(app, notes, { id, name }) {
  let text = notes.get(noteKey(id)) ?? '';
  const keep = () =>
    noting(app, async () => {
      await notes.put(noteKey(id), text.trim() || null);
      app.closeSheet();
    });
  app.sheet(
    () =>
      form(
        { class: 'stack' },
        keep,
        h('label', { class: 'field' },
          h('span', { class: 'hidden' }, t('course.noteTitle', { name })),
          h('textarea', {
            rows: 5,
            maxlength: 4_000,
            value: text,
            oninput: (event) => {
              text = event.target.value;
            },
          }),
          h('small', { class: 'muted' }, t('course.ownText'))),
        button(t('save'), null, 'primary wide'),
        button(t('cancel'), app.closeSheet, 'wide quiet'),
      ),
    { label: t('course.noteTitle', { name }) },
  );
}

/** The newest; the others, and one's own words, have a screen of their own. */
const commentsPart = (id, comments) =>
  h('section', { class: 'stack', 'aria-labelledby': 'comments' },
    h('h2', { id: 'comments' }, t('say.title')),
    h('ul', { class: 'plain comments' },
      comments.slice(0, COMMENTS_SHOWN).map((each) => commentRow(each))),
    h('a', { class: 'button wide', href: `/c/${id}/comments` },
      t(comments.length > 0 ? 'say.all' : 'say.first')));

/** The way there, by what the phone has for that, and the course's own page. */
function waysPart(/** @type {PackedCourse} */ { at, name, website }) {
  const place = at && degreesText(at).replace(' ', '');
  const isApple = /iPhone|iPad|Macintosh/.test(navigator.userAgent);
  const way = isApple
    ? `https://maps.apple.com/?daddr=${place}`
    : `geo:${place}?q=${place}(${encodeURIComponent(name)})`;
  const site = website && /^https?:\/\//.test(website) ? website : null;
  return (
    (place || site) &&
    h('section', { class: 'stack' },
      place && h('a', { class: 'button wide', href: way, rel: 'noreferrer' }, t('course.way')),
      place && h('p', { class: 'muted' }, t('course.coordinates', { place: degreesText(at ?? []) })),
      site && h('a', { class: 'button wide', href: site, rel: 'noreferrer', target: '_blank' },
        t('course.website')))
  );
}

/** @param {PackedCourse} course @param {import('../../device/catalogue.js').Pack | null} pack */
function creditPart(course, pack) {
  const own = course.credit ? [{ text: course.credit, licence: course.licence }] : null;
  const credits = own ?? pack?.credits ?? [];
  return (
    credits.length > 0 &&
    h('p', { class: 'muted credit' }, credits.map(({ text, licence }) =>
      [text, licence].filter(Boolean).join(', ')).join(' · '))
  );
}
