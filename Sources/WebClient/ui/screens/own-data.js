// What is one's own: taken along as a file, read by programs, erased.

import {
  Attempt, ageStrip, buttonOf, entry, fault, leadsTo, namedRow, page,
} from '../parts/account-parts.js';
import { confirmFirst } from '../parts/confirm.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, checkbox, field, form } from '../parts/elements.js';
import { otherGames } from '../state/account-state.js';
import { handleOf } from '../state/handle.js';
import { t } from '../strings.js';
import { clientOf, proven, refresh } from './members.js';

/** @typedef {import('../app.js').App} App */

const SAVING_MILLISECONDS = 60_000;

/** @param {Blob} blob @param {string} name */
function save(blob, name) {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), SAVING_MILLISECONDS);
}

/** @param {App} app */
export async function openData(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  const take = (path, ending) => () =>
    proven(
      app,
      attempt,
      async () => (await client.act('GET', path, { isBlob: true })).value,
      (blob) => {
        save(blob, `folf-${client.account?.handle}.${ending}`);
        app.say(t('data.saved'));
      },
    );
  return {
    title: t('data.title'),
    view: () =>
      page(t('data.title'), [
        h('p', { class: 'muted' }, t('data.text')),
        fault(attempt.rest()),
        h('div', { class: 'pair' },
          button(t('data.json'), take('/me/export', 'json'), undefined, { disabled: attempt.isBusy }),
          button(t('data.csv'), take('/me/export.csv', 'csv'), undefined, { disabled: attempt.isBusy })),
        h(
          'ul',
          { class: 'rows' },
          leadsTo('/a/keys', t('keys.title'), t('keys.note')),
          h('li', { key: 'privacy', class: 'row' },
            h('a', { class: 'row-link', href: t('privacy.path'), target: '_self' },
              h('strong', null, t('privacy.title')), h('span', null, t('privacy.note')))),
          leadsTo('/a/erase', t('erase.title'), t('erase.note')),
        ),
      ], '/a'),
  };
}

/** @param {App} app */
export async function openKeys(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  let label = '';
  /** @type {string | null} shown once */
  let made = null;
  refresh(app, 'tokens');
  const add = () =>
    label.trim() && proven(
      app,
      attempt,
      async () => {
        const { key, token } = await client.newKey();
        const body = { label: label.trim(), scope: 'read' };
        await client.act('PUT', `/me/tokens/${key}`, { body });
        return token;
      },
      (token) => {
        [made, label] = [token, ''];
        app.update();
        refresh(app, 'tokens');
      },
    );
  const remove = ({ device, label: name }) => () =>
    confirmFirst(
      app,
      { label: name, text: t('keys.removeText'), action: t('ways.remove'), isDanger: true },
      async () => {
        await attempt.run(() => client.act('DELETE', `/me/tokens/${device}`));
        refresh(app, 'tokens');
      },
    );
  const copy = async () => {
    await navigator.clipboard.writeText(String(made));
    app.say(t('account.copied'));
  };
  return {
    title: t('keys.title'),
    view() {
      const items = client.value('tokens')?.items ?? [];
      return page(t('keys.title'), [
        h('p', { class: 'muted' }, t('keys.text')),
        ageStrip(client.heardAt('tokens')),
        made && h(
          'section',
          { class: 'panel stack', role: 'status' },
          h('p', null, t('keys.once')),
          h('code', { class: 'token' }, made),
          navigator.clipboard && button(t('codes.copy'), copy, 'wide'),
        ),
        items.length > 0 && h('ul', { class: 'rows' }, items.map((each) =>
          namedRow(
            each.device,
            each.label,
            t('ways.since', { date: dateText(each.created) }),
            buttonOf(each.label, t('ways.remove'), remove(each)),
          ))),
        fault(attempt.rest()),
        form(
          { class: 'fields' },
          add,
          field(t('keys.label'), {
            value: label, maxlength: 32, required: true, oninput: ({ target }) => {
              label = target.value;
            },
          }, t('keys.labelHint')),
          button(t('keys.add'), null, 'wide', { disabled: attempt.isBusy }),
        ),
      ], '/a/data');
    },
  };
}

/** What can't be reached from the server stays too. */
const ELSEWHERE = ['phones'];

/** @param {App} app */
export async function openErase(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  let typed = '';
  let removes = true;
  let isWrong = false;
  let isErased = false;
  /** @type {{goes: string[], stays: string[], counts: Object<string, number>} | null} */
  let told = null;
  const look = async () => {
    const answer = await attempt.run(() => client.act('GET', '/me/erasure'));
    told = answer?.value ?? null;
    app.update();
  };
  look();
  const erase = () => {
    const handle = client.account?.handle ?? '';
    isWrong = handleOf(typed) !== handle;
    if (isWrong) return app.update();
    return proven(
      app,
      attempt,
      () => client.act('DELETE', '/me', { body: { handle } }),
      async () => {
        const all = await app.device.games();
        const others = new Set(otherGames(all, client.persons));
        app.adopt(null);
        await client.forget();
        if (removes) {
          for (const game of all) if (!others.has(game)) await app.device.forget(game.key);
        }
        isErased = true;
        app.update();
        scrollTo(0, 0);
      },
    );
  };
  /** An id that has no words here is told by nobody. */
  const list = (what, ids) =>
    h('ul', { class: 'bullets' }, ids
      .map((id) => `erase.${what}.${id}`)
      .filter((key) => t(key) !== key)
      .map((key) => h('li', { key }, t(key))));
  const question = ({ goes, stays }) => [
    h('section', { class: 'stack', 'aria-labelledby': 'goes' },
      h('h2', { id: 'goes' }, t('erase.goes')), list('goes', goes)),
    h('section', { class: 'stack', 'aria-labelledby': 'stays' },
      h('h2', { id: 'stays' }, t('erase.stays')), list('stays', [...stays, ...ELSEWHERE])),
    h('p', null, h('a', { href: '/a/data' }, t('erase.export'))),
    form(
      { class: 'fields', novalidate: true },
      erase,
      checkbox(t('erase.phone'), removes, () => {
        removes = !removes;
        app.update();
      }),
      entry(
        {
          id: 'erase',
          label: t('erase.type', { handle: client.account?.handle ?? '' }),
          fault: isWrong && t('erase.wrong'),
        },
        {
          value: typed,
          autocapitalize: 'none',
          spellcheck: 'false',
          oninput: ({ target }) => {
            typed = target.value;
          },
        },
      ),
      fault(attempt.rest()),
      button(t('erase.do'), null, 'wide danger', { disabled: attempt.isBusy }),
    ),
  ];
  return {
    title: t('erase.title'),
    view: () =>
      isErased
        ? page(t('erase.done'), [
            h('p', null, t('erase.doneText')),
            h('a', { class: 'button primary wide', href: '/' }, t('app.toHome')),
          ])
        : page(t('erase.title'), told
            ? question(told)
            : [fault(attempt.rest()), attempt.problem && button(t('banner.try'), look, 'wide')],
          '/a/data'),
  };
}
