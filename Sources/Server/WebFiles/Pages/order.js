// SPDX-License-Identifier: GPL-3.0-or-later
// The form for a taxi: now or later, alone or shared; and the shared rides that were found for it.
import { post } from './client.js';
import { byId, element, fill, show, write } from './dom.js';
import { zoneAt } from './geometry.js';
import { handle } from './forms.js';
import { dateTime, distance, number, onLanguage, percent, span, t, time, when } from './texts.js';

const PLACES = ['from', 'to'];
// The server's names of the two places, in each of its forms.
const NAMES = { meeting: 'from', origin: 'from', start: 'from', destination: 'to' };

function rename(name) {
  const [first, ...rest] = name.split('.');
  return NAMES[first] ? [NAMES[first], rest[0] ?? 'latitude'].join('.') : name;
}

// A date as a field for the reader's own clock has it.
function local(date) {
  const own = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return own.toISOString().slice(0, 16);
}

export class Order {
  // - ordered, reserved: told when something was. - changed: told when a place was.
  constructor(listener) {
    this.listener = listener;
    this.form = byId('order-form');
    this.fields = this.form.elements;
    // The rides that were found stay until one is taken, over a reload too.
    this.proposals = JSON.parse(sessionStorage.getItem('proposals') ?? 'null');
    for (const name of ['when', 'shared']) {
      for (const field of [this.fields[name]].flatMap(one => one.length ? [...one] : [one])) field.addEventListener('change', () => this.arrange());
    }
    for (const name of PLACES) {
      byId(`${name}-zone`).addEventListener('change', event => this.toZone(name, Number(event.target.value)));
      for (const part of ['latitude', 'longitude']) byId(`${name}-${part}`).addEventListener('input', () => this.entered(name));
      byId(name).addEventListener('focusin', () => { if (this.needsTo) this.target = name; });
    }
    handle(this.form, () => this.send(), rename);
    handle(byId('own-ride'), () => this.own());
    this.ownPlace();
    if (location.hash === '#reserve') this.fields.when[1].checked = true;
    this.fields.shared.checked = location.hash === '#share';
    onLanguage(() => { this.arrange(); this.showProposals(); });
    this.arrange();
    this.showProposals();
  }

  get isLater() { return this.fields.when.value === 'later'; }
  get isShared() { return this.fields.shared.checked; }
  get needsTo() { return this.isLater || this.isShared; }
  get target() { return this.needsTo ? document.querySelector('[name=target]:checked').value : 'from'; }
  set target(name) { document.querySelector(`[name=target][value=${name}]`).checked = true; }

  // A call is open: another one can only be for later.
  set isOpen(isOpen) {
    if (isOpen === this.wasOpen) return;
    this.wasOpen = isOpen;
    const [now, later] = this.fields.when;
    now.disabled = isOpen;
    (isOpen && !later.disabled ? later : now).checked = true;
    this.arrange();
  }

  set hasReservations(has) {
    this.fields.when[1].disabled = !has;
    show(byId('reservations'), has);
    if (!has) this.fields.when[0].checked = true;
    this.arrange();
  }

  set map(map) {
    this.view = map;
    for (const name of PLACES) {
      byId(`${name}-zone`).append(...map.zones.map(zone => new Option(zone.name, zone.zone)));
    }
    this.showProposals();
  }

  // Which fields the choices need.
  arrange() {
    show(byId('to'), this.needsTo);
    show(byId('target'), this.needsTo);
    show(byId('pickUp-field'), this.isLater);
    const field = byId('pickUp');
    if (this.isLater && !field.value) {
      const first = new Date(Math.ceil((Date.now() + 150 * 60_000) / 300_000) * 300_000);
      field.value = local(first);
    }
    byId('send').textContent = t(this.isShared ? 'order.search' : this.isLater ? 'order.reserve' : 'order.call');
    this.listener.changed();
  }

  // The place of a name, as far as it was entered.
  place(name) {
    const [latitude, longitude] = ['latitude', 'longitude'].map(part => byId(`${name}-${part}`));
    return latitude.value !== '' && longitude.value !== '' && latitude.validity.valid && longitude.validity.valid
      ? { latitude: Number(latitude.value), longitude: Number(longitude.value) } : undefined;
  }

  set(name, place) {
    byId(`${name}-latitude`).value = place.latitude;
    byId(`${name}-longitude`).value = place.longitude;
    this.zone(name, place);
    this.listener.changed();
  }

  zone(name, place) {
    byId(`${name}-zone`).value = zoneAt(this.view.zones, place)?.zone ?? '';
  }

  // A place was chosen on the map; then it is the turn of the other one.
  take(place) {
    const name = this.target;
    this.set(name, place);
    show(byId('own-take'), false);
    if (this.needsTo && name === 'from' && !this.place('to')) this.target = 'to';
  }

  toZone(name, zone) {
    if (!zone || !this.view) return;
    this.set(name, this.view.middle(zone));
    this.view.moveTo(this.view.middle(zone));
  }

  entered(name) {
    const place = this.place(name);
    if (place && this.view) {
      this.zone(name, place);
      this.view.moveTo(place);
    }
    this.listener.changed();
  }

