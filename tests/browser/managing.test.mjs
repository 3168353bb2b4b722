// Search, tags, rules and signing out.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PASSWORD, PHONE, closeBrowser, startServer, needs, person, rss, until, with_ } from './harness.mjs';

const items = n => Array.from({ length: n }, (_, at) => ({ title: at % 3 ? `Harbour news ${at + 1}` : `Lighthouse report ${at + 1}`, minutes: at + 1, html: `<p>Number ${at + 1}: the ${at % 3 ? 'harbour' : 'lighthouse'} in the morning.</p>` }));

let tidings;
before(async () => {
  tidings = await startServer({
    users: [{ name: 'ada', isOperator: true, follows: ['/coast.xml'] }],
    feeds: {
      '/coast.xml': base => rss('Coast', items(12), base),
      '/river.xml': base => rss('River', items(3), base),
      '/locked.xml': base => ({ body: rss('Locked', items(2), base), login: 'ann:secret' }),
    },
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
    // Enter saves, although “Add condition” is the first button that is visible.
    await page.press('input[name="text-0"]', 'Enter');
    await page.waitForURL(/\/rules$/);
    tidings.web.pages.set('/coast.xml', rss('Coast', [{ title: 'Lighthouse relit', minutes: 0, html: '<p>The lighthouse is lit again.</p>' }, ...items(12)], tidings.web.base));
    await tidings.program(['poll', '--all']);
    await at('/starred');
    assert.match(await page.locator('.card h2').first().textContent(), /Lighthouse relit/);
  });
});

test('a rule is tried out before an action is chosen', needs('/rules/new'), async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'try a rule', async ({ page, at }) => {
    await at('/rules/new');
    await page.fill('input[name="text-0"]', 'lighthouse report');
    await page.click('button[name=act][value=try]');
    await page.waitForSelector('.trial');
    assert.equal(await page.locator('.trial .matches li').count(), 4);
  });
});

test('the preview of a source survives reloading and Back', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'preview', async ({ page, at }) => {
    const address = `${tidings.web.base}/river.xml`;
    const asked = () => tidings.web.requests.filter(url => url === '/river.xml').length;
    const found = page.locator('#found', { hasText: 'River' });
    await at('/add');
    await page.fill('input[name=url]', address);
    await page.click('main form[action="/add"] .button');
    await found.waitFor();
    assert.equal(new URL(page.url()).searchParams.get('url'), address);
    await page.reload();
    await found.waitFor();
    await at('/sources');
    await page.goBack();
    await found.waitFor();
    assert.equal(asked(), 1, 'the publisher sees one request');
    await page.click('main form[action="/follow"] .button');
    await page.waitForURL(/\/source\/\d+/);
    assert.equal(asked(), 1);
  });
});

test('a link from another site only fills in the form', async () => {
  await with_(await person(tidings.base, { name: 'ada', allow: [new URL(tidings.web.base).host] }), 'foreign link', async ({ page }) => {
    const before = tidings.web.requests.length;
    tidings.web.pages.set('/trap', { type: 'text/html', body: `<a href="${tidings.base}/add?url=${encodeURIComponent(`${tidings.web.base}/victim.xml`)}">x</a>` });
    await page.goto(`${tidings.web.base}/trap`);
    await page.click('a');
    await page.waitForSelector('input[name=url]');
    assert.equal(await page.inputValue('input[name=url]'), `${tidings.web.base}/victim.xml`);
    await page.reload();
    await page.waitForSelector('input[name=url]');
    assert.deepEqual(tidings.web.requests.slice(before).filter(url => url.includes('victim')), []);
  });
});

