// The cell for which the keypad is, as it stands on the screen.

/** @returns {import('../state/order.js').Place | null} of the cell that has the focus */
export function focusedPlace() {
  const place = document.activeElement?.getAttribute('data-place')?.split(' ');
  return place ? [Number(place[0]), Number(place[1])] : null;
}

/** @returns {import('../state/card-state.js').Focus} */
export function focusNow() {
  const { activeElement } = document;
  if (activeElement?.hasAttribute('data-place')) return 'cell';
  if (activeElement?.closest('.keypad')) return 'keypad';
  return activeElement?.closest('.foot') ? 'foot' : 'elsewhere';
}

/** @returns {HTMLElement | null} */
export const selectedCell = () => document.querySelector('.cell.selected');

/** Whether there is a selected cell that nothing covers. */
export function canSeeSelected() {
  const cell = document.hidden ? null : selectedCell();
  const box = cell?.getBoundingClientRect();
  if (!cell || !box) return false;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return cell.contains(document.elementFromPoint(x, y));
}

export const showSelected = () =>
  selectedCell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/**
 * A banner lies over the end of the card and never moves it, unless it would cover the selected
 * cell.
 */
export function makeRoom() {
  /** @type {HTMLElement | null} */
  const banner = document.querySelector('.card-screen .banner');
  if (!banner) return;
  const { top, height } = banner.getBoundingClientRect();
  banner.parentElement?.style.setProperty('--banner', `${height}px`);
  const box = selectedCell()?.getBoundingClientRect();
  if (box && box.bottom > top && box.top < top + height) showSelected();
}
