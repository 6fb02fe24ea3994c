// The settings that a person chooses once: name, language, colours.

import { h } from '../parts/dom.js';
import { button, field, form, segmented } from '../parts/elements.js';
import { currentLanguage, t } from '../strings.js';

/** @param {import('../app.js').App} app */
export function openSettings(app) {
  const { device } = app;
  let name = device.settings.name ?? '';
  const set = (which, value) => {
    device.setSetting(which, value);
    app.applySettings();
    if (device.account) app.using('account', ({ members }) => members.giveSettings(app));
  };
  const rename = () => {
    device.setSetting('name', name.trim() || null);
    app.closeSheet();
  };
  app.sheet(
    () => {
      const { theme } = device.settings;
      return h(
        'div',
        { class: 'stack' },
        segmented(
          t('home.language'),
          [['en', 'English'], ['is', 'Íslenska']],
          currentLanguage(),
          (value) => set('language', value),
        ),
        segmented(
          t('home.theme'),
          [[null, t('theme.auto')], ['light', t('theme.light')], ['dark', t('theme.dark')]],
          theme ?? null,
          (value) => set('theme', value),
        ),
        form(
          { class: 'stack' },
          rename,
          field(t('name.yours'), {
            value: name,
            autocomplete: 'nickname',
            maxlength: 32,
            oninput: (event) => {
              name = event.target.value;
            },
          }),
          button(t('save'), null, 'wide'),
        ),
        h('a', { class: 'button wide quiet', href: '/a' }, t('home.account')),
      );
    },
    { label: t('home.settings') },
  );
}
