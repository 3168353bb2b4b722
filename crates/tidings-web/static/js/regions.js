// Code, tables and formulas that are wider than the page can be focused, and then scrolled with the arrow keys.

import { $$ } from './page.js';

const WIDE = '.content pre, .content .scroll, .content math[display="block"], .api pre';

/** A focusable region has a name, unless the element already has a role of its own. */
function update(element) {
  if (element.scrollWidth <= element.clientWidth + 1) {
    for (const name of ['tabindex', 'role', 'aria-label']) element.removeAttribute(name);
    return;
  }
  element.tabIndex = 0;
  if (!element.dataset.label) return;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', element.dataset.label);
}

const sizes = new ResizeObserver(changes => changes.forEach(({ target }) => update(target)));

function watch() {
  sizes.disconnect();
  for (const element of $$(WIDE)) sizes.observe(element);
}

export function start() {
  watch();
  addEventListener('tidings:article', watch);
}
