// The screens on which people find courses, which are loaded together once one of them is opened.

import { openCourse } from './screens/course.js';
import { openCourses } from './screens/all-courses.js';
import { loadMoreStrings } from './strings.js';
import { style } from './style.js';

/** A hole in play. */
export const hole = () => import('./screens/hole.js');

/**
 * The screen at "/courses", "/courses/new", "/c/COURSE", or behind that.
 *
 * @param {import('./app.js').App} app
 * @param {string} [id]
 * @param {string} [what] `/new`, `/change`: the form; otherwise what is done with others
 */
export async function open(app, id, what) {
  if (what === '/new' || what === '/change') {
    const [{ making }] = await Promise.all([
      import('./make.js'), loadMoreStrings(), style('/board.css'),
    ]);
    return making.openMake(app, id);
  }
  if (!id || !what) return id ? openCourse(app, id) : openCourses(app);
  const [{ changing, saying, sharing }] = await Promise.all([
    import('./changes.js'), loadMoreStrings('account'), loadMoreStrings(), style('/account.css'),
  ]);
  if (what === '/comments') return saying.openComments(app, id);
  return what === '/share' ? sharing.openShare(app, id) : changing.openChanges(app, id);
}
