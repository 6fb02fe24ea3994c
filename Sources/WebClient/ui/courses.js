// The screens on which people find courses, which are loaded together once one of them is opened.

import { openCourse } from './screens/course.js';
import { openCourses } from './screens/all-courses.js';
import { openMake } from './screens/make-course.js';
import { loadMoreStrings } from './strings.js';
import { style } from './style.js';

export * as hole from './screens/hole.js';

/**
 * The screen at "/courses", "/courses/new", "/c/COURSE", or "/c/COURSE/change".
 *
 * @param {import('./app.js').App} app
 * @param {string} [id]
 * @param {string} [make]
 */
export async function open(app, id, make) {
  if (make) {
    await Promise.all([loadMoreStrings(), style('/board.css')]);
    return openMake(app, id);
  }
  return id ? openCourse(app, id) : openCourses(app);
}
