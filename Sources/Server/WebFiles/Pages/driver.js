// SPDX-License-Identifier: GPL-3.0-or-later
// The driver: in service or not, the offer with its countdown, the way to the meeting point, the ride.
import { attempt, change, clock, post } from './client.js';
import { byId, confirmed, element, fill, goOnAt, show, write } from './dom.js';
import { handle, saying } from './forms.js';
import { zoneAt } from './geometry.js';
import { CityMap, zonesOfCity } from './map.js';
import { News } from './news.js';
import { begin, notForYou } from './page.js';
import { Standing } from './standing.js';
import { Alert } from './alert.js';
import { distance, number, onLanguage, span, t, time } from './texts.js';

let state, map, watch;
// Where the taxi is, as was reported last. The server does not tell it back; a reload keeps it.
let place = JSON.parse(sessionStorage.getItem('place') ?? 'null');
let isAnswering = false;
const news = new News(byId('news-list'));
const alert = new Alert();

function fact(key, value) { return element('div', {}, element('dt', {}, t(key)), element('dd', {}, value)); }
function zoneName(number) { return map?.zones.find(zone => zone.zone === number)?.name ?? String(number); }

// What is kept of a ride beside the state: the passenger's name (TAXI-OFFER-09), the stops of a shared one.
function kept(request) { return JSON.parse(sessionStorage.getItem(`ride-${request}`) ?? '{}'); }
function keep(request, more) { sessionStorage.setItem(`ride-${request}`, JSON.stringify({ ...kept(request), ...more })); }

function refuse(error) {
  if (notForYou(error) !== false) return;
  const refusal = byId('refusal');
  show(refusal, true);
  refusal.textContent = error.word === 'wrongRole' ? t('driver.only') : saying(error);
}

// Does something that changes how things stand; tells of a refusal.
async function act(what) {
  show(byId('refusal'), false);
  try {
    await what();
  } catch (error) {
    refuse(error);
  }
  return standing.refresh();
}

// MARK: Where the taxi is

async function report(next, isOnce = true) {
  place = next;
  sessionStorage.setItem('place', JSON.stringify(place));
  showPlace();
  if (isOnce) await change('PUT', '/me/location', place);
  // The next one replaces it: who sends them one after another does not send an old one again.
  else await attempt('PUT', '/me/location', place);
}

function showPlace() {
  const zone = place && map && zoneAt(map.zones, place);
  write(byId('place-said'), !place ? t('place.none') : zone ? t('place.in', { zone: zone.name }) : t('place.outside'));
  showMap();
}

function follow() {
  const say = key => write(byId('own-said'), key ? t(key) : '');
  if (watch !== undefined) {
    navigator.geolocation.clearWatch(watch);
    watch = undefined;
    say('');
    return showFollow();
  }
  say('place.asking');
  watch = navigator.geolocation.watchPosition(({ coords }) => {
    say('place.following');
    report({ latitude: coords.latitude, longitude: coords.longitude }, false).then(() => standing.refresh(), () => {});
  }, error => {
    if (error.code === 1) {
      navigator.geolocation.clearWatch(watch);
      watch = undefined;
      showFollow();
    }
    say(error.code === 1 ? 'place.refused.taxi' : 'place.unknown');
  }, { enableHighAccuracy: true, maximumAge: 5000 });
  showFollow();
}

function showFollow() { byId('own').textContent = t(watch === undefined ? 'place.follow' : 'place.unfollow'); }

// MARK: The offer

function showOffer() {
  const offer = state?.offer;
  const isNew = offer && alert.offer !== offer.offer;
  show(byId('offer'), Boolean(offer));
  if (!offer) {
    if (alert.offer !== undefined) alert.end();
    alert.offer = undefined;
    fill(byId('offer-facts'));
    write(byId('offer-left'), '');
    document.title = document.title.replace(/^● /, '');
    return;
  }
  fill(byId('offer-facts'), fact('offer.passenger', offer.passenger), fact('place.zone', zoneName(offer.zone)),
    fact('order.travelers', number(offer.travelers)), fact('offer.meeting', time(new Date(offer.meetingTime))));
  byId('yes').textContent = withKey('offer.yes');
  byId('no').textContent = withKey('offer.no');
  tick();
  if (!isNew) return;
  alert.begin(offer.offer);
  if (!document.title.startsWith('● ')) document.title = `● ${document.title}`;
  write(byId('aloud'), t('offer.aloud', {
    passenger: offer.passenger, zone: zoneName(offer.zone), count: offer.travelers, left: span(clock.secondsUntil(offer.deadline)),
  }));
  byId('offer').scrollIntoView({ block: 'nearest' });
}

