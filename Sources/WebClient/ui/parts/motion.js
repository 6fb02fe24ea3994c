// Motion on the card, and the buzz that a finger feels. Whoever wants no motion gets neither.

const MOTION_MILLISECONDS = 140;
const TOUCH_MILLISECONDS = 10;

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @param {Element | null} element @param {Keyframe} from */
function move(element, from) {
  if (isCalm()) return;
  element?.animate([from, {}], { duration: MOTION_MILLISECONDS, easing: 'ease-out' });
}

/**
 * The frame around the selected cell comes from where it was.
 *
 * @param {DOMRect | undefined} from
 */
export function glide(from) {
  const frame = document.querySelector('.frame');
  if (!frame || !from) return;
  const to = frame.getBoundingClientRect();
  move(frame, { translate: `${from.x - to.x}px ${from.y - to.y}px` });
}

/**
 * A number falls into its cell.
 *
 * @param {import('../state/order.js').Place} place
 */
export const land = (place) =>
  move(document.querySelector(`[data-place="${place.join(' ')}"] .score`), {
    scale: 1.6,
    opacity: 0.3,
  });

/** A finger feels that it has touched a button. */
function answer(event) {
  if (event.pointerType !== 'touch' || isCalm()) return;
  if (event.target.closest('button, .button')) navigator.vibrate?.(TOUCH_MILLISECONDS);
}

document.addEventListener('click', answer, true);
// Some browsers show what is pressed only where someone listens.
document.addEventListener('touchstart', () => {}, { passive: true });
