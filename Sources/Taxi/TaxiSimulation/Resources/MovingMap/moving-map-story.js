// SPDX-License-Identifier: GPL-3.0-or-later
// What the moving map says in words: of a taxi its story, of a zone its queue and who waits there.
const STATUS_WORDS = ['off duty', 'free', 'offered a call', 'on the way to a pick-up', 'with passengers'];

const STEP_WORDS = {
  [STEP.offDuty]: (cause, zone, head) => `off duty (${head.causes[cause]})`,
  [STEP.onDuty]: () => 'on duty',
  [STEP.offered]: (call, zone) => `call ${call}${zone ? ` in ${zone}` : ''} is offered`,
  [STEP.refused]: () => 'refuses',
  [STEP.timedOut]: () => 'does not answer in time',
  [STEP.withdrawn]: () => 'the offer is taken back',
  [STEP.accepted]: call => `accepts call ${call}`,
  [STEP.atMeetingPoint]: () => 'at the meeting point',
  [STEP.aboard]: count => `${people(count)} aboard`,
  [STEP.dropped]: () => 'one passenger gets out, others stay',
  [STEP.ended]: () => 'the ride is over',
  [STEP.released]: () => 'the ride is released: nobody boards',
};

function pad(number) { return String(number).padStart(2, '0'); }

// The clock of the city; a run that begins in 1970 counts its days.
function clock(head, time, withSeconds = true) {
  const date = new Date((head.start + Math.floor(time)) * 1000);
  return `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}` + (withSeconds ? `:${pad(date.getUTCSeconds())}` : '');
}
function day(head, time) {
  const seconds = head.start + Math.floor(time);
  return seconds < 365 * 86400 ? `day ${Math.floor(seconds / 86400) + 1}` : new Date(seconds * 1000).toISOString().slice(0, 10);
}
function people(count) { return count === 1 ? '1 person' : `${count} people`; }

function element(name, text, attributes = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The steps of a taxi's story and its turns in the queues, in the order of their times.
function storyOf(data, taxi) {
  const { head } = data, story = [];
  const zoneOf = request => data.callsByRequest.get(request)?.zone.name;
  for (let i = data.stepFrom[taxi]; i < data.stepFrom[taxi + 1]; i++) {
    const about = data.about[i], zone = zoneOf(about);
    story.push({ time: data.stepAt[i], text: STEP_WORDS[data.step[i]](about, zone, head) });
  }
  const words = ['joins the queue of', 'leaves the queue of', 'goes to the bottom of the queue of'];
  for (const zone of data.zones) {
    for (const turn of zone.turns) {
      if (turn.taxi === taxi) story.push({ time: turn.time, text: `${words[turn.kind]} ${zone.name}`, isQueue: true });
    }
  }
  return story.map((entry, order) => ({ ...entry, order })).sort((a, b) => a.time - b.time || a.order - b.order);
}

// Length of a queue over the run as a small drawing.
function queueCurve(data, zone) {
  const width = 240, height = 48, { length } = data.head;
  let path = `M0 ${height}`;
  for (const step of zone.lengths) {
    const y = height - height * step.length / data.longestQueue;
    path += `H${(width * step.time / length).toFixed(1)}V${y.toFixed(1)}`;
  }
  const space = 'http://www.w3.org/2000/svg', drawing = document.createElementNS(space, 'svg');
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  drawing.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('preserveAspectRatio', 'none');
  for (const [name, d] of [['curve', path + `H${width}`], ['now', '']]) {
    const line = document.createElementNS(space, 'path');
    line.setAttribute('class', name);
    line.setAttribute('d', d);
    drawing.append(line);
  }
  return { drawing, show: time => drawing.lastChild.setAttribute('d', `M${(width * time / length).toFixed(1)} 0V${height}`) };
}

// The panel beside the map.
class StoryPanel {
  constructor(data, box, jump) { Object.assign(this, { data, box, jump }); }

  clear() {
    this.show = null;
    this.box.replaceChildren(this.hint ??= this.box.firstElementChild);
  }

  title(text) {
    this.hint ??= this.box.firstElementChild;
    const head = element('div', undefined, { class: 'mm-head' }), now = element('p');
    head.append(element('h3', text), now);
    this.box.replaceChildren(head);
    this.box.scrollTop = 0;
    return now;
  }

  taxi(taxi) {
    const { data, box } = this;
    const now = this.title(`Taxi ${data.number[taxi]}`), list = element('ol', undefined, { class: 'mm-story' });
    const story = storyOf(data, taxi).map(entry => {
      const item = element('li', undefined, entry.isQueue ? { class: 'mm-queue' } : {});
      const button = element('button', clock(data.head, entry.time), { type: 'button', title: 'Go to this time' });
      button.addEventListener('click', () => this.jump(entry.time));
      item.append(button, ' ' + entry.text);
      list.append(item);
      return { ...entry, item };
    });
    box.append(story.length ? list : element('p', 'Nothing is known of it in this run.'));
    let shown = -2;
    this.show = time => {
      let last = -1;
      while (last + 1 < story.length && story[last + 1].time <= time) last++;
      now.textContent = `${clock(data.head, time)}: ${STATUS_WORDS[data.statusOf(taxi, time)]}`;
      if (last === shown) return;
      story[shown]?.item.removeAttribute('aria-current');
      story[last]?.item.setAttribute('aria-current', 'time');
      shown = last;
      // The entry of this time in the middle of the panel; the page itself stays where it is.
      const item = story[last]?.item;
      if (item) box.scrollTop = item.offsetTop - box.clientHeight / 2;
    };
  }

  zone(zone) {
    const { data, box } = this;
    const now = this.title(zone.title), [taxis, waiting] = [element('ol'), element('ul')];
    const curve = queueCurve(data, zone);
    box.append(element('h4', 'The queue from its top'), taxis, element('h4', 'Who waits here'), waiting,
      element('h4', 'The queue over the run'), curve.drawing);
    this.show = time => {
      const queue = data.queue(zone, time);
      const here = data.calls.filter(call => call.zone === zone && call.since <= time && time < call.until);
      now.textContent = `${clock(data.head, time)}: ${queue.length} in the queue, `
        + `${people(here.reduce((sum, call) => sum + call.people, 0))} waiting`;
      taxis.replaceChildren(...queue.map(entry =>
        element('li', `taxi ${data.number[entry.taxi]}, since ${clock(data.head, entry.since)}`)));
      waiting.replaceChildren(...here.map(call => element('li',
        `${call.request < 0 ? 'on the street' : `call ${call.request}`}: ${people(call.people)}, since `
        + clock(data.head, call.since)
        + (call.accepted <= time ? `, taxi ${data.number[call.taxi]} is coming` : ', no taxi yet'))));
      curve.show(time);
    };
  }
}
