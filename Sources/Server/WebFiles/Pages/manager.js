// SPDX-License-Identifier: GPL-3.0-or-later
// Managers and employees of stores: the numbers of a store, its settings, priority tickets, more stores.
import { attempt, change, clock, get, line, pauseAfter, post, resume, Unreached } from './client.js';
import { byId, confirmed, element, fill, goOnAt, show, write } from './dom.js';
import { handle, saying, values } from './forms.js';
import { CityMap, zonesOfCity } from './map.js';
import { begin, session, showAccount } from './page.js';
import { PlaceFields, storesOfCity } from './places.js';
import { dateTime, number, onLanguage, span, t, time, when } from './texts.js';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
// The numbers are renewed after so many milliseconds, and old when three answers did not come.
const EVERY = 5000;
const OLD = 3 * EVERY;
let state, stores, store, statistics, settings, map, said, issued;
let readAt = -Infinity;
const at = new PlaceFields('at', () => showMap());

function nameOf(number) { return stores?.get(number)?.name ?? t('shop.store', { number: String(number) }); }
function isManager() { return state?.manages.includes(store); }

function tell(key, values) {
  said = key && (() => t(key, values()));
  write(byId('done'), said ? said() : '');
}

function open(part) { for (const other of ['outside', 'inside']) show(byId(other), other === part); }

function refuse(error) {
  if (error.word === 'passwordChangeRequired') return location.assign('/account#password');
  if (error.status === 401 || error.word === 'wrongRole') {
    if (session.account?.type === 'staff') session.end();
    state = store = undefined;
    open('outside');
    show(byId('refusal'), error.word === 'wrongRole');
    if (error.word === 'wrongRole') byId('refusal').textContent = t('manage.only');
    return;
  }
  show(byId('refusal'), true);
  byId('refusal').textContent = saying(error);
}

// MARK: Numbers

function showFigures() {
  show(byId('numbers'), Boolean(statistics));
  if (!statistics) return;
  const { inside, limit, queued, queuedFirst, meanVisitSeconds } = statistics;
  const tiles = [
    ['inside', t('manage.of', { inside, limit })], ['queued', number(queued)], ['queuedFirst', number(queuedFirst)],
    ['meanVisit', span(meanVisitSeconds)],
  ];
  fill(byId('figures'), tiles.map(([key, value]) => element('div', { class: key === 'inside' && inside >= limit ? 'is-full' : false },
    element('dt', {}, t(`manage.${key}`)), element('dd', {}, value))));
  // What has passed without a booking tells nothing.
  const slots = statistics.slots.filter(slot => slot.taken || Date.parse(slot.slot) > clock.now());
  fill(byId('slots'), slots.length ? slots.map(slot => element('tr', {},
    element('th', { scope: 'row' }, time(new Date(slot.slot))), element('td', {}, t('manage.takenOf', { taken: slot.taken, size: slot.size })),
    element('td', {}, number(slot.free)))) : element('tr', {}, element('td', { colspan: 3 }, t('manage.noSlots'))));
  showHistory();
}

// People inside as a line of steps, with the limit above it.
function showHistory() {
  const { history, inside, limit } = statistics;
  const [width, height, from, to] = [440, 170, clock.now() - 86_400_000, clock.now()];
  const most = Math.max(limit, inside, ...history.map(point => point.inside), 1);
  const x = instant => 34 + (width - 40) * (Math.max(from, instant) - from) / (to - from);
  const y = people => 12 + (height - 36) * (1 - people / most);
  let before = 0, path = '', peak = inside;
  for (const point of history) {
    const instant = Date.parse(point.since);
    if (instant < from) before = point.inside;
    else {
      path += path ? `H${x(instant).toFixed(1)}V${y(point.inside).toFixed(1)}`
        : `M${x(from)} ${y(before).toFixed(1)}H${x(instant).toFixed(1)}V${y(point.inside).toFixed(1)}`;
      peak = Math.max(peak, point.inside, before);
    }
  }
  path ||= `M${x(from)} ${y(inside).toFixed(1)}`;
  path += `H${x(to)}`;
  const drawn = (name, attributes, ...content) => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
  };
  const label = (left, top, text, anchor) => drawn('text', { x: left, y: top, class: `axis is-${anchor}` }, text);
  byId('history').replaceChildren(drawn('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', class: 'steps',
    'aria-label': t('manage.history.said', { peak, limit, inside }) },
  drawn('path', { d: `M34 ${y(0)}H${width - 6}`, class: 'ground' }), drawn('path', { d: `M34 ${y(limit)}H${width - 6}`, class: 'limit' }),
  drawn('path', { d: path, class: 'line' }), label(28, y(limit) + 4, number(limit), 'end'), label(28, y(0) + 4, number(0), 'end'),
  label(34, height - 6, when(new Date(from)), 'start'), label(width - 6, height - 6, time(new Date(to)), 'end')));
}

function showAge() {
  const old = performance.now() - readAt;
  const isOld = Boolean(statistics) && old > OLD;
  byId('age').classList.toggle('is-old', isOld);
  byId('numbers').classList.toggle('is-old', isOld);
  write(byId('age'), !statistics ? '' : isOld ? t('board.old', { time: time(new Date(clock.now() - old)) }) : t('manage.live'));
}

