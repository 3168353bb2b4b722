// Reading, from the first start to signing out, by keyboard, mouse and touch, with and without scripts.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PASSWORD, PHONE, WIDE, closeBrowser, startServer, needs, person, rss, swipe, until, with_ } from './harness.mjs';

const stories = (name, n, from = 1) => Array.from({ length: n }, (_, at) => ({ title: `${name} story ${at + from}`, minutes: at + from, html: `<p>${`The ${name} story ${at + from} goes on. `.repeat(120)}</p>` }));
const alpha = items => base => rss('Alpha', items, base);

after(closeBrowser);

describe('first start', () => {
  let tidings;
  before(async () => { tidings = await startServer({ feeds: { '/alpha.xml': alpha(stories('Alpha', 12)), '/beta.xml': base => rss('Beta', stories('Beta', 3), base) } }); });
  after(() => tidings.close());

  test('from the set-up link to the first article of a new source', async () => {
    await with_(await person(tidings.base), 'first start', async ({ page }) => {
      await page.goto(tidings.setup);
      await page.fill('input[name=name]', 'Ada');
      await page.fill('input[name=password]', PASSWORD);
      await Promise.all([page.waitForURL(url => url.pathname === '/'), page.click('main .button')]);
      await page.goto(`${tidings.base}/add`);
      await page.fill('input[name=url]', `${tidings.web.base}/alpha.xml`);
      await page.click('main form button');
      await follow(page);
      await page.goto(`${tidings.base}/unread`);
      await page.locator('.card h2 a').first().click();
      await page.waitForSelector('main.page[data-article] h1');
      assert.match(await page.locator('main.page h1').first().textContent(), /Alpha story/);
    });
  });

  test('importing a subscription file', needs('/sources/import'), async () => {
    await with_(await person(tidings.base, { name: 'Ada' }), 'import', async ({ page }) => {
      await page.goto(`${tidings.base}/sources/import`);
      const opml = `<opml version="2.0"><body><outline text="News"><outline type="rss" text="Beta" xmlUrl="${tidings.web.base}/beta.xml"/></outline></body></opml>`;
      await page.setInputFiles('input[type=file]', { name: 'subscriptions.opml', mimeType: 'text/x-opml', buffer: Buffer.from(opml) });
      await page.click('main form:has(input[type=file]) button');
      await until(async () => {
        await page.goto(`${tidings.base}/unread`);
        return (await page.textContent('body')).includes('Beta story');
      }, 'an article of the imported source');
    });
  });
});

/** Subscribes to what was found, unless that has already happened. */
async function follow(page) {
  const button = page.locator('main form[action="/follow"] button, main form[action="/add"] button[name=follow]').first();
  await page.waitForLoadState();
  if (await button.count()) await button.click();
  await page.waitForLoadState();
}

