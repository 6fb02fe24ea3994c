// Recovery codes, which are shown once, on a sheet to print.

import { page } from '../parts/account-parts.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';

/**
 * @param {import('../app.js').App} app
 * @param {string[]} codes
 * @param {() => void} done
 */
export function codesPart(app, codes, done) {
  const about = t('codes.of', { handle: app.device.account?.handle ?? '', host: location.host });
  const day = dateText(Date.now());
  const text = [about, day, '', ...codes, '', t('codes.each')].join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    app.say(t('account.copied'));
  };
  return page(t('codes.title'), [
    h('p', null, t('codes.why')),
    h(
      'section',
      { class: 'codes', 'aria-labelledby': 'codes-of' },
      h('h2', { id: 'codes-of' }, about),
      h('p', { class: 'muted' }, day),
      h('ol', null, codes.map((code) => h('li', { key: code }, h('code', null, code)))),
      h('p', { class: 'muted' }, t('codes.each')),
    ),
    h(
      'div',
      { class: 'ways-out' },
      button(t('codes.print'), () => print()),
      navigator.clipboard && button(t('codes.copy'), copy),
      h('a', {
        class: 'button',
        download: 'folf.txt',
        href: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
      }, t('codes.save')),
    ),
    button(t('codes.done'), done, 'primary wide big'),
  ]);
}
