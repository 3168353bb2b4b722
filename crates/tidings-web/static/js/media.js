// Sound and film: where one stopped and how fast one listens are kept, per file.

import { $$, send } from './page.js';

const SPEED = 'tidings-speed';
const address = file => file.currentSrc || file.src;
const name = file => `tidings-at:${address(file)}`;

function attend(file) {
  if (file.dataset.attended !== undefined) return;
  file.dataset.attended = '';
  let told = 0;
  const article = file.closest('[data-article]')?.dataset.article;
  const tell = isFinal => {
    const at = file.ended ? 0 : Math.floor(file.currentTime);
    if (at) localStorage.setItem(name(file), at);
    else localStorage.removeItem(name(file));
    if (!article || file.dataset.position === undefined || (!isFinal && Date.now() - told < 15000)) return;
    told = Date.now();
    const fields = { url: address(file), seconds: Math.floor(file.currentTime) };
    if (Number.isFinite(file.duration)) fields.length = Math.floor(file.duration);
    send(`/article/${article}/position`, fields, { keepalive: true }).catch(() => {});
  };
  file.addEventListener('loadedmetadata', () => {
    const at = Math.max(Number(localStorage.getItem(name(file)) ?? 0), Number(file.dataset.position ?? 0));
    if (at > 5 && at < file.duration - 10) file.currentTime = at;
    file.playbackRate = Number(localStorage.getItem(SPEED) ?? 1);
  });
  file.addEventListener('ratechange', () => localStorage.setItem(SPEED, file.playbackRate));
  file.addEventListener('timeupdate', () => tell(false));
  for (const kind of ['pause', 'ended']) file.addEventListener(kind, () => tell(true));
}

const find = within => $$('audio, video', within).forEach(attend);

export function start() {
  find(document);
  addEventListener('tidings:article', event => find(event.detail));
}
