// A new game: where, how many holes, which pars.

import { LobbyLimits } from '../../core/limits.js';
import { parOf } from '../../core/scoring.js';
import { h } from '../parts/dom.js';
import { button, checkbox, field, form, nameField, segmented, topBar } from '../parts/elements.js';
import { parSteppers, stepper } from '../parts/steppers.js';
import { t } from '../strings.js';

const COURSES_MAX = 20;
const PAR = 3;

/** @param {import('../app.js').App} app */
export async function open(app) {
  const { settings } = app.device;
  const knowsName = Boolean(settings.name);
  let name = settings.name ?? '';
  let plays = true;
  let course = '';
  let labels = numbered(18);
  let pars = labels.map(() => PAR);
  let showsPars = false;
  let isCreating = false;

  const setCount = (count) => {
    labels = count <= labels.length ? labels.slice(0, count) : numbered(count);
    pars = labels.map((_, place) => pars[place] ?? PAR);
    app.update();
  };
  const take = (known) => {
    course = known.name ?? '';
    labels = known.holes.map(([label]) => label);
    pars = known.holes.map(([, par]) => par);
    app.update();
  };
  const create = async () => {
    if (isCreating) return;
    isCreating = true;
    /** @type {[string, number][]} */
    const holes = labels.map((label, place) => [label, pars[place]]);
    const given = { course: course.trim() || null, name: name.trim(), holes };
    try {
      const game = await app.during(app.device.create({ ...given, plays }));
      app.device.setSetting('name', given.name);
      if (given.course) remember(app, { name: given.course, holes });
      app.adopt(game);
      app.go(`/g/${game.key}`, { replace: true });
    } catch (error) {
      isCreating = false;
      app.refuse(error);
    }
  };

  const total = () => parOf(pars);
  const isAll = (par) => pars.every((each) => each === par);

  const holesPart = () =>
    h(
      'fieldset',
      { class: 'panel stack' },
      h(
        'div',
        { class: 'bar' },
        h('span', { class: 'label' }, t('setup.holes')),
        stepper({
          label: t('setup.holes'),
          value: labels.length,
          least: 1,
          most: LobbyLimits.holesMax,
          change: setCount,
        }),
      ),
      segmented(t('setup.holes'), [[9, '9'], [18, '18'], [27, '27']], labels.length, setCount),
      h(
        'div',
        { class: 'bar' },
        h('span', { class: 'label' }, t('setup.par', { par: total() })),
        button(
          t(showsPars ? 'setup.parsDone' : 'setup.parsChange'),
          () => {
            showsPars = !showsPars;
            app.update();
          },
          'quiet',
          { 'aria-expanded': showsPars },
        ),
      ),
      showsPars &&
        segmented(
          t('setup.parsAll'),
          [3, 4, 5].map((par) => [par, t('setup.all', { par })]),
          [3, 4, 5].find(isAll) ?? 0,
          (par) => {
            pars = pars.map(() => par);
            app.update();
          },
        ),
      showsPars &&
        parSteppers(labels, pars, (place, par) => {
          pars = pars.map((each, at) => (at === place ? par : each));
          app.update();
        }),
    );

  return {
    title: t('setup.title'),
    view: () =>
      form(
        { class: 'has-foot' },
        create,
        topBar(),
        h(
          'main',
          { class: 'page' },
          h('h1', { tabindex: '-1' }, t('setup.title')),
          !knowsName &&
            nameField(name, (text) => {
              name = text;
            }, t('name.hint')),
          field(t('setup.course'), {
            value: course,
            placeholder: t('course.none'),
            maxlength: 40,
            oninput: (event) => {
              course = event.target.value;
            },
          }),
          settings.courses?.length > 0 &&
            h(
              'div',
              { class: 'chips', role: 'group', 'aria-label': t('setup.known') },
              settings.courses.map((known) =>
                button(
                  [known.name, h('small', null, t('lobby.holes', { count: known.holes.length }))],
                  () => take(known),
                ),
              ),
            ),
          holesPart(),
          checkbox(knowsName ? t('setup.playsAs', { name }) : t('setup.plays'), plays, () => {
            plays = !plays;
            app.update();
          }),
        ),
        h('div', { class: 'foot' }, button(t('setup.create'), null, 'primary wide big')),
      ),
  };
}

const numbered = (count) => Array.from({ length: count }, (_, place) => String(place + 1));

function remember(app, course) {
  const others = (app.device.settings.courses ?? []).filter(({ name }) => name !== course.name);
  app.device.setSetting('courses', [course, ...others].slice(0, COURSES_MAX));
}
