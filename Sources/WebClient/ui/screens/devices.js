// The devices that act for an account, and how another one comes to.

import {
  Attempt, ageStrip, buttonOf, entry, fault, focusFault, namedRow, page,
} from '../parts/account-parts.js';
import { confirmFirst } from '../parts/confirm.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button, form } from '../parts/elements.js';
import { returnable } from '../state/account-state.js';
import { t } from '../strings.js';
import { clientOf, proven, refresh } from './members.js';
import { shownLink } from './shown-link.js';

/**
 * @typedef {import('../app.js').App} App
 * @typedef {{device: string, label: string, seen_day: number, created: number, is_this: any,
 *   scope: 'full' | 'read'}} Listed
 */

const DAY_MILLISECONDS = 86_400_000;
/** So often it is asked whether somebody has read the picture. */
const ASKING_MILLISECONDS = 2_000;

/** @param {App} app */
export async function openDevices(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  refresh(app, 'devices', 'me');
  const out = (path, isFresh) => () => {
    const act = () => client.act('DELETE', path);
    const done = () => refresh(app, 'devices');
    return isFresh
      ? proven(app, attempt, act, done)
      : attempt.run(act).then(done);
  };
  const ask = (label, text, act) =>
    confirmFirst(app, { label, text, action: t('devices.out'), isDanger: true }, act);
  /** @param {Listed} listed */
  const row = ({ device, label, seen_day: day, is_this: isThis }) =>
    namedRow(
      device,
      label,
      isThis
        ? t('devices.this')
        : t('devices.seen', { date: dateText(day * DAY_MILLISECONDS) }),
      button('✎', () => openRename(app, device, label), 'quiet', {
        'aria-label': `${t('devices.rename')}: ${label}`,
      }),
      !isThis && buttonOf(label, t('devices.out'), () =>
        ask(label, t('devices.outText'), out(`/me/devices/${device}`, false))),
    );
  const back = (person) => async () => {
    await attempt.run(() => client.giveBack(person));
    if (!attempt.problem) app.say(t('take.backDone'));
  };
  const taken = () => {
    const all = client.me ? returnable(client.me, Date.now()) : [];
    return all.length > 0 && h(
      'section',
      { class: 'stack', 'aria-labelledby': 'taken' },
      h('h2', { id: 'taken' }, t('take.taken')),
      h('p', { class: 'muted' }, t('take.backText')),
      all.map(({ person, added }) =>
        button(t('take.back', { date: dateText(added ?? Date.now()) }), back(person), 'wide', { key: person })),
    );
  };
  return {
    title: t('devices.title'),
    view() {
      const items = client.value('devices')?.items.filter(({ scope }) => scope === 'full');
      return page(t('devices.title'), [
        ageStrip(client.heardAt('devices')),
        items ? h('ul', { class: 'rows' }, items.map(row)) : h('p', null, t('account.unknown')),
        fault(attempt.rest()),
        button(t('devices.add'), () => openLinkPicture(app), 'primary wide big'),
        items?.length > 1 && button(
          t('devices.outOthers'),
          () => ask(t('devices.outOthers'), t('devices.outText'), out('/me/devices?others=true', true)),
          'wide danger',
        ),
        taken(),
      ], '/a');
    },
  };
}

/**
 * @param {App} app
 * @param {string} device
 * @param {string} before what it is called
 */
function openRename(app, device, before) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  let label = before;
  let isEmpty = false;
  const save = async () => {
    isEmpty = !label.trim();
    if (isEmpty) return void (app.update(), focusFault());
    const body = { label: label.trim() };
    await attempt.run(() => client.act('PUT', `/me/devices/${device}`, { body }));
    if (attempt.problem) return focusFault();
    close();
    refresh(app, 'devices');
  };
  const close = app.sheet(
    () =>
      form(
        { class: 'stack', novalidate: true },
        save,
        entry(
          {
            id: 'label',
            label: t('devices.name'),
            fault: isEmpty ? t('devices.noName') : attempt.of('label'),
          },
          {
            value: label,
            oninput: ({ target }) => {
              label = target.value;
            },
          },
        ),
        fault(attempt.rest('label')),
        button(t('save'), null, 'primary wide', { disabled: attempt.isBusy }),
      ),
    { label: t('devices.rename') },
  );
}

/**
 * Shows a picture by which another device comes in, and asks whether that may be.
 *
 * @param {App} app
 */
export function openLinkPicture(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  /** @type {{link: string, secret: string, expires: number} | null} */
  let made = null;
  /** @type {{state: string, label?: string}} */
  let found = { state: 'open' };
  let isOver = false;
  const shown = shownLink(app, {
    name: t('link.picture'),
    note: t('link.twoMinutes'),
    title: t('link.title'),
  });

  const begin = async () => {
    made = null;
    found = { state: 'open' };
    const answer = await attempt.run(() => client.act('POST', '/me/links'));
    made = answer?.value ?? null;
    if (made) setTimeout(look, ASKING_MILLISECONDS);
    app.update();
  };
  const look = async () => {
    if (isOver || !made || !document.querySelector('.sheet .link')) return;
    const { link } = made;
    const answer = await client.act('GET', `/me/links/${link}`).catch((problem) => {
      return problem.status === 404 ? { value: { state: 'gone' } } : null;
    });
    if (made?.link !== link) return;
    if (answer) found = answer.value;
    if (found.state === 'open' || !answer) setTimeout(look, ASKING_MILLISECONDS);
    app.update();
  };
  const answer = (approve) => async () => {
    await attempt.run(() => client.act('PUT', `/me/links/${made?.link}`, { body: { approve } }));
    if (attempt.problem) return;
    isOver = true;
    close();
    app.say(t(approve ? 'link.letIn' : 'link.refused'));
    refresh(app, 'devices');
  };
  begin();
  const close = app.sheet(
    () => {
      const { state, label = '' } = found;
      const path = made && `/a/l#${made.secret}`;
      return h(
        'div',
        { class: 'stack link' },
        fault(attempt.rest()),
        state === 'wanted' && [
          h('p', { role: 'alert' }, h('strong', null, t('link.wants', { label }))),
          h('p', null, t('link.sure')),
          h('div', { class: 'pair' },
            button(t('link.yes'), answer(true), 'primary', { disabled: attempt.isBusy }),
            button(t('link.no'), answer(false), undefined, { disabled: attempt.isBusy })),
        ],
        state === 'open' && path && [
          h('p', null, t('link.show')),
          ...shown(path),
        ],
        (state === 'gone' || attempt.problem) && [
          !attempt.problem && h('p', null, t('link.bad')),
          button(t('link.again'), begin, 'primary wide'),
        ],
        state === 'open' && !made && !attempt.problem && h('p', { role: 'status' }, t('app.loading')),
      );
    },
    { label: t('devices.add') },
  );
}
