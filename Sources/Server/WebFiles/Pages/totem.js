// SPDX-License-Identifier: GPL-3.0-or-later
// A device of a store: the totem in front of it, or the code reader at its gate or exit. Its key says which.
import { attempt, device, get, pauseAfter, post, Problem, resume, Unreached, wait } from './client.js';
import { byId, element, fill, goOnAt, show, write } from './dom.js';
import { handle, saying } from './forms.js';
import { begin } from './page.js';
import { showCode, storesOfCity } from './places.js';
import { has, number, onLanguage, span, t, time } from './texts.js';

const KEY = 'device-key';
const READ = 'displays-read';
// A number that no display has: what is told is where the numbers are now.
const NONE_YET = 2 ** 53 - 1;
// Seconds without a touch after which the totem forgets whoever stood before it.
const PATIENCE = 60_000;
let own, stores, board, ticket, verdict, sleeping, done, failure;
let isAwake = false;
let lines = [], verdicts = [];

function storeName() { return stores?.get(own.store)?.name ?? t('shop.store', { number: String(own.store) }); }
function isTotem() { return own?.kind === 'totem'; }

function refuse(error) {
  failure = error;
  showRefusal();
  if (error.status !== 401 && error.word !== 'otherDevice' && error.word !== 'otherStore') return;
  // Another key is needed.
  sessionStorage.removeItem(KEY);
  own = device.key = undefined;
  showAll();
}

function showRefusal() {
  show(byId('refusal'), Boolean(failure));
  byId('refusal').textContent = failure ? saying(failure) : '';
}

async function act(what) {
  failure = undefined;
  showRefusal();
  try {
    return await what();
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Unreached)) throw error;
    refuse(error);
    return undefined;
  }
}

// MARK: The totem

function stayAwake() {
  clearTimeout(sleeping);
  sleeping = setTimeout(sleep, PATIENCE);
}

function sleep() {
  clearTimeout(sleeping);
  isAwake = false;
  ticket = done = failure = undefined;
  byId('return').open = false;
  for (const form of ['return-form', 'take-form']) byId(form).reset();
  showAll();
}

async function wake() {
  done = undefined;
  const page = await act(() => attempt('POST', `/totems/${own.store}/wake`));
  if (!page) return;
  board = { ...board, page };
  isAwake = true;
  stayAwake();
  showAll();
  byId('take-form').querySelector('button').focus();
}

// Shows a ticket and prints it.
async function hand(issued) {
  ticket = issued;
  isAwake = true;
  stayAwake();
  showAll();
  byId('ticket-title').focus();
  await print();
}

async function print() {
  try {
    await byId('code-image').decode();
  } catch {
    // Its digits are there.
  }
  window.print();
}

function showTotem() {
  show(byId('totem'), isTotem());
  if (!isTotem()) return;
  const page = board?.page;
  write(byId('queue-said'), !page ? '' : !page.isOpen ? t('totem.closed') : !page.queued && page.waitSeconds !== null && page.waitSeconds < 30 ? t('totem.free') : t('totem.wait', {
    count: page.queued, wait: page.waitSeconds === null ? t('shop.noPlaces') : page.waitSeconds < 30 ? t('shop.noWait') : span(page.waitSeconds),
  }));
  show(byId('asleep'), !isAwake);
  show(byId('awake'), isAwake && !ticket);
  byId('totem-done').className = done === 'totem.notReturned' ? 'problem' : 'done';
  write(byId('totem-done'), done ? t(done) : '');
  show(byId('ticket'), Boolean(ticket));
  const called = board?.called ?? [];
  if (ticket) {
    const fact = (key, value) => element('div', {}, element('dt', {}, t(key)), element('dd', {}, value));
    write(byId('ticket-store'), storeName());
    write(byId('ticket-number'), String(ticket.pass));
    fill(byId('ticket-facts'), called.some(one => one.pass === ticket.pass)
      ? fact('shop.state', t('shop.phase.called')) : [fact('shop.ahead', number(ticket.ahead ?? 0)), fact('shop.expected', time(new Date(ticket.time)))]);
    showCode(byId('code-image'), byId('code-text'), ticket.code);
  }
  fill(byId('monitor'), called.length ? called.map(one => element('li', {}, element('strong', {}, String(one.pass)),
    element('small', {}, t('totem.until', { until: time(new Date(one.until)) })))) : element('li', { class: 'none' }, t('totem.nobody')));
  fill(byId('lines'), lines.map(line => element('li', {}, element('span', {}, t(`totem.line.${line.line}`, {
    pass: String(line.pass), cause: line.cause && has(`reason.${line.cause}`) ? t(`reason.${line.cause}`) : line.cause ?? '',
  })))));
}

// MARK: Gate and exit

function say(word, pass, isGood) {
  // The gate opens once for each: the answer and the display tell the same.
  if (verdict?.word === word && verdict.pass === pass && pass !== undefined) return;
  verdict = { word, pass, isGood };
  verdicts = [{ ...verdict, at: new Date() }, ...verdicts].slice(0, 8);
  showReader();
}

function verdictText({ word, pass }) {
  return word instanceof Problem ? saying(word, false) : t(`totem.verdict.${word}`, { pass: String(pass ?? '') });
}

