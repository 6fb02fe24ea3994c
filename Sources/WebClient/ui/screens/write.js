// A few words to whoever runs this server.

import { Attempt, fault, page } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { currentLanguage, t } from '../strings.js';
import { clientOf } from './members.js';

const BYTES_MAX = 2_000;

/** What is typed, as long as the page lasts. */
let text = '';

/** @param {import('../app.js').App} app @param {string} about what the text begins with */
export async function openWrite(app, about) {
  if (about && !text.includes(about)) text = `${about}: ${text}`;
  const client = clientOf(app);
  const attempt = new Attempt(app);
  /** The same for each try to send it. */
  let id = client.newID();
  let isSent = false;
  const size = () => new TextEncoder().encode(text.trim()).length;
  const send = async () => {
    if (size() === 0 || size() > BYTES_MAX) return;
    const body = { text: text.trim(), language: currentLanguage() };
    await attempt.run(() => client.suggest(id, body));
    if (attempt.problem) return;
    isSent = true;
    text = '';
    id = client.newID();
    app.update();
  };
  return {
    title: t('write.title'),
    view: () =>
      page(t('write.title'), isSent
        ? [
            h('p', { role: 'status' }, t('write.sent')),
            h('a', { class: 'button primary wide', href: '/' }, t('app.toHome')),
          ]
        : [
            h('p', { class: 'muted' }, t('write.why')),
            form(
              { class: 'fields', novalidate: true },
              send,
              h('label', { class: 'field' },
                h('span', null, t('write.label')),
                h('textarea', {
                  rows: 7,
                  value: text,
                  'aria-describedby': 'write-about',
                  oninput: ({ target }) => {
                    text = target.value;
                    app.update();
                  },
                })),
              h('p', { id: 'write-about', class: 'muted hint', 'aria-live': 'polite' },
                size() > BYTES_MAX ? t('write.long') : t('write.hint')),
              fault(attempt.rest()),
              button(t('write.send'), null, 'primary wide big', {
                disabled: attempt.isBusy || size() === 0 || size() > BYTES_MAX,
              }),
            ),
          ],
        client.account ? '/a' : undefined),
  };
}
