// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the moving map: zones with their queues on one canvas, taxis and waiting people on another above it.
class MovingMapCanvas {
  constructor(data, frame) {
    Object.assign(this, { data, frame });
    [this.ground, this.top] = frame.querySelectorAll('canvas');
    // By status, the coordinates of the taxis drawn last: x, y, taxi.
    this.drawn = [[], [], [], [], []];
    this.people = [];
    this.spot = { east: 0, north: 0 };
    this.groundKey = '';
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
    const cover = (x, y) => {
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
    };
    for (const zone of data.zones) {
      cover(zone.east, zone.north);
      for (const ring of zone.rings) for (const [x, y] of ring) cover(x, y);
    }
    if (!data.zones.some(zone => zone.rings.length)) for (let i = 0; i < data.east.length; i++) cover(data.east[i], data.north[i]);
    if (west > east) [west, east, south, north] = [0, 1000, 0, 1000];
    const margin = 20 + 0.02 * Math.max(east - west, north - south);
    this.extent = { west: west - margin, north: north + margin, wide: east - west + 2 * margin, high: north - south + 2 * margin };
  }

  // Takes the size of its frame and the colours of the page.
  fit() {
    const wide = this.frame.clientWidth, most = Math.min(640, Math.max(260, innerHeight * 0.8));
    const high = Math.round(Math.min(most, wide * this.extent.high / this.extent.wide));
    this.frame.style.height = `${high}px`;
    this.sharp = Math.min(2, devicePixelRatio || 1);
    for (const canvas of [this.ground, this.top]) {
      [canvas.width, canvas.height] = [Math.round(wide * this.sharp), Math.round(high * this.sharp)];
    }
    this.empty = new Set([this.ground, this.top]);
    this.scale = Math.min(wide / this.extent.wide, high / this.extent.high);
    this.left = (wide - this.scale * this.extent.wide) / 2 - this.scale * this.extent.west;
    this.above = (high - this.scale * this.extent.high) / 2 + this.scale * this.extent.north;
    const style = getComputedStyle(this.frame);
    this.colour = Object.fromEntries(['ink', 'halo', 'border', 'queue', 'off', 'free', 'offered', 'pickup', 'aboard', 'people', 'chosen']
      .map(name => [name, style.getPropertyValue(`--mm-${name}`).trim()]));
    for (const zone of this.data.zones) {
      zone.path = new Path2D();
      for (const ring of zone.rings) {
        ring.forEach(([east, north], i) => zone.path[i ? 'lineTo' : 'moveTo'](this.x(east), this.y(north)));
        zone.path.closePath();
      }
    }
    this.groundKey = '';
    this.room = Math.sqrt(this.extent.wide * this.extent.high / this.data.zones.length) * this.scale;
    this.makeStamps(Math.min(1, Math.max(0.7, wide / 700)));
  }

  // Each kind of mark is drawn once and copied from then on: thousands of small outlines in each picture take too long.
  makeStamps(size) {
    const { colour } = this;
    const circle = r => `M${r} 0A${r} ${r} 0 1 1 ${-r} 0A${r} ${r} 0 1 1 ${r} 0Z`, diamond = 'M0-4.4 4.4 0 0 4.4-4.4 0Z';
    // By status, then people without a taxi and people whose taxi is coming: outline, inside, edge.
    const forms = [['M-1-1H1V1H-1Z', colour.off], [circle(3.2), colour.halo, colour.free], [circle(5), null, colour.offered],
      ['M0-5.2 4.8 3.6H-4.8Z', colour.pickup], ['M-3.4-3.4H3.4V3.4H-3.4Z', colour.aboard], [diamond, colour.people],
      [diamond, colour.halo, colour.people]];
    this.half = Math.ceil(7 * size * this.sharp);
    this.stamps = forms.map(([outline, inside, edge], kind) => {
      const stamp = Object.assign(document.createElement('canvas'), { width: 2 * this.half, height: 2 * this.half });
      const pen = stamp.getContext('2d');
      pen.setTransform(size * this.sharp, 0, 0, size * this.sharp, this.half, this.half);
      pen.lineWidth = 1.6;
      const path = new Path2D(outline);
      if (inside) {
        pen.fillStyle = inside;
        pen.fill(path);
      }
      if (edge) {
        pen.strokeStyle = pen.fillStyle = edge;
        pen.stroke(path);
        if (kind === OFFERED) pen.fill(new Path2D(circle(2.6)));
      }
      return stamp;
    });
  }

  // Copies a mark to places in the picture's own pixels, where nothing is smoothed.
  stamp(pen, list, kind) {
    const { half, sharp, stamps } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    for (let i = 0; i < list.length; i += 3) {
      pen.drawImage(stamps[kind ?? list[i + 2]], Math.round(list[i] * sharp) - half, Math.round(list[i + 1] * sharp) - half);
    }
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
  }

  x(east) { return this.left + this.scale * east; }
  y(north) { return this.above - this.scale * north; }

  // What draws on a canvas; `isNew` wipes it first. One that is empty is not wiped: on paper, where browsers print the single steps
  // of a drawing, that would wipe what lies below it too.
  pen(canvas, isNew = false) {
    const pen = canvas.getContext('2d');
    pen.setTransform(this.sharp, 0, 0, this.sharp, 0, 0);
    if (isNew && !this.empty.delete(canvas)) pen.clearRect(0, 0, canvas.width, canvas.height);
    return pen;
  }

