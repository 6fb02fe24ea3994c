// Recovery codes, which are shown until somebody has them, on a sheet to print.

import { notice, page } from '../parts/account-parts.js';
import { dateText } from '../parts/dates.js';
import { h } from '../parts/dom.js';
import { button } from '../parts/elements.js';
import { t } from '../strings.js';
import { clientOf } from './members.js';

/**
 * @param {import('../app.js').App} app
 * @param {string[]} codes
 * @param {() => void} done
 * @param {boolean} [isKept] whether they were made some time ago
 */
export function codesPart(app, codes, done, isKept = false) {
  const about = t('codes.of', { handle: app.device.account?.handle ?? '', host: location.host });
  const day = dateText(Date.now());
  const text = [about, day, '', ...codes, '', t('codes.each')].join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    app.say(t('account.copied'));
  };
  const have = async () => {
    await clientOf(app).codesSeen(codes);
    done();
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
    isKept && h('p', { class: 'muted' }, t('codes.kept')),
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
    button(t('codes.done'), have, 'primary wide big'),
  ]);
}

/**
 * That there are codes which nobody has seen: whoever signed up was elsewhere by then.
 *
 * @param {import('../app.js').App} app
 */
export const unseenCodes = (app) =>
  clientOf(app).codes && notice(t('codes.unseen'), '/a/codes', t('codes.look'));

/** @param {import('../app.js').App} app */
export async function openCodes(app) {
  const codes = clientOf(app).codes ?? [];
  return {
    title: t('codes.title'),
    view: () => codesPart(app, codes, () => app.go('/a', { replace: true }), true),
  };
}
