// Offline reading: the service worker stores one page with this reader's newest unread articles.

import { $, $$, meta } from './page.js';
import { mark } from './marks.js';

const OWNER = 'tidings-owner';
/** The offline page is fetched again when it is older than this, in milliseconds. */
const AGE = 15 * 60000;
/** Delay in milliseconds, so that the visible page loads first. */
const LATER = 4000;

async function clear() {
  for (const name of await caches.keys()) if (name.startsWith('shelf')) await caches.delete(name);
  for (const name of Object.keys(localStorage)) if (name.startsWith('tidings')) localStorage.removeItem(name);
}

async function fill() {
  const filled = Number(localStorage.getItem('tidings-filled') ?? 0);
  if (Date.now() - filled < AGE) return;
  const answer = await fetch('/offline', { headers: { accept: 'text/html' } });
  if (!answer.ok || answer.redirected) return;
  await (await caches.open('shelf')).put('/offline', answer);
  localStorage.setItem('tidings-filled', Date.now());
}

/** Opens the article of the requested address on the offline page, and marks opened articles read. */
function point() {
  document.addEventListener('toggle', ({ target }) => {
    if (target.matches('.kept.unread[open]')) mark(target.dataset.id, 'read');
  }, true);
  const [, id] = location.pathname.match(/^\/article\/(\d+)$/) ?? [];
  const asked = id && $(`details#a${id}`);
  if (!asked) return;
  asked.open = true;
  asked.scrollIntoView();
}

export async function start() {
  if ($('[data-shelf]')) point();
  if (!('serviceWorker' in navigator) || !window.caches) return;
  const user = meta('user');
  // A page without a reader may be an error page; on the sign-in page nobody is signed in.
  if (user ? localStorage.getItem(OWNER) !== user : $('form[action="/sign-in"]')) await clear();
  if (!user) return;
  localStorage.setItem(OWNER, user);
  for (const form of $$('form[action="/sign-out"]')) {
    form.addEventListener('submit', async event => {
      event.preventDefault();
      await clear().catch(() => {});
      form.submit();
    }, { once: true });
  }
  await navigator.serviceWorker.register('/service-worker.js');
  setTimeout(() => fill().catch(() => {}), LATER);
}
