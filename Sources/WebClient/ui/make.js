// The form of a course, which is loaded once somebody makes one or changes its holes.

export * as making from './screens/make-course.js';
