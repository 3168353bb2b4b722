// Shared helpers: finding elements, requests to the server, and messages to the reader.

export const root = document.documentElement;
export const $ = (selector, within = document) => within.querySelector(selector);
export const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
export const meta = name => $(`meta[name="${name}"]`)?.content ?? '';
export const isPhone = () => matchMedia('(max-width: 699px)').matches;

/** The elements that scroll the list and the article; on a phone the window scrolls both. */
export const scroller = pane => (isPhone() ? document.scrollingElement : pane);

/** Returns a text in the reader's language. The server puts all of them into one element. */
export function text(key, n, sign = '') {
  const said = $('#script')?.dataset ?? {};
  if (n === undefined) return said[key] ?? '';
  const form = key + (new Intl.PluralRules(root.lang).select(n) === 'one' ? 'One' : 'Other');
  return (said[form] ?? '').replace('#', n.toLocaleString(root.lang) + sign);
}

/** Returns the key of an act's text: 'act' and 'not-later' make 'actNotLater'. */
export const keyOf = (prefix, act) => prefix + act.replace(/(^|-)(.)/g, (_, __, letter) => letter.toUpperCase());

/** Sends a request to our server. If the session has ended, redirects to the sign-in page. */
async function ask(url, options) {
  const answer = await fetch(url, options);
  if (answer.redirected && new URL(answer.url).pathname === '/sign-in') {
    location.reload();
    throw new Error('signed out');
  }
  if (!answer.ok) throw Object.assign(new Error(`${url}: ${answer.status}`), { status: answer.status });
  return answer;
}

/** Fetches one of our pages as a document. The header tells the server that nobody sees it. */
export async function page(url, isLook = false) {
  const headers = { accept: 'text/html', ...(isLook && { 'x-tidings': 'look' }) };
  const answer = await ask(url, { headers });
  const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const token = $('meta[name="token"]', made);
  if (token) $('meta[name="token"]')?.replaceWith(document.adoptNode(token));
  return made;
}

/** Sends a form's fields with the session's newest token. Returns an object, which is empty if the response is. */
export async function send(url, fields = {}, options = {}) {
  const body = new URLSearchParams(fields);
  body.set('token', meta('token'));
  const headers = { 'x-tidings': 'script', accept: 'application/json' };
  const answer = await ask(url, { method: 'POST', body, headers, ...options });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return isJson ? answer.json() : {};
}

let silence;

/** Shows a message in the corner for a while; `undo` adds an Undo button. */
export function say(words, undo) {
  const toast = $('#toast');
  if (!toast) return;
  const line = document.createElement('p');
  line.textContent = words;
  if (undo) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text('undo');
    button.addEventListener('click', () => { toast.replaceChildren(); undo(); });
    line.append(' ', button);
  }
  toast.replaceChildren(line);
  clearTimeout(silence);
  silence = setTimeout(() => toast.contains(document.activeElement) || toast.replaceChildren(), undo ? 12000 : 5000);
}

/** Shows the buttons that need scripts. */
export const reveal = within => $$('[data-copy][hidden]', within).forEach(button => { button.hidden = false; });

/** Changes the number in an element with the class "count" by `by`. */
export function count(element, change) {
  if (!element) return;
  const n = Math.max(0, Number(element.textContent.replace(/\D/g, '')) + change);
  element.textContent = n ? n.toLocaleString(root.lang) : '';
}

/** The same for a link of the navigation, which shows no number if it is zero. */
export function countIn(link, change) {
  if (!link) return;
  if (!$('.count', link)) link.append(' ', Object.assign(document.createElement('span'), { className: 'count' }));
  count($('.count', link), change);
}

/** Copies the tags of the navigation from a page that was just fetched: there may be new ones. */
function retag(made) {
  const [shown, fresh] = [$('.nav [data-tags]'), $('.nav [data-tags]', made)];
  if (!shown || !fresh) return;
  const [list, now] = [$('details', shown), $('details', fresh)];
  if (list && now) now.open = list.open;
  shown.replaceWith(fresh);
}

/** Copies the counts from a page that was just fetched. */
export function recount(made) {
  retag(made);
  for (const fresh of $$('.nav a[href]:not(.brand)', made)) {
    const link = $$('.nav a[href]:not(.brand)').find(one => one.getAttribute('href') === fresh.getAttribute('href'));
    const shown = link && $('.count', link);
    const now = $('.count', fresh);
    if (shown) shown.textContent = now?.textContent ?? '';
    else if (link && now) link.append(' ', document.adoptNode(now));
  }
  const head = $('.list-head .count');
  const now = $('.list-head .count', made);
  if (head && now) head.textContent = now.textContent;
}
