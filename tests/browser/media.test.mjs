// Listening, sharing an article, and sorting the sources.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, startServer, person, rss, until, with_ } from './harness.mjs';

/** Returns a minute of silence: 8-bit samples, 8,000 per second. */
function silence(seconds = 60) {
  const samples = Buffer.alloc(8000 * seconds, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  for (const [at, value] of [[16, 16], [24, 8000], [28, 8000], [40, samples.length]]) head.writeUInt32LE(value, at);
  for (const [at, value] of [[20, 1], [22, 1], [32, 1], [34, 8]]) head.writeUInt16LE(value, at);
  head.write('data', 36);
  return Buffer.concat([head, samples]);
}

let tidings;
before(async () => {
  const feed = title => base => rss(title, [{ title: `${title} speaks`, extra: `<enclosure url="${base}/talk.wav" type="audio/wav" length="480044"/>` }], base);
  tidings = await startServer({
    users: [{ name: 'ada', follows: ['/beta.xml', '/alpha.xml', '/gamma.xml'] }],
    feeds: { '/alpha.xml': feed('Alpha'), '/beta.xml': feed('Beta'), '/gamma.xml': feed('Gamma'), '/talk.wav': { type: 'audio/wav', body: silence() } },
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

const host = () => new URL(tidings.web.base).host;

test('audio resumes at the stored position, on another device too', async () => {
  let path;
  await with_(await person(tidings.base, { name: 'ada', allow: [host()] }), 'sound', async ({ page, at }) => {
    await at('/all');
    await page.locator('.card h2 a').first().click();
    const sound = page.locator('main.page audio');
    await sound.waitFor();
    path = new URL(page.url()).pathname;
    assert.equal(await sound.evaluate(file => file.preload), 'none', 'nothing is requested before the reader presses play');
    const kept = page.waitForResponse(answer => answer.url().endsWith('/position'));
    await sound.evaluate(async file => { file.muted = true; await file.play(); file.currentTime = 31; file.playbackRate = 1.5; });
    await sound.evaluate(file => new Promise(done => { file.addEventListener('pause', done, { once: true }); setTimeout(() => file.pause(), 200); }));
    assert.equal((await kept).status(), 204);
  });
  await with_(await person(tidings.base, { name: 'ada', allow: [host()] }), 'sound-again', async ({ page, at }) => {
    await at(path);
    const sound = page.locator('main.page audio');
    await sound.evaluate(async file => { file.muted = true; await file.play(); });
    await until(() => sound.evaluate(file => file.currentTime > 30), 'it resumes at the stored position');
  });
});

test('an article is shared: its link is copied, and people without an account can open the share link', async () => {
  const someone = await person(tidings.base, { name: 'ada' });
  await someone.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: tidings.base });
  await with_(someone, 'share', async ({ page, at }) => {
    await at('/all');
    await page.locator('.card h2 a').first().click();
    await page.waitForSelector('main.page[data-article]');
    await page.keyboard.press('c');
    await until(async () => (await page.evaluate(() => navigator.clipboard.readText())).startsWith(`${tidings.web.base}/story/`), 'the link to the original');
    await page.locator('main.page .drop summary').click();
    await page.locator('#share form button').click();
    const address = await page.locator('#share input[readonly]').inputValue();
    const stranger = await person(tidings.base);
    await with_(stranger, 'shared', async other => {
      await other.page.goto(address);
      assert.match(await other.page.locator('h1').first().textContent(), /speaks/);
    });
  });
});

test('sources are sorted by their headings', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'table', async ({ page, at }) => {
    await at('/sources');
    const names = () => page.locator('table.sources tbody td.title bdi').allTextContents();
    const byUnread = page.locator('table.sources thead th a').last();
    const byName = page.locator('table.sources thead th a').first();
    assert.deepEqual(await names(), ['Alpha', 'Beta', 'Gamma']);
    await Promise.all([page.waitForURL(/sort|by/), byUnread.click()]);
    await Promise.all([page.waitForLoadState(), byName.click()]);
    await until(async () => (await names())[0] === 'Alpha', 'by name again');
    await byName.click();
    await until(async () => (await names())[0] === 'Gamma', 'in reverse order');
    assert.equal(await page.locator('table.sources th[aria-sort=descending]').count(), 1);
  });
});
