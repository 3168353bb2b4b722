// Search, tags, rules and signing out.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, closeBrowser, startServer, needs, person, rss, until, with_ } from './harness.mjs';

const items = n => Array.from({ length: n }, (_, at) => ({ title: at % 3 ? `Harbour news ${at + 1}` : `Lighthouse report ${at + 1}`, minutes: at + 1, html: `<p>Number ${at + 1}: the ${at % 3 ? 'harbour' : 'lighthouse'} in the morning.</p>` }));

let tidings;
before(async () => {
  tidings = await startServer({
    users: [{ name: 'ada', isOperator: true, follows: ['/coast.xml'] }],
    feeds: { '/coast.xml': base => rss('Coast', items(12), base) },
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

test('search finds and highlights words, and its results open like any list', needs('/search'), async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'search', async ({ page, at }) => {
    await at('/unread');
    await page.keyboard.press('/');
    await page.waitForURL(/\/search/);
    await until(async () => {
      await at('/search');
      await page.locator('main input[name=q]').fill('lighthouse');
      await Promise.all([page.waitForURL(/q=lighthouse/), page.locator('main input[name=q]').press('Enter')]);
      return await page.locator('.card').count() === 4;
    }, 'four articles of twelve');
    assert.match(await page.locator('.card mark').first().textContent(), /lighthouse/i);
    await page.locator('.card h2 a').first().click();
    await page.waitForSelector('main.page[data-article] h1');
    assert.match(await page.locator('main.page .article h1').first().textContent(), /Lighthouse/);
  });
});

test('a tag is added by keyboard, lists its articles, and is removed', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'tag', async ({ page, at }) => {
    await at('/all');
    await page.locator('.card h2 a').nth(2).click();
    await page.waitForSelector('main.page[data-article]');
    await page.keyboard.press('t');
    await page.keyboard.type('sea and land');
    await page.keyboard.press('Enter');
    const tag = page.locator('#tags a[href^="/tag/"]', { hasText: 'sea and land' });
    await tag.waitFor();
    assert.ok(await page.locator('[data-list] .card').count() > 5, 'the list is still there');
    await tag.click();
    await page.waitForURL(/\/tag\/\d+/);
    assert.equal(await page.locator('.card').count(), 1);
    await page.locator('.card h2 a').click();
    await page.waitForSelector('main.page[data-article]');
    await page.locator('#tags form[action$="/untag"] button').click();
    await until(async () => await tag.count() === 0, 'the tag is gone');
  });
});

test('a rule shows what it would have matched before it is saved, and applies to new articles', needs('/rules/new'), async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'rule', async ({ page, at }) => {
    await at('/rules/new');
    await page.fill('input[name=name]', 'Lights');
    await page.fill('input[name="text-0"]', 'lighthouse');
    await page.check('input[name=star]');
    await page.click('button[name=act][value=try]');
    await page.waitForSelector('.trial');
    assert.equal(await page.locator('.trial .matches li').count(), 4);
    await page.click('button[name=act][value=save]');
    await page.waitForURL(/\/rules(\?|$|\/\d+)/);
    tidings.web.pages.set('/coast.xml', rss('Coast', [{ title: 'Lighthouse relit', minutes: 0, html: '<p>The lighthouse is lit again.</p>' }, ...items(12)], tidings.web.base));
    await tidings.program(['poll', '--all']);
    await at('/starred');
    assert.match(await page.locator('.card h2').first().textContent(), /Lighthouse relit/);
  });
});

test('after signing out, Back shows nothing', async () => {
  await with_(await person(tidings.base, { name: 'ada', size: PHONE, fresh: true }), 'sign out', async ({ page, at }) => {
    await at('/unread');
    await at('/more');
    await page.locator('form[action="/sign-out"] button:visible').first().click();
    await page.waitForURL(/\/sign-in/);
    await page.goBack();
    await page.waitForURL(/\/sign-in/);
    assert.ok(!(await page.textContent('body')).includes('Harbour'));
  });
});

test('the actions for several sources appear when one is selected', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'bulk bar', async ({ page, at }) => {
    await at('/sources');
    const bar = page.locator('fieldset.bulk');
    assert.equal(await bar.isVisible(), false);
    const tick = page.locator('input[name=ids]').first();
    await tick.check();
    assert.equal(await bar.isVisible(), true);
    await tick.uncheck();
    assert.equal(await bar.isVisible(), false);
  });
});