test('a feed behind a password is added with a user name and a password', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'locked feed', async ({ page, at }) => {
    await at('/add');
    await page.fill('input[name=url]', `${tidings.web.base}/locked.xml`);
    await page.click('main form[action="/add"] .button');
    const form = page.locator('main form[action="/follow"]');
    await form.locator('input[name=name]').fill('ann');
    await form.locator('input[name=password]').fill('wrong');
    await form.locator('.button').click();
    await page.waitForSelector('#complaint');
    assert.equal(await form.locator('input[name=name]').inputValue(), 'ann');
    await form.locator('input[name=password]').fill('secret');
    await form.locator('.button').click();
    await page.waitForURL(/\/source\/\d+/);
    assert.equal(await page.locator('.card').count(), 2);
    await at('/add');
    await page.fill('input[name=url]', `${tidings.web.base.replace('//', '//bob:pass@')}/locked.xml`);
    await page.click('main form[action="/add"] .button');
    await page.waitForSelector('main form[action="/follow"] input[name=name]');
    assert.ok(!page.url().includes('pass'), page.url());
    assert.equal(await page.inputValue('input[name=url]'), `${tidings.web.base}/locked.xml`);
    assert.equal(await form.locator('input[name=password]').inputValue(), 'pass');
  });
});

test('an app password is shown once, and reloading creates no other', async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'app password', async ({ page, at }) => {
    await at('/settings/passwords');
    await page.fill('input[name=label]', 'Phone');
    await Promise.all([page.waitForNavigation(), page.click('form.fields .button')]);
    assert.equal((await page.textContent('.shown-once .secret')).length, 43);
    await page.reload();
    assert.equal(await page.locator('.shown-once').count(), 0);
    assert.equal(await page.locator('.rows > li').count(), 1);
  });
});

test('a password is shown on request, and hidden again when it is sent', async () => {
  await with_(await person(tidings.base, { name: 'ada', fresh: true }), 'show password', async ({ page, at }) => {
    await at('/admin/users');
    await Promise.all([page.waitForNavigation(), page.click('form[action="/admin/invitations"] .button')]);
    const link = await page.textContent('.shown-once .secret');
    for (const address of [link, `${tidings.base}/settings/account`]) {
      await page.goto(address);
      const field = page.locator('#password');
      const button = page.locator('[aria-controls=password]');
      await field.fill('my own password');
      assert.equal(await field.getAttribute('type'), 'password');
      await button.click();
      assert.equal(await field.getAttribute('type'), 'text');
      assert.equal(await button.textContent(), 'Hide password');
      assert.equal(await field.inputValue(), 'my own password');
      await button.click();
      assert.equal(await field.getAttribute('type'), 'password');
    }
    await page.goto(link);
    await page.fill('#name', 'guest');
    await page.fill('#password', PASSWORD);
    await page.click('[aria-controls=password]');
    await Promise.all([page.waitForURL(url => url.pathname === '/'), page.click('main .button')]);
    await page.goto(link);
    assert.match(await page.textContent('main'), /already been used/);
  });
});

test('the menu leads to the keyboard shortcuts and to the manual', needs('/help'), async () => {
  await with_(await person(tidings.base, { name: 'ada' }), 'help', async ({ page, at }) => {
    await at('/sources');
    await page.locator('.nav [data-keys]').click();
    await page.waitForSelector('dialog#keys[open]');
    await page.keyboard.press('Escape');
    await page.locator('.nav a[href="/help"]').click();
    await page.waitForURL(/\/help$/);
    await page.locator('main a', { hasText: 'Rules' }).click();
    await page.waitForURL(/\/help\/rules$/);
    assert.match(await page.textContent('main h1'), /Rules/);
    await page.locator('main a[href="/help/outputs#webhooks"]').click();
    await page.waitForSelector('h2#webhooks');
  });
  await with_(await person(tidings.base, { name: 'ada', script: false }), 'help without script', async ({ page, at }) => {
    await at('/sources');
    await page.locator('.nav [data-keys]').click();
    await page.waitForURL(/\/help\/reading#keyboard-shortcuts$/);
    assert.equal(await page.locator('h2#keyboard-shortcuts').count(), 1);
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
