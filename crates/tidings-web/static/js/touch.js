// Swipes on cards: right for read or unread, left for Read later. Swipes in an article: to the next or the previous one.
// Each also has a button.

import { choice, mark } from './marks.js';
import { step } from './keys.js';
import { isPhone, keyOf, say, text } from './page.js';

/** Minimum length of a swipe in pixels, and minimum ratio of sideways to vertical movement. */
const LENGTH = 72;
const SLANT = 1.8;

/** Returns whether an element under the finger scrolls sideways itself. */
function slides(element, card) {
  for (let one = element; one && one !== card; one = one.parentElement) if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible') return true;
  return false;
}

/** Marks a card, and shows a message with Undo. */
function swiped(id, act) {
  mark(id, act);
  say(text(keyOf('done', act)), () => mark(id, choice(id, act)));
}

export function start() {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  let swipe;
  const end = () => {
    if (!swipe) return;
    swipe.card.style.transform = '';
    swipe.card.classList.remove('swiped-read', 'swiped-later');
    delete swipe.card.dataset.swipe;
    swipe = undefined;
  };
  document.addEventListener('touchstart', event => {
    const card = event.target.closest?.('.card') ?? (isPhone() && event.target.closest?.('[data-article] .article'));
    const [{ clientX: x, clientY: y }] = event.touches;
    // The edges are reserved for the browser's own gestures.
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
    if (!swipe.card.matches('.card')) return;
    swipe.card.classList.toggle('swiped-read', dx > LENGTH);
    swipe.card.classList.toggle('swiped-later', dx < -LENGTH);
    const act = choice(swipe.card.dataset.id, dx > 0 ? 'read' : 'later');
    swipe.card.dataset.swipe = text(keyOf('act', act));
  }, { passive: false });
  document.addEventListener('touchend', event => {
    if (!swipe) return;
    const { card, by } = swipe;
    end();
    if (Math.abs(by) > LENGTH) {
      event.preventDefault();
      if (card.matches('.card')) swiped(card.dataset.id, choice(card.dataset.id, by > 0 ? 'read' : 'later'));
      else step(by < 0 ? 1 : -1);
    }
  });
  document.addEventListener('touchcancel', end);
}