describe('reading', () => {
  let tidings;
  before(async () => {
    tidings = await startServer({
      users: [{ name: 'ada', isOperator: true, follows: ['/alpha.xml', '/beta.xml'] }, { name: 'bob', follows: ['/alpha.xml'] }, { name: 'eve', follows: ['/alpha.xml'] }, { name: 'kim', follows: ['/alpha.xml'] }, { name: 'lee', follows: ['/alpha.xml'] }, { name: 'max', follows: ['/alpha.xml'] }],
      feeds: { '/alpha.xml': alpha(stories('Alpha', 120)), '/beta.xml': base => rss('Beta', stories('Beta', 3, 200), base) },
    });
  });
  after(() => tidings.close());

  const cards = page => page.locator('[data-list] .card');
  const unread = async page => Number((await page.locator('.nav a[href="/unread"] .count').first().textContent()).replace(/\D/g, ''));
  const title = page => page.locator('main.page h1').first().textContent();

  test('by keyboard: through the list, into articles and back', async () => {
    await with_(await person(tidings.base, { name: 'ada' }), 'keyboard', async ({ page, at }) => {
      await at('/unread');
      const before = await unread(page);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      assert.equal(await page.evaluate(() => document.activeElement.closest('.card')?.querySelector('h2').textContent.trim()), 'Alpha story 2');
      await page.keyboard.press('o');
      await page.waitForSelector('main.page[data-article]');
      assert.match(page.url(), /\/article\/\d+/);
      assert.equal(await title(page), 'Alpha story 2');
      await until(async () => await unread(page) === before - 1, 'one unread less');
      await page.keyboard.press('j');
      await until(async () => await title(page) === 'Alpha story 3', 'the next article');
      await page.keyboard.press('k');
      await until(async () => await title(page) === 'Alpha story 2', 'the one before');
      await page.keyboard.press('m');
      await page.waitForSelector('main.page form[data-act=read]');
      await until(async () => await unread(page) === before - 1, 'unread again');
      await page.keyboard.press('s');
      await page.waitForSelector('main.page form[data-act=unstar]');
      await page.keyboard.press('l');
      await page.waitForSelector('main.page form[data-act=not-later]');
      await page.keyboard.press('h');
      await page.waitForURL(/\/unread$/);
      await page.keyboard.press('g');
      await page.keyboard.press('b');
      await page.waitForURL(/\/starred$/);
      assert.equal(await cards(page).count(), 1);
      await page.keyboard.press('?');
      await page.waitForSelector('dialog#keys[open]');
      await page.keyboard.press('j');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog#keys:not([open])', { state: 'attached' });
      await page.keyboard.press('/');
      await page.waitForURL(/\/search/);
    });
  });

  test('shortcuts do not apply in fields or with Ctrl, and work on keyboards with non-Latin letters', needs('/search'), async () => {
    await with_(await person(tidings.base, { name: 'bob' }), 'other letters', async ({ page, at }) => {
      await at('/unread');
      await page.keyboard.press('Control+j');
      assert.equal(await page.evaluate(() => document.activeElement.closest('.card')), null);
      await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ', bubbles: true })));
      assert.equal(await page.evaluate(() => document.activeElement.closest('.card')?.querySelector('h2').textContent.trim()), 'Alpha story 1');
      await at('/search');
      await page.locator('main input[name=q]').pressSequentially('jog');
      assert.equal(await page.locator('main input[name=q]').inputValue(), 'jog');
      assert.match(page.url(), /\/search/);
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.activeElement.matches('input')), false, 'Esc leaves a field');
    });
  });

  test('by mouse in three panes: the list does not move, and Back and reload restore the position', async () => {
    await with_(await person(tidings.base, { name: 'bob' }), 'mouse', async ({ page, at }) => {
      await at('/all');
      assert.equal(await cards(page).count(), 50);
      const list = page.locator('[data-list]');
      await list.evaluate(node => { node.scrollTop = node.scrollHeight; });
      await until(async () => await cards(page).count() > 60, 'more cards after scrolling');
      const card = page.locator('.card', { hasText: /^.*Alpha story 70\b/s }).first();
      await card.scrollIntoViewIfNeeded();
      const top = () => page.locator('.card', { hasText: /Alpha story 70\b/ }).first().evaluate(node => Math.round(node.getBoundingClientRect().top));
      const was = await top();
      await card.locator('h2 a').click();
      await until(async () => await page.locator('main.page h1').count() && await title(page) === 'Alpha story 70', 'the article');
      assert.equal(await top(), was, 'the list has not moved');
      assert.equal(await page.locator('main').count(), 1, 'one main region');
      await page.goBack();
      await page.waitForURL(/\/all$/);
      assert.equal(await top(), was, 'nor after going back');
      await until(() => page.evaluate(() => history.state?.ids?.length > 0), 'the position is stored');
      await page.reload();
      await until(async () => await page.locator('.card', { hasText: /Alpha story 70\b/ }).count() && Math.abs(await top() - was) < 3, 'the same position after a reload');
    });
  });

  test('marking everything read can be undone', async () => {
    await with_(await person(tidings.base, { name: 'eve' }), 'undo', async ({ page, at }) => {
      await at('/unread');
      const before = await unread(page);
      await page.keyboard.press('Shift+A');
      if (await page.locator('details.drop[open] form[data-act=read-all]').count()) await page.keyboard.press('Enter');
      await page.waitForSelector('#toast button');
      await until(async () => await cards(page).count() === 0, 'nothing is unread');
      await page.click('#toast button');
      await until(async () => await cards(page).count() > 0, 'everything is back');
      await until(async () => await unread(page) === before, 'and the count is right');
    });
  });

  test('by touch: an article fills the screen, Back leads to the same card, swipes mark', async () => {
    await with_(await person(tidings.base, { name: 'kim', size: PHONE, touch: true }), 'touch', async ({ page, at, context }) => {
      await at('/unread');
      const first = page.locator('.card').first();
      const id = await first.getAttribute('data-id');
      await swipe(context, page, first, 160);
      await page.waitForSelector(`#a${id}:not(.unread)`);
      await swipe(context, page, page.locator(`#a${id}`), 160);
      await page.waitForSelector(`#a${id}.unread`);
      await swipe(context, page, page.locator(`#a${id}`), -160);
      await page.waitForSelector(`#a${id}.later`);
      await page.evaluate(() => scrollTo(0, 2600));
      const card = page.locator('.card', { hasText: /Alpha story 20\b/ });
      await card.scrollIntoViewIfNeeded();
      const was = await card.evaluate(node => Math.round(node.getBoundingClientRect().top));
      await card.locator('h2 a').tap();
      await until(async () => await page.locator('main.page h1').count() && await title(page) === 'Alpha story 20', 'the article');
      assert.equal(await page.evaluate(() => scrollY), 0, 'at its top');
      assert.ok(!await page.locator('.card').first().isVisible(), 'without the list');
      await page.evaluate(() => scrollTo(0, 600));
      await page.waitForSelector('.frame.reading-on');
      await page.evaluate(() => scrollTo(0, 400));
      await page.waitForSelector('.frame:not(.reading-on)');
      await page.locator('.bar .back').tap();
      await page.waitForURL(/\/unread$/);
      await until(async () => Math.abs(await card.evaluate(node => node.getBoundingClientRect().top) - was) < 3, 'the same card in the same position');
    });
  });

  test('without scripts: reading and marking', async () => {
    for (const size of [WIDE, PHONE]) {
      await with_(await person(tidings.base, { name: 'lee', size, script: false }), `no script ${size.width}`, async ({ page, at }) => {
        await at('/unread');
        const first = cards(page).first();
        const id = await first.getAttribute('data-id');
        await first.locator('form[data-act=read] button').click();
        await until(async () => await page.locator(`#a${id}.unread`).count() === 0, 'it is read');
        await cards(page).locator('h2 a').first().click();
        await page.waitForSelector('main.page h1');
        await page.locator('main.page form[data-act=star] button').click();
        await page.waitForSelector('main.page form[data-act=unstar]');
        await at('/unread');
        await page.locator('[data-list] a[rel=next]').click();
        await page.waitForURL(/after=/);
      });
    }
  });

  test('if the reader chose so, cards scrolled past are marked read, and nothing else', async () => {
    await with_(await person(tidings.base, { name: 'eve' }), 'scroll marks', async ({ page, at }) => {
      await at('/settings');
      await page.check('input[name=reads_on_scroll]');
      await Promise.all([page.waitForNavigation(), page.locator('main form button').last().click()]);
      await at('/unread');
      const before = await unread(page);
      const list = page.locator('[data-list]');
      const second = await cards(page).nth(1).getAttribute('data-id');
      await page.locator(`#a${second} form[data-act=read] button`).click();
      await page.locator(`#a${second} form[data-act=unread] button`).click();
      for (let n = 0; n < 4; n++) {
        await list.evaluate(node => node.scrollBy(0, 250));
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
      }
      await until(async () => await page.locator('.card:not(.unread)').count() > 2, 'cards scrolled past are read');
      const n = await page.locator('.card:not(.unread)').count();
      await until(async () => await unread(page) === before - n, 'and the count is right');
      assert.ok(await page.locator(`#a${second}.unread`).count(), 'a card marked unread stays unread');
      const below = await page.locator('.card:not(.unread)').evaluateAll((nodes, top) => nodes.filter(node => node.getBoundingClientRect().bottom > top).length, (await list.boundingBox()).y + 60);
      assert.equal(below, 0, 'no visible card');
      await page.reload();
      assert.equal(await unread(page), before - n, 'saved on the server');
    });
  });

  test('new articles are announced above the list and nothing moves', async () => {
    await with_(await person(tidings.base, { name: 'max' }), 'live', async ({ page, at }) => {
      await at('/unread');
      await page.keyboard.press('j');
      const before = await unread(page);
      const places = () => page.locator('.card').evaluateAll(nodes => nodes.slice(0, 5).map(node => [node.id, node.getBoundingClientRect().top]));
      const was = await places();
      tidings.web.pages.set('/alpha.xml', alpha([{ title: 'Alpha news A', minutes: 0 }, { title: 'Alpha news B', minutes: 0 }, ...stories('Alpha', 20)])(tidings.web.base));
      await tidings.program(['poll', '--all']);
      await page.waitForSelector('#fresh');
      assert.equal(await page.locator('#fresh').textContent(), '2 new articles');
      assert.deepEqual(await places(), was);
      const [button, head] = await page.evaluate(() => ['#fresh', '.list-head'].map(selector => document.querySelector(selector).getBoundingClientRect().bottom));
      assert.ok(button <= head, 'it covers no article');
      await until(async () => await unread(page) === before + 2, 'the count is right');
      await page.click('#fresh');
      await until(async () => /news/.test(await page.locator('.card h2').first().textContent()), 'the new articles are at the top');
      await until(async () => await page.locator('#fresh').count() === 0, 'the line is gone');
    });
  });

  test('a failed mark is reverted with a message', async () => {
    await with_(await person(tidings.base, { name: 'bob' }), 'failed mark', async ({ page, at }) => {
      await at('/unread');
      const first = cards(page).first();
      const id = await first.getAttribute('data-id');
      // A mark outlives its page, so it cannot be intercepted on the way.
      await page.evaluate(() => {
        const ask = window.fetch;
        window.fetch = (url, options) => String(url).endsWith('/read') ? Promise.resolve(new Response('busy', { status: 503 })) : ask(url, options);
      });
      await first.locator('form[data-act=read] button').click();
      await page.waitForSelector('#toast p');
      await page.waitForSelector(`#a${id}.unread`);
    });
  });

  test('signing out in another window signs out here too', async () => {
    await with_(await person(tidings.base, { name: 'max', fresh: true }), 'over', async ({ page, at, context }) => {
      await at('/unread');
      const other = await context.newPage();
      await other.goto(`${tidings.base}/settings`);
      await other.locator('form[action="/sign-out"] button').first().click();
      await other.waitForURL(/sign-in/);
      await page.bringToFront();
      await page.waitForURL(/sign-in/);
    });
  });
});

