// Keyboard shortcuts, as in Miniflux. The list of shortcuts is part of the page; elements declare further keys in data-key.

import { $, $$, reveal, say, text } from './page.js';
import { choice, mark } from './marks.js';
import { ask } from './folders.js';
import { cards, list, more } from './list.js';
import { current, isOpen, leave, open } from './panes.js';

const PLACES = { u: '/unread', t: '/', b: '/starred', l: '/later', a: '/all', f: '/sources', s: '/settings', h: '/activity', r: '/rules', w: '/freshness' };

function focus(card) {
  if (!card) return;
  $('h2 a', card).focus({ preventScroll: true });
  card.scrollIntoView({ block: 'nearest' });
}

/** Goes to the next or the previous article. */
export async function step(change) {
  const at = cards().indexOf(current());
  const first = () => cards().find(card => card.getBoundingClientRect().top >= list().getBoundingClientRect().top);
  let next = at < 0 ? first() : cards()[at + change];
  if (!next && change > 0 && await more()) next = cards()[at + 1];
  if (!next) return;
  if (isOpen()) open($('h2 a', next).href);
  else focus(next);
}

/** Goes to the next or the previous source in the navigation. */
function walk(change) {
  const links = $$('.nav a[href^="/source/"]');
  const at = links.findIndex(link => link.getAttribute('href') === location.pathname);
  const next = links[at < 0 && change < 0 ? links.length - 1 : at + change];
  if (next) location.assign(next.href);
}

function act(name) {
  const id = $('[data-article]')?.dataset.article ?? current()?.dataset.id;
  if (id) mark(id, choice(id, name));
}

function original(isHere) {
  const link = $('a[data-key="v"]') ?? (current() && $('a[data-original]', current()));
  if (!link) return;
  if (isHere) location.assign(link.href);
  else window.open(link.href, '_blank', 'noopener');
}

/** Marks all read. If the reader wants to confirm that, opens the form and focuses its button. */
function all() {
  const form = $('form[data-act="read-all"]');
  if (!form?.dataset.question) return form?.requestSubmit();
  form.closest('details').open = true;
  $('button', form).focus();
}

async function copy(link) {
  link ??= $('[data-copy]')?.dataset.copy;
  if (!link) return;
  await navigator.clipboard.writeText(link);
  say(text('copied'));
}

const sheet = () => $('#keys');

const KEYS = {
  j: () => step(1), n: () => step(1), ArrowRight: () => step(1),
  k: () => step(-1), p: () => step(-1), ArrowLeft: () => step(-1),
  J: () => walk(1), K: () => walk(-1),
  o: () => current() && open($('h2 a', current()).href),
  v: () => original(false), V: () => original(true),
  m: () => act('read'), s: () => act('star'), f: () => act('star'), l: () => act('later'),
  A: all, M: ask, c: () => copy(), h: leave, G: () => focus(cards().at(-1)),
  u: () => location.assign('/unread'),
  '+': () => location.assign('/add'),
  '/': () => location.assign('/search'),
  '?': () => sheet()?.showModal(),
};

/** Returns the key by its letter; on keyboards with non-Latin letters, by its position. */
function letter({ key, code, shiftKey }) {
  if (key.length > 1 || key.charCodeAt(0) < 128) return key;
  const [, name] = code.match(/^Key(.)$/) ?? [];
  if (name) return shiftKey ? name : name.toLowerCase();
  return code === 'Slash' ? (shiftKey ? '?' : '/') : key;
}

/** Activates the element that declares the key: focuses a field, clicks anything else. */
function named(key) {
  const element = $$('[data-key]').find(one => one.dataset.key === key && one.checkVisibility());
  if (!element) return false;
  const field = element.matches('a[href^="#"]') ? $(element.getAttribute('href')) : element;
  if (field?.matches('input, textarea, select')) field.focus();
  else element.click();
  return true;
}

let pending = 0;

function pressed(event) {
  const menu = event.key === 'Escape' && $('details.drop[open]');
  if (menu) {
    menu.open = false;
    $('summary', menu).focus();
    return;
  }
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (event.key === 'Escape' && event.target.matches?.('input, textarea, select') && !event.target.closest('dialog[open]')) {
    event.target.blur();
    const back = $('[data-article] h1') ?? (current() && $('h2 a', current()));
    if (back?.localName === 'h1') back.tabIndex = -1;
    back?.focus({ preventScroll: true });
    return;
  }
  if (event.target.closest?.('input, textarea, select, [contenteditable], audio, video, dialog[open]')) return;
  const key = letter(event);
  // The arrow keys scroll a wide table or wide code that has the focus.
  if (key.startsWith('Arrow') && event.target.closest?.('.content [tabindex="0"]')) return;
  const isJump = Date.now() - pending < 1500;
  pending = 0;
  if (isJump && (PLACES[key] || key === 'g')) {
    event.preventDefault();
    if (key === 'g') focus(cards()[0]);
    else location.assign(PLACES[key]);
  } else if (key === 'g') {
    pending = Date.now();
  } else if ('vjk'.includes(key) ? KEYS[key] : named(key) || KEYS[key]) {
    event.preventDefault();
    KEYS[key]?.();
  }
}

export function start() {
  document.addEventListener('keydown', pressed);
  document.addEventListener('click', event => {
    const button = event.target.closest?.('[data-copy], [data-keys]');
    if (button?.dataset.copy) copy(button.dataset.copy);
    else if (button && sheet()) {
      event.preventDefault();
      sheet().showModal();
    }
  });
  // A click outside closes a menu, and does nothing else.
  document.addEventListener('click', event => {
    const open = $$('details.drop[open]').filter(menu => !menu.contains(event.target));
    for (const menu of open) menu.open = false;
    if (!open.length || !event.target.closest?.('.card, .article')) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  reveal(document);
  addEventListener('tidings:article', event => reveal(event.detail));
  sheet()?.addEventListener('click', event => event.target === sheet() && sheet().close());
}
