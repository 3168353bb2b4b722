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
  const undo = () => mark(id, choice(id, act));
  mark(id, act, undo);
  say(text(keyOf('done', act)), undo);
}

/** Returns what a swipe by `dx` pixels would do: an act on a card, or a step from an article. */
function choose(card, dx) {
  if (!card.matches('.card')) return { words: text(dx < 0 ? 'next' : 'previous'), run: () => step(dx < 0 ? 1 : -1) };
  const act = choice(card.dataset.id, dx > 0 ? 'read' : 'later');
  return { words: text(keyOf('act', act)), run: () => swiped(card.dataset.id, act) };
}

const hint = Object.assign(document.createElement('p'), { className: 'swipe' });
hint.setAttribute('aria-hidden', 'true');

/** Shows beside the finger what the swipe will do, and whether it is long enough. */
function announce({ card, y, by }) {
  hint.textContent = choose(card, by).words;
  hint.classList.toggle('back', by < 0);
  hint.classList.toggle('far', Math.abs(by) > LENGTH);
  hint.style.top = `${y}px`;
  if (!hint.isConnected) document.body.append(hint);
}

export function start() {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  let swipe;
  const end = () => {
    if (!swipe) return;
    swipe.card.style.transform = '';
    hint.remove();
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
    announce(swipe);
  }, { passive: false });
  document.addEventListener('touchend', event => {
    if (!swipe) return;
    const { card, by } = swipe;
    end();
    if (Math.abs(by) <= LENGTH) return;
    event.preventDefault();
    choose(card, by).run();
  });
  document.addEventListener('touchcancel', end);
}
