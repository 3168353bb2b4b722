// Live updates: a button at the top of the list says how many articles are new. Nothing moves until the reader clicks it.

import { $, $$, page, recount, text } from './page.js';
import { cards, list, place, reload } from './list.js';

/** Minimum time between two requests for the list, in milliseconds. */
const PAUSE = 5000;
/** Delay before such a request: the server caches its counts for two seconds. */
const PATIENCE = 2200;

let stream;
let newest = 0;
let waiting;
let lastLook = 0;

/** Returns the newest article when the list was made, from its cards and from the form that marks it read. */
const madeUpTo = () => Math.max(0, ...[...$$('[name="up_to"]', list()).map(field => field.value), ...cards().map(card => card.dataset.id)].map(Number));

function offer(n, isMore, made) {
  $('#fresh')?.remove();
  if (!n) return;
  const button = document.createElement('button');
  button.id = 'fresh';
  button.type = 'button';
  button.textContent = text('fresh', n, isMore ? '+' : '');
  button.addEventListener('click', async () => {
    await reload(made);
    $('.card h2 a', list())?.focus({ preventScroll: true });
  });
  const holder = document.createElement('div');
  holder.className = 'fresh';
  holder.setAttribute('role', 'status');
  holder.append(button);
  $('.fresh')?.remove();
  $('.list-head', list())?.append(holder);
}

/** Fetches the list's first page and counts the articles that this one does not have. */
async function look() {
  waiting = undefined;
  lastLook = Date.now();
  if (document.hidden || !list()) return;
  const made = await page(place(), true);
  const known = madeUpTo();
  const shown = new Set(cards().map(card => card.id));
  const fresh = $$('[data-list] .card', made).filter(card => Number(card.dataset.id) > known && !shown.has(card.id));
  recount(made);
  // If the whole first page is new, there may be more on the next.
  offer(fresh.length, fresh.length === $$('[data-list] .card', made).length && $('[data-list] a[rel="next"]', made), made);
}

function told(id, isFirst) {
  const known = newest || madeUpTo();
  newest = Math.max(known, id);
  // The first event of a stream is the newest article; it matters only if it is newer than the page.
  if (isFirst && id <= known) return;
  waiting ??= setTimeout(() => look().catch(() => {}), Math.max(PATIENCE, lastLook + PAUSE - Date.now()));
}

function connect() {
  if (stream || document.hidden || !list()) return;
  stream = new EventSource('/live');
  let isFirst = true;
  stream.addEventListener('open', () => { isFirst = true; });
  stream.addEventListener('newest', event => {
    told(Number(event.data), isFirst);
    isFirst = false;
  });
  stream.addEventListener('over', () => location.reload());
  stream.addEventListener('error', () => {
    // Browsers reconnect after an interruption, but not after an error status.
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = undefined;
    setTimeout(connect, 60000);
  });
}

function disconnect() {
  stream?.close();
  stream = undefined;
}

export function start() {
  document.addEventListener('visibilitychange', () => (document.hidden ? disconnect() : connect()));
  addEventListener('pagehide', disconnect);
  addEventListener('pageshow', connect);
  connect();
}
