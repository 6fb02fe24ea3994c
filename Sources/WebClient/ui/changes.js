// What people do to courses together, which is loaded once somebody shows one, wants it changed, or
// says something of it.

export * as changing from './screens/course-changes.js';
export * as saying from './screens/course-comments.js';
export * as sharing from './screens/share-course.js';
