// SPDX-License-Identifier: GPL-3.0-or-later
// The shopper: the ticket or booking with its code, stores near a place, their queues and free times, favourites and wishes.
import { attempt, change, clock, get, post } from './client.js';
import { byId, confirmed, element, fill, goOnAt, show, write } from './dom.js';
import { handle, saying } from './forms.js';
import { CityMap, zonesOfCity } from './map.js';
import { names, News } from './news.js';
import { begin, session, showAccount } from './page.js';
import { PlaceFields, showCode, storesOfCity } from './places.js';
import { Standing } from './standing.js';
import { dateTime, distance, has, number, onLanguage, span, t, time, when } from './texts.js';

// Where a pass stands while it has let nobody in: there is one at a time.
const PENDING = ['waiting', 'called', 'booked', 'atGate'];
let state, standing, stores, map, found, others, page, slots, said;
// Minutes that a booking lets in, by store.
const windows = new Map();
const news = new News(byId('news-list'));
const near = new PlaceFields('near', () => showMap());

function fact(key, value, id) { return element('div', {}, element('dt', {}, t(key)), element('dd', id ? { id } : {}, value)); }
function nameOf(store) { return stores?.get(store)?.name ?? t('shop.store', { number: String(store) }); }
names.store = nameOf;
function isPending() { return PENDING.includes(state?.phase); }

function tell(key, values) {
  said = key && (() => t(key, values));
  write(byId('done'), said ? said() : '');
}

function refuse(error) {
  if (error.status === 401 || error.word === 'wrongRole') {
    if (session.account?.type === 'shopper') session.end();
    open('outside');
    state = undefined;
    show(byId('refusal'), error.word === 'wrongRole');
    if (error.word === 'wrongRole') byId('refusal').textContent = t('shop.only');
    return;
  }
  show(byId('refusal'), true);
  byId('refusal').textContent = saying(error);
}

// Does something that changes how things stand; tells of a refusal.
async function act(what, heading) {
  show(byId('refusal'), false);
  tell();
  try {
    await what();
  } catch (error) {
    refuse(error);
  }
  await standing?.refresh();
  if (heading) goOnAt(byId(heading));
}

function open(part) { for (const other of ['outside', 'inside']) show(byId(other), other === part); }

// MARK: The ticket or booking

function showPass() {
  const { pass, phase, isBooking, proposal } = state ?? {};
  write(byId('phase'), t(`shop.phase.${phase ?? 'none'}`));
  byId('pass').dataset.phase = phase ?? 'none';
  const facts = [];
  if (pass) {
    facts.push(fact('manage.store', nameOf(pass.store)), fact('shop.number', String(pass.pass), 'pass-number'));
    if (phase === 'waiting') {
      facts.push(fact('shop.ahead', number(pass.ahead ?? 0)), fact('shop.expected', time(new Date(pass.time))), fact('shop.left', '', 'left'));
    } else if (phase === 'called') {
      facts.push(fact('shop.until', pass.calledUntil ? time(new Date(pass.calledUntil)) : '–'), fact('shop.left.called', '', 'left'));
    } else if (phase === 'booked') {
      facts.push(fact('shop.booked', dateTime(new Date(pass.time))));
      const seconds = windows.get(pass.store);
      if (seconds !== undefined) facts.push(fact('shop.until', time(new Date(Date.parse(pass.time) + seconds * 1000))));
      else if (!windows.has(pass.store)) loadWindow(pass.store);
    }
  }
  fill(byId('pass-facts'), facts);
  show(byId('code-shown'), Boolean(pass));
  if (pass) showCode(byId('code-image'), byId('code-text'), pass.code);
  show(byId('proposal'), Boolean(proposal));
  if (proposal) {
    write(byId('proposal-said'), t('shop.proposal', { to: when(new Date(proposal.to)), by: time(new Date(proposal.answerBy)) }));
  }
  fill(byId('pass-buttons'), isPending() ? element('button', {
    type: 'button', class: 'grave', 'data-name': 'leave', onclick: () => leave(isBooking),
  }, t(isBooking ? 'shop.cancel' : 'shop.leave')) : []);
  const mark = phase === 'called' ? '● ' : '';
  document.title = mark + document.title.replace(/^● /, '');
  tick();
}

async function loadWindow(store) {
  windows.set(store, undefined);
  try {
    windows.set(store, (await get(`/stores/${store}/settings`)).admissionWindowSeconds);
    showPass();
  } catch {
    windows.delete(store);
  }
}

