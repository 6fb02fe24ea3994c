// What the screens have in common on which people do something with others about a course.

import { waysToAccount } from './account-parts.js';
import { h } from './dom.js';
import { t } from '../strings.js';

/**
 * @typedef {import('./dom.js').Child} Child
 * @typedef {{id: string, course: {name: string} | null, isIn: boolean, way: string,
 *   needs: string}} About `isIn`: whether there is an account; else `needs` says why there has to be
 *   one, and `way` is where one goes on then
 */

/**
 * @param {string} title
 * @param {About} about
 * @param {(Child | Child[])[]} content for whoever has an account
 */
export const coursePage = (title, { id, course, isIn, way, needs }, content) =>
  h('div', null,
    h('header', { class: 'bar top' },
      h('a', { class: 'button quiet', href: `/c/${id}` }, '‹ ', course?.name ?? t('area.courses'))),
    h('main', { class: 'page account' },
      h('h1', { tabindex: '-1' }, title),
      !course && h('p', null, t('course.missingText')),
      course && !isIn && [h('p', { class: 'muted' }, needs), ...waysToAccount(way)],
      ...(course && isIn ? content : [])));
