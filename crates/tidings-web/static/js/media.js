// Audio and video: stores the playback position and speed of each file.

import { $$, send } from './page.js';

const SPEED = 'tidings-speed';
const address = file => file.currentSrc || file.src;
const name = file => `tidings-at:${address(file)}`;

function follow(file) {
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
    // The server's position may come from another device; without one, this browser's is used.
    const at = Number(file.dataset.position) || Number(localStorage.getItem(name(file)) ?? 0);
    if (at > 5 && at < file.duration - 10) file.currentTime = at;
    file.playbackRate = Number(localStorage.getItem(SPEED) ?? 1);
  });
  file.addEventListener('ratechange', () => localStorage.setItem(SPEED, file.playbackRate));
  file.addEventListener('timeupdate', () => tell(false));
  for (const kind of ['pause', 'ended']) file.addEventListener(kind, () => tell(true));
}

export const attend = within => $$('audio, video', within).forEach(follow);
