// SPDX-License-Identifier: GPL-3.0-or-later
// The account: log in, open one, profile, passwords, delete.
import { attempt, change, get, post, Unreached } from './client.js';
import { byId, confirmed, element, fill, show, write } from './dom.js';
import { handle, saying, values } from './forms.js';
import { begin, session, showLastTaxi } from './page.js';
import { onLanguage, t } from './texts.js';

const PERSON = ['username', 'email', 'name', 'surname', 'address', 'phone'];
const TAXI = ['licence', 'licenceExpiry', 'taxiNumber', 'seats'];
let profile;
let said;

function tell(key, values) {
  said = key && (() => t(key, values));
  write(byId('done'), said ? said() : '');
}

// Which of the parts are shown: `outside` for whoever is not logged in, `inside`, or `password` for who must set a new one.
function open(part) {
  for (const other of ['outside', 'inside', 'password']) show(byId(other), other === part);
}

function showProfile() {
  if (!profile) return;
  for (const name of PERSON) byId(`profile-${name}`).value = profile[name] ?? '';
  for (const form of ['change-form', 'delete-form']) byId(form).elements.account.value = profile.username;
  const hasTaxi = profile.type === 'driver';
  for (const name of ['address', 'phone']) byId(`profile-${name}`).required = hasTaxi;
  fill(byId('profile-taxi'), TAXI.filter(name => profile[name] !== undefined).map(name =>
    element('div', {}, element('dt', {}, t(`account.${name}`)), element('dd', {}, String(profile[name])))));
  const reports = byId('reports');
  show(reports, profile.badReports > 0);
  reports.textContent = t('account.reports', { count: profile.badReports });
}

// The server's names of the fields of a new password.
function renamed(name) {
  return { currentPassword: 'current', password: 'new', passwordRepeat: 'newRepeat' }[name.replace(/^password\./, '')] ?? name;
}

// Asks who is logged in, and shows it.
async function load() {
  try {
    profile = await get('/me');
  } catch (error) {
    if (error.word === 'passwordChangeRequired') return open('password');
    if (error.status === 401) {
      session.end();
      return open('outside');
    }
    write(byId('done'), saying(error));
    if (error instanceof Unreached) setTimeout(load, 3000);
    return;
  }
  session.begin(profile);
  open('inside');
  showProfile();
}

// Where a login leads: to the page that asked for it, or that of the person.
function next() {
  const asked = new URLSearchParams(location.search).get('next');
  const own = { driver: '/driver', staff: '/manager' }[profile?.type] ?? '/passenger';
  location.assign(['/passenger', '/driver', '/'].includes(asked) ? asked : own);
}

function begun() {
  // What another person had not finished in this tab is over.
  sessionStorage.clear();
}

handle(byId('login-form'), async form => {
  const { username, password } = values(form, 'username', 'password');
  await attempt('POST', '/sessions', username.includes('@') ? { email: username, password } : { username, password });
  begun();
  profile = undefined;
  await load();
  form.reset();
  if (profile) next();
});

handle(byId('forgotten-form'), async form => {
  await post('/passwords/forgotten', values(form, 'email'));
  form.reset();
  tell('account.forgotten.done');
});

const register = byId('register-form');
function kind() { return register.elements.kind.value; }
for (const choice of register.elements.kind) {
  choice.addEventListener('change', () => show(byId('taxi'), kind() === 'drivers'));
}
handle(register, async form => {
  const taxi = kind() === 'drivers' ? values(form, ...TAXI, 'address', 'phone') : {};
  const entered = { ...values(form, 'username', 'email', 'password', 'passwordRepeat', 'name', 'surname', 'consent'), ...taxi };
  await post(`/accounts/${kind()}`, entered, { isSecret: true });
  form.reset();
  show(byId('taxi'), false);
  tell('account.registered', { email: entered.email });
  byId('done').scrollIntoView({ block: 'center' });
});

handle(byId('password-form'), async form => {
  await change('PUT', '/me/password', values(form, 'current', 'new', 'newRepeat'));
  form.reset();
  await load();
  if (profile) next();
}, renamed);

handle(byId('profile-form'), async form => {
  const entered = {};
  for (const name of PERSON) {
    const value = form.elements[name].value;
    if (value !== (profile[name] ?? '')) entered[name] = value;
  }
  if (!Object.keys(entered).length) return tell('account.unchanged');
  await change('PATCH', '/me', entered);
  await load();
  tell('email' in entered ? 'account.saved.email' : 'account.saved', { email: entered.email });
});

handle(byId('change-form'), async form => {
  await change('PATCH', '/me', { password: values(form, 'current', 'new', 'newRepeat') });
  form.reset();
  tell('account.password.changed');
  // A new password ends sessions, which may be this one.
  await load();
}, renamed);

handle(byId('delete-form'), async form => {
  if (!await confirmed(t('account.delete.sure'), t('account.delete'), t('no'))) return;
  await post('/me/deletion', values(form, 'password'), { isSecret: true });
  session.end();
  profile = undefined;
  form.reset();
  open('outside');
  tell('account.deleted');
});

byId('logout').addEventListener('click', async () => {
  try {
    await change('DELETE', '/sessions/current');
  } catch (error) {
    if (error.status !== 401) return write(byId('done'), saying(error));
  }
  session.end();
  location.assign('/');
});

await begin();
byId('logout').disabled = false;
onLanguage(() => { showProfile(); if (said) write(byId('done'), said()); });
if (location.hash === '#forgotten') byId('forgotten').open = true;
// Who came by telephone has no password, and all that there is of the account on the page of the stores.
if (session.account?.type === 'shopper') location.replace('/shopper#data');
if (session.account || ['#profile', '#password'].includes(location.hash)) await load();
await showLastTaxi();
