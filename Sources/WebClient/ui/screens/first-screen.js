// Which parts the first screen has, and in which order.

import { page } from '../parts/account-parts.js';
import { h } from '../parts/dom.js';
import { button, checkbox } from '../parts/elements.js';
import { allShortcuts, moved, shownShortcuts } from '../state/shortcuts.js';
import { t } from '../strings.js';
import { giveSettings } from './members.js';

/** @param {import('../app.js').App} app */
export async function openFirstScreen(app) {
  const { device } = app;
  let order = allShortcuts(device.settings.shortcuts);
  let shown = shownShortcuts(device.settings.shortcuts);
  const keep = (chosen) => {
    device.setSetting('shortcuts', chosen);
    app.update();
    giveSettings(app);
  };
  const change = (nextOrder, nextShown) => {
    [order, shown] = [nextOrder, nextShown];
    keep(order.filter((id) => shown.includes(id)));
  };
  const turn = (id) =>
    change(order, shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]);
  const forget = () => {
    [order, shown] = [allShortcuts(null), shownShortcuts(null)];
    keep(null);
  };
  const row = (id, place) => {
    const name = t(`first.${id}`);
    const step = (by, sign, key) =>
      button(sign, () => change(moved(order, id, by), shown), undefined, {
        'aria-label': t(key, { what: name }),
        disabled: place + by < 0 || place + by >= order.length,
      });
    return h(
      'li',
      { key: id, class: 'row shortcut' },
      checkbox(name, shown.includes(id), () => turn(id)),
      step(-1, '↑', 'first.up'),
      step(1, '↓', 'first.down'),
    );
  };
  return {
    title: t('first.title'),
    view: () =>
      page(t('first.title'), [
        h('p', { class: 'muted' }, t('first.text')),
        h('ul', { class: 'rows' }, order.map(row)),
        button(t('first.usual'), forget, 'wide'),
      ], '/a'),
  };
}
