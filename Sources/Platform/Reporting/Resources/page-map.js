// SPDX-License-Identifier: GPL-3.0-or-later
// The map of the zones. Its GeoJSON says what it can be coloured by (`measures`).

const shapes = document.getElementById('geojson');
if (shapes && window.L) {
  const zones = JSON.parse(shapes.textContent);
  const scale = ['#fde725', '#5ec962', '#21918c', '#3b528b', '#440154'];
  const blank = 'var(--paper)';
  const map = L.map('map', { zoomControl: true, attributionControl: false, scrollWheelZoom: false, zoomSnap: 0.25,
    keyboard: false });
  let layer, bounds, current = 0, shown;
  // Streets below the zones, of each weight one path: each a weight, then steps in hundred-thousandths of a degree.
  const streets = [[], [], []];
  for (const [weight, ...steps] of zones.streets ?? []) {
    let x = 0, y = 0;
    const line = [];
    for (let i = 0; i < steps.length; i += 2) line.push([(x += steps[i]) / 1e5, (y += steps[i + 1]) / 1e5]);
    streets[weight].push(line);
  }
  const hasStreets = streets.some(lines => lines.length), opacity = hasStreets ? 0.6 : 0.85;
  if (hasStreets) {
    map.createPane('streets').style.zIndex = 350;
    streets.forEach((lines, weight) => L.polyline(lines.map(line => line.map(([x, y]) => [y, x])),
      { pane: 'streets', interactive: false, color: 'var(--ink)', weight: 0.5 + weight, opacity: 0.55 + 0.15 * weight }).addTo(map));
  }

  const number = (measure, value, digits) => value === null ? '–'
    : value.toFixed(digits ?? measure.digits) + (measure.unit ? ' ' + measure.unit : '');
  const told = p => `${p.zone} ${p.name}: ` +
    zones.measures.map(measure => `${measure.name} ${number(measure, p[measure.key])}`).join(', ');

  // Fifths of the zones, so that one extreme zone does not hide the rest.
  const colouring = kind => {
    const measure = zones.measures.find(measure => measure.key === kind);
    const values = zones.features.map(f => f.properties[kind]).filter(v => v !== null).sort((a, b) => a - b);
    let limits = [];
    for (let i = 1; i < 5; i++) limits.push(values[Math.min(values.length - 1, Math.floor(i * values.length / 5))]);
    limits = [...new Set(limits)].filter(v => v > values[0]);
    const colour = v => v === null ? blank
      : scale[limits.length ? Math.round(limits.filter(l => v >= l).length * 4 / limits.length) : 0];
    const isFine = values.length && values[values.length - 1] - values[0] < 2;
    const digits = measure.digits + (isFine && measure.digits ? 1 : 0);
    const edges = values.length ? [values[0], ...limits, values[values.length - 1]] : [];
    const entries = edges.length > 1
      ? edges.slice(0, -1).map((from, i) => [colour(from), `${number(measure, from, digits)} to ${number(measure, edges[i + 1], digits)}`])
      : edges.map(v => [colour(v), number(measure, v, digits)]);
    if (zones.features.some(f => f.properties[kind] === null)) entries.push([blank, measure.none]);
    return { measure, colour, entries };
  };

  // The zones as a drawing of its own: for paper, and to keep.
  const drawing = ({ measure, colour, entries }, withLegend) => {
    const points = zones.features.flatMap(f => f.geometry.coordinates.flat(2));
    const ends = axis => points.reduce(([a, b], p) => [Math.min(a, p[axis]), Math.max(b, p[axis])], [Infinity, -Infinity]);
    const [west, east] = ends(0), [south, north] = ends(1);
    const narrowing = Math.cos((south + north) / 2 * Math.PI / 180);
    const width = 680, factor = Math.min(width / Math.max(1e-9, (east - west) * narrowing), 560 / Math.max(1e-9, north - south));
    const left = (width - (east - west) * narrowing * factor) / 2;
    const at = ([x, y]) => `${(left + (x - west) * narrowing * factor).toFixed(1)} ${((north - y) * factor).toFixed(1)}`;
    const safe = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);
    const high = (north - south) * factor, height = Math.ceil(high) + (withLegend ? 24 + 20 * entries.length : 2);
    const lines = streets.map((all, weight) => all.length
      ? `<path d="${all.map(line => 'M' + line.map(at).join('L')).join('')}" fill="none" stroke="#1d2329" stroke-width="${0.3 + 0.6 * weight}"/>` : '');
    const areas = zones.features.map(f => `<path d="${f.geometry.coordinates.flat().map(ring =>
      'M' + ring.map(at).join('L') + 'Z').join('')}" fill="${colour(f.properties[measure.key])}" fill-opacity="${hasStreets ? 0.7 : 1}" fill-rule="evenodd" ` +
      `stroke="#4a545e" stroke-width="0.8"><title>${safe(told(f.properties))}</title></path>`);
    const legend = withLegend ? [`<text x="0" y="${high + 18}">${safe(measure.name)}</text>`, ...entries.map(([fill, words], i) =>
      `<rect x="0" y="${high + 24 + 20 * i}" width="20" height="13" fill="${fill}" fill-opacity="${hasStreets ? 0.7 : 1}" stroke="#777"/>` +
      `<text x="28" y="${high + 35 + 20 * i}">${safe(words)}</text>`)] : [];
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -1 ${width} ${height}" width="${width}" height="${height}" ` +
      `font-family="sans-serif" font-size="12" fill="#1d2329">${lines.join('')}${areas.join('')}${legend.join('')}</svg>`;
  };

  const paths = [];
  const mark = (index, isOn) => layer.getLayers()[index]
    .setStyle(isOn ? { weight: 4, color: 'var(--ink)', fillOpacity: 1 } : { weight: 0.8, color: '#4a545e', fillOpacity: opacity });
  // One zone is a stop of the tab key, the arrow keys go on from there: each zone says what pointing at it shows.
  const reach = () => layer.getLayers().forEach((area, index) => {
    const path = area.getElement();
    paths[index] = path;
    path.setAttribute('tabindex', index === current ? 0 : -1);
    path.setAttribute('role', 'img');
    path.setAttribute('aria-label', told(zones.features[index].properties));
    path.addEventListener('focus', () => { mark(index, true); area.openTooltip(area.getBounds().getCenter()); });
    path.addEventListener('blur', () => { mark(index, false); area.closeTooltip(); });
    path.addEventListener('keydown', event => {
      const last = paths.length - 1;
      const next = { ArrowRight: index + 1, ArrowDown: index + 1, ArrowLeft: index - 1, ArrowUp: index - 1, Home: 0, End: last }[event.key];
      if (event.key === 'Escape') area.closeTooltip();
      if (next === undefined) return;
      event.preventDefault();
      path.setAttribute('tabindex', -1);
      current = (next + paths.length) % paths.length;
      paths[current].setAttribute('tabindex', 0);
      paths[current].focus();
    });
  });

  const show = kind => {
    shown = colouring(kind);
    if (layer) layer.remove();
    layer = L.geoJSON(zones, {
      style: f => ({ color: '#4a545e', weight: 0.8, fillColor: shown.colour(f.properties[kind]), fillOpacity: opacity,
        dashArray: f.properties[kind] === null ? '3 3' : null }),
      onEachFeature: (f, area) => {
        const tip = document.createElement('div');
        tip.textContent = told(f.properties);
        area.bindTooltip(tip, { sticky: true });
      } }).addTo(map);
    if (!bounds) { bounds = layer.getBounds(); map.fitBounds(bounds, { padding: [12, 12] }); }
    reach();
    document.getElementById('map-print').innerHTML = drawing(shown, false);
    const legend = document.getElementById('legend');
    const name = document.createElement('span');
    name.textContent = shown.measure.name + ':';
    legend.replaceChildren(name, ...shown.entries.map(([fill, words]) => {
      const entry = document.createElement('span');
      const swatch = document.createElement('i');
      swatch.style.background = fill;
      swatch.style.opacity = opacity;
      entry.append(swatch, words);
      return entry;
    }));
  };
  for (const radio of document.querySelectorAll('input[name=map]')) {
    radio.addEventListener('change', () => show(radio.value));
  }
  show('notInTime');
  const figure = document.getElementById('map').closest('figure');
  offer(figure, 'map', 'Map of the zones', () => drawing(shown, true), () => zones.features.map(f => ({ ...f.properties })));
}
