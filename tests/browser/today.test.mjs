// Today: a person reads, skips, asks for more and less, and sees what was learned.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PHONE, closeBrowser, startServer, person, rss, until, with_ } from './harness.mjs';

const stories = (name, n) => Array.from({ length: n }, (_, at) => ({ title: `${name} story ${at + 1}`, minutes: at + 1, html: `<p>${`The ${name} story ${at + 1} goes on. `.repeat(40)}</p>` }));

after(closeBrowser);

describe('Today', () => {
  let tidings;
  before(async () => {
    tidings = await startServer({
      users: [{ name: 'ada', follows: ['/sky.xml', '/sea.xml'] }, { name: 'bob', follows: ['/sky.xml'] }, { name: 'kim', follows: ['/sky.xml', '/sea.xml'] }, { name: 'lea', follows: ['/sky.xml', '/sea.xml'] }],
      feeds: { '/sky.xml': base => rss('Sky', stories('Sky', 20), base), '/sea.xml': base => rss('Sea', stories('Sea', 20), base) },
    });
  });
  after(() => tidings.close());

  const cards = page => page.locator('[data-list] .card');
  const id = card => card.getAttribute('data-id');
  const said = page => page.locator('#toast p').textContent();

  test('more and less are confirmed in place, and less is gone from the next selection', async () => {
    await with_(await person(tidings.base, { name: 'ada' }), 'more and less', async ({ page, at }) => {
      await at('/');
      assert.equal(await cards(page).count(), 20);
      const [first, second] = [await id(cards(page).nth(0)), await id(cards(page).nth(1))];
      await page.locator(`#a${first} form[action$="/more"] button`).click();
      await page.waitForSelector('#toast p');
      assert.match(await said(page), /more like this/);
      await page.locator(`#a${second} form[action$="/less"] button`).click();
      await page.waitForSelector(`#a${second}:not(.unread)`);
      await until(async () => /less like this/.test(await said(page)), 'the message about less');
      assert.ok(await page.locator(`#a${second}`).count(), 'the page does not change while it is read');
      const third = await id(cards(page).nth(2));
      const less = page.locator(`#a${third} form[action$="/less"] button`);
      await less.click();
      await page.waitForSelector(`#a${third}:not(.unread)`);
      await page.click('#toast button');
      await page.waitForSelector(`#a${third}.unread`);
      assert.equal(await less.getAttribute('aria-pressed'), 'false', 'undone');
      const view = page.locator('.list-head details.drop', { hasText: 'View' });
      await view.locator('summary').click();
      await page.keyboard.press('Escape');
      assert.equal(await view.getAttribute('open'), null, 'Escape closes a menu');
      const foot = page.locator('.older a');
      await foot.scrollIntoViewIfNeeded();
      const top = await page.locator('[data-list]').evaluate(list => list.scrollTop);
      await foot.click();
      await until(async () => await cards(page).count() > 20, 'more cards');
      assert.ok(await page.locator('[data-list]').evaluate(list => list.scrollTop) >= top, 'the scroll position stays');
      await Promise.all([page.waitForNavigation(), page.locator('form.anew button').click()]);
      assert.equal(await page.locator(`#a${second}`).count(), 0, 'the next selection is without it');
      await cards(page).locator('h2 a').first().click();
      await page.waitForSelector('main.page .teach');
      await page.locator('main.page form[action$="/more"] button').click();
      await page.waitForSelector('#toast p');
    });
  });

  test('what is read leaves at the next load, and a read selection says what to do next', async () => {
    for (const size of [undefined, PHONE]) {
      await with_(await person(tidings.base, { name: 'lea', size }), `reading Today ${size?.width ?? ''}`, async ({ page, at }) => {
        await at('/');
        await Promise.all([page.waitForNavigation(), page.locator('form.anew button').click()]);
        await page.locator('.end', { hasText: 'next selection' }).waitFor();
        const n = await cards(page).count();
        assert.match(await page.locator('.end', { hasText: 'next selection' }).textContent(), /The next selection comes at \d\d:\d\d\./);
        const first = await id(cards(page).first());
        await cards(page).locator('h2 a').first().click();
        await page.waitForSelector('main.page[data-article]');
        await page.goBack();
        await page.waitForSelector(`#a${first}:not(.unread)`);
        assert.equal(await cards(page).count(), n, 'the page does not change while it is read');
        await page.reload();
        assert.equal(await page.locator(`#a${first}`).count(), 0, 'it has left');
        assert.equal(await cards(page).count(), n - 1);
        await at('/?show=all');
        assert.ok(await page.locator(`#a${first}:not(.unread)`).count(), 'shown for once');
        await at('/');
        await page.locator('.list-head details.drop', { hasText: 'Mark as read' }).locator('summary').click();
        await page.locator('form[data-act="read-all"] button').click();
        const empty = page.locator('.empty');
        await empty.waitFor();
        assert.equal(await cards(page).count(), 0);
        // The second time, everything is read.
        assert.match(await empty.textContent(), size ? /All caught up/ : /You’ve read this selection/);
        if (!size) {
          assert.ok(await empty.locator('a[href="/unread"]').count(), 'all unread articles are one way on');
          await empty.locator('form button').click();
          // A new selection is the other.
          await cards(page).first().waitFor();
        }
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the window');
      });
    }
  });

  test('skipped cards are reported and others are not, also beside an article', async () => {
    await with_(await person(tidings.base, { name: 'kim' }), 'skipping', async ({ page, at }) => {
      const reported = [];
      page.on('request', request => { if (request.url().endsWith('/passed')) reported.push(...new URLSearchParams(request.postData()).get('ids').split(',')); });
      await at('/');
      // Opening an article replaces the element of the list.
      await cards(page).locator('h2 a').nth(2).click();
      await page.waitForSelector('main.page[data-article]');
      const ids = await cards(page).evaluateAll(all => all.map(card => card.dataset.id));
      // A card that is visible for more than a second and then leaves at the top is skipped. Reports go out every five seconds.
      const scroll = to => page.locator('[data-list]').evaluate((list, top) => list.scrollTo(0, top), to);
      await until(async () => {
        await scroll(0);
        await page.waitForTimeout(2000);
        await scroll(1500);
        await page.waitForTimeout(6000);
        return reported.length > 0;
      }, 'skipped cards are reported');
      assert.ok(reported.includes(ids[0]) && !reported.includes(ids[2]) && !reported.includes(ids[19]), `${reported} of ${ids}`);
    });
  });

  test('interests are shown, changed and deleted, and learning is switched off', async () => {
    for (const size of [undefined, PHONE]) {
      await with_(await person(tidings.base, { name: 'bob', size }), `learned ${size?.width ?? ''}`, async ({ page, at }) => {
        await at('/taught');
        const row = page.locator('.taste', { hasText: 'Sky' });
        await row.locator('select').selectOption({ label: 'Never' });
        await Promise.all([page.waitForNavigation(), row.locator('button').click()]);
        assert.equal(await row.locator('select option:checked').textContent(), 'Never');
        assert.match(await page.locator('.note').textContent(), /./);
        await page.locator('.danger-zone summary').click();
        await Promise.all([page.waitForNavigation(), page.locator('.danger-zone button').click()]);
        assert.equal(await page.locator('.taste', { hasText: 'Sky' }).locator('select').inputValue(), '');
        await page.uncheck('input[name=learns]');
        await Promise.all([page.waitForNavigation(), page.locator('main form.fields button').click()]);
        await at('/');
        assert.equal(await page.locator('.why').count(), 0, 'by time, without reasons');
        await at('/taught');
        await page.check('input[name=learns]');
        await Promise.all([page.waitForNavigation(), page.locator('main form.fields button').click()]);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nothing is wider than the window');
      });
    }
  });
});
