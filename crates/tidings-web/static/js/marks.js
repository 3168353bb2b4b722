// Marks articles without leaving the page: first on the screen, then on the server. If that fails, the change is reverted visibly.

import { $, $$, count, countIn, keyOf, meta, page, recount, reveal, say, send, text } from './page.js';

const OPPOSITE = { read: 'unread', unread: 'read', star: 'unstar', unstar: 'star', later: 'not-later', 'not-later': 'later' };
const CLASS = { read: ['unread', false], unread: ['unread', true], star: ['starred', true], unstar: ['starred', false], later: ['later', true], 'not-later': ['later', false] };

export const cardOf = id => document.getElementById(`a${id}`);
const pageOf = id => $(`[data-article="${id}"]`);

/** Returns which of two opposite acts applies to an article now. */
export function choice(id, act) {
  const [name, on] = CLASS[act];
  return (pageOf(id) ?? cardOf(id))?.classList.contains(name) === on ? OPPOSITE[act] : act;
}

/** Shows an article in its state after an act. */
export function show(id, act) {
  const card = cardOf(id);
  const [name, on] = CLASS[act];
  const changes = (card ?? pageOf(id))?.classList.contains(name) === !on;
  for (const one of [card, pageOf(id)]) one?.classList.toggle(name, on);
  for (const form of [card, pageOf(id)].flatMap(one => (one ? $$(`form[data-act="${act}"]`, one) : []))) turn(form, act);
  if (card && name !== 'unread') sign(card, name, on);
  if (card && name === 'unread' && changes) recountOne(card, on ? 1 : -1);
  if (name !== 'unread' && changes) countIn($(`.nav a[href="/${name}"]`), on ? 1 : -1);
}

/** Adds or removes the small icon for starred or saved articles, before the age. */
function sign(card, name, on) {
  const shown = $(`[data-sign="${name}"]`, card);
  if (!on) shown?.remove();
  else if (!shown) $('.from time', card)?.before($(`[data-sign="${name}"]`, $('#signs').content).cloneNode(true), ' ');
}

/** Turns a form into the one for the opposite act. */
function turn(form, act) {
  const opposite = OPPOSITE[act];
  form.dataset.act = opposite;
  form.action = form.getAttribute('action').replace(/[^/]+$/, opposite);
  const label = text(keyOf('act', opposite));
  const button = $('button', form);
  const words = $('.label', button) ?? $('.hidden', button);
  if (button.title) button.title = label;
  if (words) words.textContent = words.dataset.of ? `${label}: ${words.dataset.of}` : label;
  if (button.hasAttribute('aria-pressed')) button.setAttribute('aria-pressed', String(/^(unstar|not-later|unread)$/.test(opposite)));
}

function recountOne(card, change) {
  const source = card?.dataset.source;
  const links = $$('.nav a[href]').filter(link => {
    const path = link.getAttribute('href');
    return path === '/unread' || (source && path === `/source/${source}`);
  });
  const folder = links.map(link => link.closest('[data-folder]')).find(Boolean);
  for (const link of [...links, folder && $('a', folder)]) count(link && $('.count', link), change);
  if ($('.list-head [data-unread]')) count($('.list-head .count'), change);
}

/** Performs an act on one article. `undo` is offered again if the act has to wait for the network. */
export async function mark(id, act, undo) {
  show(id, act);
  if (act === 'unread') cardOf(id)?.setAttribute('data-kept', '');
  try {
    // It is sent even if the reader leaves the page at once.
    await send(`/article/${id}/${act}`, {}, { keepalive: true });
  } catch (error) {
    if (error.status) {
      show(id, OPPOSITE[act]);
      say(text('failed'));
    } else {
      keep(id, act, undo);
    }
  }
}

/** Acts done offline are queued here. Of two opposite ones the last counts. They are sent with the next page's token. */
const QUEUE = 'tidings-acts';
const kept = () => JSON.parse(localStorage.getItem(QUEUE) ?? '[]').filter(one => one.user === meta('user'));

function keep(id, act, undo) {
  const others = kept().filter(one => one.id !== id || (one.act !== act && one.act !== OPPOSITE[act]));
  localStorage.setItem(QUEUE, JSON.stringify([...others, { user: meta('user'), id, act }].slice(-1000)));
  say(text('keptOffline'), undo);
}

export async function sendKept() {
  const acts = meta('token') ? kept() : [];
  while (acts.length) {
    const { id, act } = acts[0];
    try {
      await send(`/article/${id}/${act}`);
    } catch (error) {
      // Without a network, or with an old session's token, they stay queued; those that the server refuses are dropped.
      if (!error.status || error.status === 403) return;
    }
    acts.shift();
    localStorage.setItem(QUEUE, JSON.stringify(acts));
  }
}

/** Adds and removes tags without losing the position. The page returned by the server has the new ones. */
async function tag(form) {
  await send(form.getAttribute('action'), new FormData(form));
  const made = await page(location.href, true);
  $('#tags')?.replaceWith($('#tags', made));
  recount(made);
  // Shortcuts apply to the article again.
  const heading = $('[data-article] h1');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Creates or revokes a share link without leaving the article. The page returned by the server has the new state. */
async function share(form) {
  const button = $('button', form);
  // A second click must not send the form again.
  if (button.disabled) return;
  button.disabled = true;
  await send(form.getAttribute('action'), new FormData(form)).finally(() => { button.disabled = false; });
  const made = await page(location.href, true);
  $('#share').replaceWith($('#share', made));
  reveal($('#share'));
  const field = $('#share input[readonly]');
  field?.select();
  (field ?? $('#share select'))?.focus();
}

/** More or less like this, or neither. Less also marks the article read. */
async function teach(form, id, verb) {
  const button = $('button', form);
  const press = is => button.setAttribute('aria-pressed', String(is));
  const back = async () => {
    await send(`/article/${id}/neither`);
    press(false);
    if (verb === 'less') await mark(id, 'unread');
  };
  if (button.getAttribute('aria-pressed') === 'true') return back();
  await send(form.getAttribute('action'));
  for (const other of $$('button[aria-pressed]', form.parentElement)) other.setAttribute('aria-pressed', 'false');
  press(true);
  if (verb === 'less') show(id, 'read');
  say(text(verb === 'less' ? 'taughtLess' : 'taughtMore'), back);
}

/** Bulk acts: reloads the list and offers to undo. */
export async function bulk(form, reload) {
  const answer = await send(form.getAttribute('action'), new FormData(form));
  form.closest('details')?.removeAttribute('open');
  await reload();
  const undo = answer.undo && (async () => {
    await send(`/undo/${answer.undo}`);
    await reload();
  });
  if (answer.said) say(answer.said, undo);
}

export function start(reload) {
  document.addEventListener('submit', event => {
    const form = event.target;
    const act = form.dataset.act;
    const [, id, verb] = form.getAttribute('action')?.match(/^\/article\/(\d+)\/([a-z-]+)$/) ?? [];
    if (event.defaultPrevented) return;
    if (id && CLASS[act]) {
      event.preventDefault();
      mark(id, act);
    } else if (verb === 'more' || verb === 'less') {
      event.preventDefault();
      teach(form, id, verb).catch(() => form.submit());
    } else if (verb === 'tag' || verb === 'untag') {
      event.preventDefault();
      tag(form).catch(() => form.submit());
    } else if (form.closest('#share')) {
      event.preventDefault();
      share(form).catch(() => form.submit());
    } else if (act === 'read-all') {
      event.preventDefault();
      bulk(form, reload).catch(() => form.submit());
    }
  });
  addEventListener('online', sendKept);
  sendKept();
}

