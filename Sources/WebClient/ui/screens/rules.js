// What goes beyond keeping score, which few open: how strict a game is, signatures, what else is
// known of a score, a player or the holes, and other games' settings. Loaded once it is asked for.

export * as beside from './beside.js';
export * as gameForm from './game-form.js';
export * as give from './give.js';
export * as holesPlayed from './holes-played.js';
export * as playerFacts from './player-facts.js';
export * as sign from './sign.js';
export * as strict from './strict.js';
