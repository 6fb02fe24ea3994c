// The screens on which a game is joined and played, which are loaded together.

export * as card from './screens/card.js';
export * as gathering from './screens/gathering.js';
