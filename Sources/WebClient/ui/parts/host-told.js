// That somebody else has become host.

import { t } from '../strings.js';

/**
 * All hear when the host's role passes.
 *
 * @param {import('../app.js').App} app
 * @param {import('../app.js').Game} game
 */
export function tellHost(app, { known }) {
  if (!known || !app.attention.hostHasPassed(known.lobby.host)) return;
  const { lobby, me } = known;
  const { name } = lobby.members[lobby.host - 1];
  app.say(t(lobby.host === me ? 'people.hostYou' : 'people.hostIs', { name }));
}
