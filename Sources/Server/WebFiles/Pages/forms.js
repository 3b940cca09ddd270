// SPDX-License-Identifier: GPL-3.0-or-later
// Forms: everything that is wrong with one is said at once, beside the field and in a summary above, which gets the focus.
import { Problem, Unreached } from './client.js';
import { element } from './dom.js';
import { has, t } from './texts.js';

// The fields that a refusal without fields is about: of these the form's own.
const ABOUT = {
  badUsername: ['username'], duplicateUsername: ['username'], badEmail: ['email'], duplicateEmail: ['email'], emailPending: ['email'],
  weakPassword: ['password', 'new'], passwordMismatch: ['passwordRepeat', 'newRepeat'], badOldPassword: ['current'],
  badPassword: ['password'], badLicence: ['licence'], duplicateLicence: ['licence'], duplicatePlate: ['taxiNumber'],
  licenceNotValid: ['licenceExpiry'], badSeats: ['seats'], noConsent: ['consent'], badTravelerCount: ['travelers'],
  outsideZones: ['from.latitude'], addressOutsideCity: ['from.latitude'], noPosition: ['from.latitude'], missingOrigin: ['from.latitude'],
  missingDestination: ['to.latitude'], missingTime: ['pickUp'], badTime: ['pickUp'], leadTime: ['pickUp'], onePerHour: ['pickUp'],
};

// What a refusal says in the reader's language; the server's own sentence where there is no other.
export function saying(problem, withRule = true) {
  if (problem instanceof Unreached) return t('problem.unreached');
  if (!(problem instanceof Problem)) return t('problem.unforeseen');
  // Some words of stores mean something else elsewhere.
  const key = [...(/store/i.test(problem.rule) ? ['store.'] : []), ''].map(part => `problem.${part}${problem.word}`).find(has);
  return (key ? t(key) : problem.message) + (withRule && problem.rule ? ` (${problem.rule})` : '');
}

function clear(form) {
  form.querySelector('.problem')?.remove();
  for (const note of form.querySelectorAll('.fault')) note.remove();
  for (const field of form.querySelectorAll('[aria-invalid]')) {
    field.removeAttribute('aria-invalid');
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ').filter(id => id && !id.endsWith('-fault'));
    if (described.length) field.setAttribute('aria-describedby', described.join(' '));
    else field.removeAttribute('aria-describedby');
  }
}

// Shows what is wrong: `faults` are names of fields with what is said of them.
function showFaults(form, says, faults) {
  clear(form);
  const items = [];
  for (const { name, says } of faults) {
    const field = [...form.elements].find(other => other.name === name);
    if (!field) {
      items.push(element('li', {}, `${name}: ${says}`));
      continue;
    }
    const id = `${field.id}-fault`;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', `${field.getAttribute('aria-describedby') ?? ''} ${id}`.trim());
    (field.closest('.field') ?? field.parentElement).append(element('p', { class: 'fault', id }, says));
    const label = field.labels?.[0]?.textContent.trim() ?? name;
    const go = event => { event.preventDefault(); field.focus(); };
    items.push(element('li', {}, element('a', { href: `#${field.id}`, onclick: go }, `${label}: ${says}`)));
  }
  const summary = element('div', { class: 'problem', tabindex: '-1', role: 'alert' }, element('p', {}, says),
    items.length ? element('ul', {}, items) : null);
  form.prepend(summary);
  summary.focus();
}

// Shows a refusal. `rename` gives the form's own name for a field of the server's.
function showProblem(form, problem, rename = name => name) {
  const own = name => [...form.elements].some(field => field.name === name && !field.closest('[hidden]'));
  let faults = (problem.fields ?? []).map(({ name, says }) => ({
    name: rename(name), says: says === 'is missing' ? t('says.missing') : says,
  }));
  if (!faults.length) {
    const about = (ABOUT[problem.word] ?? []).find(own);
    if (about) faults = [{ name: about, says: saying(problem) }];
  }
  showFaults(form, saying(problem), faults);
}

// What the browser itself finds wrong with the fields that are shown.
function ownFaults(form) {
  return [...form.elements].filter(field => field.name && field.willValidate && !field.closest('[hidden]') && !field.validity.valid)
    .map(field => ({
      name: field.name,
      says: field.validity.valueMissing ? t('says.missing') : field.dataset.says ? t(field.dataset.says) : field.validationMessage,
    }));
}

// Sends a form by `send`, once at a time. Only now can it be sent at all: without this program it would go nowhere.
export function handle(form, send, rename) {
  form.noValidate = true;
  const button = form.querySelector('button[type=submit]');
  button.disabled = false;
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (form.getAttribute('aria-busy') === 'true') return;
    const faults = ownFaults(form);
    if (faults.length) {
      showFaults(form, t('says.faults', { count: faults.length }), faults);
      return;
    }
    clear(form);
    form.setAttribute('aria-busy', 'true');
    try {
      await send(form);
    } catch (problem) {
      showProblem(form, problem, rename);
      if (!(problem instanceof Problem || problem instanceof Unreached)) throw problem;
    } finally {
      form.removeAttribute('aria-busy');
    }
  });
}

// The values of the fields that were filled in.
export function values(form, ...names) {
  const found = {};
  for (const name of names) {
    const field = form.elements[name];
    if (!field || field.value === '') continue;
    found[name] = field.type === 'checkbox' ? field.checked : field.type === 'number' ? Number(field.value) : field.value;
  }
  return found;
}