  // The own position only shows where to look: the pick-up place is always one that was taken on the map (DEC-WEB-LOCATION).
  ownPlace() {
    const button = byId('own');
    const say = key => write(byId('own-said'), key ? t(key) : '');
    button.disabled = !navigator.geolocation;
    button.addEventListener('click', () => {
      say('place.asking');
      navigator.geolocation.getCurrentPosition(({ coords }) => {
        if (!this.view) return;
        this.found = { latitude: coords.latitude, longitude: coords.longitude };
        this.view.zoom = 8;
        this.view.moveTo(this.found);
        this.view.setZoom(8);
        show(byId('own-take'), true);
        say('place.found');
        this.listener.changed();
      }, error => say(error.code === 1 ? 'place.refused' : 'place.unknown'), { enableHighAccuracy: true, timeout: 15_000 });
    });
    byId('own-take').addEventListener('click', () => {
      this.view.choose();
      say('');
    });
  }

  // What the map shows of the form, or of a call that is open.
  marks(request) {
    const marks = [];
    const kept = JSON.parse(request !== undefined && sessionStorage.getItem(`meeting-${request}`) || 'null');
    const from = this.place('from');
    if (kept) marks.push({ place: kept, kind: 'from', text: 'M' });
    if (from && (from.latitude !== kept?.latitude || from.longitude !== kept?.longitude)) marks.push({ place: from, kind: 'from', text: 'A' });
    if (this.needsTo && this.place('to')) marks.push({ place: this.place('to'), kind: 'to', text: 'B' });
    if (this.found) marks.push({ place: this.found, kind: 'own' });
    return marks;
  }

  // A place in words: the zone, and where in it.
  nameOf(place) {
    const zone = this.view && zoneAt(this.view.zones, place);
    const degrees = `${number(place.latitude, 5)}, ${number(place.longitude, 5)}`;
    return zone ? t('place.named', { zone: zone.name, degrees }) : degrees;
  }

  async send() {
    const [from, to] = PLACES.map(name => this.place(name));
    const travelers = Number(byId('travelers').value);
    const pickUp = this.isLater ? new Date(byId('pickUp').value).toISOString() : undefined;
    write(byId('order-done'), '');
    if (this.isShared) {
      const { status, content } = await post('/shared-rides/searches', { start: from, destination: to, travelers, pickUp });
      this.found = undefined;
      this.start = from;
      if (status === 201) {
        this.owns(content.ride);
        this.said('share.created');
        this.keep(null);
        if (pickUp) this.listener.reserved();
      } else {
        this.keep(content.proposals);
        byId('proposals-title').focus();
      }
    } else if (pickUp) {
      await post('/reservations', { origin: from, destination: to, pickUp, travelers });
      this.said('order.reserved', { when: dateTime(new Date(pickUp)) });
      this.listener.reserved();
    } else {
      const { content } = await post('/calls', { meeting: from, travelers });
      this.found = undefined;
      sessionStorage.setItem(`meeting-${content.request}`, JSON.stringify(from));
      byId('ride-title').focus();
    }
    this.listener.ordered();
  }

  // Who made a shared ride said where it begins, and is not told it back.
  get start() { return JSON.parse(sessionStorage.getItem('start') ?? 'null'); }
  set start(place) { sessionStorage.setItem('start', JSON.stringify(place)); }
  owns(ride) { sessionStorage.setItem(`shared-${ride}`, JSON.stringify(this.start)); }

  said(key, values) { write(byId('order-done'), t(key, values)); }

  keep(proposals) {
    this.proposals = proposals;
    if (proposals) sessionStorage.setItem('proposals', JSON.stringify(proposals));
    else sessionStorage.removeItem('proposals');
    this.showProposals();
  }

  showProposals() {
    show(byId('proposals'), Boolean(this.proposals?.length));
    if (!this.proposals?.length) return fill(byId('proposal-list'));
    const fact = (key, value) => element('div', {}, element('dt', {}, t(key)), element('dd', {}, value));
    fill(byId('proposal-list'), this.proposals.map(ride => element('li', {}, element('form', {},
      element('dl', { class: 'facts' },
        fact('share.meeting', this.nameOf(ride.meeting)), fact('share.be', when(new Date(ride.time))),
        fact('share.walk', span(ride.walkSeconds)), fact('share.arrival', time(new Date(ride.taxiArrival))),
        fact('share.delay', span(ride.delaySeconds)), fact('share.detour', distance(ride.detourMetres)),
        fact('share.share', percent(ride.share)), fact('share.saving', percent(ride.saving))),
      element('div', { class: 'buttons' }, element('button', { type: 'submit', 'data-name': `join-${ride.ride}` },
        t('share.join', { ride: String(ride.ride) })))))));
    for (const [index, form] of [...byId('proposal-list').querySelectorAll('form')].entries()) {
      handle(form, () => this.join(this.proposals[index]));
    }
  }

  async join(ride) {
    const { content } = await post(`/shared-rides/${ride.ride}/passengers`);
    this.keep(null);
    this.said('share.joined', { when: when(new Date(content.time)) });
    byId('ride-title').focus();
    this.listener.ordered();
    this.listener.reserved();
  }

  async own() {
    this.owns((await post('/shared-rides')).content.ride);
    this.keep(null);
    this.said('share.created');
    byId('ride-title').focus();
    this.listener.ordered();
    this.listener.reserved();
  }
}
