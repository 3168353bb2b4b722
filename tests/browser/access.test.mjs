// Accessibility: checks every page of the table of routes with axe, in both themes, wide and narrow; and that no page
// loads anything from other hosts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { PHONE, ROUTES, WIDE, closeBrowser, startServer, person, rss, with_ } from './harness.mjs';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Routes that are not pages: streams, files, endpoints for programs, and those that need a secret. */
const NO_PAGE = /^\/(static|live|robots|healthz|readyz|metrics|manifest|service-worker|image|icon|setup|demo)\b|^\/(out|shared)\/|\.(opml|atom|csv|json|zip|svg)|export|download|\{(token|name|signature|hash|file|secret|feed)/;

let tidings;
before(async () => {
  const items = Array.from({ length: 6 }, (_, at) => ({ title: `Alpha story ${at + 1}`, minutes: at + 1, html: `<h2>Part</h2><p>Text with <a href="https://ok.example/">a link</a>, <code>code</code>.</p><table><tr><th>a</th></tr><tr><td>1</td></tr></table><blockquote>Words</blockquote><pre>${'wide '.repeat(90)}</pre><table><tr>${'<td>unbreakable</td>'.repeat(30)}</tr></table>`, extra: '<category>news</category>' }));
  tidings = await startServer({
    users: [{ name: 'ada', isOperator: true, folder: 'Letters', follows: ['/alpha.xml'] }],
    feeds: { '/alpha.xml': base => rss('Alpha', items, base) },
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

/** The rules that depend on colours. All others are the same in both themes. */
const COLOURS = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

async function violations(page, some = {}) {
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(AXE);
  const { violations: found } = await page.evaluate(chosen => window.axe.run(document, { preload: false, resultTypes: ['violations'], ...chosen }), some);
  return found.map(({ id, help, nodes }) => `${id}: ${help}; ${nodes.slice(0, 3).map(node => `${node.target} ${(node.any[0] ?? node.all[0])?.message ?? ''}`).join(' | ')}`);
}

/** Creates a rule, for its page. Returns its id. */
async function rule(page, base) {
  await page.goto(`${base}/rules/new`);
  await page.fill('input[name=name]', 'Stories');
  await page.fill('input[name="text-0"]', 'story');
  await page.check('input[name=star]');
  await Promise.all([page.waitForNavigation(), page.click('.buttons button[value=save]')]);
  await page.goto(`${base}/rules`);
  return (await page.locator('a[href^="/rules/"]:not([href$=new])').first().getAttribute('href')).match(/\d+/)[0];
}

/** Imports an address, for the page of the import. Returns its id. */
async function imported(page, base) {
  await page.goto(`${base}/sources/import`);
  await page.setInputFiles('input[type=file]', { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(`${tidings.web.base}/alpha.xml`) });
  await page.click('main form:has(input[type=file]) button');
  await page.waitForURL(/import\/\d+/);
  return page.url().match(/import\/(\d+)/)[1];
}

/** Returns the paths of pages, with real ids. */
async function paths(page, base) {
  const got = ROUTES.filter(path => !NO_PAGE.test(path));
  const first = async (path, selector, pattern) => {
    await page.goto(base + path);
    const hrefs = await page.locator(selector).evaluateAll(links => links.map(link => link.getAttribute('href')));
    return hrefs.map(href => href?.match(pattern)?.[1]).find(Boolean);
  };
  const article = await first('/all', '.card h2 a', /\/article\/(\d+)/);
  await page.goto(`${base}/article/${article}`);
  if (await page.locator('input[name=name][list]').count()) {
    await page.fill('input[name=name][list]', 'kept');
    await page.locator('input[name=name][list]').press('Enter');
    await page.waitForSelector('#tags a[href^="/tag/"]');
  }
  const ids = {
    article,
    tag: await first(`/article/${article}`, 'a[href^="/tag/"]', /\/tag\/(\d+)/),
    source: await first('/all', 'a[href^="/source/"]', /\/source\/(\d+)/),
    folder: await first('/all', 'a[href^="/folder/"]', /\/folder\/(\d+)/),
  };
  ids.sources = ids.source;
  ids.help = 'reading';
  ids.rules = ROUTES.includes('/rules/new') ? await rule(page, base) : undefined;
  const ofImport = `/sources/import/${await imported(page, base)}`;
  const filled = got.map(path => (path === '/sources/import/{id}' ? ofImport : path)).map(path => path.replace(/^\/(\w+)\/\{\w+\}/, (whole, kind) => (ids[kind] ? `/${kind}/${ids[kind]}` : whole)));
  assert.deepEqual(filled.filter(path => path.includes('{')), [], 'no id known for these pages');
  return filled.concat('/search?q=story', '/nothing-here');
}

test('no page has an accessibility violation, in either theme, wide or narrow', { timeout: 1_800_000 }, async () => {
  const found = [];
  await with_(await person(tidings.base, { name: 'ada' }), 'axe', async ({ page, base, faults, context }) => {
    const all = await paths(page, base);
    assert.ok(all.length > 5, all.join(' '));
    for (const path of all) {
      await page.setViewportSize(WIDE);
      await page.goto(base + path);
      for (const size of [WIDE, PHONE]) {
        await page.setViewportSize(size);
        for (const colorScheme of ['light', 'dark']) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const one of await violations(page, colorScheme === 'dark' ? COLOURS : {})) found.push(`${path} at ${size.width}, ${colorScheme}: ${one}`);
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          if (wide > 1) found.push(`${path} at ${size.width}: ${wide} px wider than the window`);
        }
      }
      for (const fault of faults.splice(0)) found.push(`${path}: ${fault}`);
    }
    await page.goto(base + all[0]);
    await page.keyboard.press('?');
    if (await page.locator('dialog[open]').count()) for (const one of await violations(page)) found.push(`list of shortcuts: ${one}`);
    await context.clearCookies();
    await page.goto(`${base}/sign-in`);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      for (const one of await violations(page)) found.push(`/sign-in, ${colorScheme}: ${one}`);
    }
  });
  assert.deepEqual(found, []);
});
