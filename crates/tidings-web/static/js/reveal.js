// Shows the password that someone is typing, on request.

import { $$ } from './page.js';

function attend(button) {
  const field = document.getElementById(button.getAttribute('aria-controls'));
  const change = type => {
    if (field.type === type) return;
    field.type = type;
    [button.textContent, button.dataset.other] = [button.dataset.other, button.textContent];
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    change(field.type === 'password' ? 'text' : 'password');
    field.focus();
  });
  // Browsers offer to save what a password field contains when its form is sent.
  field.form.addEventListener('submit', () => change('password'));
}

export const start = () => $$('button.reveal').forEach(attend);