function tick() {
  const left = byId('left');
  if (!left || !state?.pass) return;
  const seconds = clock.secondsUntil(state.phase === 'called' ? state.pass.calledUntil : state.pass.time);
  write(left, seconds > 0 ? span(seconds) : t(state.phase === 'called' ? 'offer.over' : 'shop.soon'));
  // Its event may be late.
  if (state.phase === 'called' && seconds < -2) standing.refresh();
}

async function leave(isBooking) {
  const word = isBooking ? 'shop.cancel' : 'shop.leave';
  if (!await confirmed(t(`${word}.sure`), t(word), t('no'))) return;
  await act(() => change('DELETE', isBooking ? '/me/booking?isConfirmed=true' : '/me/ticket?isConfirmed=true'), 'pass-title');
}

function answer(accept) { act(() => post('/me/booking/postponement', { accept }), 'pass-title'); }

// MARK: Finding

// A query with the values of an object.
function query(values) { return new URLSearchParams(values).toString(); }

async function search(form) {
  const { latitude, longitude } = near.place;
  show(byId('refusal'), false);
  tell();
  others = undefined;
  found = await get(`/stores?${query({ latitude, longitude, radiusMetres: form.elements.radiusMetres.value, purpose: form.elements.purpose.value })}`);
  showFound();
  showMap();
}

function row(store, ...more) {
  return element('li', {}, element('span', {}, nameOf(store)), ...more, element('button', {
    type: 'button', class: 'quiet', 'data-name': `choose-${store}`, 'aria-label': t('shop.choose.of', { store: nameOf(store) }), onclick: () => choose(store),
  }, t('shop.choose')));
}

function showFound() {
  write(byId('found-said'), !found ? '' : found.empty ? t(`shop.empty.${found.empty}`) : t('shop.found', { count: found.stores.length }));
  fill(byId('found'), (found?.stores ?? []).map(one => row(one.store, element('small', {}, distance(one.distanceMetres)),
    element('small', {}, t(one.isOpen ? 'shop.open' : 'shop.closed')))));
  show(byId('others'), Boolean(others?.length));
  fill(byId('others-list'), (others ?? []).map(one => element('li', {}, element('span', {}, one.slot
    ? t('shop.other', { store: nameOf(one.store), slot: when(new Date(one.slot)) }) : nameOf(one.store)),
  one.distanceMetres ? element('small', {}, distance(one.distanceMetres)) : null, element('button', {
    type: 'button', class: 'quiet', 'data-name': `other-${one.store}-${one.slot}`, onclick: () => choose(one.store, { slot: one.slot }),
  }, t('shop.choose')))));
}

function showMap() {
  if (!map) return;
  const marks = [...stores?.values() ?? []].map(store => ({ place: store.position, kind: 'store', text: '' }));
  const shown = page?.store ?? (isPending() ? state.pass.store : undefined);
  const chosen = marks[[...stores?.keys() ?? []].indexOf(shown)];
  if (chosen) chosen.isChosen = true;
  if (near.place) marks.push({ place: near.place, kind: 'from', text: '' });
  if (own) marks.push({ place: own, kind: 'own' });
  map.set({ marks });
}

// The position is asked for by a button only, and taken by another one (SEC-10).
let own;
byId('own').addEventListener('click', () => {
  write(byId('own-said'), t('place.asking'));
  navigator.geolocation.getCurrentPosition(({ coords }) => {
    own = { latitude: coords.latitude, longitude: coords.longitude };
    write(byId('own-said'), t('place.found'));
    show(byId('own-take'), true);
    showMap();
  }, error => write(byId('own-said'), t(error.code === 1 ? 'place.refused' : 'place.unknown')));
});
byId('own-take').addEventListener('click', () => {
  near.set(own);
  own = undefined;
  show(byId('own-take'), false);
  write(byId('own-said'), '');
});

// MARK: A store

async function choose(store, { from = 'list', slot, isQuiet = false } = {}) {
  try {
    page = { ...await get(`/stores/${store}?from=${from}`), from };
  } catch (error) {
    return refuse(error);
  }
  if (!isQuiet) show(byId('refusal'), false);
  showStore();
  showMap();
  if (isQuiet) return;
  slots = undefined;
  const day = byId('day');
  const first = new Date(slot ?? clock.now());
  const text = date => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  day.min = text(new Date(clock.now()));
  day.value = text(first);
  byId('store').scrollIntoView({ block: 'nearest' });
  byId('store-title').focus({ preventScroll: true });
  await loadSlots(slot);
}

