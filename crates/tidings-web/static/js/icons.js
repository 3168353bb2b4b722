// Icons of sources further down a list load shortly before they are seen. Browsers alone would load them from far away.

import { $, $$, scroller } from './page.js';

let observer;

function show(tile) {
  const icon = Object.assign(new Image(16, 16), { className: 'fav', alt: '', src: `/icon/${tile.dataset.icon}` });
  icon.decode().then(() => tile.replaceWith(icon), () => {});
}

/** Observes the letters that stand for the icons of the current cards. */
function watch() {
  observer?.disconnect();
  const list = $('[data-list]');
  if (!list) return;
  observer = new IntersectionObserver(found => {
    for (const { target, isIntersecting } of found) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      show(target);
    }
  }, { root: scroller(list) === list ? list : null, rootMargin: '60px 0px' });
  for (const tile of $$('[data-icon]', list)) observer.observe(tile);
}

export function start() {
  watch();
  addEventListener('tidings:cards', watch);
}
