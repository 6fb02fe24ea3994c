// Numbers that are set by ones.

import { t } from '../strings.js';
import { h } from './dom.js';
import { button } from './elements.js';

/**
 * @param {{label: string, value: number, least: number, most: number, small?: boolean,
 *   change: (value: number) => void}} options
 */
export const stepper = ({ label, value, least, most, small, change }) => {
  const step = (by, sign, key) =>
    button(sign, () => change(value + by), undefined, {
      'aria-label': t(key, { what: label }),
      disabled: value + by < least || value + by > most,
    });
  return h(
    'div',
    { class: small ? 'stepper small' : 'stepper', role: 'group', 'aria-label': label },
    step(-1, '−', 'less'),
    h('output', { 'aria-live': 'polite' }, value),
    step(1, '+', 'more'),
  );
};

/**
 * Pars of all holes.
 *
 * @param {string[]} labels
 * @param {number[]} pars
 * @param {(place: number, par: number) => void} change
 */
export const parSteppers = (labels, pars, change) =>
  h(
    'ul',
    { class: 'pars' },
    labels.map((label, place) =>
      h(
        'li',
        { key: place },
        h('span', { 'aria-hidden': true }, label),
        stepper({
          label: t('hole.par', { hole: label }),
          value: pars[place],
          least: 1,
          most: 20,
          small: true,
          change: (par) => change(place, par),
        }),
      ),
    ),
  );
