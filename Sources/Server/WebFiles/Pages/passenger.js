// SPDX-License-Identifier: GPL-3.0-or-later
// The passenger: how the call stands, with the taxi on the map; reservations and past rides.
import { change, clock, get } from './client.js';
import { byId, confirmed, element, fill, goOnAt, show, write } from './dom.js';
import { saying } from './forms.js';
import { CityMap, zonesOfCity } from './map.js';
import { News, share } from './news.js';
import { Order } from './order.js';
import { begin, notForYou, showLastTaxi } from './page.js';
import { Standing } from './standing.js';
import { dateTime, has, onLanguage, span, t, time, when } from './texts.js';

const OPEN = ['searching', 'waiting', 'coming', 'aboard'];
let state;
// The newest estimate of the taxi that comes: { request, expected, place }; without a time when there is no such taxi any more.
let estimate;
let reservations, history, order, map;
let readReservations = -Infinity;
const news = new News(byId('news-list'));

function fact(key, value, name) {
  return element('div', {}, element('dt', {}, t(key)), element('dd', name ? { id: name } : {}, value));
}

function expected() {
  const call = state.call;
  return estimate && estimate.request === call.request ? estimate.expected : call.expected;
}

// A shared ride can have begun without its passenger, whose call then has no taxi.
function phaseOf(call) {
  return call?.phase === 'coming' && estimate?.request === call.request && !estimate.expected ? 'released' : call?.phase;
}

function showCall() {
  const call = state?.call;
  const phase = phaseOf(call) ?? 'none';
  const why = call?.reason && has(`reason.${call.reason}`) ? ` ${t(`reason.${call.reason}`)}` : '';
  write(byId('phase'), t(`phase.${phase}`) + why);
  byId('ride').dataset.phase = phase;
  const facts = [];
  if (call) {
    facts.push(fact('ride.call', String(call.request)));
    if (call.taxi !== null && phase !== 'released') facts.push(fact('ride.taxi', String(call.taxi), 'taxi-number'));
    if (phase === 'coming' && expected()) {
      facts.push(fact('ride.expected', time(new Date(expected()))), fact('ride.left', '', 'left'));
    }
  }
  fill(byId('ride-facts'), facts);
  const canGiveUp = ['searching', 'waiting', 'coming'].includes(phase);
  fill(byId('ride-buttons'), canGiveUp
    ? element('button', { type: 'button', class: 'grave', 'data-name': 'giveUp', onclick: giveUp }, t('ride.giveUp')) : []);
  tick();
}

function tick() {
  const left = byId('left');
  if (!left) return;
  const seconds = clock.secondsUntil(expected());
  write(left, seconds > 0 ? span(seconds) : t('ride.now'));
}

async function giveUp() {
  if (!await confirmed(t('ride.giveUp.sure'), t('ride.giveUp'), t('no'))) return;
  try {
    await change('DELETE', `/calls/${state.call.request}`);
  } catch (error) {
    refuse(error);
  }
  await standing.refresh();
  goOnAt(byId('ride-title'));
}

// Where a shared ride meets its passenger.
function meetingOf(ride) { return ride?.isOver ? null : ride?.meeting ?? JSON.parse(sessionStorage.getItem(`shared-${ride?.ride}`) ?? 'null'); }

function showShared() {
  const ride = state?.sharedRide;
  if (!ride) return fill(byId('shared'));
  const facts = [fact('share.ride', String(ride.ride))];
  if (!ride.isOver && ride.time) facts.push(fact('share.be', when(new Date(ride.time))));
  if (meetingOf(ride)) facts.push(fact('share.meeting', order.nameOf(meetingOf(ride))));
  const shares = ride.shares.map(one => element('li', {}, share(one)));
  fill(byId('shared'), element('h3', {}, t(ride.isOver ? 'share.over' : 'share.yours')), element('dl', { class: 'facts' }, facts),
    shares.length ? [element('p', {}, t('share.fees')), element('ul', { class: 'rows', id: 'shares' }, shares)] : []);
}

function showMap() {
  if (!map) return;
  const call = state?.call;
  const isOpen = call && OPEN.includes(phaseOf(call));
  const marks = order.marks(isOpen ? call.request : undefined);
  if (meetingOf(state?.sharedRide)) marks.push({ place: meetingOf(state.sharedRide), kind: 'from', text: 'M' });
  if (isOpen && estimate?.request === call.request && estimate.place) {
    marks.push({ place: estimate.place, kind: 'taxi', text: String(call.taxi) });
  }
  map.set({ marks });
}