function withKey(key) { return byId('with-keys').checked ? `${t(key)} (${t(`${key}.key`).toUpperCase()})` : t(key); }

function tick() {
  const offer = state?.offer;
  if (!offer) return;
  const seconds = clock.secondsUntil(offer.deadline);
  write(byId('offer-left'), seconds > 0 ? t('offer.left', { left: span(seconds) }) : t('offer.over'));
  byId('offer').classList.toggle('is-late', seconds < 15);
  // The server withdraws it; its event may be late.
  if (seconds < -2) standing.refresh();
}

async function answer(accept) {
  const offer = state?.offer;
  if (!offer || isAnswering) return;
  isAnswering = true;
  await act(async () => {
    const { content } = await post(`/offers/${offer.offer}/answer`, { accept });
    if (content) keep(content.request, { passenger: offer.passenger });
  });
  isAnswering = false;
  goOnAt(byId(state.ride ? 'ride-title' : 'status-title'));
}

function key(event) {
  const isWriting = event.target.matches('input:not([type=checkbox]):not([type=radio]), select, textarea');
  if (!state?.offer || !byId('with-keys').checked || isWriting || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const pressed = event.key.toLowerCase();
  if (pressed === t('offer.yes.key')) answer(true);
  else if (pressed === t('offer.no.key')) answer(false);
  else return;
  event.preventDefault();
}

// MARK: The ride

function showRide() {
  const ride = state?.ride;
  const isNew = ride && byId('ride').dataset.request !== String(ride.request);
  show(byId('ride'), Boolean(ride));
  if (!ride) {
    delete byId('ride').dataset.request;
    return fill(byId('ride-facts'));
  }
  byId('ride').dataset.request = ride.request;
  const more = kept(ride.request);
  write(byId('ride-phase'), t(ride.isAboard ? 'drive.phase.aboard' : ride.isThere ? 'drive.phase.there' : 'drive.phase.way'));
  const facts = [fact('ride.call', String(ride.request))];
  if (more.passenger) facts.push(fact('offer.passenger', more.passenger));
  facts.push(fact('order.travelers', number(ride.travelers)));
  if (ride.pickUp) facts.push(fact('drive.pickUp', time(new Date(ride.pickUp))));
  if (!ride.isAboard && place && map) {
    const far = map.projection.distance(place, ride.meeting);
    facts.push(fact('drive.way', far < 20 ? t('drive.here') : t('drive.direction', {
      distance: distance(far), direction: t(`direction.${map.projection.direction(place, ride.meeting)}`),
    })));
  }
  if (ride.riders.length > 1) {
    facts.push(fact('drive.riders', ride.riders.map(rider => t('travelers', { count: rider.travelers })).join(' + ')));
  }
  fill(byId('ride-facts'), facts);
  show(byId('to-meeting'), !ride.isAboard && !ride.isThere);
  show(byId('aboard-form'), !ride.isAboard);
  show(byId('end-form'), ride.isAboard);
  showRiders(ride);
  if (isNew) {
    byId('travelers').value = ride.travelers;
    byId('badCustomer').checked = false;
  }
}

// Of a shared ride each passenger's travelers are entered, and each passenger is dropped by itself (TAXI-SHARE-06, -08).
function showRiders(ride) {
  const isShared = ride.riders.length > 1, names = ride.riders.map(rider => rider.passenger).join();
  show(byId('all-travelers'), !isShared);
  byId('travelers').disabled = isShared;
  if (byId('riders').dataset.names !== `${ride.request} ${names}`) {
    byId('riders').dataset.names = `${ride.request} ${names}`;
    fill(byId('riders'), isShared && ride.riders.map(({ passenger, travelers }) => element('p', { class: 'field' },
      element('label', { for: `rider-${passenger}` }, t('drive.rider', { number: passenger })),
      element('input', { id: `rider-${passenger}`, type: 'number', min: 0, max: 20, required: true, value: travelers }))));
  }
  fill(byId('drop-offs'), isShared && ride.isAboard && ride.riders.map(({ passenger }) => element('button', {
    type: 'button', class: 'quiet', 'data-name': `drop-${passenger}`,
    onclick: () => act(() => post(`/rides/${ride.request}/drop-offs`, { passenger })),
  }, t('drive.drop', { number: passenger }))));
}

// MARK: Service and map

function showStatus() {
  const status = state?.status;
  byId('status').dataset.status = status ?? '';
  write(byId('status-said'), status ? t(`status.${status}`) : '');
  const isOff = status === 'offShift' || !status;
  byId('service').textContent = t(isOff ? 'status.begin' : 'status.end');
  byId('service').classList.toggle('quiet', !isOff);
}

function showMap() {
  if (!map) return;
  const marks = [], lines = [], tones = new Map();
  const { offer, ride } = state ?? {};
  if (offer) {
    tones.set(offer.zone, 'asked');
    marks.push({ place: offer.cell, kind: 'call' });
  }
  if (ride) {
    const stops = kept(ride.request).stops ?? [];
    stops.forEach((stop, index) => marks.push({ place: stop.place, kind: 'to', text: String(index + 1) }));
    if (!ride.isAboard) {
      marks.push({ place: ride.meeting, kind: 'from', text: 'M' });
      if (place) lines.push([place, ride.meeting]);
    }
  }
  if (place) marks.push({ place, kind: 'taxi', text: '' });
  map.set({ marks, lines, tones });
}

function showAll() {
  showStatus();
  showOffer();
  showRide();
  showPlace();
  showFollow();
  byId('keys-label').textContent = t('offer.keys.of', { yes: t('offer.yes.key').toUpperCase(), no: t('offer.no.key').toUpperCase() });
  news.show();
}

const standing = new Standing('/me/driver', {
  show(next) {
    state = next;
    showAll();
  },
  tell(name, { at, news: content }) {
    news.add(name, { at, news: content });
    if (name === 'offer.shown' && content.alert === 'visual') alert.isSilent = true;
    if (name === 'ride.given') keep(content.ride.request, { passenger: content.passenger });
    if (name === 'ride.route') keep(content.request, { stops: content.stops });
  },
  refused: refuse,
});

await begin();
onLanguage(showAll);
showAll();
handle(byId('status-form'), async () => {
  const inService = state?.status === 'offShift';
  // The server may have forgotten it, and needs it for the queue.
  if (inService && place) await report(place);
  await change('PUT', '/me/status', { inService });
  await standing.refresh();
});
handle(byId('aboard-form'), async () => {
  const { request, riders } = state.ride;
  if (riders.length > 1) {
    await post(`/rides/${request}/riders`, {
      riders: riders.map(({ passenger }) => ({ passenger, travelers: Number(byId(`rider-${passenger}`).value) })),
    });
  } else {
    await post(`/rides/${request}/boarded`, { travelers: Number(byId('travelers').value) });
  }
  await standing.refresh();
  goOnAt(byId('ride-title'));
});
handle(byId('end-form'), async () => {
  await post(`/rides/${state.ride.request}/end`, { badCustomer: byId('badCustomer').checked });
  await standing.refresh();
  goOnAt(byId('status-title'));
});
byId('nobody').addEventListener('click', async () => {
  if (!await confirmed(t('drive.nobody.sure'), t('drive.nobody'), t('no'))) return;
  act(() => post(`/rides/${state.ride.request}/nobody-here`));
});
byId('there').addEventListener('click', () => act(() => report(state.ride.meeting)));
byId('yes').addEventListener('click', () => answer(true));
byId('no').addEventListener('click', () => answer(false));
byId('with-keys').addEventListener('change', showOffer);
byId('own').disabled = !navigator.geolocation;
byId('own').addEventListener('click', follow);
document.addEventListener('keydown', key);
setInterval(tick, 500);
standing.run();
map = new CityMap(byId('map-frame'), await zonesOfCity(), 'map.taxi', next => act(() => report(next)));
if (place) map.moveTo(place);
showAll();
