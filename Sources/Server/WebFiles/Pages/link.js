// SPDX-License-Identifier: GPL-3.0-or-later
// The link of a mail. Programs that check mail open links too, so that only the button does something.
import { change, post } from './client.js';
import { byId, show, write } from './dom.js';
import { handle } from './forms.js';
import { begin } from './page.js';
import { has, onLanguage, t } from './texts.js';

// The secret is the last part of the address.
const path = `/links/${encodeURIComponent(location.pathname.split('/').at(-1))}`;
let done;

function tell() {
  if (!done) return;
  write(byId('link-done'), t(has(`link.${done}`) ? `link.${done}` : 'link.other'));
  show(byId('link-next'), done !== 'aborted');
  for (const form of [byId('link'), byId('abort').closest('details')]) show(form, false);
}

await begin();
onLanguage(tell);
handle(byId('link'), async () => {
  // The link is a secret too: no storage of the browser gets it.
  let answer;
  try {
    answer = await post(path, undefined, { isSecret: true });
  } catch (error) {
    // Mail to the staff of stores has links of its own.
    if (error.word !== 'unknownLink') throw error;
    answer = await post(`/staff${path}`, undefined, { isSecret: true }).catch(() => { throw error; });
  }
  done = answer.content.did.replace('Reminder', '');
  tell();
});
handle(byId('abort'), async () => {
  await change('DELETE', path);
  done = 'aborted';
  tell();
});
