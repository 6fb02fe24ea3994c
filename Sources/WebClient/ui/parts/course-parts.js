// What the list of courses and a course's own page have in common.

import { isoDay } from './csv.js';
import { dateText } from './dates.js';
import { h } from './dom.js';
import { button, field, form, overText } from './elements.js';
import { favouriteKey, playedKey, playedOf, playedText } from '../state/own-courses.js';
import { currentLanguage, t } from '../strings.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {import('../../device/own-notebook.js').OwnNotebook} OwnNotebook
 * @typedef {import('../../device/catalogue.js').PackedCourse} PackedCourse
 */

/** A number with one digit behind the comma, as the language writes it. */
export const tenths = (number) =>
  number.toFixed(1).replace('.', currentLanguage() === 'is' ? ',' : '.');

/** @type {(metres: number) => string} as far as it says something: 250 m, 1.2 km, 38 km */
export function distanceText(metres) {
  if (metres < 995) return `${Math.round(metres / 10) * 10} m`;
  return metres < 9_950 ? `${tenths(metres / 1_000)} km` : `${Math.round(metres / 1_000)} km`;
}

/** @type {(mean: number) => string} against par, with one decimal */
export function meanText(mean) {
  const rounded = Math.round(mean * 10) / 10;
  if (Number.isInteger(rounded)) return overText(rounded);
  return `${rounded < 0 ? '−' : '+'}${tenths(Math.abs(rounded))}`;
}

/** @type {(day: string) => string} 2026-11-26 as people write it */
export const dayText = (day) =>
  /^\d{4}-\d\d-\d\d$/.test(day) ? dateText(Date.parse(`${day}T12:00`)) : day;

/**
 * Does something in the notebook, and says why if that can't be.
 *
 * @param {App} app
 * @param {() => Promise<void>} writing
 */
export async function noting(app, writing) {
  try {
    await writing();
  } catch (error) {
    app.refuse(error);
  }
  app.update();
}

/**
 * @param {App} app
 * @param {OwnNotebook} notes
 * @param {PackedCourse} course
 */
export function star(app, notes, { id, name }) {
  const isFavourite = notes.get(favouriteKey(id)) !== null;
  const turn = () => noting(app, () => notes.put(favouriteKey(id), isFavourite ? null : '1'));
  return button(isFavourite ? '★' : '☆', turn, 'quiet sign', {
    'aria-pressed': isFavourite,
    'aria-label': t('course.favourite', { name }),
  });
}

/**
 * @param {App} app
 * @param {OwnNotebook} notes
 * @param {PackedCourse} course
 * @param {boolean} isPlayed by what is known of games too
 */
export const playedButton = (app, notes, course, isPlayed) =>
  button('✓', () => askPlayed(app, notes, course), `quiet sign${isPlayed ? '' : ' off'}`, {
    'aria-pressed': isPlayed,
    'aria-label': t('course.played', { name: course.name }),
  });

/** Asks for the day and a comment. */
export function askPlayed(app, notes, { id, name }) {
  const before = playedOf(notes, id);
  let day = before?.day || isoDay(Date.now());
  let comment = before?.comment ?? '';
  const keep = (value) =>
    noting(app, async () => {
      await notes.put(playedKey(id), value);
      app.closeSheet();
    });
  app.sheet(
    () =>
      form(
        { class: 'stack' },
        () => keep(playedText({ day, comment: comment.trim() })),
        h('label', { class: 'field' }, h('span', null, t('course.day')),
          h('input', {
            type: 'date',
            value: day,
            required: true,
            onchange: (event) => {
              day = event.target.value;
            },
          })),
        field(t('course.comment'), {
          value: comment,
          oninput: (event) => {
            comment = event.target.value;
          },
        }, t('course.commentOwn')),
        button(t('save'), null, 'primary wide'),
        before && button(t('course.notPlayed'), () => keep(null), 'wide'),
        button(t('cancel'), app.closeSheet, 'wide quiet'),
      ),
    { label: t('course.playedTitle', { name }) },
  );
}
