// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a form: the zone, or degrees, or the map; and the stores of the city.
import { get, pauseAfter, Unreached } from './client.js';
import { byId } from './dom.js';
import { zoneAt } from './geometry.js';

export class PlaceFields {
  // - name: the fields are NAME-zone, NAME-latitude and NAME-longitude. - changed: told when the place was.
  constructor(name, changed) {
    Object.assign(this, { changed, zoneField: byId(`${name}-zone`), degrees: ['latitude', 'longitude'].map(part => byId(`${name}-${part}`)) });
    this.zoneField.addEventListener('change', () => {
      const middle = this.zoneField.value && this.view?.middle(Number(this.zoneField.value));
      if (middle) this.set(middle);
      if (middle) this.view.moveTo(middle);
    });
    for (const field of this.degrees) field.addEventListener('input', () => this.entered());
  }

  set map(map) {
    this.view = map;
    this.zoneField.append(...map.zones.map(zone => new Option(zone.name, zone.zone)));
  }

  // As far as it was entered.
  get place() {
    const [latitude, longitude] = this.degrees;
    return latitude.value !== '' && longitude.value !== '' && latitude.validity.valid && longitude.validity.valid
      ? { latitude: Number(latitude.value), longitude: Number(longitude.value) } : undefined;
  }

  set(place) {
    [this.degrees[0].value, this.degrees[1].value] = [place.latitude, place.longitude];
    this.entered();
  }

  entered() {
    const place = this.place;
    if (this.view) this.zoneField.value = place ? zoneAt(this.view.zones, place)?.zone ?? '' : '';
    this.changed();
  }
}

// All stores by number: { store, name, chain, position }; null where none are served.
export async function storesOfCity() {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return new Map((await get('/store-directory')).stores.map(store => [store.store, store]));
    } catch (error) {
      if (error.word === 'moduleOff') return null;
      if (!(error instanceof Unreached) && error.status < 500 && error.status !== 429) throw error;
      await pauseAfter(attempts);
    }
  }
}

// The image of a code, which a gate reads, and the code itself in groups, for who has to type it.
export function showCode(image, text, code) {
  const address = `/api/v1/codes/${code}`;
  if (image.getAttribute('src') !== address) image.src = address;
  text.textContent = code.match(/.{4}/g).join(' ');
}
