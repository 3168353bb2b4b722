// Starts the real program with a data folder of its own and a web server with feeds on loopback, and drives a browser.

import { spawn, execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PROGRAM = process.env.TIDINGS_PROGRAM ?? resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target', 'debug/tidings');
const SCREENSHOTS = join(ROOT, '.check');
const TABLE = await readFile(join(ROOT, 'crates/tidings-web/src/routes.rs'), 'utf8');
/** The paths of all GET routes in the table of routes. */
export const ROUTES = [...TABLE.matchAll(/got\(\s*"([^"]+)"/g)].map(([, path]) => path);
/** Options of a test about a page: skips it if the table has no such page. */
export const needs = path => (ROUTES.includes(path) ? {} : { skip: `no route ${path}` });
/** Timeout in milliseconds for something that must happen: longer than it takes on a busy machine. */
export const PATIENCE = 90_000;
export const PASSWORD = 'a long enough password';
export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 780 };

const escape = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** Returns a feed with these items in the given order. Each item is { title, html, minutes (ago), … }. */
export function rss(title, items, base) {
  const shown = items.map(item => `<item><title>${escape(item.title)}</title><guid isPermaLink="false">${escape(item.guid ?? item.title)}</guid>
<link>${escape(item.link ?? `${base}/story/${encodeURIComponent(item.title)}`)}</link>
<pubDate>${new Date(Date.now() - (item.minutes ?? 5) * 60000).toUTCString()}</pubDate>
<description>${escape(item.html ?? `<p>${item.title}, the whole story.</p>`)}</description>${item.extra ?? ''}</item>`);
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${escape(title)}</title><link>${base}/</link><description>x</description>${shown.join('\n')}</channel></rss>`;
}

/** Serves `pages`, a map from paths to a text or to { type, body, login }. A page with a login asks for "name:password". */
async function web() {
  const pages = new Map();
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.url);
    const page = pages.get(new URL(request.url, 'http://x').pathname);
    if (page === undefined) return response.writeHead(404).end();
    const { type = 'application/rss+xml', body = page, login } = typeof page === 'string' ? {} : page;
    const isOpen = !login || request.headers.authorization === `Basic ${btoa(login)}`;
    if (!isOpen) return response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  // A test whose preparation failed must end, not wait for this.
  server.unref();
  const port = server.address().port;
  return { pages, requests, port, base: `http://127.0.0.1:${port}`, close: () => new Promise(done => { server.closeAllConnections(); server.close(done); }) };
}

/** Starts everything. `users` are created first; without any, `setup` is the link that creates the first one. */
export async function startServer({ users = [], feeds = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-browser-'));
  const others = await web();
  const common = ['--data', folder, '--fetch-allow', `127.0.0.1:${others.port}`];
  const program = (args, input) => new Promise((done, failed) => {
    const child = execFile(PROGRAM, [...args, ...common], (error, out, errors) => (error ? failed(new Error(`${args.join(' ')}: ${errors}`)) : done(out)));
    child.stdin.end(input);
  });
  for (const [path, feed] of Object.entries(feeds)) others.pages.set(path, typeof feed === 'function' ? feed(others.base) : feed);
  for (const { name, isOperator, folder, follows = [] } of users) {
    await program(['user', 'add', name, ...(isOperator ? ['--operator'] : []), '--password-stdin'], `${PASSWORD}\n`);
    for (const path of follows) await program(['add', others.base + path, '--user', name, ...(folder ? ['--folder', folder] : [])]);
  }
  const server = spawn(PROGRAM, ['serve', ...common, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let log = '';
  server.stderr.on('data', data => { log += data; });
  await new Promise((done, failed) => {
    server.stdout.on('data', data => { output += data; if (output.includes('Tidings is at')) done(); });
    server.on('exit', () => failed(new Error(`the program exited: ${output}${log}`)));
  });
  const [, base] = output.match(/Tidings is at (\S+)/);
  const [, setup] = output.match(/(http\S+\/setup\?token=\S+)/) ?? [];
  return {
    base,
    setup,
    web: others,
    program,
    log: () => log,
    async close() {
      const ended = new Promise(done => server.once('exit', done));
      server.removeAllListeners('exit');
      const gone = new Promise(done => server.once('exit', done));
      server.kill('SIGTERM');
      await Promise.race([ended, gone]);
      await others.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let browser;

/** Returns the browser, which is started once. */
async function chrome() {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--font-render-hinting=none'];
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

/** Cookies of earlier sign-ins, which are reused: checking a password is slow on purpose. */
const sessions = new Map();

/**
 * Opens a window for a person. `faults` collects what must never happen: violations of the content security policy,
 * script errors, requests to other hosts. A test that signs out needs a `fresh` session.
 */
export async function person(base, { size = WIDE, theme = 'light', script = true, touch = false, name, fresh = false, allow = [] } = {}) {
  const context = await (await chrome()).newContext({
    viewport: size,
    colorScheme: theme,
    javaScriptEnabled: script,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(PATIENCE);
  const faults = [];
  const host = new URL(base).host;
  const page = await context.newPage();
  page.on('console', line => {
    if (line.type() === 'error' && !/status of (4|5)\d\d|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line.text())) faults.push(line.text());
    if (/Content Security Policy/i.test(line.text())) faults.push(line.text());
  });
  page.on('pageerror', error => faults.push(String(error)));
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== host && !allow.includes(url.host)) faults.push(`request to ${url.host} for ${url.pathname} (${request.resourceType()})`);
  });
  const one = { page, context, faults, base, at: path => page.goto(base + path), close: () => context.close() };
  if (!name) return one;
  const known = sessions.get(`${base} ${name}`);
  if (known && !fresh) {
    await context.addCookies(known);
  } else {
    await signIn(one, name);
    if (!fresh) sessions.set(`${base} ${name}`, (await context.cookies()).filter(cookie => cookie.httpOnly));
  }
  return one;
}

export async function signIn({ page, base }, name) {
  await page.goto(`${base}/sign-in`);
  await page.fill('input[name=name]', name);
  await page.fill('input[name=password]', PASSWORD);
  await Promise.all([page.waitForURL(url => url.pathname !== '/sign-in'), page.click('main .button')]);
}

/** Runs a test body and checks that there were no faults. Takes a screenshot if it fails. */
export async function with_(someone, name, body) {
  try {
    await body(someone);
    if (someone.faults.length) throw new Error(`faults on the page: ${someone.faults.join('\n')}`);
  } catch (error) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await someone.page.screenshot({ path: join(SCREENSHOTS, `browser-${name.replace(/\W+/g, '-')}.png`) }).catch(() => {});
    throw error;
  } finally {
    await someone.close();
  }
}

/** Waits until a condition holds. */
export async function until(claim, what, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    if (await claim()) return;
    if (Date.now() > end) throw new Error(`timed out after ${patience / 1000} s: ${what}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

/** Swipes sideways over an element. `meanwhile` runs before the finger is lifted. */
export async function swipe(context, page, locator, by, meanwhile = () => {}) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  const session = await context.newCDPSession(page);
  const point = at => ({ touchPoints: [{ x: at, y: y + height / 2 }] });
  const from = x + width / 2;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...point(from) });
  for (let step = 1; step <= 8; step++) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...point(from + (by * step) / 8) });
  await meanwhile();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
