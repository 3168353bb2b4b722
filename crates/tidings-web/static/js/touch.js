// Swipes on cards: to the right for read or unread, to the left for later. Each has a button too.

import { choice, mark } from './marks.js';

/** A swipe is this long, and this much more sideways than up or down. */
const LENGTH = 72;
const SLANT = 1.8;

/** Whether something under the finger scrolls sideways itself. */
function slides(element, card) {
  for (let one = element; one && one !== card; one = one.parentElement) if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible') return true;
  return false;
}

export function start() {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  let swipe;
  const end = () => {
    if (!swipe) return;
    swipe.card.style.transform = '';
    swipe.card.classList.remove('swiped-read', 'swiped-later');
    swipe = undefined;
  };
  document.addEventListener('touchstart', event => {
    const card = event.target.closest?.('.card');
    const [{ clientX: x, clientY: y }] = event.touches;
    // The edges belong to the browser's own gestures.
    const isEdge = x < 24 || x > innerWidth - 24;
    swipe = card && event.touches.length === 1 && !isEdge && !slides(event.target, card) ? { card, x, y, by: 0 } : undefined;
  }, { passive: true });
  document.addEventListener('touchmove', event => {
    if (!swipe) return;
    const [{ clientX, clientY }] = event.touches;
    const [dx, dy] = [clientX - swipe.x, clientY - swipe.y];
    if (event.touches.length > 1 || (!swipe.by && Math.abs(dy) * SLANT > Math.abs(dx) && Math.abs(dy) > 10)) return end();
    if (Math.abs(dx) < 12) return;
    swipe.by = dx;
    if (event.cancelable) event.preventDefault();
    if (!isStill.matches) swipe.card.style.transform = `translateX(${Math.max(-96, Math.min(96, dx))}px)`;
    swipe.card.classList.toggle('swiped-read', dx > LENGTH);
    swipe.card.classList.toggle('swiped-later', dx < -LENGTH);
  }, { passive: false });
  document.addEventListener('touchend', event => {
    if (!swipe) return;
    const { card, by } = swipe;
    end();
    if (Math.abs(by) > LENGTH) {
      event.preventDefault();
      mark(card.dataset.id, choice(card.dataset.id, by > 0 ? 'read' : 'later'));
    }
  });
  document.addEventListener('touchcancel', end);
}
