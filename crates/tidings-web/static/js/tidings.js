// What script adds to pages that work without it.

import * as keys from './keys.js';
import * as list from './list.js';
import * as live from './live.js';
import * as marks from './marks.js';
import * as media from './media.js';
import * as panes from './panes.js';
import * as shelf from './shelf.js';
import * as tables from './tables.js';
import * as touch from './touch.js';

// Times are told in the reader's own zone; the next page knows it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) document.cookie = `tidings-zone=${encodeURIComponent(zone)}; path=/; max-age=31536000; samesite=lax`;

marks.start(() => list.reload());
panes.start();
list.start();
keys.start();
touch.start();
media.start();
tables.start();
live.start();
shelf.start().catch(() => {});