  // The zones, darker where more taxis queue, with the lengths of their queues; only when one of these has changed.
  drawGround(time, chosen) {
    const lengths = this.data.zones.map(zone => this.data.queueLength(zone, time));
    const key = `${lengths.join()} ${chosen?.index}`;
    if (key === this.groundKey) return;
    this.groundKey = key;
    const pen = this.pen(this.ground, true);
    pen.fillStyle = this.colour.queue;
    pen.strokeStyle = this.colour.border;
    pen.lineWidth = 0.8;
    for (const zone of this.data.zones) {
      const length = lengths[zone.index];
      pen.globalAlpha = length ? 0.1 + 0.5 * Math.sqrt(length / this.data.longestQueue) : 0;
      if (length) pen.fill(zone.path, 'evenodd');
      pen.globalAlpha = 1;
      pen.stroke(zone.path);
    }
    if (chosen) {
      pen.strokeStyle = this.colour.chosen;
      pen.lineWidth = 2.5;
      pen.stroke(chosen.path);
    }
    this.lengths = lengths.map(String);
    if (this.room >= 14 && this.room < 40) this.drawLengths(pen);
  }

  // The lengths of the queues: above the taxis where zones are large, else below them.
  drawLengths(pen) {
    pen.font = `600 ${this.room < 40 ? 10 : 12}px system-ui, "Noto Sans", "Liberation Sans", sans-serif`;
    [pen.textAlign, pen.textBaseline, pen.lineJoin] = ['center', 'middle', 'round'];
    [pen.strokeStyle, pen.fillStyle, pen.lineWidth] = [this.colour.halo, this.colour.ink, 3];
    this.data.zones.forEach((zone, i) => {
      pen.strokeText(this.lengths[i], this.x(zone.east), this.y(zone.north));
      pen.fillText(this.lengths[i], this.x(zone.east), this.y(zone.north));
    });
  }

  // Taxis and people; returns how many there are of each kind.
  draw(time, chosen) {
    const { data, spot, drawn } = this, pen = this.pen(this.top, true);
    for (const list of drawn) list.length = 0;
    const counts = { status: [0, 0, 0, 0, 0], unseen: 0, waiting: 0, alone: 0 };
    for (let taxi = 0; taxi < data.number.length; taxi++) {
      const status = data.statusOf(taxi, time);
      counts.status[status]++;
      if (data.placeOf(taxi, time, status, spot)) drawn[status].push(this.x(spot.east), this.y(spot.north), taxi);
      else if (status !== OFF) counts.unseen++;
    }
    this.stamp(pen, drawn[OFF], OFF);
    this.drawTrack(pen, time, chosen?.taxi);
    for (const status of [FREE, ABOARD, TO_PICK_UP, OFFERED]) this.stamp(pen, drawn[status], status);
    this.drawPeople(pen, time, counts);
    if (chosen?.taxi !== undefined && data.placeOf(chosen.taxi, time, data.statusOf(chosen.taxi, time), spot)) {
      pen.strokeStyle = this.colour.chosen;
      pen.lineWidth = 2.5;
      pen.beginPath();
      pen.arc(this.x(spot.east), this.y(spot.north), 9, 0, 2 * Math.PI);
      pen.stroke();
    }
    if (this.room >= 40) this.drawLengths(pen);
    return counts;
  }

  // Who waits: filled without a taxi, hollow where one is coming.
  drawPeople(pen, time, counts) {
    this.people.length = 0;
    for (const call of this.data.calls) {
      if (call.since > time) break;
      if (call.until <= time) continue;
      counts.waiting += call.people;
      const hasTaxi = call.accepted <= time;
      if (!hasTaxi) counts.alone += call.people;
      this.people.push(this.x(call.east), this.y(call.north), hasTaxi ? 6 : 5);
    }
    this.stamp(pen, this.people);
  }

  // The way of the chosen taxi in the last quarter of an hour.
  drawTrack(pen, time, taxi) {
    const { data, spot } = this;
    if (taxi === undefined || !data.placeOf(taxi, time, data.statusOf(taxi, time), spot)) return;
    pen.beginPath();
    pen.moveTo(this.x(spot.east), this.y(spot.north));
    for (let i = data.placeNow[taxi] - 1; i >= data.placeFrom[taxi] && data.seenAt[i] >= time - 900; i--) {
      pen.lineTo(this.x(data.east[i]), this.y(data.north[i]));
      if (data.apart[i]) break;
    }
    pen.strokeStyle = this.colour.chosen;
    pen.lineWidth = 1.5;
    pen.stroke();
  }

  // The taxi nearest to a point of the picture, one on duty before one that is off; undefined without one within reach.
  taxiAt(x, y, reach = 14) {
    for (const group of [[FREE, OFFERED, TO_PICK_UP, ABOARD], [OFF]]) {
      let [nearest, found] = [reach * reach, undefined];
      for (const status of group) {
        const list = this.drawn[status];
        for (let i = 0; i < list.length; i += 3) {
          const distance = (list[i] - x) ** 2 + (list[i + 1] - y) ** 2;
          if (distance < nearest) [nearest, found] = [distance, list[i + 2]];
        }
      }
      if (found !== undefined) return found;
    }
    return undefined;
  }

  zoneAt(x, y) {
    const pen = this.pen(this.ground);
    return this.data.zones.find(zone => pen.isPointInPath(zone.path, x * this.sharp, y * this.sharp, 'evenodd'));
  }
}
