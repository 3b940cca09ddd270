// SPDX-License-Identifier: GPL-3.0-or-later
// The map of the zones, as a drawing. A place is chosen by a click, a touch or the keyboard: arrows move a cross, Enter takes it.
import { get, pauseAfter, Unreached } from './client.js';
import { element } from './dom.js';
import { middleOf, Projection, zoneAt } from './geometry.js';
import { onLanguage, t } from './texts.js';

const SVG = 'http://www.w3.org/2000/svg';
const MARGIN = 14;
const CLOSEST = 32;

function drawn(name, attributes, ...content) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

// The zones of the city, which do not change while the server runs.
export async function zonesOfCity() {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return (await get('/zones')).zones;
    } catch (error) {
      if (!(error instanceof Unreached) && error.status < 500 && error.status !== 429) throw error;
      await pauseAfter(attempts);
    }
  }
}

export class CityMap {
  // - frame: the element that gets the map. - label: the key of its name. - take: told of a chosen place; without it nothing is chosen.
  constructor(frame, zones, label, take) {
    Object.assign(this, { zones, take, label });
    this.projection = new Projection(zones);
    this.middles = new Map(zones.map(zone => [zone.zone, middleOf(zone)]));
    this.zoom = 1;
    this.centre = [0, 0];
    this.cross = [0, 0];
    this.marks = [];
    this.lines = [];
    this.tones = new Map();
    this.svg = drawn('svg', { 'aria-hidden': 'true', focusable: 'false' });
    this.field = element('div', { class: 'map-field' }, this.svg);
    this.said = element('p', { class: 'map-said', 'aria-live': 'polite' });
    this.help = element('p', { class: 'map-help' });
    this.zooms = element('div', { class: 'map-zooms' },
      this.button('map.in', '+', () => this.setZoom(this.zoom * 2)), this.button('map.out', '−', () => this.setZoom(this.zoom / 2)));
    if (take) {
      this.field.tabIndex = 0;
      this.field.setAttribute('role', 'application');
      this.field.addEventListener('keydown', event => this.key(event));
      this.field.addEventListener('focus', () => this.draw());
      this.field.addEventListener('blur', () => this.draw());
    } else {
      this.field.setAttribute('role', 'img');
    }
    this.drag();
    frame.replaceChildren(element('div', { class: 'map-frame' }, this.field, this.zooms), ...take ? [this.said, this.help] : []);
    new ResizeObserver(() => this.draw()).observe(this.field);
    onLanguage(() => this.name());
    this.name();
  }

  button(key, sign, act) {
    const made = element('button', { type: 'button', onclick: act }, sign);
    made.dataset.label = key;
    made.setAttribute('aria-label', t(key));
    return made;
  }

  name() {
    this.field.setAttribute('aria-label', this.summary ?? t(this.label));
    this.help.textContent = t('map.help');
    this.say();
  }

  // What the map shows, in words, for who does not see it.
  describe(summary) {
    this.summary = summary;
    this.field.setAttribute('aria-label', summary);
  }

  // Marks: { place, kind, text, size, isChosen }; lines: [from, to]; tones: zone number to the name of a tone.
  set({ marks = this.marks, lines = this.lines, tones = this.tones }) {
    Object.assign(this, { marks, lines, tones });
    this.draw();
  }

  // Shows a place: puts the cross there, and the map where it is seen.
  moveTo(place) {
    this.cross = this.projection.flat(place);
    this.follow();
    this.draw();
  }

  middle(zone) { return this.middles.get(zone); }

  // Metres of a pixel.
  get grain() {
    const { width, height } = this.size;
    const whole = Math.max(this.projection.width / (width - 2 * MARGIN), this.projection.height / (height - 2 * MARGIN), 0.01);
    return whole / this.zoom;
  }

  get size() { return { width: Math.max(this.field.clientWidth, 100), height: Math.max(this.field.clientHeight, 100) }; }

  screen([east, south]) {
    const { width, height } = this.size;
    return [width / 2 + (east - this.centre[0]) / this.grain, height / 2 + (south - this.centre[1]) / this.grain];
  }

  ground([x, y]) {
    const { width, height } = this.size;
    return [this.centre[0] + (x - width / 2) * this.grain, this.centre[1] + (y - height / 2) * this.grain];
  }

  setZoom(zoom) {
    const anchor = this.take ? this.cross : this.centre;
    this.zoom = Math.min(CLOSEST, Math.max(1, zoom));
    this.centre = this.zoom === 1 ? [0, 0] : [...anchor];
    this.draw();
  }

  // Moves the map so that the cross is well within it.
  follow() {
    if (this.zoom === 1) return;
    const [x, y] = this.screen(this.cross);
    const { width, height } = this.size;
    if (x < 40 || y < 40 || x > width - 40 || y > height - 40) this.centre = [...this.cross];
  }