// The taxi's place and time are asked for while it comes.
async function poll() {
  const call = state?.call;
  if (phaseOf(call) !== 'coming' || document.hidden) return;
  try {
    const answer = await get(`/calls/${call.request}/arrival`);
    estimate = { request: call.request, expected: answer.expected, place: answer.taxi };
  } catch (error) {
    // Else the line is cut, which is told otherwise. That the passenger is aboard may not be told yet.
    if (error.word !== 'noTaxiComing' || !await standing.refresh() || state.call?.request !== call.request) return;
    if (state.call.phase === 'coming') estimate = { request: call.request };
  }
  showAll();
}

async function loadReservations() {
  readReservations = performance.now();
  try {
    reservations = (await get('/reservations')).reservations;
  } catch (error) {
    if (error.word === 'moduleOff') order.hasReservations = false;
    return;
  }
  showReservations();
}

function showReservations() {
  const list = byId('reservation-list');
  if (!reservations?.length) return fill(list, element('li', { class: 'none' }, t('reservations.none')));
  fill(list, reservations.map(row => {
    const when = dateTime(new Date(row.pickUp));
    return element('li', {}, element('span', {}, when), row.isCancellable
      ? element('button', {
        type: 'button', class: 'quiet', 'data-name': `cancel-${row.reservation}`, 'aria-label': t('reservations.cancel.of', { when }),
        onclick: () => cancel(row, when),
      }, t('reservations.cancel')) : element('small', {}, t('reservations.fixed')));
  }));
}

async function cancel(row, when) {
  if (!await confirmed(t('reservations.cancel.sure', { when }), t('reservations.cancel'), t('no'))) return;
  try {
    await change('DELETE', `/reservations/${row.reservation}`);
    write(byId('reservations-said'), t('reservations.cancelled', { when }));
  } catch (error) {
    write(byId('reservations-said'), saying(error));
  }
  await loadReservations();
  goOnAt(byId('reservations-title'));
}

async function loadHistory() {
  try {
    history = (await get('/me/history')).rides;
    showHistory();
  } catch {
    // The state of the line is told above.
  }
}

function showHistory() {
  fill(byId('history-list'), history?.length ? history.slice(0, 50).map(ride => element('li', {},
    element('span', {}, `${dateTime(new Date(ride.time))} · ${t('history.ride', { ride: String(ride.number) })}`),
    element('small', {}, t(ride.isFulfilled ? 'history.fulfilled' : 'history.not')))) : element('li', { class: 'none' }, t('history.none')));
}

function showAll() {
  order.isOpen = OPEN.includes(phaseOf(state?.call));
  showCall();
  showShared();
  showMap();
}

function refuse(error) {
  if (notForYou(error) !== false) return;
  const refusal = byId('refusal');
  show(refusal, true);
  // What was sent before is over: look how things stand.
  refusal.textContent = error.word === 'wrongRole' ? t('passenger.only') : saying(error);
}

const standing = new Standing('/me/passenger', {
  show(next) {
    const before = state?.call;
    state = next;
    showAll();
    if (before?.request !== state.call?.request || before?.phase !== state.call?.phase) {
      // What was refused before is over.
      if (before) show(byId('refusal'), false);
      loadHistory();
      poll();
    }
    if (performance.now() - readReservations > 55_000) loadReservations();
  },
  tell(name, content) {
    news.add(name, content);
    if (name === 'call.accepted') showLastTaxi();
    if (name.startsWith('reservation.') || name === 'share.joined') loadReservations();
  },
  refused: refuse,
});

function writeAll() {
  showAll();
  showReservations();
  showHistory();
  news.show();
}

await begin();
order = new Order({
  ordered() { standing.refresh(); },
  reserved() { loadReservations(); },
  changed() { showMap(); },
});
onLanguage(writeAll);
writeAll();
showLastTaxi();
standing.run();
setInterval(tick, 1000);
setInterval(poll, 15_000);
// What was pressed on another page leads here when all that stands before it is there.
const asked = { '#reserve': 'order', '#share': 'order' }[location.hash] ?? location.hash.slice(1);
order.map = map = await zonesOfCity().then(zones => new CityMap(byId('map-frame'), zones, 'map.choose', place => order.take(place)));
showMap();
if (asked) byId(asked)?.scrollIntoView();
