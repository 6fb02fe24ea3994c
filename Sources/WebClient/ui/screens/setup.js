// A new game: where, how many holes, which pars.

import { LobbyLimits } from '../../core/lobby-limits.js';
import { h } from '../parts/dom.js';
import { button, checkbox, field, form, nameField, segmented, topBar } from '../parts/elements.js';
import { parSteppers, stepper } from '../parts/steppers.js';
import { CourseDraft, remembered } from '../state/course-draft.js';
import { t } from '../strings.js';

/** @param {import('../app.js').App} app */
export async function open(app) {
  const { settings } = app.device;
  const knowsName = Boolean(settings.name);
  let name = settings.name ?? '';
  let plays = true;
  const draft = new CourseDraft();
  let showsPars = false;
  let isCreating = false;

  /** An action that changes the course, and shows it then. */
  const then = (change) => (...given) => {
    change(...given);
    app.update();
  };
  const setCount = then((count) => draft.setCount(count));
  const create = async () => {
    if (isCreating) return;
    isCreating = true;
    const { course } = draft;
    const given = { course: course.name, holes: course.holes, name: name.trim(), plays };
    try {
      const game = await app.during(app.device.create(given));
      app.device.setSetting('name', given.name);
      app.device.setSetting('courses', remembered(course, settings.courses ?? []));
      app.adopt(game);
      app.go(`/g/${game.key}`, { replace: true });
    } catch (error) {
      isCreating = false;
      app.refuse(error);
    }
  };

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
          value: draft.labels.length,
          least: 1,
          most: LobbyLimits.holesMax,
          change: setCount,
        }),
      ),
      segmented(t('setup.holes'), [[9, '9'], [18, '18'], [27, '27']],
        draft.labels.length, setCount),
      h(
        'div',
        { class: 'bar' },
        h('span', { class: 'label' }, t('setup.par', { par: draft.par })),
        button(
          t(showsPars ? 'setup.parsDone' : 'setup.parsChange'),
          then(() => {
            showsPars = !showsPars;
          }),
          'quiet',
          { 'aria-expanded': showsPars },
        ),
      ),
      showsPars &&
        segmented(
          t('setup.parsAll'),
          [3, 4, 5].map((par) => [par, t('setup.all', { par })]),
          draft.commonPar(3, 4, 5),
          then((par) => draft.setAll(par)),
        ),
      showsPars &&
        parSteppers(draft.labels, draft.pars, then((place, par) => draft.setPar(place, par))),
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
            value: draft.name,
            placeholder: t('course.none'),
            maxlength: 40,
            oninput: (event) => {
              draft.name = event.target.value;
            },
          }),
          settings.courses?.length > 0 &&
            h(
              'div',
              { class: 'chips', role: 'group', 'aria-label': t('setup.known') },
              settings.courses.map((known) =>
                button(
                  [known.name, h('small', null, t('lobby.holes', { count: known.holes.length }))],
                  then(() => draft.take(known)),
                ),
              ),
            ),
          holesPart(),
          checkbox(knowsName ? t('setup.playsAs', { name }) : t('setup.plays'), plays, then(() => {
            plays = !plays;
          })),
        ),
        h('div', { class: 'foot' }, button(t('setup.create'), null, 'primary wide big')),
      ),
  };
}
