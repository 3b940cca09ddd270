// SPDX-License-Identifier: GPL-3.0-or-later
const style = { font: 'system-ui, "Noto Sans", "Liberation Sans", sans-serif',
  axis: { labelColor: '#1d2329', titleColor: '#59636e', titleFontWeight: 500, gridColor: '#e8ecef', domainColor: '#b9c1c9',
    tickColor: '#b9c1c9', labelFontSize: 12, titleFontSize: 12 },
  legend: { labelColor: '#1d2329', titleColor: '#59636e', titleFontWeight: 500, labelFontSize: 12, titleFontSize: 12,
    orient: 'top', gradientLength: 160 },
  view: { stroke: null } };
// What all charts have in common; the rest of each is a file of its own.
const frame = { width: 'container', background: null, autosize: { type: 'fit', contains: 'padding' } };
const pending = [];
const specs = document.getElementById('specs');
if (specs && window.vegaEmbed) {
  for (const chart of JSON.parse(specs.textContent)) {
    const place = document.getElementById('chart-' + chart.id);
    if (!place) continue;
    const spec = { ...frame, ...chart.spec, datasets: chart.datasets };
    // A layer without data, such as the line of a warm-up that there is none of, has no place on the axis.
    if (spec.layer) spec.layer = spec.layer.filter(layer => chart.datasets[layer.data?.name]?.length !== 0);
    pending.push(window.vegaEmbed(place, spec, { renderer: chart.renderer, actions: false, config: style })
      .then(() => {
        // The frame around the drawing carries its description.
        for (const drawing of place.querySelectorAll('svg, canvas')) drawing.setAttribute('aria-hidden', 'true');
        place.dataset.drawn = 'yes';
      })
      .catch(error => {
        console.error(error);
        place.innerHTML = '<p class="failed">This chart could not be drawn; its values are in the tables.</p>';
      }));
  }
}
const shapes = document.getElementById('geojson');
if (shapes && window.L) {
  const zones = JSON.parse(shapes.textContent);
  const scale = ['#fde725', '#5ec962', '#21918c', '#3b528b', '#440154'];
  const kinds = { notInTime: ['not aboard in time', '%', 1], unserved: ['unserved', '%', 1], wait: ['mean wait of those served', 'min', 1], queue: ['drivers in the queue', '', 1] };
  const map = L.map('map', { zoomControl: true, attributionControl: false, scrollWheelZoom: false, zoomSnap: 0.25 });
  let layer, bounds;
  const show = kind => {
    const [label, unit, digits] = kinds[kind];
    const values = zones.features.map(f => f.properties[kind]).filter(v => v !== null).sort((a, b) => a - b);
    // Fifths of the zones, so that one extreme zone does not hide the rest.
    let limits = [];
    for (let i = 1; i < 5; i++) limits.push(values[Math.min(values.length - 1, Math.floor(i * values.length / 5))]);
    limits = [...new Set(limits)].filter(v => v > values[0]);
    const step = v => limits.filter(l => v >= l).length;
    const colour = v => v === null ? '#ffffff'
      : scale[limits.length ? Math.round(step(v) * 4 / limits.length) : 0];
    const fine = values.length && values[values.length - 1] - values[0] < 2 ? digits + 1 : digits;
    const none = { notInTime: 'no wish', unserved: 'no request', wait: 'nobody was served', queue: '' }[kind];
    const text = v => v === null ? none : v.toFixed(fine) + (unit ? ' ' + unit : '');
    if (layer) layer.remove();
    layer = L.geoJSON(zones, {
      style: f => ({ color: '#4a545e', weight: 0.8, fillColor: colour(f.properties[kind]), fillOpacity: 0.85,
        dashArray: f.properties[kind] === null ? '3 3' : null }),
      onEachFeature: (f, l) => {
        const p = f.properties;
        const tip = document.createElement('div');
        tip.textContent = `${p.zone} ${p.name}: not aboard in time ${p.notInTime === null ? '–' : p.notInTime.toFixed(1) + ' %'}, unserved ${p.unserved === null ? '–' : p.unserved.toFixed(1) + ' %'} of ` +
          `${p.stored} requests, mean wait of the served ${p.wait === null ? '–' : p.wait.toFixed(1) + ' min'}, ` +
          `queue ${p.queue.toFixed(1)}`;
        l.bindTooltip(tip, { sticky: true });
      } }).addTo(map);
    if (!bounds) { bounds = layer.getBounds(); map.fitBounds(bounds, { padding: [12, 12] }); }
    const legend = document.getElementById('legend');
    legend.textContent = '';
    const edges = values.length ? [values[0], ...limits, values[values.length - 1]] : [];
    const entries = edges.length > 1
      ? edges.slice(0, -1).map((from, i) => [colour(from), `${text(from)} to ${text(edges[i + 1])}`])
      : edges.map(v => [colour(v), text(v)]);
    if (zones.features.some(f => f.properties[kind] === null)) entries.push(['#ffffff', none]);
    const name = document.createElement('span');
    name.textContent = label + ':';
    legend.append(name);
    for (const [fill, words] of entries) {
      const entry = document.createElement('span');
      const swatch = document.createElement('i');
      swatch.style.background = fill;
      entry.append(swatch, words);
      legend.append(entry);
    }
  };
  for (const radio of document.querySelectorAll('input[name=map]')) {
    radio.addEventListener('change', () => show(radio.value));
  }
  show('notInTime');
}
for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => head.querySelector('button').addEventListener('click', () => {
    const up = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    const key = row => {
      const cell = row.cells[column];
      return cell.dataset.key === undefined ? cell.textContent : Number(cell.dataset.key);
    };
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row, index) => ({ row, index, key: key(row) }));
    rows.sort((a, b) => {
      const order = typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key : String(a.key).localeCompare(String(b.key), 'en');
      return (up ? order : -order) || a.index - b.index;
    });
    body.append(...rows.map(entry => entry.row));
  }));
}
Promise.all(pending).then(() => { document.documentElement.dataset.ready = 'yes'; });
