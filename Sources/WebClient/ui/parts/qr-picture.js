// A link as a picture that another phone reads.

import { qrCode, qrPath } from '../state/qr-code.js';
import { h } from './dom.js';

/** What readers want free around it, in its units. */
const QUIET = 4;

/** @type {{text: string, size: number, path: string} | null} the last one, which is drawn often */
let drawn = null;

/**
 * @param {string} text
 * @param {string} label
 * @returns {import('./dom.js').Child} nothing for a text that is too long
 */
export function qrPicture(text, label) {
  if (drawn?.text !== text) {
    const rows = qrCode(text);
    drawn = rows && { text, size: rows.length + 2 * QUIET, path: qrPath(rows) };
  }
  if (!drawn) return null;
  const { size, path } = drawn;
  return h(
    'svg',
    { key: text, class: 'qr', viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, width: 224, height: 224,
      role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    h('path', { d: path }),
  );
}
