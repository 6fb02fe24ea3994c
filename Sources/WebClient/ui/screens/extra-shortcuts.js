// What the first screen can have besides what everybody finds there.

import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';
import { clientOf } from './members.js';

/** @typedef {import('../app.js').App} App */

/**
 * A new game where one has played last, in one tap.
 *
 * @param {App} app
 */
async function playThere(app) {
  const { courses, name } = app.device.settings;
  const [{ name: course, holes }] = courses;
  try {
    const game = await app.during(app.device.create({ course, holes, name: name ?? '' }));
    app.adopt(game);
    app.go(`/g/${game.key}`);
  } catch (error) {
    app.refuse(error);
  }
}

/**
 * @param {App} app
 * @param {string} id
 */
export function extraShortcut(app, id) {
  const { courses, name } = app.device.settings;
  const [last] = courses ?? [];
  if (id === 'again') {
    return last && name && button(
      t('first.againAt', { course: last.name ?? t('course.none') }),
      () => playThere(app),
      'wide',
      { key: id },
    );
  }
  const friends = clientOf(app).value('friends')?.items.length ?? 0;
  return app.device.account && h('a', { key: id, class: 'button wide', href: '/a/friends' },
    t('friends.title'), friends > 0 && h('span', { class: 'muted' }, friends));
}
