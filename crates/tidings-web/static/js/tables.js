// Tables to sort by a heading and to filter by a word, where there are many rows.

import { $, $$, root, text } from './page.js';

function value(row, column) {
  const cell = row.cells[column];
  return cell?.dataset.sort ?? $('time', cell)?.dateTime ?? cell?.textContent.trim() ?? '';
}

function sort(table, heading) {
  const column = heading.cellIndex;
  const isUp = heading.getAttribute('aria-sort') !== 'ascending';
  for (const other of $$('th[aria-sort]', table)) other.removeAttribute('aria-sort');
  heading.setAttribute('aria-sort', isUp ? 'ascending' : 'descending');
  const order = new Intl.Collator(root.lang, { numeric: true }).compare;
  const rows = $$('tbody tr', table).sort((one, other) => order(value(one, column), value(other, column)) * (isUp ? 1 : -1));
  $('tbody', table).append(...rows);
}

function sortable(table) {
  for (const heading of $$('thead th:not([data-plain])', table)) {
    if (!heading.textContent.trim() || $('button, a, input', heading)) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.append(...heading.childNodes);
    button.addEventListener('click', () => sort(table, heading));
    heading.append(button);
  }
}

function filterable(table) {
  const field = document.createElement('input');
  field.type = 'search';
  field.className = 'filter';
  field.placeholder = text('filter');
  field.setAttribute('aria-label', text('filter'));
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of $$('tbody tr', table)) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
  });
  table.before(field);
}

export function start() {
  for (const table of $$('table[data-sortable]')) {
    sortable(table);
    if ($$('tbody tr', table).length > 10) filterable(table);
  }
}