function showReader() {
  const isReader = own && ['gate', 'exit'].includes(own.kind);
  show(byId('reader'), Boolean(isReader));
  if (!isReader) return;
  write(byId('reader-title'), t(`totem.${own.kind}`));
  byId('verdict').dataset.good = verdict ? String(verdict.isGood) : '';
  write(byId('verdict'), verdict ? verdictText(verdict) : '');
  fill(byId('verdicts'), verdicts.slice(1).map(one => element('li', {}, element('time', { datetime: one.at.toISOString() }, time(one.at)),
    element('span', {}, verdictText(one)))));
}

function judged({ decision, pass }) { say(decision ?? 'out', pass, decision !== 'wait'); }

async function scan(form) {
  const code = form.elements.code.value.replace(/\s/g, '').toUpperCase();
  // The reader may be shown the next one at once.
  form.elements.code.value = '';
  try {
    const { content } = await post(`/totems/${own.store}/${own.kind}`, { code });
    judged(content);
  } catch (error) {
    if (!(error instanceof Problem) || error.status === 401) return refuse(error);
    say(error, undefined, false);
  }
  byId('reader-code').focus();
}

// MARK: What is told

async function readBoard() {
  if (!own || !['totem', 'gate'].includes(own.kind)) return;
  try {
    board = await get(`/totems/${own.store}/board`);
    showAll();
  } catch (error) {
    if (!(error instanceof Unreached) && error.status < 500 && error.status !== 429) refuse(error);
  }
}

function take({ display }) {
  if (display.does === 'print' && isTotem() && ticket?.pass !== display.ticket.pass) hand(display.ticket);
  if (display.does === 'open' && own.kind === 'gate') say('open', display.pass, true);
  if (display.does === 'show' && display.line !== 'called') lines = [display, ...lines].slice(0, 5);
}

// What monitor, gate and printer do, one after the other; from where this tab had read before.
async function follow() {
  for (let attempts = 0; own;) {
    const key = device.key;
    const after = Number(sessionStorage.getItem(READ) ?? NONE_YET);
    try {
      const answer = await wait(`/totems/${own.store}/displays?after=${after}`);
      attempts = 0;
      if (!own || key !== device.key) return;
      if (!answer) continue;
      sessionStorage.setItem(READ, answer.last);
      // Numbers begin anew with the server.
      if (after !== NONE_YET) answer.displays.forEach(take);
      await readBoard();
    } catch (error) {
      if (!(error instanceof Unreached) && error.status < 500 && error.status !== 429) return refuse(error);
      attempts += 1;
      await pauseAfter(attempts);
    }
  }
}

// MARK: All

function showAll() {
  show(byId('device'), !own);
  write(byId('title'), own ? t(`totem.title.${own.kind}`, { store: storeName() }) : t('totem.title'));
  document.title = `${byId('title').textContent} - Cabrank`;
  showRefusal();
  showTotem();
  showReader();
}

async function use(key) {
  device.key = key;
  const found = await get('/devices/current');
  if (found.kind === 'dispatcher') throw new Problem(403, { word: 'otherDevice', title: t('problem.otherDevice') });
  sessionStorage.setItem(KEY, key);
  failure = undefined;
  own = found;
  stores ??= await storesOfCity();
  showAll();
  // What had no answer before a reload.
  resume(error => own && refuse(error), ({ path }, content) => {
    if (path.endsWith('/tickets')) hand(content);
    else if (path.endsWith(`/${own.kind}`)) judged(content);
  });
  if (own.kind === 'exit') return;
  await readBoard();
  follow();
}

await begin('stores');
onLanguage(showAll);
handle(byId('device-form'), async form => {
  try {
    await use(byId('device-key').value.trim());
  } catch (error) {
    device.key = undefined;
    throw error;
  }
  form.reset();
  byId(isTotem() ? 'wake' : 'reader-code').focus();
});
handle(byId('take-form'), async () => {
  done = undefined;
  const { content } = await post(`/totems/${own.store}/tickets`);
  if (ticket?.pass !== content.pass) await hand(content);
});
handle(byId('return-form'), async form => {
  const code = form.elements.code.value.replace(/\s/g, '').toUpperCase();
  const { content } = await post(`/totems/${own.store}/returns`, { code });
  done = content.isReturned ? 'totem.returned' : 'totem.notReturned';
  form.reset();
  showAll();
  readBoard();
});
handle(byId('reader-form'), scan);
byId('wake').addEventListener('click', wake);
byId('print').addEventListener('click', print);
byId('finish').addEventListener('click', () => { sleep(); goOnAt(byId('queue-title')); });
for (const touch of ['pointerdown', 'keydown']) addEventListener(touch, () => { if (isAwake) stayAwake(); });
setInterval(() => { if (!document.hidden) readBoard(); }, 10_000);
addEventListener('offline', () => readBoard());
const kept = sessionStorage.getItem(KEY);
for (let attempts = 1; kept; attempts += 1) {
  try {
    await use(kept);
    break;
  } catch (error) {
    if (!(error instanceof Unreached) && error.status < 500 && error.status !== 429) {
      refuse(error);
      break;
    }
    await pauseAfter(attempts);
  }
}
showAll();
