// SPDX-License-Identifier: GPL-3.0-or-later
// What every page has: the language, the bar above with the last taxi (UI-03), and whether the server answers.
import { forgetRequests, get, line, pauseAfter } from './client.js';
import { byId, element, show, write } from './dom.js';
import { begin as beginTexts, onLanguage, t } from './texts.js';

const SESSION = 'session';

// Who is logged in, as this browser remembers; the server has the last word. It saves asking for nothing.
export const session = {
  get account() { return JSON.parse(localStorage.getItem(SESSION) ?? 'null'); },
  begin(profile) { localStorage.setItem(SESSION, JSON.stringify({ name: profile.username, type: profile.type })); },
  end() {
    localStorage.removeItem(SESSION);
    sessionStorage.clear();
    forgetRequests();
  },
};

// To the login, and back to this page.
function toLogin() {
  session.end();
  location.assign(`/account?next=${encodeURIComponent(location.pathname)}`);
}

let lastTaxi;
// Shows in the bar above who is logged in, and the last taxi.
export function showAccount() {
  const account = session.account;
  const link = document.querySelector('nav a[href="/account"]');
  if (link) link.textContent = account?.name ?? t('nav.account');
  const last = byId('last');
  show(last, lastTaxi !== undefined);
  if (lastTaxi === undefined) return;
  last.replaceChildren(element('a', { href: '/passenger#history' },
    lastTaxi === null ? t('bar.noTaxi') : t('bar.last', { ride: String(lastTaxi) })));
}

// The ride of the last taxi, for a passenger.
export async function showLastTaxi() {
  if (session.account?.type !== 'passenger') return;
  try {
    lastTaxi = (await get('/me/dashboard')).lastRequest;
  } catch {
    // The page itself says what is wrong.
  }
  showAccount();
}

function connection() {
  const place = byId('connection');
  place.className = line.state;
  write(place, line.state === 'here' ? '' : t(`line.${line.state}`));
}

// - part: what else the page needs of a language beside the texts of all.
export async function begin(part) {
  line.listener = connection;
  onLanguage(() => {
    document.title = `${document.querySelector('h1').textContent} - Cabrank`;
    showAccount();
    connection();
  });
  for (let attempts = 1; ; attempts += 1) {
    try {
      await beginTexts(byId('language'), part);
      break;
    } catch {
      // The page is there, in English, and its texts are not yet.
      await pauseAfter(attempts);
    }
  }
  for (const link of document.querySelectorAll('nav a')) {
    if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
  }
  document.documentElement.classList.add('is-running');
}

// Tells of a session that is over, or of another kind of person: the page has nothing for whoever it is.
export function notForYou(problem) {
  if (problem.status === 401) return toLogin();
  if (problem.word === 'passwordChangeRequired') return location.assign('/account#password');
  return false;
}
