// A phone of 390 px with touch: from the list to articles and back, and the article's bar.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PHONE, closeBrowser, startServer, person, rss, swipe, until, with_ } from './harness.mjs';

const stories = Array.from({ length: 120 }, (_, at) => ({ title: `Alpha story ${at + 1}`, minutes: at + 1, html: `<p>${`The Alpha story ${at + 1} goes on. `.repeat(300)}</p>` }));

after(closeBrowser);

describe('on a phone', () => {
  let tidings;
  before(async () => {
    tidings = await startServer({ users: [{ name: 'ada', isOperator: true, follows: ['/alpha.xml'] }, { name: 'bob', follows: ['/alpha.xml'] }], feeds: { '/alpha.xml': base => rss('Alpha', stories, base) } });
  });
  after(() => tidings.close());

  const open = name => person(tidings.base, { name, size: PHONE, touch: true });
  const scrolled = page => page.evaluate(() => document.scrollingElement.scrollTop);
  const scroll = async (page, to) => {
    // Two positions set within one frame are one scroll event, so each gets a frame of its own.
    await page.evaluate(top => new Promise(done => { document.scrollingElement.scrollTop = top; requestAnimationFrame(() => requestAnimationFrame(done)); }), to);
    await until(async () => Math.abs(await scrolled(page) - to) < 1 || await page.evaluate(() => document.scrollingElement.scrollTop + innerHeight >= document.scrollingElement.scrollHeight - 1), `scrolled to ${to}`);
  };
  /** Returns the visible cards with their positions. */
  const view = page => page.evaluate(() => [...document.querySelectorAll('[data-list] .card')].map(card => [card.id, card.getBoundingClientRect()]).filter(([, box]) => box.bottom > 60 && box.top < innerHeight).map(([id, box]) => [id, Math.round(box.top)]));

  test('Back from an article restores the position in the list to the pixel, from any offset', async () => {
    await with_(await open('ada'), 'phone walk', async ({ page, at }) => {
      await at('/all');
      for (const offset of [0, 0, 37, 411, 800, 1234, 2222, 3001, 150, 0]) {
        await scroll(page, offset);
        // The position is stored a moment after the last scroll.
        await until(() => page.evaluate(() => document.readyState === 'complete'), 'the page');
        const before = await view(page);
        const top = await scrolled(page);
        await page.locator(`#${before[Math.min(1, before.length - 1)][0]} h2 a`).tap();
        await page.waitForSelector('main.page[data-article] h1');
        assert.equal(await scrolled(page), 0, 'an article opens at its top');
        await scroll(page, 600 + offset);
        await page.goBack();
        await page.waitForURL(/\/all$/);
        await until(async () => await page.locator('main.page[data-article]').count() === 0, 'the list');
        await until(async () => Math.abs(await scrolled(page) - top) < 1, `the list at ${top}, not ${await scrolled(page)}`, 5_000);
        assert.deepEqual(await view(page), before, `from ${offset}`);
      }
    });
  });

  test('each entry that could not be imported has its reason below it', async () => {
    await with_(await open('bob'), 'phone import', async ({ page, at }) => {
      await at('/sources/import');
      const fonts = await page.evaluate(() => [getComputedStyle(document.querySelector('#file'), '::file-selector-button').fontFamily, getComputedStyle(document.body).fontFamily]);
      assert.equal(fonts[0], fonts[1], 'the button of the file has the font of the page');
      await page.locator('main details summary').tap();
      await page.locator('#text').fill('nonsense\nftp://a-very-long-host-name.example/with/a/very/long/path/of/a/feed.xml\nhttps://127.0.0.1/feed');
      await Promise.all([page.waitForURL(/import\/\d+/), page.locator('main details form button').tap()]);
      await page.waitForSelector('table.log tr:nth-child(3)');
      const rows = await page.evaluate(() => [...document.querySelectorAll('table.log tbody tr')].map(row => [...row.cells].map(cell => cell.getBoundingClientRect()).map(box => [Math.round(box.top), Math.round(box.bottom), Math.round(box.left)])));
      for (const [[, bottom, left], [top, , start]] of rows) assert.ok(top >= bottom && left === start, JSON.stringify(rows));
    });
  });

  test('the bar below an article hides when scrolling down and returns when scrolling up', async () => {
    await with_(await open('bob'), 'phone bar', async ({ page, at }) => {
      await at('/all');
      await page.locator('.card h2 a').first().tap();
      await page.waitForSelector('main.page[data-article] .bar');
      const bar = () => page.locator('main.page .bar').evaluate(node => { const box = node.getBoundingClientRect(); return { top: box.top, bottom: box.bottom, height: innerHeight }; });
      const shown = await bar();
      assert.ok(Math.abs(shown.bottom - shown.height) < 1, 'at the bottom of the screen');
      for (const top of [100, 300, 600]) await scroll(page, top);
      await until(async () => { const { top, height } = await bar(); return top >= height - 1; }, 'hidden below the screen', 5_000);
      await scroll(page, 400);
      await until(async () => { const { bottom, height } = await bar(); return Math.abs(bottom - height) < 1; }, 'shown when scrolling up', 5_000);
    });
  });

  test('a swipe on a card shows a message and can be undone', async () => {
    await with_(await open('bob'), 'phone swipe', async ({ page, context, at }) => {
      await at('/all');
      const card = page.locator('.card.unread').first();
      const id = await card.getAttribute('id');
      const one = page.locator(`#${id}`);
      await swipe(context, page, one, 160);
      await page.waitForSelector(`#${id}:not(.unread)`);
      await page.locator('#toast button').tap();
      await page.waitForSelector(`#${id}.unread`);
      const later = () => page.evaluate(() => Number(document.querySelector('.nav a[href="/later"] .count')?.textContent || 0));
      const before = await later();
      await swipe(context, page, one, -160);
      await page.waitForSelector(`#${id}.later`);
      assert.equal(await later(), before + 1, 'the navigation counts it at once');
      await page.locator('#toast button').tap();
      await page.waitForSelector(`#${id}:not(.later)`);
      assert.equal(await later(), before);
    });
  });

  test('a swipe says beside the finger what it will do', async () => {
    await with_(await open('bob'), 'phone hint', async ({ page, context, at }) => {
      await at('/all');
      const said = words => async () => {
        const hint = page.locator('p.swipe');
        assert.equal(await hint.textContent(), words);
        const { x, width } = await hint.boundingBox();
        assert.ok(x >= 0 && x + width <= PHONE.width, `${words} is on the screen`);
      };
      const card = page.locator('.card.unread').nth(1);
      const one = page.locator(`#${await card.getAttribute('id')}`);
      await swipe(context, page, one, 160, said('Mark as read'));
      await swipe(context, page, one, -160, said('Read later'));
      await swipe(context, page, one, -160, said('Remove from Read later'));
      await one.locator('h2 a').tap();
      await page.waitForSelector('main.page[data-article] h1');
      await swipe(context, page, page.locator('main.page .article h1').first(), -150, said('Next article'));
      await until(async () => await page.locator('p.swipe').count() === 0, 'the hint is gone');
    });
  });

  test('a swipe in an article goes to the next one, and back', async () => {
    await with_(await open('bob'), 'phone next', async ({ page, context, at }) => {
      await at('/all');
      await page.locator('.card h2 a').nth(3).tap();
      const heading = () => page.locator('main.page[data-article] h1').first().textContent();
      await page.waitForSelector('main.page[data-article] h1');
      const first = await heading();
      await swipe(context, page, page.locator('main.page .article h1').first(), -150);
      await until(async () => await heading() !== first, 'another article');
      const second = await heading();
      assert.equal(Number(second.match(/\d+/)[0]), Number(first.match(/\d+/)[0]) + 1);
      await swipe(context, page, page.locator('main.page .article h1').first(), 150);
      await until(async () => await heading() === first, 'the first article again');
    });
  });
});
