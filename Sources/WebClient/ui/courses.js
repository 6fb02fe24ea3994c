// The screens on which people find courses, which are loaded together once one of them is opened.

import { openCourse } from './screens/course.js';
import { openCourses } from './screens/all-courses.js';

export * as hole from './screens/hole.js';

/**
 * The screen at "/courses", or "/c/COURSE".
 *
 * @param {import('./app.js').App} app
 * @param {string} [id]
 */
export const open = (app, id) => (id ? openCourse(app, id) : openCourses(app));