  key(event) {
    const step = (event.shiftKey ? 1 : 10) * this.grain;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    const move = moves[event.key];
    if (move) {
      this.cross = [this.cross[0] + move[0], this.cross[1] + move[1]];
      this.follow();
      this.draw();
      clearTimeout(this.saying);
      this.saying = setTimeout(() => this.say(), 300);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.choose();
    } else if (event.key === '+') {
      this.setZoom(this.zoom * 2);
    } else if (event.key === '-') {
      this.setZoom(this.zoom / 2);
    } else {
      return;
    }
    event.preventDefault();
  }

  choose() {
    this.take(this.projection.place(this.cross));
    this.say();
  }

  // Says in which zone the cross is.
  say() {
    if (!this.take) return;
    const zone = zoneAt(this.zones, this.projection.place(this.cross));
    const says = zone ? t('map.cross', { zone: zone.name }) : t('map.outside');
    if (this.said.textContent !== says) this.said.textContent = says;
  }

  // A press chooses, a drag moves the map where it is closer than the whole city.
  drag() {
    let from;
    this.field.addEventListener('pointerdown', event => {
      if (event.button === 0) from = { x: event.clientX, y: event.clientY, centre: [...this.centre], isDrag: false };
    });
    this.field.addEventListener('pointermove', event => {
      if (!from) return;
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (!from.isDrag && Math.hypot(dx, dy) < 8) return;
      if (!from.isDrag) this.field.setPointerCapture(event.pointerId);
      from.isDrag = true;
      if (this.zoom === 1) return;
      this.centre = [from.centre[0] - dx * this.grain, from.centre[1] - dy * this.grain];
      this.draw();
    });
    this.field.addEventListener('pointercancel', () => { from = undefined; });
    this.field.addEventListener('pointerup', event => {
      const isPress = from && !from.isDrag;
      from = undefined;
      if (!isPress || !this.take) return;
      const box = this.field.getBoundingClientRect();
      this.cross = this.ground([event.clientX - box.left - this.field.clientLeft, event.clientY - box.top - this.field.clientTop]);
      this.choose();
      this.draw();
    });
  }

  draw() {
    const { width, height } = this.size;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.field.classList.toggle('is-close', this.zoom > 1);
    const at = place => this.screen(this.projection.flat(place));
    const text = point => point.map(value => value.toFixed(1)).join(' ');
    const outlines = [], names = [];
    for (const zone of this.zones) {
      let path = '', [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
      for (const ring of zone.outline.flat()) {
        const points = ring.map(([longitude, latitude]) => at({ latitude, longitude }));
        for (const [x, y] of points) {
          [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
        }
        path += `M${points.map(text).join('L')}Z`;
      }
      const tone = this.tones.get(zone.zone);
      outlines.push(drawn('path', { d: path, class: `zone${tone ? ` is-${tone}` : ''}`, 'fill-rule': 'evenodd' },
        drawn('title', {}, zone.name)));
      const [x, y] = at(this.middle(zone.zone));
      // The whole name where there is space, or else the number.
      const name = [zone.name, String(zone.zone)].find(name => right - left > name.length * 7 + 8);
      if (name && bottom - top > 18) names.push(drawn('text', { x, y: y + 4, class: 'zone-name' }, name));
    }
    const lines = this.lines.map(([from, to]) => drawn('path', { d: `M${text(at(from))}L${text(at(to))}`, class: 'way' }));
    const marks = this.marks.map(mark => this.mark(mark, at(mark.place)));
    const [x, y] = this.screen(this.cross);
    const isHeld = this.take && document.activeElement === this.field;
    const cross = isHeld ? [drawn('path', { d: `M${x - 14} ${y}h28M${x} ${y - 14}v28`, class: 'cross' })] : [];
    this.svg.replaceChildren(...outlines, ...names, ...lines, ...marks, ...cross);
  }

  // Each kind has a shape of its own, beside its colour.
  mark({ kind, text, size = 1, isChosen }, [x, y]) {
    const shapes = {
      from: 'M0 0L-9 -16A10 10 0 1 1 9 -16Z', to: 'M0 0V-26H16L12 -20L16 -14H0Z', taxi: 'M-9 -9H9V9H-9Z', busy: 'M0 -11L11 0L0 11L-11 0Z',
      off: 'M-6 -6H6V6H-6Z', call: 'M0 0L-10 -18H10Z', own: 'M-8 0A8 8 0 1 1 8 0A8 8 0 1 1 -8 0Z',
      store: 'M-10 9V-3L0 -12L10 -3V9Z',
    };
    const name = text ? [drawn('text', { y: kind === 'from' ? -18 : kind === 'to' ? -16 : 4, x: kind === 'to' ? 7 : 0 }, text)] : [];
    return drawn('g', { class: `mark is-${kind}${isChosen ? ' is-chosen' : ''}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${size})` },
      drawn('path', { d: shapes[kind] }), ...name);
  }
}
