// The bar at the foot of what isn't a game.

import { t } from '../strings.js';
import { h } from './dom.js';

/** @param {'play' | 'courses'} here */
export const areas = (here) =>
  h(
    'nav',
    { class: 'areas', 'aria-label': t('areas') },
    [['play', '/'], ['courses', '/courses']].map(([area, href]) =>
      h('a', { href, 'aria-current': area === here ? 'page' : null }, t(`area.${area}`))),
  );
