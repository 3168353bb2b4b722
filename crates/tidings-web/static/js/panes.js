// Reading beside the list: articles open in their pane, the address changes with them, and scroll positions are restored.

import { $, $$, isPhone, page, recount, scroller } from './page.js';
import { cards, list, more, place, watch } from './list.js';
import { show } from './marks.js';

const frame = $('.frame');
const pane = () => $('.frame > .page');
export const isOpen = () => Boolean($('[data-article]'));
/** Returns the open article, otherwise the focused card. */
export const current = () => (isOpen() && $('.card.current')) || document.activeElement?.closest('.card') || $('.card.current');

let home = isOpen() ? null : { node: pane(), title: document.title };
let turn = 0;

/** Renames an element: the pane being read is the page's <main>. */
function rename(element, tag) {
  if (!element || element.localName === tag) return element;
  const other = document.createElement(tag);
  for (const { name, value } of element.attributes) other.setAttribute(name, value);
  const top = element.scrollTop;
  other.append(...element.childNodes);
  element.replaceWith(other);
  other.scrollTop = top;
  return other;
}

/** The list is the page's <main> unless an article is open. */
function arrange(isArticle) {
  frame.classList.toggle('at-page', isArticle);
  frame.classList.toggle('at-list', !isArticle);
  const side = rename(list(), isArticle ? 'section' : 'main');
  if (isArticle) {
    side.removeAttribute('id');
    side.setAttribute('aria-label', $('h1', side)?.textContent ?? '');
  } else {
    side.id = 'main';
    side.removeAttribute('aria-label');
  }
  watch();
}

function point(id) {
  for (const card of $$('.card.current')) card.classList.remove('current');
  for (const link of $$('.card [aria-current]')) link.removeAttribute('aria-current');
  const card = id && document.getElementById(`a${id}`);
  if (!card) return;
  card.classList.add('current');
  $('h2 a', card).setAttribute('aria-current', 'true');
  if (card.offsetParent) card.scrollIntoView({ block: 'nearest' });
}

/** Opens an article beside its list, or as a page of its own if that fails. */
export async function open(href, { push = true } = {}) {
  const mine = ++turn;
  const [, id] = new URL(href, location).pathname.match(/^\/article\/(\d+)$/) ?? [];
  remember();
  let made;
  try {
    made = await page(href);
  } catch {
    if (mine === turn) location.assign(href);
    return;
  }
  if (mine !== turn) return;
  const article = $('main.page[data-article]', made);
  if (!article || !list()) return location.assign(href);
  // After going from article to article, Back still leads to the list.
  if (push && isOpen()) history.replaceState({ ...history.state, read: 0 }, '', href);
  else if (push) history.pushState({ ...history.state, read: 0, pushed: true }, '', href);
  pane().replaceWith(article);
  document.title = made.title;
  arrange(true);
  point(id);
  if ($(`#a${id}.unread`)) show(id, 'read');
  recount(made);
  scroller(article).scrollTop = push ? 0 : history.state?.read ?? 0;
  const heading = $('h1', article);
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  dispatchEvent(new CustomEvent('tidings:article', { detail: article }));
}

/** Closes the article. */
function close() {
  turn += 1;
  const card = $('.card.current');
  pane().replaceWith(home.node);
  document.title = home.title;
  arrange(false);
  point(null);
  restore();
  if (card) $('h2 a', card).focus({ preventScroll: true });
}

/** Closes the article as the reader would: one step back if that is the list, otherwise by its address. */
export function leave() {
  if (!isOpen() || !list()) return;
  if (history.state?.pushed) history.back();
  else location.assign(place());
}

/** Stores in the history entry which cards are visible, and how far the article is scrolled. */
function remember() {
  const side = list();
  const state = { ...history.state };
  if (side?.offsetParent && scroller(side)) {
    const top = isPhone() ? 0 : side.getBoundingClientRect().top;
    const visible = cards().filter(card => card.getBoundingClientRect().bottom > top + 60);
    state.top = scroller(side).scrollTop && visible.length ? visible[0].getBoundingClientRect().top : null;
    state.ids = state.top === null ? [] : visible.slice(0, 12).map(card => card.id);
  }
  if (isOpen()) state.read = scroller(pane()).scrollTop;
  history.replaceState(state, '');
}

/** Scrolls the stored cards back to their positions. Cards read meanwhile may be gone, in which case the next ones count. */
async function restore() {
  const { ids = [], top, read } = history.state ?? {};
  if (list()?.offsetParent && ids.length) {
    const find = () => ids.map(id => document.getElementById(id)).find(Boolean);
    for (let n = 0; !find() && n < 20; n++) if (!await more()) break;
    const card = find();
    if (card) scroller(list()).scrollTop += card.getBoundingClientRect().top - top;
  } else if (list()?.offsetParent && isPhone()) {
    // Nothing was stored, so the list was at its top. The window is where the article was read.
    scroller(list()).scrollTop = 0;
  }
  if (isOpen() && read) scroller(pane()).scrollTop = read;
}

function soon(work, after) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(work, after); };
}

let last = 0;

/** On a phone, hides the bar while scrolling down and shows it when scrolling up. */
function bar() {
  const top = document.scrollingElement.scrollTop;
  if (Math.abs(top - last) < 8) return;
  frame.classList.toggle('reading-on', isPhone() && isOpen() && top > last && top > 80);
  last = top;
}

export function start() {
  if (!frame || !list()) return;
  history.scrollRestoration = 'manual';
  home ??= { node: Object.assign(document.createElement('div'), { className: 'page' }), title: $('h1', list())?.textContent ?? '' };
  restore();
  document.addEventListener('scroll', soon(remember, 250), { capture: true, passive: true });
  document.addEventListener('scroll', bar, { passive: true });
  addEventListener('pagehide', remember);
  let shown = String(place());
  addEventListener('popstate', () => {
    const here = new URL(location);
    if (here.pathname.startsWith('/article/')) open(here, { push: false });
    else if (isOpen() && here.pathname + here.search === new URL(shown).pathname + new URL(shown).search) close();
    else location.reload();
  });
  document.addEventListener('click', event => {
    const link = event.target.closest?.('a[href^="/article/"]');
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !isPlain || !list()) return;
    if (event.target.closest?.('.bar .back') && history.state?.pushed) {
      event.preventDefault();
      leave();
    } else if (link && !link.target && !link.hasAttribute('download')) {
      event.preventDefault();
      open(link.href);
    }
  });
}
