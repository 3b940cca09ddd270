// SPDX-License-Identifier: GPL-3.0-or-later
// Places of the city: degrees, and metres east and south of the middle of its zones. Exact to a thousandth within a city.
const METRES = 6_371_008.8 * Math.PI / 180;

export class Projection {
  constructor(zones) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const zone of zones) {
      for (const [longitude, latitude] of zone.outline.flat(2)) {
        [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
        [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
      }
    }
    this.middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
    this.scale = Math.cos(this.middle.latitude * Math.PI / 180);
    this.width = (east - west) * METRES * this.scale;
    this.height = (north - south) * METRES;
  }

  // Metres east and south of the middle.
  flat({ latitude, longitude }) {
    return [(longitude - this.middle.longitude) * METRES * this.scale, (this.middle.latitude - latitude) * METRES];
  }

  // The place of a point, rounded to about 10 cm.
  place([east, south]) {
    const round = value => Math.round(value * 1e6) / 1e6;
    return {
      latitude: round(this.middle.latitude - south / METRES),
      longitude: round(this.middle.longitude + east / METRES / this.scale),
    };
  }

  // Metres between two places, as the crow flies.
  distance(one, other) {
    const [a, b] = [this.flat(one), this.flat(other)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }

  // Which of eight directions leads from one place to another, from north by east.
  direction(one, other) {
    const [a, b] = [this.flat(one), this.flat(other)];
    const turn = Math.atan2(b[0] - a[0], a[1] - b[1]) / (2 * Math.PI);
    return ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'][(Math.round(turn * 8) + 8) % 8];
  }
}

// Whether a point lies within rings, of which every second one is a hole.
function isWithin(rings, [x, y]) {
  let inside = false;
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
      if (ay > y !== by > y && x < (bx - ax) * (y - ay) / (by - ay) + ax) inside = !inside;
    }
  }
  return inside;
}

// The zone at a place; undefined outside of all.
export function zoneAt(zones, { latitude, longitude }) {
  return zones.find(zone => zone.outline.some(rings => isWithin(rings, [longitude, latitude])));
}

function area(ring) {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0) / 2;
}

// A place within a zone, near its middle: of its largest part, the middle of the longest stretch of the line that halves it.
export function middleOf(zone) {
  const rings = zone.outline.reduce((best, part) => Math.abs(area(part[0])) > Math.abs(area(best[0])) ? part : best);
  const heights = rings[0].map(point => point[1]);
  const latitude = (Math.min(...heights) + Math.max(...heights)) / 2 + 1e-9;
  const crossings = [];
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1) {
      const [[ax, ay], [bx, by]] = [ring[i], ring[j]];
      if (ay > latitude !== by > latitude) crossings.push((bx - ax) * (latitude - ay) / (by - ay) + ax);
    }
  }
  crossings.sort((a, b) => a - b);
  let longest = [rings[0][0][0], rings[0][0][0]];
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    if (crossings[i + 1] - crossings[i] > longest[1] - longest[0]) longest = [crossings[i], crossings[i + 1]];
  }
  const round = value => Math.round(value * 1e6) / 1e6;
  return { latitude: round(latitude), longitude: round((longest[0] + longest[1]) / 2) };
}
