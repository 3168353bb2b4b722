// Without a network: reading, queued acts, and no data left for the next person.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, startServer, person, rss, signIn, until, with_ } from './harness.mjs';

let tidings;
before(async () => {
  tidings = await startServer({
    users: [{ name: 'ada', isOperator: true, follows: ['/a.xml'] }, { name: 'bob' }],
    feeds: { '/a.xml': base => rss('Alpha', Array.from({ length: 8 }, (_, at) => ({ title: `Secret story ${at + 1}`, minutes: at + 1 })), base) },
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

const isStored = page => page.evaluate(async () => Boolean(await caches.match('/offline')));

test('the newest unread articles can be read and marked offline, and are gone after signing out', async () => {
  const someone = await person(tidings.base, { name: 'ada', fresh: true });
  await with_(someone, 'offline', async ({ page, at, context, faults }) => {
    await at('/');
    await until(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)), 'a service worker');
    await until(() => isStored(page), 'the offline page is stored');
    await context.setOffline(true);
    await at('/');
    await page.waitForSelector('[data-shelf]');
    assert.equal(await page.locator('details.kept').count(), 8);
    assert.ok(await page.evaluate(() => getComputedStyle(document.body).margin === '0px'), 'with its stylesheet');
    const first = page.locator('details.kept').first();
    const id = await first.getAttribute('data-id');
    await first.locator('summary').click();
    await first.locator('form[data-act=star] button').click();
    await page.waitForSelector('#toast p');
    await at(`/article/${id}`);
    await page.waitForSelector(`details#a${id}[open]`);
    await context.setOffline(false);
    await at('/');
    await until(async () => {
      await at('/starred');
      return await page.locator(`#a${id}`).count() === 1;
    }, 'the star is saved on the server');
    await page.locator('form[action="/sign-out"] button').first().click();
    await page.waitForURL(/sign-in/);
    await until(async () => !await isStored(page), 'nothing is stored');
    await signIn(someone, 'bob');
    await until(() => isStored(page), 'bob has an offline page of his own');
    assert.ok(!await page.evaluate(async () => (await (await caches.match('/offline')).text()).includes('Secret')), 'with nothing of another person');
    faults.splice(0, faults.length, ...faults.filter(fault => !/Failed to load resource|fetch/.test(fault)));
  });
});

test('the application can be installed', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'install', async ({ page, at, context }) => {
    await at('/');
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    assert.deepEqual(errors, []);
    const manifest = JSON.parse(data);
    assert.deepEqual([manifest.start_url, manifest.display, manifest.name], ['/', 'standalone', 'Tidings']);
    for (const { src } of manifest.icons) assert.equal((await page.request.get(new URL(src, tidings.base).href)).status(), 200);
    await until(async () => {
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // The only obstacle is the test's incognito window.
      return installabilityErrors.every(error => error.errorId === 'in-incognito');
    }, 'installable');
  });
});
