// SPDX-License-Identifier: GPL-3.0-or-later
// The moving map's numbers: read from the page, and asked what is true at a time. Times are whole seconds of the run, places whole
// metres east and north. How they are coded is said in MovingMap.swift.
const [OFF, FREE, OFFERED, TO_PICK_UP, ABOARD] = [0, 1, 2, 3, 4];
const STEP = { offDuty: 0, onDuty: 1, offered: 2, refused: 3, timedOut: 4, withdrawn: 5, accepted: 6, atMeetingPoint: 7, aboard: 8,
  dropped: 9, ended: 10, released: 11 };
const [JOIN, LEAVE, BOTTOM] = [0, 1, 2];

// Reads whole numbers of seven bits a byte, the lowest first.
class NumberReader {
  constructor(bytes) { this.bytes = bytes; this.at = 0; }
  whole() {
    let value = 0, shift = 0, byte;
    do {
      byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return value >>> 0;
  }
  // The sign is the lowest bit.
  signed() { const value = this.whole(); return value & 1 ? -(value >>> 1) - 1 : value >>> 1; }
}

// What a taxi's status is after a step of its story.
function statusAfter(step, before) {
  switch (step) {
    case STEP.offDuty: return OFF;
    case STEP.onDuty: case STEP.ended: case STEP.released: return FREE;
    case STEP.offered: return before === FREE ? OFFERED : before;
    case STEP.refused: case STEP.timedOut: case STEP.withdrawn: return before === OFFERED ? FREE : before;
    case STEP.accepted: return TO_PICK_UP;
    case STEP.aboard: return ABOARD;
    default: return before;
  }
}

class MovingMapData {
  constructor(head, text) {
    this.head = head;
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    const reader = new NumberReader(bytes);
    this.readZones(reader);
    this.readTaxis(reader);
    this.readQueues(reader);
    this.readCalls(reader);
  }

  readZones(reader) {
    this.zones = this.head.zones.map((zone, index) => ({ ...zone, index, rings: [], east: 0, north: 0, turns: [], lengths: [] }));
    for (const zone of this.zones) {
      // A layout without names has the numbers in their place.
      const hasName = zone.name !== String(zone.id);
      zone.title = hasName ? `${zone.id} ${zone.name}` : `Zone ${zone.id}`;
      if (!hasName) zone.name = `zone ${zone.id}`;
      [zone.east, zone.north] = [reader.signed(), reader.signed()];
      let [east, north] = [zone.east, zone.north];
      for (let rings = reader.whole(); rings > 0; rings--) {
        const ring = [];
        for (let points = reader.whole(); points > 0; points--) {
          east += reader.signed();
          north += reader.signed();
          ring.push([east, north]);
        }
        zone.rings.push(ring);
      }
    }
  }

  readTaxis(reader) {
    const { taxis, places, steps } = this.head;
    this.number = new Int32Array(taxis);
    this.byNumber = new Map();
    this.placeFrom = new Int32Array(taxis + 1);
    this.stepFrom = new Int32Array(taxis + 1);
    [this.seenAt, this.east, this.north] = [new Int32Array(places), new Int32Array(places), new Int32Array(places)];
    this.apart = new Uint8Array(places);
    [this.stepAt, this.about] = [new Int32Array(steps), new Int32Array(steps)];
    [this.step, this.status] = [new Uint8Array(steps), new Uint8Array(steps)];
    let place = 0, step = 0;
    for (let taxi = 0; taxi < taxis; taxi++) {
      this.byNumber.set(this.number[taxi] = reader.whole(), taxi);
      let time = 0, east = 0, north = 0;
      for (let count = reader.whole(); count > 0; count--, place++) {
        const code = reader.whole();
        this.apart[place] = code & 1;
        this.seenAt[place] = time += code >>> 1;
        this.east[place] = east += reader.signed();
        this.north[place] = north += reader.signed();
      }
      this.placeFrom[taxi + 1] = place;
      let now = 0, status = OFF;
      for (let count = reader.whole(); count > 0; count--, step++) {
        const code = reader.whole();
        this.step[step] = code & 15;
        this.stepAt[step] = now += code >>> 4;
        this.about[step] = reader.whole();
        this.status[step] = status = statusAfter(this.step[step], status);
      }
      this.stepFrom[taxi + 1] = step;
    }
    this.placeNow = this.placeFrom.slice(0, taxis);
    this.stepNow = this.stepFrom.slice(0, taxis);
  }

