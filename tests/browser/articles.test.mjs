// What an article shows and how it is used: wide code and tables, pictures, counts, sharing, and leaving fields.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { PHONE, closeBrowser, startServer, person, rss, until, with_ } from './harness.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A picture of 120 by 90 pixels. */
const PICTURE = { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="90"><rect width="120" height="90" fill="teal"/></svg>' };
const WORDS = 'A very long line of words that no screen can show without scrolling sideways. ';

const wide = `<p>Wide things.</p><pre><code>${WORDS.repeat(5)}</code></pre><table><tr>${`<td>${'unbroken'.repeat(8)}</td>`.repeat(6)}</tr></table><pre>short</pre><table><tr><td>1</td></tr></table>`;
const hebrew = '<pre>let code = first;</pre><p>\u05e9\u05dc\u05d5\u05dd \u05e2\u05d5\u05dc\u05dd, \u05d6\u05d4 <code>a(b)</code> \u05e9\u05dc\u05d9.</p>';

let tidings;
before(async () => {
  tidings = await startServer({
    users: ['ada', 'bob', 'eve', 'kim', 'lee'].map(name => ({ name, follows: ['/alpha.xml'] })),
    feeds: {
      '/alpha.xml': base => rss('Alpha', [
        { title: 'Wide', minutes: 1, html: wide },
        { title: 'Hebrew', minutes: 2, html: hebrew },
        { title: 'Pictured', minutes: 3, html: `<p>Text<img src="${base}/dot.svg" width="16" height="16"></p><p><img src="${base}/picture.svg" alt="A square"></p>` },
        { title: 'Plain', minutes: 4, html: '<p>Plain text.</p>' },
      ], base),
      '/picture.svg': PICTURE,
      '/dot.svg': PICTURE,
    },
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

/** Opens an article from the list of all. */
async function open({ page, at }, title) {
  await at('/all');
  await page.locator('.card h2 a', { hasText: title }).click();
  await until(async () => await page.locator('main.page h1').count() && await page.locator('main.page h1').textContent() === title, title);
}

const count = (page, href) => page.evaluate(path => Number(document.querySelector(`.nav a[href="${path}"] .count`)?.textContent || 0), href);
const focused = page => page.evaluate(() => document.activeElement.localName);

test('code and tables that overflow can be focused and scrolled by keyboard, others cannot', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'regions', async one => {
    const { page } = one;
    await open(one, 'Wide');
    await page.waitForSelector('.content [role=region]');
    const regions = () => page.locator('.content [role=region][tabindex="0"]').evaluateAll(found => found.map(region => [region.localName, region.getAttribute('aria-label')]));
    assert.deepEqual(await regions(), [['pre', 'Code'], ['div', 'Table']]);
    assert.equal(await page.locator('.content .scroll table').first().evaluate(table => getComputedStyle(table).display), 'table', 'a table stays a table');
    await page.locator('.content pre').first().focus();
    await page.keyboard.press('End');
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowRight');
    assert.equal(await page.locator('main.page h1').textContent(), 'Wide', 'the arrow keys scroll and do not leave the article');
    await until(() => page.locator('.content pre').first().evaluate(code => code.scrollLeft > 0), 'it scrolls');
    await page.evaluate(AXE);
    for (const size of [{ width: 1440, height: 900 }, PHONE]) {
      await page.setViewportSize(size);
      const found = await page.evaluate(() => window.axe.run(document, { preload: false, runOnly: { type: 'rule', values: ['scrollable-region-focusable', 'landmark-unique', 'region'] } }));
      assert.deepEqual(found.violations.map(({ id, nodes }) => `${id} ${nodes.map(node => node.target)}`), []);
    }
  });
});

test('code is read from left to right in an article that is read from right to left', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'directions', async one => {
    await open(one, 'Hebrew');
    const direction = selector => one.page.locator(`.content${selector}`).first().evaluate(element => [getComputedStyle(element).direction, getComputedStyle(element).unicodeBidi]);
    assert.equal((await direction(''))[0], 'rtl', 'the code at its beginning does not decide the direction');
    for (const code of [' pre', ' p code']) assert.deepEqual(await direction(code), ['ltr', 'isolate'], code);
  });
});

test('pictures in lists come from the text, and a shared page shows them', async () => {
  await with_(await person(tidings.base, { name: 'bob' }), 'pictures', async one => {
    const { page, at } = one;
    await at('/settings');
    await page.check('input[name=has_thumbnails]');
    await Promise.all([page.waitForNavigation(), page.locator('main form button').last().click()]);
    await at('/all');
    const pictures = page.locator('.card img.thumbnail');
    assert.equal(await pictures.count(), 1, 'only one article has a picture worth showing');
    const answer = await page.request.get(tidings.base + await pictures.first().getAttribute('src'));
    assert.equal(answer.status(), 200, await answer.text());
    await until(() => pictures.first().evaluate(picture => picture.naturalWidth === 120), 'it is loaded');
    const left = selector => page.locator(selector).evaluateAll(found => [...new Set(found.map(one => one.getBoundingClientRect().left))]);
    assert.equal((await left('.card .toggle')).length, 1, 'the dots of all cards are in line');
    assert.ok(tidings.web.requests.includes('/picture.svg'));
    await open(one, 'Pictured');
    await page.locator('main.page .drop summary').click();
    await page.locator('#share form button').click();
    const address = await page.locator('#share input[readonly]').inputValue();
    await with_(await person(tidings.base), 'shared pictures', async other => {
      await other.page.goto(address);
      const picture = other.page.locator('.content img[alt="A square"]');
      await picture.scrollIntoViewIfNeeded();
      await until(() => picture.evaluate(shown => shown.naturalWidth === 120), 'strangers see the picture');
      assert.match(await picture.getAttribute('src'), /^\/shared\//);
    });
  });
});

test('the counts of Starred, Read later and tags change at once', async () => {
  await with_(await person(tidings.base, { name: 'eve' }), 'counts', async one => {
    const { page } = one;
    await open(one, 'Plain');
    let loads = 0;
    page.on('load', () => { loads += 1; });
    const later = await count(page, '/later');
    await page.keyboard.press('s');
    assert.equal(await count(page, '/starred'), 1);
    await page.keyboard.press('l');
    assert.equal(await count(page, '/later'), later + 1);
    await page.locator('.bar form[data-act="unstar"] button').click();
    assert.equal(await count(page, '/starred'), 0);
    await page.locator('.bar form[data-act="star"] button').click();
    assert.equal(await count(page, '/starred'), 1);
    assert.ok(!await page.locator('.nav [data-tags]').isVisible(), 'there are no tags yet');
    await page.fill('#tag-name', 'boats, harbour');
    await page.press('#tag-name', 'Enter');
    const tags = () => page.locator('.nav [data-tags] li').allTextContents().then(all => all.map(text => text.trim().replace(/\s+/g, ' ')));
    await until(async () => (await tags()).join() === 'boats 1,harbour 1', 'new tags appear in the navigation');
    assert.ok(await page.locator('.nav [data-tags]').isVisible());
    await page.locator('#tags form[action$="/untag"] button').first().click();
    await until(async () => (await tags()).join() === 'boats,harbour 1', 'and are counted');
    // The same from a card of the list.
    await page.keyboard.press('h');
    await page.waitForURL(/\/all$/);
    await page.locator('.card h2 a', { hasText: 'Hebrew' }).focus();
    const stored = page.waitForResponse(answer => answer.url().endsWith('/star'));
    await page.keyboard.press('s');
    assert.equal(await count(page, '/starred'), 2);
    await stored;
    assert.equal(loads, 0, 'without loading a page');
    await page.reload();
    assert.equal(await count(page, '/starred'), 2, 'as the server counts');
    assert.equal(await count(page, '/later'), later + 1);
    assert.deepEqual(await tags(), ['boats', 'harbour 1']);
  });
});

test('a public link is made, copied and revoked without leaving the article', async () => {
  const someone = await person(tidings.base, { name: 'kim' });
  await someone.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: tidings.base });
  await with_(someone, 'share in place', async one => {
    const { page } = one;
    await open(one, 'Plain');
    const place = page.url();
    let loads = 0;
    page.on('load', () => { loads += 1; });
    await page.locator('main.page .drop summary').click();
    await page.locator('#share form button').dblclick();
    const link = page.locator('#share input[readonly]');
    await link.waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.value), await link.inputValue(), 'the link is focused');
    await page.locator('#share [data-copy]').click();
    const address = await link.inputValue();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
    assert.equal((await page.request.get(address)).status(), 200);
    assert.deepEqual([page.url(), loads], [place, 0]);
    await page.reload();
    await page.locator('main.page .drop summary').click();
    assert.equal(await link.count(), 1, 'there is still one link');
    assert.equal(await link.inputValue(), address);
    await page.locator('#share form[action$="/revoke"] button').click();
    await page.locator('#share form[action$="/share"]').waitFor();
    assert.equal(await focused(page), 'select');
    assert.equal((await page.request.get(address)).status(), 404);
    assert.equal(page.url(), place);
  });
});