// The midnights of the chosen day, by the reader's clock; undefined without a day.
function dayRange() {
  if (!byId('day').value) return undefined;
  const [year, month, day] = byId('day').value.split('-').map(Number);
  return { from: new Date(year, month - 1, day).toISOString(), to: new Date(year, month - 1, day + 1).toISOString() };
}

async function loadSlots(wanted) {
  if (!page || !dayRange()) return;
  const asked = `/stores/${page.store}/slots?${query(dayRange())}`;
  loadSlots.last = asked;
  try {
    const answer = await get(asked);
    // Another day or store was chosen meanwhile.
    if (loadSlots.last !== asked) return;
    slots = answer.slots;
  } catch (error) {
    return refuse(error);
  }
  showSlots(wanted ?? byId('slot').value);
}

function showSlots(wanted) {
  if (!slots) return;
  byId('slot').replaceChildren(...slots.map(one => new Option(t('shop.free', { slot: time(new Date(one.slot)), count: one.free }), one.slot)));
  if (wanted && slots.some(one => one.slot === wanted)) byId('slot').value = wanted;
  write(byId('slot-said'), slots.length ? '' : t('shop.noSlot'));
}

async function least() {
  if (!dayRange()) return byId('day').focus();
  await act(async () => {
    const { slot } = await get(`/stores/${page.store}/least-crowded?${query(dayRange())}`);
    if (slot) await loadSlots(slot);
    else showSlots();
  });
}

function showStore() {
  show(byId('store'), Boolean(page));
  if (!page) return;
  write(byId('store-title'), nameOf(page.store));
  fill(byId('store-facts'), fact('shop.state', t(page.isOpen ? 'shop.open' : 'shop.closed')), fact('shop.queued', number(page.queued)),
    fact('shop.wait', page.waitSeconds === null ? t('shop.noPlaces') : page.waitSeconds < 30 ? t('shop.noWait') : span(page.waitSeconds)));
  const isFavourite = state?.favourites.includes(page.store) ?? false;
  byId('favourite').setAttribute('aria-pressed', String(isFavourite));
  byId('favourite').textContent = t(isFavourite ? 'shop.favourite.off' : 'shop.favourite.on');
  // A second one is refused.
  for (const form of ['join-form', 'book-form']) show(byId(form), !isPending());
}

async function taken() {
  others = found = undefined;
  page = undefined;
  showStore();
  showFound();
  await standing.refresh();
  byId('pass').scrollIntoView({ block: 'nearest' });
  byId('pass-title').focus({ preventScroll: true });
}

// MARK: Favourites and wishes

function showLists() {
  fill(byId('favourite-list'), state?.favourites.length ? state.favourites.map(store => element('li', {}, element('span', {}, nameOf(store)),
    element('button', { type: 'button', class: 'quiet', 'data-name': `favourite-${store}`, 'aria-label': t('shop.choose.of', { store: nameOf(store) }), onclick: () => choose(store, { from: 'favourite' }) },
      t('shop.choose')))) : element('li', { class: 'none' }, t('shop.favourites.none')));
  fill(byId('wish-list'), state?.wishes.length ? state.wishes.map(wish => element('li', {}, element('span', {}, t('shop.wish.said', {
    stores: wish.stores.map(nameOf).join(', '), days: wish.weekdays.length === 7 ? t('day.all') : wish.weekdays.map(day => t(`day.${day}`)).join(', '),
    from: wish.from, to: wish.to,
  })), element('button', {
    type: 'button', class: 'quiet', 'data-name': `wish-${wish.wish}`, onclick: () => act(() => change('DELETE', `/me/wishes/${wish.wish}`), 'wishes-title'),
  }, t('shop.wish.remove')))) : element('li', { class: 'none' }, t('shop.wishes.none')));
}

// MARK: The account

async function showKept() {
  if (!byId('kept').open) return;
  try {
    const data = await get('/me/data');
    fill(byId('kept-list'), element('li', {}, data.phone), data.records.map(({ kind, fields }) => element('li', {},
      element('span', {}, has(`kept.${kind}`) ? t(`kept.${kind}`) : kind), element('small', {}, Object.entries(fields).map(([key, value]) =>
        key.startsWith('store') ? value.split(', ').map(one => nameOf(Number(one))).join(', ') : value).join(' · ')))));
  } catch (error) {
    refuse(error);
  }
}

function over() {
  standing = undefined;
  state = page = found = others = undefined;
  session.end();
  showAccount();
  open('outside');
  showAll();
  byId('login-title').focus();
}

