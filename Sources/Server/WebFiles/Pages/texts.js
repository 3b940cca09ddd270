// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the pages (UI-02). Each is a file, with another one for the pages of stores; a language is added by its files and a
// line in languages/index.json.
let texts = {};
// What the file of a language is called with whose texts the page needs as well, such as `stores`.
let more;
let code = 'en';
// How dates and numbers are written: as in the reader's own country where the browser names one of this language.
let locale = 'en';
const listeners = [];

// The text of a key, with values in the places in braces. With a `count` the form for that number is taken: `key.one`, `key.other`.
export function t(key, values = {}) {
  let found = key;
  if (values.count !== undefined) {
    found = `${key}.${new Intl.PluralRules(code).select(values.count)}`;
    if (!(found in texts)) found = `${key}.other`;
  }
  const text = texts[found] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) =>
    name in values ? typeof values[name] === 'number' ? number(values[name]) : values[name] : all);
}

export function has(key) { return key in texts; }

export function number(value, digits = 0) {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
}
export function percent(share) {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}
export function time(date) { return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(date); }
export function dateTime(date) {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
// A time of today, or another day's with its date.
export function when(date) { return date.toDateString() === new Date().toDateString() ? time(date) : dateTime(date); }
// Metres, in kilometres where that is shorter.
export function distance(metres) {
  const far = metres >= 1000;
  return new Intl.NumberFormat(locale, { style: 'unit', unit: far ? 'kilometer' : 'meter', maximumFractionDigits: far ? 1 : 0 })
    .format(far ? metres / 1000 : metres);
}
// Seconds as minutes and seconds. Those of a countdown that is over are 0.
export function span(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const part = (value, unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (whole >= 3600) return `${part(Math.floor(whole / 3600), 'hour')} ${part(Math.floor(whole / 60) % 60, 'minute')}`;
  if (whole < 90) return part(whole, 'second');
  const minutes = part(Math.floor(whole / 60), 'minute');
  return whole < 600 ? `${minutes} ${part(whole % 60, 'second')}` : minutes;
}

// Calls back when another language was chosen, for what is not written in the page.
export function onLanguage(listener) { listeners.push(listener); }

async function file(name) {
  const answer = await fetch(`/languages/${name}.json`);
  if (!answer.ok) throw new Error(`/languages/${name}.json: ${answer.status}`);
  return answer.json();
}

// What the reader chose before, or else what the browser asks for, of those that there are.
function wanted(known) {
  const asked = [localStorage.getItem('language'), ...navigator.languages].filter(Boolean);
  for (const one of asked) {
    const found = known.find(other => other.code === one) ?? known.find(other => other.code === one.split('-')[0]);
    if (found) return found.code;
  }
  return 'en';
}

async function choose(other) {
  // A language may be there for some pages only.
  const parts = more ? [file(other), file(`${more}-${other}`).catch(() => file(`${more}-en`))] : [file(other)];
  texts = Object.assign({}, ...await Promise.all(parts));
  code = other;
  locale = navigator.languages.find(one => one.split('-')[0] === other.split('-')[0]) ?? other;
  document.documentElement.lang = other;
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = t(place.dataset.text);
  for (const place of document.querySelectorAll('[data-alt]')) place.alt = t(place.dataset.alt);
  for (const place of document.querySelectorAll('[data-label]')) place.setAttribute('aria-label', t(place.dataset.label));
  for (const listener of listeners) listener();
}

// Takes the language of the reader, and fills the choice of languages.
export async function begin(choice, part) {
  more = part;
  const known = await file('index');
  await choose(wanted(known));
  choice.replaceChildren(...known.map(one => {
    const option = new Option(one.name, one.code, false, one.code === code);
    option.lang = one.code;
    return option;
  }));
  choice.disabled = false;
  choice.addEventListener('change', () => {
    localStorage.setItem('language', choice.value);
    choose(choice.value);
  });
}
