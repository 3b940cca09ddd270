// SPDX-License-Identifier: GPL-3.0-or-later
// Elements made in code. Texts go in as text nodes only: nothing that somebody entered is ever read as HTML.

// An element with attributes and content. `on...` attributes are listeners; false, null and undefined ones are left out.
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...content.flat().filter(part => part !== null && part !== undefined && part !== false));
  return made;
}

export function byId(id) { return document.getElementById(id); }

export function show(thing, isShown) { thing.hidden = !isShown; }

// Writes a text where it has changed: a region that is read out is not read again for nothing.
export function write(place, text) { if (place.textContent !== text) place.textContent = text; }

// Replaces what is in an element, keeping the focus where a part of the same name comes back.
export function fill(place, ...content) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset.name : undefined;
  place.replaceChildren(...content.flat().filter(part => part !== null && part !== undefined && part !== false));
  if (held) place.querySelector(`[data-name="${held}"]`)?.focus();
}

// Where the keyboard goes on when what had the focus is gone.
export function goOnAt(heading) {
  if (document.activeElement && document.activeElement !== document.body && document.activeElement.checkVisibility()) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

// Asks before something that cannot be taken back.
export function confirmed(question, yes, no) {
  return new Promise(resolve => {
    const dialog = element('dialog', { 'aria-labelledby': 'question' },
      element('p', { id: 'question' }, question),
      element('div', { class: 'buttons' },
        element('button', { type: 'button', class: 'grave', onclick: () => dialog.close('yes') }, yes),
        element('button', { type: 'button', onclick: () => dialog.close('') }, no)));
    dialog.addEventListener('close', () => { dialog.remove(); resolve(dialog.returnValue === 'yes'); });
    document.body.append(dialog);
    dialog.showModal();
  });
}