byId('logout').addEventListener('click', async () => {
  try {
    await change('DELETE', '/phone-sessions/current');
  } catch (error) {
    if (error.status !== 401) return refuse(error);
  }
  over();
});
byId('forget').addEventListener('click', async () => {
  if (!await confirmed(t('account.delete.sure'), t('account.delete'), t('no'))) return;
  try {
    await post('/me/phone/deletion', { isConfirmed: true });
  } catch (error) {
    return refuse(error);
  }
  over();
  tell('account.deleted');
});

// MARK: All

function showAll() {
  showPass();
  show(byId('find'), !isPending());
  byId('map').classList.toggle('is-shown', isPending());
  showFound();
  showStore();
  showLists();
  showMap();
  news.show();
}

function run() {
  open('inside');
  let isFirst = true;
  const own = standing = new Standing('/me/shopper', {
    show(next) {
      if (own !== standing) return;
      const before = state;
      state = next;
      // What was refused before is over.
      if (before && (before.phase !== next.phase || before.pass?.pass !== next.pass?.pass)) show(byId('refusal'), false);
      if (isFirst && next.pass) byId('refusal').hidden = true;
      isFirst = false;
      showAll();
    },
    tell(name, content) {
      if (own !== standing) return;
      if (name === 'store.alternatives') {
        others = content.news.alternatives;
        showFound();
      }
      if (name === 'store.called') navigator.vibrate?.([200, 100, 200]);
      // Each change of the estimate is on the page itself.
      if (name !== 'store.estimate') news.add(name, content);
    },
    refused(error) { if (own === standing) refuse(error); },
  });
  own.run();
}

await begin('stores');
byId('logout').disabled = byId('forget').disabled = false;
byId('own').disabled = !navigator.geolocation;
onLanguage(() => {
  for (const option of byId('radius').options) option.textContent = distance(Number(option.value || option.textContent));
  if (said) write(byId('done'), said());
  showSlots(byId('slot').value);
  showAll();
});
for (const option of byId('radius').options) {
  option.value = option.textContent;
  option.textContent = distance(Number(option.value));
}
handle(byId('phone-form'), async form => {
  const phone = form.elements.phone.value;
  await post('/phone-codes', { phone });
  tell('shop.code.sent', { phone });
  byId('code').focus();
});
handle(byId('code-form'), async form => {
  const phone = byId('phone').value;
  if (!phone) return byId('phone').focus();
  await attempt('POST', '/phone-sessions', { phone, code: form.elements.code.value });
  // What another person had not finished in this tab is over.
  sessionStorage.clear();
  // The bar above is seen by others too.
  session.begin({ username: `…${phone.trim().slice(-4)}`, type: 'shopper' });
  showAccount();
  form.reset();
  byId('phone-form').reset();
  show(byId('refusal'), false);
  tell();
  run();
  byId('main').focus();
});
handle(byId('find-form'), search);
handle(byId('join-form'), async form => {
  await post(`/stores/${page.store}/tickets`, { travelMinutes: Number(form.elements.travelMinutes.value) });
  await taken();
});
handle(byId('book-form'), async form => {
  await post(`/stores/${page.store}/bookings`, { slot: form.elements.slot.value });
  await taken();
});
handle(byId('wish-form'), async form => {
  const weekdays = [...form.elements.weekdays].filter(day => day.checked).map(day => day.value);
  await post('/me/wishes', { stores: [page.store], weekdays, from: form.elements.from.value, to: form.elements.to.value });
  byId('wish').open = false;
  tell('shop.wish.stored');
  await standing.refresh();
});
byId('favourite').addEventListener('click', () => act(() => change(
  state.favourites.includes(page.store) ? 'DELETE' : 'PUT', `/me/favourites/${page.store}`)));
byId('later').addEventListener('click', () => answer(true));
byId('not-later').addEventListener('click', () => answer(false));
byId('least').addEventListener('click', least);
byId('day').addEventListener('change', () => loadSlots());
byId('kept').addEventListener('toggle', showKept);
setInterval(tick, 1000);
setInterval(() => { if (page && !document.hidden && !isPending()) choose(page.store, { from: page.from, isQuiet: true }); }, 30_000);
showAll();
stores = await storesOfCity();
show(byId('off'), !stores);
if (!stores) show(byId('outside'), false);
else if (session.account) run();
near.map = map = await zonesOfCity().then(zones => new CityMap(byId('map-frame'), zones, 'map.choose', place => near.set(place)));
showAll();
if (location.hash) byId(location.hash.slice(1))?.scrollIntoView();
