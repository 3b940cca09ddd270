// SPDX-License-Identifier: GPL-3.0-or-later
// The dispatcher's board: what is worst first, then figures, calls, queues and the map. It only shows.
import { clock, get, Unreached } from './client.js';
import { byId, element, fill, show, write } from './dom.js';
import { handle, saying } from './forms.js';
import { CityMap, zonesOfCity } from './map.js';
import { begin } from './page.js';
import { number, onLanguage, span, t, time } from './texts.js';

const KEY = 'device-key';
const EVERY = 2000;
// The board is old when two answers did not come.
const OLD = 5000;
// So many taxis are small on the map of the whole city.
const MANY = 40;
// Seconds from which on a taxi is late.
const LATE = 60;
let board, map, failure;
let read = -Infinity;

function zoneName(number) { return map?.zones.find(zone => zone.zone === number)?.name ?? String(number); }
function waits(call) { return -clock.secondsUntil(call.since); }
function isOpen(call) { return ['searching', 'waiting'].includes(call.phase); }

// Zones with calls and nobody in the queue.
function lacking() { return board.zones.filter(zone => zone.open > 0 && !zone.queue.length); }

function showWorst() {
  const rows = [];
  const calls = board.calls.filter(isOpen).sort((a, b) => Date.parse(a.since) - Date.parse(b.since) || a.request - b.request);
  if (calls.length) {
    rows.push(t('board.longest', { call: String(calls[0].request), zone: zoneName(calls[0].zone), span: span(waits(calls[0])) }));
  }
  const zones = lacking().sort((a, b) => b.open - a.open || a.zone - b.zone);
  const worst = zones.slice(0, 3).map(zone => `${zoneName(zone.zone)} (${number(zone.open)})`);
  if (zones.length > 3) worst.push('…');
  if (zones.length) rows.push(t('board.lacks', { count: zones.length, zones: worst.join(', ') }));
  const late = board.calls.filter(call => call.phase === 'coming' && call.expected && clock.secondsUntil(call.expected) < -LATE);
  if (late.length) {
    const call = late.reduce((worst, other) => Date.parse(other.expected) < Date.parse(worst.expected) ? other : worst);
    rows.push(t('board.late', {
      count: late.length, taxi: String(call.taxi), call: String(call.request), span: span(-clock.secondsUntil(call.expected)),
    }));
  }
  if (board.figures.aborted > 0) rows.push(t('board.aborted', { count: board.figures.aborted, calls: board.figures.calls }));
  fill(byId('worst'), rows.length ? rows.map(row => element('li', { class: 'alarm' }, row)) : element('li', { class: 'none' }, t('board.well')));
}

function showFigures() {
  const { figures } = board;
  const seconds = value => value === null || value === undefined ? '–' : span(value);
  const tiles = [
    ['longestOpen', seconds(figures.longestOpenSeconds)], ['worstWait', seconds(figures.worstWaitSeconds)],
    ['meanWait', seconds(figures.meanWaitSeconds)], ['abortedCalls', number(figures.aborted)], ['callCount', number(figures.calls)],
    ['accepted', number(figures.accepted)], ['ended', number(figures.ended)],
    ['free', number(board.taxis.filter(taxi => taxi.status === 'available').length)],
  ];
  fill(byId('figures'), tiles.map(([name, value]) =>
    element('div', {}, element('dt', {}, t(`figure.${name}`)), element('dd', {}, value))));
}

function showTables() {
  const calls = [...board.calls].sort((a, b) => isOpen(b) - isOpen(a) || Date.parse(a.since) - Date.parse(b.since) || a.request - b.request);
  const row = (...cells) => element('tr', {}, cells.map((cell, index) => element(index ? 'td' : 'th', index ? {} : { scope: 'row' }, cell)));
  fill(byId('calls'), calls.length ? calls.map(call => row(String(call.request), zoneName(call.zone), t(`board.phase.${call.phase}`),
    span(waits(call)), call.taxi === null ? '–' : String(call.taxi), call.expected ? time(new Date(call.expected)) : '–'))
    : element('tr', {}, element('td', { colspan: 6 }, t('phase.none'))));
  const zones = [...board.zones].sort((a, b) => b.open - a.open || a.queue.length - b.queue.length || a.zone - b.zone);
  fill(byId('queues'), zones.map(zone => row(zoneName(zone.zone), number(zone.open),
    zone.queue.length ? zone.queue.join(', ') : t('board.nobody'))));
}

function showMap() {
  if (!map) return;
  const kinds = { available: 'taxi', busy: 'busy', offShift: 'off' };
  const marks = board.taxis.filter(taxi => taxi.place)
    .sort((a, b) => (b.status === 'offShift') - (a.status === 'offShift') || a.taxi - b.taxi)
    .map(taxi => ({ place: taxi.place, kind: kinds[taxi.status], text: taxi.status === 'offShift' ? '' : String(taxi.taxi) }));
  if (marks.length > MANY && map.zoom < 4) for (const mark of marks) Object.assign(mark, { text: '', size: 0.55 });
  for (const call of board.calls.filter(isOpen)) marks.push({ place: call.place, kind: 'call' });
  map.set({ marks, tones: new Map(lacking().map(zone => [zone.zone, 'worst'])) });
  const count = status => board.taxis.filter(taxi => taxi.status === status).length;
  map.describe(t('board.map', { free: count('available'), busy: count('busy'), off: count('offShift'), zones: lacking().length }));
}

function showAll() {
  show(byId('board'), Boolean(board));
  showAge();
  if (!board) return;
  showWorst();
  showFigures();
  showTables();
  showMap();
}

// Says how old the board is, once it is.
function showAge() {
  const age = byId('age');
  const old = board && performance.now() - read;
  const isOld = Boolean(board) && old > OLD;
  age.classList.toggle('is-old', isOld);
  byId('board').classList.toggle('is-old', isOld);
  write(age, isOld ? t('board.old', { time: time(new Date(clock.now() - old)) }) : failure ? saying(failure)
    : board ? t('board.of') : '');
}

async function poll() {
  const key = sessionStorage.getItem(KEY);
  if (!key || document.hidden) return;
  try {
    board = await get('/board', { Authorization: `Device ${key}` });
    clock.set(board.now);
    read = performance.now();
    failure = undefined;
    showAll();
  } catch (error) {
    failure = error;
    if (error instanceof Unreached || error.status >= 500 || error.status === 429) return showAge();
    if (error.status === undefined) throw error;
    // Another key is needed.
    sessionStorage.removeItem(KEY);
    board = undefined;
    show(byId('device'), true);
    showAll();
  }
}

await begin();
onLanguage(showAll);
handle(byId('device-form'), async form => {
  const key = byId('device-key').value.trim();
  await get('/board', { Authorization: `Device ${key}` });
  sessionStorage.setItem(KEY, key);
  form.reset();
  failure = undefined;
  show(byId('device'), false);
  await poll();
  document.querySelector('h1').scrollIntoView();
  byId('main').focus();
});
show(byId('device'), !sessionStorage.getItem(KEY));
document.addEventListener('visibilitychange', poll);
setInterval(showAge, 1000);
// One after the other: a slow answer is not overtaken.
(async () => {
  for (;;) {
    await poll();
    await new Promise(resolve => setTimeout(resolve, EVERY));
  }
})();
map = new CityMap(byId('map-frame'), await zonesOfCity(), 'map.board');
showAll();