test('without scripts a public link leads back to its article, with the link in view', async () => {
  await with_(await person(tidings.base, { name: 'lee', script: false }), 'share without script', async one => {
    const { page } = one;
    await open(one, 'Plain');
    const path = new URL(page.url()).pathname;
    await page.locator('main.page .drop summary').click();
    await page.locator('#share form button').click();
    const link = page.locator('#share input[readonly]');
    await link.waitFor();
    assert.equal(new URL(page.url()).pathname, path);
    const address = await link.inputValue();
    await page.reload();
    assert.equal(await link.count(), 1, 'a reload makes no second link');
    assert.equal(await link.inputValue(), address);
    if (!await link.isVisible()) await page.locator('main.page .drop summary').click();
    await page.locator('#share form[action$="/revoke"] button').click();
    await page.locator('#share form[action$="/share"]').waitFor();
    assert.equal(new URL(page.url()).pathname, path);
  });
});

test('Esc leaves every field and dialog, and after Enter in the tag field shortcuts apply again', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'leaving', async one => {
    const { page, at } = one;
    await open(one, 'Plain');
    await page.keyboard.press('t');
    assert.equal(await focused(page), 'input');
    await page.keyboard.type('half');
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), 'h1', 'Esc leads from the tag field back to the article');
    await page.keyboard.press('t');
    await page.fill('#tag-name', 'boats');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#tags a[href^="/tag/"]');
    await until(async () => await focused(page) === 'h1', 'so does Enter');
    await page.keyboard.press('s');
    await page.waitForSelector('.bar form[data-act="unstar"]');
    await page.locator('main.page .drop summary').click();
    await page.locator('#share select').focus();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('main.page .drop[open]').count(), 0, 'Esc closes a menu');
    assert.equal(await focused(page), 'summary');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog#keys[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog#keys:not([open])', { state: 'attached' });
    for (const [path, field] of [['/search?q=text', 'main input[name=q]'], ['/sources', 'main input[type=search], main input[name=q]'], ['/add', 'main input[name=url]'], ['/rules/new', 'main input[name=name]'], ['/settings', 'main select'], ['/outputs', 'main select'], ['/all?choose=yes', '#chosen-tag']]) {
      await at(path);
      await page.locator(field).first().focus();
      await page.keyboard.press('Escape');
      assert.equal(await page.evaluate(() => document.activeElement.matches('input, select, textarea')), false, path);
      await page.keyboard.press('?');
      await page.waitForSelector('dialog#keys[open]');
    }
  });
});
