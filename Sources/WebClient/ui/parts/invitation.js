// How others get in: the code, its picture, the link.

import { t } from '../strings.js';
import { h } from './dom.js';
import { bigCode, button, shareLink } from './elements.js';

/**
 * @param {import('../app.js').App} app
 * @returns {(code: string) => import('./dom.js').Child}
 */
export function invitationPart(app) {
  /** The code whose picture couldn't be loaded. */
  let failed = '';
  return (code) =>
    h(
      'section',
      { key: 'code', class: 'panel invitation', 'aria-labelledby': 'code' },
      h('h2', { id: 'code' }, t('lobby.code')),
      bigCode(code),
      failed !== code &&
        h('img', {
          key: code,
          class: 'qr',
          src: `/qr/${code}.svg`,
          alt: t('lobby.qr'),
          width: 224,
          height: 224,
          onerror: () => {
            failed = code;
            app.update();
          },
        }),
      button(
        t('lobby.share'),
        () => shareLink(app, `/j/${code}`, t('lobby.shareTitle')),
        'wide',
      ),
    );
}
