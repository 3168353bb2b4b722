// What a first visit costs: requests, and bytes over the wire, with everything that the page loads.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PHONE, WIDE, closeBrowser, startServer, person, rss, with_ } from './harness.mjs';
import { countingProxy } from './wire.mjs';

const stories = name => Array.from({ length: 25 }, (_, at) => ({ title: `${name} reports what happened in the town on day ${at + 1}`, minutes: at + 1 }));
const names = Array.from({ length: 12 }, (_, at) => `Gazette ${at + 1}`);

after(closeBrowser);

describe('a first visit', () => {
  let tidings;
  before(async () => {
    const feeds = Object.fromEntries(names.map((name, at) => [`/${at}.xml`, base => rss(name, stories(name), base)]));
    tidings = await startServer({ users: [{ name: 'ada', isOperator: true, follows: Object.keys(feeds) }], feeds });
  });
  after(() => tidings.close());

  test('icons further down a list load when they are about to be seen', async () => {
    await with_(await person(tidings.base, { name: 'ada', size: WIDE }), 'icons', async ({ page, at }) => {
      const icon = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>';
      const asked = [];
      await page.route('**/icon/*', route => { asked.push(new URL(route.request().url()).pathname); return route.fulfill({ contentType: 'image/svg+xml', body: icon }); });
      await at('/all');
      // These sources have no icons, so the letters of two cards are made to stand for some.
      await page.evaluate(() => {
        const letters = document.querySelectorAll('[data-list] .card .fav');
        letters[2].dataset.icon = '901';
        letters[30].dataset.icon = '902';
        dispatchEvent(new Event('tidings:cards'));
      });
      await page.waitForSelector('.card img.fav[src="/icon/901"]');
      assert.deepEqual(asked, ['/icon/901'], 'the other card is far away');
      await page.locator('.card').nth(30).scrollIntoViewIfNeeded();
      await page.waitForSelector('.card img.fav[src="/icon/902"]');
    });
  });

  for (const [size, touch] of [[WIDE, false], [PHONE, true]]) {
    for (const path of ['/', '/unread']) {
      test(`${path} takes at most 15 requests and 60 kB, ${size.width} px wide`, async () => {
        const proxy = await countingProxy(tidings.base);
        await with_(await person(proxy.base, { name: 'ada', size, touch, fresh: true }), 'weight', async ({ page, context }) => {
          // A new window has the session, but nothing in its cache.
          const cookies = await context.cookies();
          await with_(await person(proxy.base, { size, touch }), 'weight of a first visit', async first => {
            await first.context.addCookies(cookies);
            await page.close();
            proxy.reset();
            await first.at(path);
            const { requests, paths, bytes } = await proxy.settled();
            assert.ok(requests <= 15, `${requests} requests: ${paths.join(' ')}`);
            assert.ok(bytes <= 60_000, `${bytes} bytes`);
          });
        });
        proxy.close();
      });
    }
  }
});
