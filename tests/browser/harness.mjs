// A whole Tidings to test in a browser: the real program with a data folder of its own, and a web of feeds on loopback.

import { spawn, execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PROGRAM = process.env.TIDINGS_PROGRAM ?? resolve(ROOT, process.env.CARGO_TARGET_DIR ?? 'target', 'debug/tidings');
const PICTURES = join(ROOT, '.check');
const TABLE = await readFile(join(ROOT, 'crates/tidings-web/src/routes.rs'), 'utf8');
/** Every path of the table of routes that can be looked at. */
export const ROUTES = [...TABLE.matchAll(/got\(\s*"([^"]+)"/g)].map(([, path]) => path);
/** For a test about a page: left out, and said so, where the table has no such page. */
export const needs = path => (ROUTES.includes(path) ? {} : { skip: `there is no ${path}` });
/** How long something that must happen is waited for: longer than it takes on a machine with much else to do. */
export const PATIENCE = 90_000;
export const PASSWORD = 'a long enough password';
export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 780 };

const escape = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

/** A feed with these items, newest last as given; each item is { title, html, minutes (ago), … }. */
export function rss(title, items, base) {
  const shown = items.map(item => `<item><title>${escape(item.title)}</title><guid isPermaLink="false">${escape(item.guid ?? item.title)}</guid>
<link>${escape(item.link ?? `${base}/story/${encodeURIComponent(item.title)}`)}</link>
<pubDate>${new Date(Date.now() - (item.minutes ?? 5) * 60000).toUTCString()}</pubDate>
<description>${escape(item.html ?? `<p>${item.title}, the whole story.</p>`)}</description>${item.extra ?? ''}</item>`);
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${escape(title)}</title><link>${base}/</link><description>x</description>${shown.join('\n')}</channel></rss>`;
}

/** Serves what `pages` holds by path: a text, or { type, body }. */
async function web() {
  const pages = new Map();
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(request.url);
    const page = pages.get(new URL(request.url, 'http://x').pathname);
    if (page === undefined) return response.writeHead(404).end();
    const { type = 'application/rss+xml', body = page } = typeof page === 'string' ? {} : page;
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const port = server.address().port;
  return { pages, asked, port, base: `http://127.0.0.1:${port}`, close: () => new Promise(done => { server.closeAllConnections(); server.close(done); }) };
}

/** Starts everything. `users` are made before; without any, `setup` is the link to make the first one. */
export async function startServer({ users = [], feeds = {} } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-browser-'));
  const others = await web();
  const common = ['--data', folder, '--fetch-allow', `127.0.0.1:${others.port}`];
  const program = (args, input) => new Promise((done, failed) => {
    const child = execFile(PROGRAM, [...args, ...common], (error, out, told) => (error ? failed(new Error(`${args.join(' ')}: ${told}`)) : done(out)));
    child.stdin.end(input);
  });
  for (const [path, feed] of Object.entries(feeds)) others.pages.set(path, typeof feed === 'function' ? feed(others.base) : feed);
  for (const { name, isOperator, folder, follows = [] } of users) {
    await program(['user', 'add', name, ...(isOperator ? ['--operator'] : []), '--password-stdin'], `${PASSWORD}\n`);
    for (const path of follows) await program(['add', others.base + path, '--user', name, ...(folder ? ['--folder', folder] : [])]);
  }
  const server = spawn(PROGRAM, ['serve', ...common, '--listen', '127.0.0.1:0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  let told = '';
  let log = '';
  server.stderr.on('data', data => { log += data; });
  await new Promise((done, failed) => {
    server.stdout.on('data', data => { told += data; if (told.includes('Tidings is at')) done(); });
    server.on('exit', () => failed(new Error(`the program ended: ${told}${log}`)));
  });
  const [, base] = told.match(/Tidings is at (\S+)/);
  const [, setup] = told.match(/(http\S+\/setup\?token=\S+)/) ?? [];
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

/** The browser, started once. */
async function chrome() {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--font-render-hinting=none'];
  browser ??= await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  return browser;
}

export async function closeBrowser() {
  await browser?.close();
  browser = undefined;
}

/** Who has signed in before: checking a password takes its time, on purpose. */
const sessions = new Map();

/**
 * A person with a window of their own. What must never happen is noted in `faults`: violations of the policy, errors
 * of scripts, requests to other hosts. Who will sign out takes a `fresh` session.
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
    if (url.protocol.startsWith('http') && url.host !== host && !allow.includes(url.host)) faults.push(`asked ${url.host} for ${url.pathname} (${request.resourceType()})`);
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
  await Promise.all([page.waitForURL(url => url.pathname !== '/sign-in'), page.click('main button')]);
}

/** A test body that leaves a picture of the page when it fails, and looks at the faults at its end. */
export async function with_(someone, name, body) {
  try {
    await body(someone);
    if (someone.faults.length) throw new Error(`faults on the page: ${someone.faults.join('\n')}`);
  } catch (error) {
    await mkdir(PICTURES, { recursive: true });
    await someone.page.screenshot({ path: join(PICTURES, `browser-${name.replace(/\W+/g, '-')}.png`) }).catch(() => {});
    throw error;
  } finally {
    await someone.close();
  }
}

/** Waits until something is so. */
export async function until(claim, what, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    if (await claim()) return;
    if (Date.now() > end) throw new Error(`not so within ${patience / 1000} s: ${what}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

/** A finger drawn over an element. */
export async function swipe(context, page, locator, by) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  const session = await context.newCDPSession(page);
  const point = at => ({ touchPoints: [{ x: at, y: y + height / 2 }] });
  const from = x + width / 2;
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', ...point(from) });
  for (let step = 1; step <= 8; step++) await session.send('Input.dispatchTouchEvent', { type: 'touchMove', ...point(from + (by * step) / 8) });
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}