  readQueues(reader) {
    let time = 0;
    this.longestQueue = 1;
    for (let left = this.head.queued; left > 0; left--) {
      time += reader.whole();
      const zone = this.zones[reader.whole()], code = reader.whole();
      const turn = { time, taxi: this.byNumber.get(code >>> 2), kind: code & 3 };
      zone.turns.push(turn);
      const length = (zone.lengths.at(-1)?.length ?? 0) + (turn.kind === JOIN ? 1 : turn.kind === LEAVE ? -1 : 0);
      zone.lengths.push({ time, length });
      if (length > this.longestQueue) this.longestQueue = length;
    }
    for (const zone of this.zones) zone.now = -1;
  }

  readCalls(reader) {
    let time = 0, request = 0;
    this.calls = [];
    for (let left = this.head.calls; left > 0; left--) {
      time += reader.whole();
      request += reader.signed();
      const zone = this.zones[reader.whole()];
      const call = { request, zone, since: time, people: reader.whole(), east: zone.east + reader.signed(),
        north: zone.north + reader.signed() };
      // 0 stands for never; other times are told from the call on, and one more.
      const accepted = reader.whole();
      call.accepted = accepted ? time + accepted - 1 : Infinity;
      call.taxi = accepted ? this.byNumber.get(reader.whole()) : undefined;
      const ended = reader.whole();
      call.until = ended ? time + ended - 1 : Infinity;
      call.ending = ended ? reader.whole() : 0;
      this.calls.push(call);
    }
    this.callsByRequest = new Map(this.calls.map(call => [call.request, call]));
  }

  statusOf(taxi, time) {
    const [from, to] = [this.stepFrom[taxi], this.stepFrom[taxi + 1]];
    let now = this.stepNow[taxi];
    while (now < to && this.stepAt[now] <= time) now++;
    while (now > from && this.stepAt[now - 1] > time) now--;
    this.stepNow[taxi] = now;
    return now > from ? this.status[now - 1] : OFF;
  }

  // Writes where a taxi is into `out`; false where that is not known.
  placeOf(taxi, time, status, out) {
    const [from, to] = [this.placeFrom[taxi], this.placeFrom[taxi + 1]];
    let next = this.placeNow[taxi];
    while (next < to && this.seenAt[next] <= time) next++;
    while (next > from && this.seenAt[next - 1] > time) next--;
    this.placeNow[taxi] = next;
    let share = 0, before = next - 1;
    if (next === to) {
      if (next === from) return false;
    } else if (next === from || this.apart[next]) {
      // Nothing is known in between: off duty it stands where it was last seen, on duty where it is seen next.
      if (status !== OFF) before = next;
      else if (next === from) return false;
    } else {
      share = (time - this.seenAt[before]) / (this.seenAt[next] - this.seenAt[before]);
    }
    out.east = this.east[before] + (share ? share * (this.east[next] - this.east[before]) : 0);
    out.north = this.north[before] + (share ? share * (this.north[next] - this.north[before]) : 0);
    return true;
  }

  queueLength(zone, time) {
    const list = zone.lengths;
    while (zone.now + 1 < list.length && list[zone.now + 1].time <= time) zone.now++;
    while (zone.now >= 0 && list[zone.now].time > time) zone.now--;
    return zone.now < 0 ? 0 : list[zone.now].length;
  }

  // The taxis of a queue from the top, each with the time since when.
  queue(zone, time) {
    const queue = [];
    for (const turn of zone.turns) {
      if (turn.time > time) break;
      const place = queue.findIndex(entry => entry.taxi === turn.taxi);
      const [entry] = place < 0 ? [{ taxi: turn.taxi, since: turn.time }] : queue.splice(place, 1);
      if (turn.kind !== LEAVE) queue.push(entry);
    }
    return queue;
  }

  // The instant at which most people wait, of several the first.
  busiest() {
    const changes = this.calls.flatMap(call => [[call.since, call.people], [Math.min(call.until, this.head.length), -call.people]]);
    changes.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    let waiting = 0, most = 0, at = 0;
    for (const [time, people] of changes) {
      waiting += people;
      if (waiting > most) [most, at] = [waiting, time];
    }
    return at;
  }
}
