// The screens on which a game is joined and played, which are loaded together.

export * as card from './card.js';
export * as lobby from './lobby.js';