// MARK: Settings

const CONVERT = {
  limit: form => Number(form.elements.limit.value),
  quotas: form => ({ normal: Number(form.elements.normal.value), priority: Number(form.elements.priority.value), booking: Number(form.elements.booking.value) }),
  hasPriorityQueue: form => form.elements.hasPriorityQueue.checked,
  slots: form => {
    const grid = { everySeconds: Number(form.elements.every.value) * 60, size: Number(form.elements.size.value) };
    for (const part of ['first', 'end']) if (settings.slots[part]) grid[part] = settings.slots[part];
    return grid;
  },
  delays: form => Object.fromEntries(['notice', 'major', 'hopeless'].map(name => [`${name}Seconds`, Math.round(form.elements[name].value * 60)])),
};
for (const name of ['admissionWindowSeconds', 'graceSeconds', 'holdingSeconds']) CONVERT[name] = form => Math.round(form.elements[name].value * 60);
for (const name of ['hours', 'totemHours']) {
  CONVERT[name] = form => form.elements[`${name}-always`].checked ? { always: true } : Object.fromEntries(DAYS
    .filter(day => form.elements[`${name}-${day}`].checked)
    .map(day => [day, { opens: form.elements[`${name}-${day}-opens`].value, closes: form.elements[`${name}-${day}-closes`].value }]));
}

function forms() { return [...document.querySelectorAll('.edit')]; }

function arrangeHours(name) {
  const form = forms().find(other => other.dataset.edit === name);
  const isAlways = form.elements[`${name}-always`].checked;
  for (const day of form.querySelectorAll('.day')) show(day, !isAlways);
  for (const day of DAYS) {
    form.elements[`${name}-${day}`].disabled = isAlways;
    for (const end of ['opens', 'closes']) {
      const field = form.elements[`${name}-${day}-${end}`];
      field.disabled = isAlways || !form.elements[`${name}-${day}`].checked;
      field.required = !field.disabled;
    }
  }
}

// What is set, in the fields, but not under the hands of somebody who changes it.
function fillForms() {
  if (!settings) return;
  for (const form of forms()) {
    if (form.contains(document.activeElement) && document.activeElement.matches('input')) continue;
    const fields = form.elements, name = form.dataset.edit, set = settings[name];
    if (name === 'limit') fields.limit.value = set;
    else if (name === 'quotas') for (const kind of ['normal', 'priority', 'booking']) fields[kind].value = set[kind];
    else if (name === 'hasPriorityQueue') fields.hasPriorityQueue.checked = set;
    else if (name === 'slots') [fields.every.value, fields.size.value] = [set.everySeconds / 60, set.size];
    else if (name === 'delays') for (const part of ['notice', 'major', 'hopeless']) fields[part].value = set[`${part}Seconds`] / 60;
    else if (name.endsWith('Seconds')) fields[name].value = set / 60;
    else {
      fields[`${name}-always`].checked = Boolean(set.always);
      for (const day of DAYS) {
        const hours = set[day];
        fields[`${name}-${day}`].checked = Boolean(hours);
        fields[`${name}-${day}-opens`].value = hours?.opens ?? '08:00';
        fields[`${name}-${day}-closes`].value = hours?.closes ?? '20:00';
      }
      arrangeHours(name);
    }
  }
}

async function save(form) {
  tell();
  const name = form.dataset.edit;
  await change('PATCH', `/stores/${store}`, { [name]: CONVERT[name](form) });
  document.activeElement?.blur();
  await loadSettings();
  await poll();
  tell('manage.saved', () => ({ what: form.querySelector('legend, label').textContent.trim(), store: nameOf(store) }));
}

async function loadSettings() {
  const wanted = store;
  const found = await get(`/stores/${wanted}/settings`);
  if (wanted !== store) return;
  settings = found;
  fillForms();
}

// MARK: Which store

function arrange() {
  const own = [...new Set([...state?.manages ?? [], ...state?.worksAt ?? []])].sort((a, b) => a - b);
  if (!own.includes(store)) store = own[0];
  byId('which').replaceChildren(...own.map(number => new Option(nameOf(number), number, false, number === store)));
  show(byId('which').parentElement, own.length > 0);
  show(byId('none'), Boolean(state) && !own.length);
  show(byId('settings'), Boolean(isManager()));
  show(byId('priority'), Boolean(state?.worksAt.includes(store)));
  show(byId('add'), Boolean(state?.isManager));
}

async function choose(number) {
  store = number;
  statistics = settings = issued = undefined;
  tell();
  show(byId('refusal'), false);
  showAll();
  if (!isManager()) return;
  try {
    await loadSettings();
  } catch (error) {
    refuse(error);
  }
  await poll();
}

function localDay(date) { return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10); }

