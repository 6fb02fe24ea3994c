// This device is to be nobody's: what waits on it is told first.

import { Attempt, fault } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, checkbox } from '../parts/elements.js';
import { otherGames } from '../state/account-state.js';
import { t } from '../strings.js';
import { clientOf } from './members.js';

/** @param {import('../app.js').App} app */
export async function askToSignOut(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  await client.readCodes();
  const all = await app.device.games();
  const others = new Set(otherGames(all, client.persons));
  const games = all.filter((game) => !others.has(game));
  const waiting = games.reduce((sum, { pendingCount }) => sum + pendingCount, 0);
  let removes = false;
  const out = async () => {
    await attempt.run(() => (client.isSignedOut ? client.forget() : client.signOut()));
    if (attempt.problem) return;
    app.closeSheets();
    app.adopt(null);
    if (removes) for (const { key } of games) await app.device.forget(key);
    app.go('/');
    app.say(t('signOut.done'));
  };
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        waiting > 0 && h('p', { class: 'notice' }, t('signOut.waits', { count: waiting })),
        app.device.settings.waitingNotes.length > 0 &&
          h('p', { class: 'notice' }, t('signOut.notes')),
        client.codes && h('p', { class: 'notice' }, t('signOut.codes')),
        h('p', null, t('signOut.text')),
        games.length > 0 && checkbox(
          t('signOut.remove', { count: games.length }),
          removes,
          () => {
            removes = !removes;
            app.update();
          },
        ),
        removes && waiting > 0 && h('p', { class: 'fault', role: 'alert' },
          t('signOut.lost', { count: waiting })),
        fault(attempt.rest()),
        button(t('signOut.title'), out, 'wide danger', { disabled: attempt.isBusy }),
        button(t('cancel'), app.closeSheet, 'wide'),
      ),
    { label: t('signOut.title') },
  );
}
