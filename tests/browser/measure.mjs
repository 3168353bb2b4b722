// Measures the largest contentful paint of a page, and how much its layout shifts.
//
//   node measure.mjs http://127.0.0.1:8080 /unread [--cookie tidings=…] [--times 9] [--width 1440] [--height 900]
//
// Prints one JSON document: median and worst largest contentful paint in ms, worst cumulative layout shift, bytes over the
// wire for the page and for scripts, and all bytes and requests of a first visit until nothing more is requested, with
// what the service worker loads. The last two are counted by a proxy. Uses the Chromium in CHROMIUM, by default /usr/bin/chromium.

import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { countingProxy } from './wire.mjs';

const { values, positionals: [base, path = '/'] } = parseArgs({
  allowPositionals: true,
  options: { cookie: { type: 'string' }, times: { type: 'string', default: '9' }, width: { type: 'string', default: '1440' }, height: { type: 'string', default: '900' } },
});
if (!base) {
  console.error('measure: missing the address of a server, such as http://127.0.0.1:8080');
  process.exit(2);
}

/** Records paints and shifts from the start of a page. */
function note() {
  window.seen = { lcp: 0, cls: 0 };
  new PerformanceObserver(list => { for (const entry of list.getEntries()) window.seen.lcp = entry.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.cls += entry.value; }).observe({ type: 'layout-shift', buffered: true });
}

async function signIn(context, url) {
  if (!values.cookie) return;
  const [name, ...value] = values.cookie.split('=');
  await context.addCookies([{ name, value: value.join('='), url }]);
}

const viewport = { width: Number(values.width), height: Number(values.height) };

/** Counts the requests and bytes of a first visit. */
async function visit() {
  const proxy = await countingProxy(base);
  const context = await browser.newContext({ viewport });
  await signIn(context, proxy.base);
  await (await context.newPage()).goto(proxy.base + path, { waitUntil: 'load' });
  const counts = await proxy.settled();
  await context.close();
  proxy.close();
  return counts;
}

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
const runs = [];
for (let n = 0; n < Number(values.times); n++) {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  await signIn(context, base);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map();
  const bytes = { page: 0, script: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kinds.get(requestId) === 'Document') bytes.page += encodedDataLength;
    if (kinds.get(requestId) === 'Script') bytes.script += encodedDataLength;
  });
  await page.addInitScript(note);
  await page.goto(base + path, { waitUntil: 'load' });
  await page.waitForTimeout(400);
  runs.push({ ...await page.evaluate(() => window.seen), bytes });
  await context.close();
}
const { requests, bytes } = await visit();
await browser.close();
const sorted = runs.map(run => run.lcp).sort((one, other) => one - other);
const round = number => Math.round(number * 1000) / 1000;
console.log(JSON.stringify({
  path,
  times: runs.length,
  lcp_ms_median: round(sorted[Math.floor(sorted.length / 2)]),
  lcp_ms_worst: round(sorted.at(-1)),
  cls_worst: round(Math.max(...runs.map(run => run.cls))),
  bytes_page: runs[0].bytes.page,
  bytes_script: runs[0].bytes.script,
  bytes_all: bytes,
  requests,
}));