async function poll() {
  if (!isManager() || document.hidden) return;
  if (!byId('slots-day').value) byId('slots-day').value = localDay(new Date());
  const wanted = store;
  const [year, month, day] = byId('slots-day').value.split('-').map(Number);
  const range = new URLSearchParams({ from: new Date(year, month - 1, day).toISOString(), to: new Date(year, month - 1, day + 1).toISOString() });
  try {
    const found = await get(`/stores/${wanted}/statistics?${range}`);
    if (wanted !== store) return;
    statistics = found;
    readAt = performance.now();
    showFigures();
  } catch (error) {
    if (error instanceof Unreached || error.status >= 500 || error.status === 429) return;
    if (error.status === undefined) throw error;
    refuse(error);
  }
  showAge();
}

function showMap() { map?.set({ marks: [...[...stores?.values() ?? []].map(one => ({ place: one.position, kind: 'store', text: '' })), ...at.place ? [{ place: at.place, kind: 'from', text: '' }] : []] }); }

function showAll() {
  arrange();
  showFigures();
  showAge();
  showMap();
  write(byId('priority-said'), issued ? t('manage.priority.issued', { pass: String(issued.pass) }) : '');
}

// How things stand; asked for until there is an answer.
async function run() {
  for (let attempts = 1; ; attempts += 1) {
    try {
      const [answer, known] = [await get('/me/staff'), await storesOfCity()];
      clock.set(answer.now);
      [state, stores] = [answer.state, known];
      break;
    } catch (error) {
      if (!(error instanceof Unreached) && error.status !== undefined && error.status < 500 && error.status !== 429) return refuse(error);
      if (error.status === undefined && !(error instanceof Unreached)) throw error;
      await pauseAfter(attempts);
    }
  }
  open('inside');
  await resume(refuse, (request, content) => { if (request.path.endsWith('/priority-tickets')) issued = content; });
  arrange();
  const kept = issued;
  await choose(store);
  issued ??= kept;
  showAll();
}

await begin('stores');
byId('slots-day').value = localDay(new Date());
byId('logout').disabled = false;
onLanguage(() => { if (said) write(byId('done'), said()); showAll(); });
handle(byId('login-form'), async form => {
  const { username, password } = values(form, 'username', 'password');
  await attempt('POST', '/staff/sessions', username.includes('@') ? { email: username, password } : { username, password });
  sessionStorage.clear();
  session.begin({ username, type: 'staff' });
  showAccount();
  form.reset();
  show(byId('refusal'), false);
  await run();
  byId('main').focus();
});
handle(byId('forgotten-form'), async form => {
  await post('/staff/passwords/forgotten', values(form, 'email'));
  form.reset();
  tell('account.forgotten.done', () => ({}));
});
for (const form of forms()) {
  handle(form, save, name => form.elements[name] ? name : name.split('.').at(-1).replace('Seconds', ''));
}
for (const name of ['hours', 'totemHours']) {
  forms().find(form => form.dataset.edit === name).addEventListener('change', () => arrangeHours(name));
}
handle(byId('priority-form'), async () => {
  issued = (await post(`/stores/${store}/priority-tickets`)).content;
  showAll();
});
handle(byId('add-form'), async form => {
  const limit = Number(form.elements.limit.value);
  const { content } = await post('/stores', { ...values(form, 'name', 'chain'), position: at.place, limit, quotas: { normal: limit } });
  form.reset();
  byId('add').open = false;
  [state, stores] = [(await get('/me/staff')).state, await storesOfCity()];
  await choose(content.store);
  tell('manage.added', () => ({ store: nameOf(content.store) }));
}, name => name.replace('position.', ''));
byId('which').addEventListener('change', event => choose(Number(event.target.value)));
byId('slots-day').addEventListener('change', poll);
byId('maintenance').addEventListener('click', async () => {
  try {
    const found = (await get(`/stores/${store}/maintenance`)).time;
    tell('manage.maintenance.at', () => ({ time: dateTime(new Date(found)) }));
  } catch (error) {
    refuse(error);
  }
});
byId('remove').addEventListener('click', async () => {
  const name = nameOf(store);
  if (!await confirmed(t('manage.remove.sure', { store: name }), t('manage.remove'), t('no'))) return;
  try {
    await change('DELETE', `/stores/${store}`);
  } catch (error) {
    return refuse(error);
  }
  await run();
  tell('manage.removed', () => ({ store: name }));
  goOnAt(byId('settings-title'));
});
byId('logout').addEventListener('click', async () => {
  try {
    await change('DELETE', '/sessions/current');
  } catch (error) {
    if (error.status !== 401) return refuse(error);
  }
  session.end();
  location.assign('/');
});
addEventListener('offline', () => line.set('gone'));
addEventListener('online', poll);
document.addEventListener('visibilitychange', poll);
setInterval(showAge, 1000);
setInterval(poll, EVERY);
stores = await storesOfCity();
show(byId('off'), !stores);
if (!stores) show(byId('outside'), false);
else if (session.account?.type === 'staff') await run();
byId('add').addEventListener('toggle', async () => {
  if (!byId('add').open || map) return;
  at.map = map = new CityMap(byId('map-frame'), await zonesOfCity(), 'map.choose', place => at.set(place));
  showMap();
});
showAll();
