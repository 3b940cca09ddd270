// SPDX-License-Identifier: GPL-3.0-or-later
// The moving map's controls: play, pause, speed, any time, an hour, a taxi, a zone. It never starts by itself.
function startMovingMap(root) {
  const part = name => root.querySelector(`[data-mm="${name}"]`);
  const data = new MovingMapData(JSON.parse(document.getElementById('moving-map-head').textContent),
    document.getElementById('moving-map-data').textContent.trim());
  const { head } = data, frame = part('frame'), canvas = new MovingMapCanvas(data, frame);
  const [play, slider, speed, hour, clockText] = ['play', 'time', 'speed', 'hour', 'clock'].map(part);
  const [taxiBox, zoneBox, tip] = ['taxi', 'zone', 'tip'].map(part);
  let time = data.busiest(), isPlaying = false, before = 0, toldAt = 0, chosen = null, frames = [];

  const panel = new StoryPanel(data, part('panel'), to => { pause(); go(to); });
  const tell = counts => {
    clockText.textContent = `${day(head, time)} ${clock(head, time)}`;
    slider.value = Math.floor(time);
    slider.setAttribute('aria-valuetext', clockText.textContent);
    ['off', 'free', 'offered', 'pickup', 'aboard'].forEach((name, i) => { part(`count-${name}`).textContent = counts.status[i]; });
    part('count-people').textContent = counts.waiting - counts.alone;
    part('count-alone').textContent = counts.alone;
    part('unseen').textContent = counts.unseen ? `${counts.unseen} on duty, not seen yet: not drawn` : '';
    hour.value = String(Math.max(-1, Math.floor(((head.start % 3600) + time) / 3600)));
    panel.show?.(time);
  };
  // Words and zones are for reading: five times a second are enough while it plays.
  const draw = (now = performance.now()) => {
    const isTold = !isPlaying || now - toldAt >= 200;
    if (isTold) canvas.drawGround(time, chosen?.zone);
    const counts = canvas.draw(time, chosen);
    if (!isTold) return;
    toldAt = now;
    tell(counts);
  };
  const step = now => {
    if (!isPlaying) return;
    frames.push(now);
    while (frames[0] < now - 2000) frames.shift();
    // A page that was hidden goes on where it was.
    time = Math.min(head.length, time + Math.min(0.25, (now - before) / 1000) * Number(speed.value));
    before = now;
    if (time >= head.length) pause();
    draw(now);
    if (isPlaying) requestAnimationFrame(step);
  };
  const mark = () => {
    play.textContent = isPlaying ? 'Pause' : 'Play';
    root.dataset.playing = isPlaying ? 'yes' : 'no';
  };
  const start = () => {
    if (isPlaying) return;
    if (time >= head.length) time = 0;
    [isPlaying, before, frames] = [true, performance.now(), []];
    mark();
    requestAnimationFrame(step);
  };
  const pause = () => {
    if (!isPlaying) return;
    isPlaying = false;
    mark();
    draw();
  };
  const go = to => {
    time = Math.min(head.length, Math.max(0, to));
    if (!isPlaying) draw();
  };
  const choose = what => {
    chosen = what;
    taxiBox.value = what?.taxi === undefined ? '' : data.number[what.taxi];
    zoneBox.value = what?.zone ? what.zone.index : '';
    part('close').hidden = !what;
    if (what?.taxi !== undefined) panel.taxi(what.taxi);
    else if (what?.zone) panel.zone(what.zone);
    else panel.clear();
    draw();
  };
  const faster = by => {
    speed.selectedIndex = Math.min(speed.options.length - 1, Math.max(0, speed.selectedIndex + by));
  };

  slider.max = head.length;
  const first = Math.floor(head.start / 3600), hours = Math.floor(((head.start % 3600) + head.length - 1) / 3600) + 1;
  for (let i = 0; i < hours; i++) {
    const at = (first + i) * 3600 - head.start;
    const name = (hours > 25 ? day(head, at) + ' ' : '') + clock(head, at, false);
    hour.append(element('option', name, { value: i }));
  }
  for (const zone of data.zones) zoneBox.append(element('option', zone.title, { value: zone.index }));
  taxiBox.max = Math.max(1, ...data.byNumber.keys());

  play.addEventListener('click', () => (isPlaying ? pause() : start()));
  slider.addEventListener('input', () => go(Number(slider.value)));
  hour.addEventListener('change', () => go((first + Number(hour.value)) * 3600 - head.start));
  zoneBox.addEventListener('change', () => choose(zoneBox.value === '' ? null : { zone: data.zones[Number(zoneBox.value)] }));
  taxiBox.addEventListener('change', () => {
    const taxi = data.byNumber.get(Number(taxiBox.value));
    choose(taxi === undefined ? null : { taxi });
  });
  part('close').addEventListener('click', () => { choose(null); frame.focus(); });

  // What is under the pointer; false outside all zones.
  const under = event => {
    const box = frame.getBoundingClientRect(), [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const taxi = canvas.taxiAt(x, y, event.pointerType === 'mouse' ? 9 : 16);
    return { x, y, what: taxi === undefined ? (zone => zone && { zone })(canvas.zoneAt(x, y)) : { taxi } };
  };
  frame.addEventListener('click', event => choose(under(event).what ?? null));
  frame.addEventListener('pointermove', event => {
    if (event.pointerType !== 'mouse') return;
    const { x, y, what } = under(event);
    tip.hidden = !what;
    if (!what) return;
    tip.textContent = what.zone ? `${what.zone.name}: queue ${data.queueLength(what.zone, time)}`
      : `taxi ${data.number[what.taxi]}: ${STATUS_WORDS[data.statusOf(what.taxi, time)]}`;
    tip.style.left = `${Math.min(x + 12, frame.clientWidth - tip.offsetWidth - 4)}px`;
    tip.style.top = `${Math.max(4, y - tip.offsetHeight - 8)}px`;
  });
  frame.addEventListener('pointerleave', () => { tip.hidden = true; });

  const keys = {
    ' ': () => (isPlaying ? pause() : start()), ArrowLeft: far => go(time - (far ? 600 : 60)),
    ArrowRight: far => go(time + (far ? 600 : 60)), Home: () => go(0), End: () => go(head.length), '+': () => faster(1),
    '=': () => faster(1), '-': () => faster(-1), Escape: () => choose(null),
  };
  root.addEventListener('keydown', event => {
    // Buttons, lists and boxes have keys of their own; the slider has its arrows.
    const hasOwn = event.key !== 'Escape' && (event.target === slider ? /^(Arrow|Home|End)/.test(event.key)
      : event.target.closest('button, select, input'));
    if (hasOwn || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key](event.shiftKey);
  });

  const refit = () => { canvas.fit(); draw(); };
  new ResizeObserver(refit).observe(frame.parentElement);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refit);
  // On paper the page is light, and shows the moment that is set.
  matchMedia('print').addEventListener('change', refit);
  for (const moment of ['beforeprint', 'afterprint']) addEventListener(moment, () => { pause(); refit(); });
  refit();
  root.hidden = false;
  root.dataset.ready = 'yes';
  mark();

  // For tests and for curious people: what the page itself measures, and where it draws a taxi.
  window.movingMap = {
    get framesPerSecond() {
      return frames.length > 1 ? (frames.length - 1) * 1000 / (frames.at(-1) - frames[0]) : 0;
    },
    get time() { return time; },
    get isPlaying() { return isPlaying; },
    play: start, pause, go, data,
    taxi(number) {
      const taxi = data.byNumber.get(number), status = data.statusOf(taxi, time), spot = { east: 0, north: 0 };
      const isSeen = data.placeOf(taxi, time, status, spot);
      return { status: STATUS_WORDS[status], isSeen, ...spot, x: canvas.x(spot.east), y: canvas.y(spot.north) };
    },
  };
}

// After the page is there: reading a large map takes a moment.
const movingMapRoot = document.getElementById('moving-map-root');
if (movingMapRoot) {
  const begin = () => setTimeout(() => {
    try {
      startMovingMap(movingMapRoot);
    } catch (error) {
      console.error(error);
      movingMapRoot.before(element('p', 'The moving map could not be drawn.', { class: 'note', role: 'note' }));
    }
  });
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
}
