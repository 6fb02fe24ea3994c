// What people do to courses together, which is loaded once somebody shows one or wants it changed.

export * as changing from './screens/course-changes.js';
export * as sharing from './screens/share-course.js';
