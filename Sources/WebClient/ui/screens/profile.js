// What others see of one, and who they are.

import {
  Attempt, ageStrip, avatar, choice, entry, fault, focusFault, page,
} from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, field, form } from '../parts/elements.js';
import { COLOUR_COUNT, colourOf, handleFault, handleOf } from '../state/handle.js';
import { t } from '../strings.js';
import { clientOf, refresh } from './members.js';

/** @param {import('../app.js').App} app */
export async function openProfile(app) {
  const client = clientOf(app);
  const attempt = new Attempt(app);
  /** @type {any} what was changed and isn't saved yet */
  let changed = {};
  refresh(app, 'me');
  const now = () => {
    const { me } = client;
    const { colour } = changed;
    return me && { ...me, ...changed, settings: { ...me.settings, ...(colour !== undefined && { colour }) } };
  };
  const set = (name, value) => {
    changed = { ...changed, [name]: value };
    app.update();
  };
  const typed = (name) => ({ target }) => set(name, target.value);
  const save = async () => {
    const { me } = client;
    const next = now();
    if (!me || !next || handleFault(next.handle) || !next.name.trim()) return focusFault();
    const { colour, ...rest } = changed;
    const change = { ...rest, ...(colour !== undefined && { settings: next.settings }) };
    for (const name of ['name', 'full_name']) if (change[name]) change[name] = change[name].trim();
    await attempt.run(() => client.changeMe(change));
    // Another phone has changed it meanwhile: what it is now stands there, with what was typed here.
    if (attempt.problem?.name === 'stale') await refresh(app, 'me');
    if (attempt.problem) return focusFault();
    if (change.name) await app.device.setSetting('name', change.name);
    changed = {};
    app.say(t('account.saved'));
  };

  const colours = (me) =>
    h(
      'fieldset',
      { class: 'colours' },
      h('legend', null, t('profile.colour')),
      Array.from({ length: COLOUR_COUNT }, (_, colour) =>
        h('label', { key: colour },
          h('input', {
            type: 'radio',
            name: 'colour',
            class: 'hidden',
            'aria-label': t('profile.colourIs', { number: colour + 1 }),
            checked: colourOf({ handle: me.handle, colour: me.settings.colour }) === colour,
            onchange: () => set('colour', colour),
          }),
          avatar({ ...me, colour }))),
    );
  const visibility = (me) =>
    choice(
      { name: 'visibility', label: t('profile.visibility') },
      [0, 1, 2]
        .filter((value) => me.age === 0 || value === 0)
        .map((value) => [value, t(`profile.sees.${value}`), t(`profile.seesNote.${value}`)]),
      me.visibility,
      (value) => set('visibility', value),
    );
  const content = () => {
    const me = now();
    if (!me) return [h('p', null, t('account.unknown'))];
    const wrong = handleFault(me.handle);
    return [
      ageStrip(client.heardAt('me')),
      form(
        { class: 'fields', novalidate: true },
        save,
        field(t('profile.name'), {
          value: me.name, maxlength: 32, autocomplete: 'nickname', oninput: typed('name'),
        }, t('profile.nameHint')),
        field(t('profile.fullName'), {
          value: me.full_name ?? '', maxlength: 60, autocomplete: 'name', oninput: typed('full_name'),
        }, t('profile.fullNameHint')),
        entry(
          {
            id: 'handle',
            label: t('handle.label'),
            hint: t('handle.hint'),
            fault: wrong ? t(`handle.${wrong}`) : attempt.of('handle'),
          },
          {
            value: me.handle,
            autocapitalize: 'none',
            spellcheck: 'false',
            oninput: ({ target }) => set('handle', handleOf(target.value)),
          },
        ),
        colours(me),
        visibility(me),
        me.visibility === 2 && me.handle === client.me?.handle &&
          h('a', { href: `/p/${me.handle}` }, t('profile.look')),
        fault(attempt.rest('handle')),
        button(t('save'), null, 'primary wide big', {
          disabled: attempt.isBusy || Object.keys(changed).length === 0,
        }),
      ),
    ];
  };
  return {
    title: t('profile.title'),
    view: () => page(t('profile.title'), content(), '/a'),
  };
}
