// The screens that a round can do without, which are loaded together.

export * as hosting from './parts/hosting.js';
export * as claim from './screens/claim.js';
export * as secondTab from './screens/second-tab.js';
export * as settings from './screens/settings.js';
export * as setup from './screens/setup.js';
export * as menu from './screens/menu.js';
export * as person from './screens/person.js';
export * as dispute from './screens/dispute.js';
export * as late from './screens/late.js';
export * as notices from './screens/notices.js';
export * as result from './screens/result.js';
export * as replay from './screens/replay.js';
export * as watch from './screens/watch.js';
