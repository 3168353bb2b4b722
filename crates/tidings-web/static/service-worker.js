// The service worker: caches the files that every page needs, and serves the offline page when there is no network.
// The server inserts FILES above this line.

const SHELL = `shell${FILES[0]}`;

self.addEventListener('install', event => {
  event.waitUntil(caches.open(SHELL).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('shell') && name !== SHELL) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});

async function visit(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const kept = await caches.match('/offline', { cacheName: 'shelf' });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener('fetch', event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(visit(event));
  else if (FILES.includes(url.pathname)) event.respondWith(caches.match(request).then(kept => kept ?? fetch(request)));
});
