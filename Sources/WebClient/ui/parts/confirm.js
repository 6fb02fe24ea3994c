// The question that comes before anything that can't be taken back.

import { t } from '../strings.js';
import { h } from './dom.js';
import { button } from './elements.js';

/**
 * @param {import('../app.js').App} app
 * @param {{label: string, text: import('./dom.js').Child | import('./dom.js').Child[],
 *   action: string, isDanger?: boolean}} question
 * @param {() => void} act
 */
export function confirmFirst(app, { label, text, action, isDanger = false }, act) {
  const yes = () => {
    app.closeSheets();
    act();
  };
  app.sheet(
    () =>
      h(
        'div',
        { class: 'stack' },
        h('p', null, text),
        button(action, yes, isDanger ? 'wide danger' : 'wide primary'),
        button(t('cancel'), app.closeSheet, 'wide'),
      ),
    { label },
  );
}
