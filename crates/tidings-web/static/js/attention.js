// What a reader passes over on Today, and what she stays with: Today is ordered by that. Only where she lets it learn.

import { $, $$, scroller, send } from './page.js';

const EVERY = 5;
const KEPT = 30;

let open;
let spent = 0;

/** An article that stays in sight for as long as reading takes is told once. */
function stay() {
  const id = $('[data-article]')?.dataset.article;
  if (id !== open) [open, spent] = [id, 0];
  if (!id || document.visibilityState !== 'visible' || spent >= KEPT) return;
  spent += EVERY;
  if (spent >= KEPT) send(`/article/${id}/kept`).catch(() => {});
}

const seen = new Map();
const told = new Set();
let passed = [];

/** A card that was in sight for a second and left it upwards was passed over. */
const passing = box => new IntersectionObserver(found => {
  for (const { target, isIntersecting, time, boundingClientRect: at, rootBounds } of found) {
    const { id } = target.dataset;
    if (isIntersecting) {
      if (!seen.has(id)) seen.set(id, time);
      continue;
    }
    const since = seen.get(id);
    seen.delete(id);
    if (time - since > 1000 && at.bottom <= (rootBounds?.top ?? 0) && target.matches('.unread') && !told.has(id)) {
      told.add(id);
      passed.push(id);
    }
  }
}, { root: box, threshold: [0, 1] });

function flush() {
  if (!passed.length) return;
  send('/passed', { ids: passed.join(',') }, { keepalive: true }).catch(() => {});
  passed = [];
}

let observer;

/** Looks at the cards that are there now. */
function watch() {
  observer?.disconnect();
  const list = $('[data-ranked]');
  if (!list) return;
  observer = passing(scroller(list) === list ? list : null);
  for (const card of $$('.card', list)) observer.observe(card);
}

export function start() {
  setInterval(stay, EVERY * 1000);
  watch();
  addEventListener('tidings:cards', watch);
  setInterval(flush, 5000);
  addEventListener('pagehide', flush);
}
