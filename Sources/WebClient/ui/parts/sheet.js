// Modal sheets from below, one in front of the other, of which only the last shows; Escape and the
// back button close that one.

import { t } from '../strings.js';
import { h, render } from './dom.js';

/**
 * @typedef {{view: () => import('./dom.js').Child, label: string, dialog: HTMLDialogElement,
 *   opener: HTMLElement | null}} Sheet
 */

/** @type {Sheet[]} */
const sheets = [];
/** Our own step back in the history hasn't arrived yet. */
let isReturning = false;
/** @type {(() => void)[]} */
const waiting = [];

const isOnSheetEntry = () => history.state?.sheet === true;

/** Makes the back button close them. */
const noteSheets = () => sheets.length > 0 && history.pushState({ sheet: true }, '');

/**
 * @param {() => import('./dom.js').Child} view
 * @param {{label: string}} options `label`: its heading
 * @returns {() => void} closes it, if it is still there, and no other
 */
export function openSheet(view, { label }) {
  const dialog = document.createElement('dialog');
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const sheet = { view, label, dialog, opener };
  dialog.className = 'sheet';
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    closeSheet();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) closeSheet();
  });
  document.body.append(dialog);
  sheets.push(sheet);
  renderSheets('');
  dialog.showModal();
  /** @type {HTMLElement | null} */
  const first = dialog.querySelector('[autofocus]') ?? dialog.querySelector('h2');
  first?.focus();
  if (!isOnSheetEntry() && !isReturning) noteSheets();
  return () => {
    remove(sheet);
    stepBack();
  };
}

/** Closes the last one. */
export function closeSheet() {
  remove();
  stepBack();
}

export function closeSheets() {
  dropSheets();
  stepBack();
}

/** Takes back the step that sheets were in the history. */
function stepBack() {
  queueMicrotask(() => {
    if (sheets.length > 0 || !isOnSheetEntry() || isReturning) return;
    isReturning = true;
    history.back();
  });
}

/**
 * Closes all without a step back.
 *
 * @returns {boolean} whether the history stands at a sheet
 */
export function dropSheets() {
  while (sheets.length > 0) remove();
  return isOnSheetEntry();
}

/**
 * Once no step back of ours is on its way any more.
 *
 * @param {() => void} action
 */
export function afterReturn(action) {
  if (isReturning) waiting.push(action);
  else action();
}

/**
 * The person went back or forth.
 *
 * @returns {boolean} whether that was about sheets only
 */
export function sheetHistoryMoved() {
  if (isReturning) {
    isReturning = false;
    noteSheets();
    for (const action of waiting.splice(0)) action();
    return true;
  }
  if (sheets.length === 0) return false;
  remove();
  noteSheets();
  return true;
}

export const hasSheet = () => sheets.length > 0;

function remove(sheet = sheets.at(-1)) {
  const place = sheets.indexOf(/** @type {Sheet} */ (sheet));
  if (!sheet || place < 0) return;
  sheets.splice(place, 1);
  sheet.dialog.close();
  sheet.dialog.remove();
  if (place < sheets.length) return;
  // Only a sheet that is to be seen can get the focus back.
  sheets.at(-1)?.dialog.classList.remove('under');
  if (sheet.opener?.isConnected) sheet.opener.focus({ preventScroll: true });
  else focusHeading();
}

/** For those who can't see that the screen is another one, or that what had the focus is gone. */
export function focusHeading() {
  /** @type {HTMLElement | null} */
  const heading = document.querySelector('main h1');
  if (!document.querySelector('main [autofocus]')) heading?.focus({ preventScroll: true });
}

/** @param {string} said what the live region of the last sheet says */
export function renderSheets(said) {
  sheets.forEach(({ view, label, dialog }, place) => {
    const id = `sheet-${place}`;
    dialog.setAttribute('aria-labelledby', id);
    const isLast = place === sheets.length - 1;
    // One at a time is enough to look at.
    dialog.classList.toggle('under', !isLast);
    render(
      dialog,
      h(
        'div',
        { class: 'sheet-body' },
        h(
          'header',
          { class: 'bar' },
          h('h2', { id, tabindex: '-1' }, label),
          h('button', { class: 'quiet', type: 'button', onclick: closeSheet },
            t(place > 0 ? 'back' : 'close')),
        ),
        view(),
        h('div', { class: 'toast', role: 'status' }, isLast && said),
      ),
    );
  });
}
