// Starts what scripts add to pages that also work without them.

import { $ } from './page.js';
import * as marks from './marks.js';
import * as list from './list.js';
import * as panes from './panes.js';
import * as icons from './icons.js';
import * as folders from './folders.js';
import * as keys from './keys.js';
import * as live from './live.js';
import * as offline from './offline.js';
import * as attention from './attention.js';
import * as regions from './regions.js';
import * as media from './media.js';
import * as reveal from './reveal.js';
import * as touch from './touch.js';

// Times are shown in the reader's time zone; the cookie tells the server for the next page.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `tidings-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

marks.start(() => list.reload());
panes.start();
list.start();
icons.start();
folders.start();
keys.start();
live.start();
regions.start();
offline.start().catch(() => {});
if (document.documentElement.dataset.learns !== undefined) attention.start();

const attend = within => $('audio, video', within) && media.attend(within);
attend(document);
addEventListener('tidings:article', event => attend(event.detail));
if (navigator.maxTouchPoints) touch.start();
reveal.start();
