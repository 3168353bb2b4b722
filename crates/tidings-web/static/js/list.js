// The list: loads more cards while scrolling, moves through them, reloads, and marks cards read that were scrolled past.

import { $, $$, page, recount, root, scroller, send } from './page.js';
import { cardOf, show } from './marks.js';

/** Maximum number of cards on one page. Beyond that, the link to older ones stays. */
const MOST = 1000;

export const list = () => $('[data-list]');
export const cards = () => (list() ? $$('.card', list()) : []);

/** Returns the address of the list, whatever article is open beside it. */
export function place() {
  const here = new URL(location);
  return new URL(here.pathname.startsWith('/article/') ? $('.bar .back')?.href ?? '/unread' : here);
}

let growing;

/** Appends the next page of the list, or the page of a link. Returns whether there was one. */
export function more(link = list() && $('a[rel="next"]', list())) {
  if (!link || cards().length >= MOST) return Promise.resolve(false);
  growing ??= page(link.href)
    .then(made => {
      const other = $('[data-list]', made);
      const foot = link.parentElement;
      foot.before(...$$('.card', other).filter(card => !document.getElementById(card.id)));
      const next = $('.older', other) ?? $('.end', other);
      if (next) foot.replaceWith(next);
      else foot.remove();
      watch();
      return true;
    })
    .catch(() => false)
    .finally(() => { growing = undefined; });
  return growing;
}

/** Reloads the list and scrolls to its top. The article beside it stays. */
export async function reload(made) {
  made ??= await page(place());
  const other = $('[data-list]', made);
  if (!other || !list()) return location.reload();
  const open = $('.card.current', list())?.id;
  list().replaceChildren(...other.childNodes);
  if (open) document.getElementById(open)?.classList.add('current');
  recount(made);
  scroller(list()).scrollTop = 0;
  watch();
}

const seen = new Set();
const passed = new Set();

const ends = box => new IntersectionObserver(found => found.some(one => one.isIntersecting) && more(), { root: box, rootMargin: '0px 0px 1200px' });

/** Only cards that were visible and left at the top count as scrolled past. */
const passing = box => new IntersectionObserver(found => {
  for (const { target, isIntersecting, boundingClientRect: at, rootBounds } of found) {
    if (isIntersecting) seen.add(target.id);
    else if (seen.has(target.id) && at.bottom <= (rootBounds?.top ?? 0) && target.matches('.unread:not([data-kept], .current)')) passed.add(target.dataset.id);
  }
}, { root: box, threshold: [0, 1] });

let observers = [];

/** Observes the current cards and the end of the list. */
export function watch() {
  for (const one of observers) one.disconnect();
  if (!list()) return;
  const box = scroller(list()) === list() ? list() : null;
  const end = ends(box);
  observers = [end];
  const link = $('a[rel="next"]', list());
  if (link) end.observe(link);
  dispatchEvent(new Event('tidings:cards'));
  if (root.dataset.scrollMarks === undefined) return;
  const pass = passing(box);
  observers.push(pass);
  for (const card of cards()) if (card.classList.contains('unread')) pass.observe(card);
}

/** Sends the cards that were scrolled past, many at once. */
async function flush() {
  const ids = [...passed].filter(id => cardOf(id)?.matches('.unread:not([data-kept])'));
  passed.clear();
  if (!ids.length) return;
  for (const id of ids) show(id, 'read');
  try {
    await send('/marks', { act: 'read', ids: ids.join(',') }, { keepalive: true });
  } catch {
    for (const id of ids) show(id, 'unread');
  }
}

export function start() {
  watch();
  document.addEventListener('click', event => {
    const link = event.target.closest?.('[data-ranked] .older a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    more(link).then(isMore => isMore || location.assign(link.href));
  });
  matchMedia('(max-width: 699px)').addEventListener('change', watch);
  setInterval(flush, 1500);
  addEventListener('pagehide', flush);
}
