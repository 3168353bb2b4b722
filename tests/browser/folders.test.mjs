// Folders inside folders: the navigation, moving by mouse, key and form, and importing them.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PHONE, closeBrowser, startServer, person, rss, until, with_ } from './harness.mjs';

const names = ['Lumen', 'Harbour', 'Meadow', 'Attic'];
const feed = name => base => rss(name, [{ title: `${name} today`, minutes: 3 }], base);

let tidings;
before(async () => {
  tidings = await startServer({ users: [{ name: 'ada', isOperator: true }], feeds: Object.fromEntries(names.map(name => [`/${name}.xml`, feed(name)])) });
  await with_(await person(tidings.base, { name: 'ada' }), 'importing nested folders', async ({ page, at }) => {
    const outline = (name, more = '') => `<outline text="${name}" ${more}`;
    const source = name => `${outline(name, `type="rss" xmlUrl="${tidings.web.base}/${name}.xml"`)}/>`;
    const file = `<opml version="2.0"><body>${outline('News')}>${source('Lumen')}${outline('Tech')}>${source('Harbour')}</outline></outline>
      ${outline('Art')}>${source('Meadow')}</outline>${source('Attic')}</body></opml>`;
    await at('/sources/import');
    await page.locator('input[type=file]').setInputFiles({ name: 'list.opml', mimeType: 'text/xml', buffer: Buffer.from(file) });
    await page.locator('form:has(input[type=file]) button').first().click();
    await until(async () => { await at('/unread'); return await page.locator('.card').count() === 4; }, 'all four feeds are there');
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

const folder = (page, name) => page.locator('.nav .group[data-folder]', { has: page.locator(`:scope > .folder bdi:text-is("${name}")`) });
const inside = (page, around, name) => folder(page, around).locator('a bdi', { hasText: new RegExp(`^${name}$`) });
const settled = (page, around, name) => until(async () => await inside(page, around, name).count() === 1, `${name} is in ${around}`);

test('imported folders are nested, and counts include what is inside', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'nested', async ({ page, at }) => {
    await at('/unread');
    await settled(page, 'News', 'Tech');
    await settled(page, 'Tech', 'Harbour');
    await until(async () => { await at('/unread'); return /2$/.test(await folder(page, 'News').locator(':scope > .folder').textContent()); }, 'counts include what is inside');
    await inside(page, 'News', 'News').click();
    await page.waitForSelector('.list-head h1');
    assert.equal(await page.locator('.card').count(), 2);
    await inside(page, 'News', 'Tech').click();
    await until(async () => await page.locator('.list-head h1').textContent() === 'News/Tech', 'the path is the title');
  });
});

test('a source and a folder are moved by dragging, with Undo, and not into themselves', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'dragging', async ({ page, at }) => {
    await at('/unread');
    await inside(page, 'Art', 'Meadow').dragTo(inside(page, 'Tech', 'Tech'));
    await settled(page, 'Tech', 'Meadow');
    await page.locator('#toast button').click();
    await settled(page, 'Art', 'Meadow');
    await until(async () => await inside(page, 'Tech', 'Meadow').count() === 0, 'undone');
    await inside(page, 'Art', 'Art').dragTo(inside(page, 'Tech', 'Tech'));
    await settled(page, 'Tech', 'Art');
    await settled(page, 'News', 'Meadow');
    await inside(page, 'News', 'News').dragTo(inside(page, 'Tech', 'Tech'));
    await at('/unread');
    assert.equal(await inside(page, 'Tech', 'News').count(), 0);
    await settled(page, 'News', 'Art');
  });
});

test('what is dragged to the place below all folders leaves its folder', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'dragging out', async ({ page, at }) => {
    await at('/unread');
    await inside(page, 'Art', 'Art').hover();
    await page.mouse.down();
    await page.mouse.move(60, 300);
    await page.mouse.move(60, 310);
    await page.locator('.nav .out').waitFor();
    await page.locator('.nav .out').hover();
    await page.locator('.nav .out').hover({ position: { x: 20, y: 10 } });
    await page.mouse.up();
    await until(async () => await inside(page, 'News', 'Art').count() === 0, 'Art is at the top');
    assert.equal(await page.locator('.nav .out').count(), 0);
  });
});

test('a key moves the focused source, and its dialog offers no impossible places', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'moving by key', async ({ page, at }) => {
    await at('/unread');
    await page.locator('.nav a', { has: page.locator('bdi:text-is("Attic")') }).focus();
    await page.keyboard.press('Shift+M');
    await page.locator('#move').waitFor();
    assert.deepEqual(await page.locator('#move option').allTextContents(), ['No folder', 'Art', 'News', 'News/Tech']);
    await page.keyboard.press('Escape');
    await page.locator('.nav a', { has: page.locator('bdi:text-is("Attic")') }).focus();
    await page.keyboard.press('Shift+M');
    await page.locator('#move select').selectOption({ label: 'News/Tech' });
    await page.locator('#move button[value=move]').press('Enter');
    await settled(page, 'Tech', 'Attic');
    await until(() => page.evaluate(() => document.activeElement.querySelector('bdi')?.textContent === 'Attic'), 'the focus is on it again');
    await inside(page, 'News', 'News').locator('xpath=..').focus();
    await page.keyboard.press('Shift+M');
    assert.deepEqual(await page.locator('#move option').allTextContents(), ['None (top level)', 'Art']);
    await page.keyboard.press('Escape');
  });
});

test('“Unread only” leaves out what is read, and stays', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'unread only', async ({ page, at }) => {
    await at('/unread');
    await page.locator('.nav a', { has: page.locator('bdi:text-is("Harbour")') }).click();
    await page.locator('.card h2 a').first().click();
    await page.waitForSelector('main.page[data-article] h1');
    await at('/unread');
    const harbour = page.locator('.nav a', { has: page.locator('bdi:text-is("Harbour")') });
    assert.equal(await harbour.count(), 1, 'all sources are shown at first');
    await page.locator('.nav [data-sidebar] button').click();
    await until(async () => await harbour.count() === 0, 'the read one is gone');
    await at('/starred');
    assert.equal(await page.locator('.nav [data-sidebar] button').getAttribute('aria-pressed'), 'true');
    assert.equal(await harbour.count(), 0);
  });
  await with_(await person(tidings.base, { name: 'ada', script: false }), 'unread only without script', async ({ page, at }) => {
    await at('/starred');
    await page.locator('.nav [data-sidebar] button').click();
    await page.waitForURL(/\/starred$/);
    assert.equal(await page.locator('.nav a', { has: page.locator('bdi:text-is("Harbour")') }).count(), 1);
  });
});

test('on a phone without script, folders are nested and moved by a form', async () => {
  await with_(await person(tidings.base, { name: 'ada', size: PHONE, touch: true, script: false }), 'folders on a phone', async ({ page, at }) => {
    await at('/more');
    assert.equal(await page.locator('.places .group .group a.folder').count(), 1, 'Tech, inside News');
    await at('/folders');
    const tech = page.locator('.folders li', { has: page.locator('.what bdi:text-is("Tech")') });
    await tech.locator('summary').click();
    await tech.locator('select[name=parent]').selectOption({ label: 'Art' });
    await tech.locator('form[action$="/move"] button').press('Enter');
    await page.waitForURL(/\/folders$/);
    await at('/more');
    assert.equal(await page.locator('.places .group', { has: page.locator(':scope > .folder bdi:text-is("Art")') }).locator('.group a.folder').count(), 1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE.width, `${width} px wide`);
  });
});
