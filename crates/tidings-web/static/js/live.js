// Live arrival: a line above the list says how much is new, and waits. Nothing moves by itself.

import { $, $$, page, recount, text } from './page.js';
import { cards, list, place, reload } from './list.js';

/** The list is asked for at most once in so many milliseconds, however much arrives; and not before its counts are new. */
const PAUSE = 5000;
const PATIENCE = 2200;

let stream;
let newest = 0;
let waiting;
let lastLook = 0;

/** The newest article when the list was made: its cards tell, and the form that marks no further. */
const madeUpTo = () => Math.max(0, ...[...$$('[name="up_to"]', list()).map(field => field.value), ...cards().map(card => card.dataset.id)].map(Number));

function line(n, isMore, made) {
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
  ($('.list-head', list()) ?? list().firstElementChild).after(holder);
}

/** Asks for the list's first page and counts what it has that was not there when this one was made. */
async function look() {
  waiting = undefined;
  lastLook = Date.now();
  if (document.hidden || !list()) return;
  const made = await page(place(), true);
  const known = madeUpTo();
  const shown = new Set(cards().map(card => card.id));
  const fresh = $$('[data-list] .card', made).filter(card => Number(card.dataset.id) > known && !shown.has(card.id));
  recount(made);
  // When all of its first page is new, there may be more behind it.
  line(fresh.length, fresh.length === $$('[data-list] .card', made).length && $('[data-list] a[rel="next"]', made), made);
}

function told(id, isFirst) {
  const known = newest || madeUpTo();
  newest = Math.max(known, id);
  // A stream begins by saying what is newest; only what came after the page was made is worth a look.
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
    // The browser comes back by itself after a break, not after a refusal.
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
