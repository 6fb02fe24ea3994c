// The screens that a round can do without, which are loaded together.

export * as claim from './claim.js';
export * as settings from './settings.js';
export * as setup from './setup.js';
export * as menu from './menu.js';
export * as person from './person.js';
export * as dispute from './dispute.js';
export * as late from './late.js';
export * as notices from './notices.js';
export * as result from './result.js';
export * as replay from './replay.js';
export * as watch from './watch.js';
