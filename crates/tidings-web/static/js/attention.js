// Reports which cards the reader skips and which articles they stay with. Today learns from it, if the reader allows that.

import { $, $$, scroller, send } from './page.js';

const EVERY = 5;
const KEPT = 30;

let open;
let spent = 0;

/** Reports an article once, when it has been visible for as long as reading takes. */
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

/** A card that was visible for a second and then scrolled out at the top counts as skipped. */
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

/** Observes the current cards. */
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
