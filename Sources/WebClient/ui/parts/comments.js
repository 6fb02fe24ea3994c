// What people say of a course, to be read.

import { t } from '../strings.js';
import { dateText } from './dates.js';
import { h } from './dom.js';

/** @typedef {import('../../device/catalogue.js').Comment} Comment */

/** Of which hole it is, if it is of one. */
export const holeOf = (/** @type {Comment} */ { hole }) => hole && t('card.holeName', { hole });

/**
 * @param {Comment} comment
 * @param {...import('./dom.js').Child} rest what can be done with it
 */
export const commentRow = (comment, ...rest) =>
  h('li', { key: comment.id, class: 'stack' },
    h('p', { class: 'said' }, comment.text),
    h('p', { class: 'muted' }, [
      holeOf(comment), comment.by, comment.played && t('say.played'), dateText(comment.at),
    ].filter(Boolean).join(' · ')),
    comment.state !== 'shown' &&
      h('p', { class: 'notice' }, t(`say.is.${comment.state}`)),
    ...rest);
