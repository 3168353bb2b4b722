// Sources and folders in the navigation: moving them into folders, by drag and drop or with a key, and the switch "Unread only".

import { $, $$, page, say, send, text } from './page.js';

/** The navigation, on pages of its own also in the page. */
const NAVIGATION = '.nav nav, .places';
const FOLDER = '.group[data-folder]';

/** What is being dragged. */
let held;

/** Returns the source or folder of a link in the navigation, and the folder that it is in. */
function movable(link) {
  const [, kind, id] = (link?.closest(NAVIGATION) && link.getAttribute('href')?.match(/^\/(source|folder)\/(\d+)$/)) || [];
  if (!id) return undefined;
  const own = link.closest(FOLDER);
  const around = kind === 'folder' ? own.parentElement.closest(FOLDER) : own;
  return { kind, id, from: around?.dataset.folder ?? '' };
}

/** Returns whether something can be moved into the folder of an element: not where it is, and not into itself. */
function fits(one, place) {
  return place.dataset.folder !== one.from && !(one.kind === 'folder' && place.closest(`[data-folder="${one.id}"]`));
}

/** Shows the navigation as it is now. What was expanded stays so. */
async function refresh() {
  const made = await page(location.href, true);
  for (const [at, old] of $$(NAVIGATION).entries()) {
    const fresh = $$(NAVIGATION, made)[at];
    for (const folder of $$(FOLDER, old)) {
      const [was, is] = [$(':scope > details', folder), $(`[data-folder="${folder.dataset.folder}"] > details`, fresh)];
      if (was && is) is.open = was.open;
    }
    old.replaceWith(document.adoptNode(fresh));
  }
}

/** Moves a source or a folder into a folder, or out of all if it is empty. */
async function move(one, folder, isUndo = false) {
  const [path, field] = one.kind === 'source' ? ['sources', 'folder'] : ['folders', 'parent'];
  try {
    await send(`/${path}/${one.id}/move`, { [field]: folder && `#${folder}` });
  } catch (error) {
    return say(text(error.status ? 'notMoved' : 'failed'));
  }
  await refresh();
  const link = $(`.nav a[href="/${one.kind}/${one.id}"]`);
  for (let outer = link?.closest('details'); outer; outer = outer.parentElement.closest('details')) outer.open = true;
  link?.focus();
  say(text('moved'), isUndo ? undefined : () => move({ ...one, from: folder }, one.from, true));
}

/** Returns the path of a folder in the navigation. */
function path(section) {
  const around = section.parentElement.closest(FOLDER);
  return (around ? `${path(around)}/` : '') + $(':scope > .folder bdi', section).textContent;
}

/** Asks where to move the focused source or folder, or that of the page. */
export function ask() {
  const one = movable(document.activeElement) ?? movable($('.nav a[aria-current]'));
  if (!one) return;
  const dialog = $('#move');
  const choices = $$(`.nav ${FOLDER}`).filter(section => section.dataset.folder === one.from || fits(one, section));
  const options = choices.map(section => new Option(path(section), section.dataset.folder, false, section.dataset.folder === one.from));
  const list = $('select', dialog);
  list.replaceChildren(new Option(text(one.kind === 'source' ? 'noFolder' : 'top'), ''), ...options);
  dialog.returnValue = '';
  dialog.showModal();
  dialog.onclose = () => dialog.returnValue === 'move' && list.value !== one.from && move(one, list.value);
}

/** Returns the place that something dragged would be dropped on: a folder, or the place without one. */
function under(target) {
  const place = held && target.closest?.(`${FOLDER}, [data-folder=""]`);
  return place?.closest(NAVIGATION) && fits(held, place) ? place : undefined;
}

function mark(place) {
  for (const one of $$('.group.over, .out.over')) one.classList.remove('over');
  place?.classList.add('over');
}

/** Shows a place to drop what is to be in no folder, where it moves nothing else. Changing the page at once would end the dragging. */
function offer() {
  setTimeout(() => {
    if (!held?.from) return;
    const place = Object.assign(document.createElement('p'), { className: 'out', textContent: text(held.kind === 'source' ? 'noFolder' : 'top') });
    place.dataset.folder = '';
    $('.nav .manage').before(place);
  });
}

function drop() {
  held = undefined;
  mark();
  $('.out')?.remove();
}

export function start() {
  document.addEventListener('dragstart', event => {
    held = movable(event.target.closest?.('a'));
    if (held) offer();
  });
  document.addEventListener('dragover', event => {
    const place = under(event.target);
    if (place) event.preventDefault();
    mark(place);
  });
  document.addEventListener('drop', event => {
    const [one, place] = [held, under(event.target)];
    if (!place) return;
    event.preventDefault();
    const { folder } = place.dataset;
    drop();
    move(one, folder);
  });
  document.addEventListener('dragend', drop);
  document.addEventListener('submit', async event => {
    const form = event.target.closest?.('[data-sidebar]');
    if (!form) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    await send(form.action, { back: '/', [name]: value }).then(refresh, () => say(text('failed')));
    $('.nav [data-sidebar] button')?.focus();
  });
}
