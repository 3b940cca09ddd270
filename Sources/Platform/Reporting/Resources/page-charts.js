// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the charts one after another, from the top of the page to its end, so that the page can be read at once.

// Colours are those of the page, as variables, so that the dark scheme and the print change them with the page.
const style = { font: 'system-ui, "Noto Sans", "Liberation Sans", sans-serif',
  axis: { labelColor: 'var(--ink)', titleColor: 'var(--soft)', titleFontWeight: 500, gridColor: 'var(--grid)',
    domainColor: 'var(--line)', tickColor: 'var(--line)', labelFontSize: 12, titleFontSize: 12 },
  axisY: { minExtent: 52 },
  legend: { labelColor: 'var(--ink)', titleColor: 'var(--soft)', titleFontWeight: 500, labelFontSize: 12,
    titleFontSize: 12, orient: 'top', gradientLength: 160 },
  text: { color: 'var(--ink)' }, view: { stroke: null } };

// What all charts have in common; the rest of each is a file of its own.
function specification(chart, place) {
  const spec = { width: 'container', background: null, autosize: { type: 'fit', contains: 'padding' },
    // Room for half of the last label.
    padding: { left: 5, top: 5, right: 18, bottom: 5 }, ...chart.spec,
    datasets: chart.datasets };
  // A layer without data, such as the line of a warm-up that there is none of, has no place on the axis.
  if (spec.layer) spec.layer = spec.layer.filter(layer => chart.datasets[layer.data?.name]?.length !== 0);
  // Entries of a legend stand in two columns where they have no room beside each other.
  const narrow = place.clientWidth < 520;
  const config = !narrow ? style
    : { ...style, legend: { ...style.legend, columns: 2 }, text: { ...style.text, fontSize: 9.5 } };
  return [spec, config];
}

// A file that the reader keeps; nothing is fetched.
function keep(name, type, text) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// Rows as CSV (RFC 4180); the columns are the fields in the order in which they first occur.
function csv(rows) {
  const columns = [...new Set(rows.flatMap(row => Object.keys(row)))];
  const cell = value => {
    const text = value === null || value === undefined ? '' : String(value);
    return /[",\r\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
  };
  return [columns, ...rows.map(row => columns.map(column => row[column]))]
    .map(cells => cells.map(cell).join(',') + '\r\n').join('');
}

// A drawing that stands alone has the colours of the light page, on white.
const light = { ink: '#1d2329', soft: '#59636e', line: '#d9dee3', grid: '#e8ecef', paper: '#ffffff', faint: '#dddddd',
  wash: '#f5f7f9' };
function standalone(svg) {
  return svg.replace(/var\(--(\w+)\)/g, (whole, name) => light[name] ?? whole);
}

const slug = document.title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '').slice(0, 40);

// The buttons of a figure: `svg` gives its drawing, `rows` its data.
function offer(figure, id, title, svg, rows) {
  const buttons = document.createElement('p');
  buttons.className = 'get';
  const add = (name, what, act) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.setAttribute('aria-label', `Download ${what} of “${title}” as ${name}`);
    button.addEventListener('click', act);
    buttons.append(button);
  };
  add('SVG', 'the drawing', async () => keep(`${slug}-${id}.svg`, 'image/svg+xml', standalone(await svg())));
  add('CSV', 'the data', () => keep(`${slug}-${id}.csv`, 'text/csv', csv(rows())));
  figure.querySelector('h3').after(buttons);
}

const views = [];
async function draw(chart) {
  const place = document.getElementById('chart-' + chart.id);
  if (!place) return;
  try {
    const [spec, config] = specification(chart, place);
    const { view } = await window.vegaEmbed(place, spec, { renderer: 'svg', actions: false, config });
    views.push(view);
    // The frame around the drawing carries its description.
    for (const drawing of place.querySelectorAll('svg')) drawing.setAttribute('aria-hidden', 'true');
    place.dataset.drawn = 'yes';
    offer(place.closest('figure'), chart.id, chart.title, () => view.toSVG(), () => chart.datasets.rows);
  } catch (error) {
    console.error(error);
    place.innerHTML = '<p class="failed">This chart could not be drawn; its values are in the tables.</p>';
  }
}

// A4 is narrower than most windows: a drawing is laid out anew for it, so that its letters keep their size.
const printed = 680;
addEventListener('beforeprint', () => {
  for (const view of views) if (view.width() > printed) view.width(printed).run();
});
addEventListener('afterprint', () => dispatchEvent(new Event('resize')));

const specs = document.getElementById('specs');
const pending = [];
if (specs && window.vegaEmbed) {
  pending.push((async () => {
    for (const chart of JSON.parse(specs.textContent)) {
      await draw(chart);
      // The page answers between two drawings.
      await new Promise(resolve => setTimeout(resolve));
    }
  })());
}
