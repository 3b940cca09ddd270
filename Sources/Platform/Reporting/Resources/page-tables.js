// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of thousands of rows: some are shown at a time, and all of them are sorted and chosen from.
for (const paged of document.querySelectorAll('.paged')) {
  const all = JSON.parse(paged.querySelector('script').textContent).map((cells, index) => ({ cells, index }));
  const table = paged.querySelector('table');
  const heads = [...table.tHead.rows[0].cells];
  const titles = heads.map(head => head.textContent);
  const isText = heads.map(head => head.className === 'text');
  const atOnce = Number(paged.dataset.atOnce);
  const status = paged.querySelector('.status');
  // What follows the count: the order that the rows have before anybody sorts them.
  const order = status.textContent.slice(status.textContent.indexOf(','));
  let chosen = all, first = 0, isSorted = false;

  const text = cell => Array.isArray(cell) ? cell[0] : cell;
  const key = cell => Array.isArray(cell) ? cell[1] : cell;

  function show() {
    const rows = chosen.slice(first, first + atOnce).map(({ cells }) => {
      const row = document.createElement('tr');
      row.append(...cells.map((cell, column) => {
        const place = document.createElement('td');
        if (isText[column]) place.className = 'text';
        if (Array.isArray(cell)) place.dataset.key = cell[1];
        place.textContent = text(cell);
        return place;
      }));
      return row;
    });
    table.tBodies[0].replaceChildren(...rows);
    table.parentElement.scrollTop = 0;
    back.disabled = first === 0;
    forth.disabled = first + atOnce >= chosen.length;
    const some = chosen.length === all.length ? '' : `, chosen from ${all.length}`;
    status.textContent = (chosen.length === 0 ? 'No row' : `Rows ${first + 1} to ${first + rows.length} of ${chosen.length}`)
      + some + (isSorted || chosen.length === 0 ? '.' : order);
  }

  heads.forEach((head, column) => head.querySelector('button').addEventListener('click', () => {
    const up = head.getAttribute('aria-sort') !== 'ascending';
    for (const other of heads) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    isSorted = true;
    all.sort((a, b) => {
      const [one, other] = [key(a.cells[column]), key(b.cells[column])];
      const way = typeof one === 'number' && typeof other === 'number'
        ? one - other : String(one).localeCompare(String(other), 'en');
      return (up ? way : -way) || a.index - b.index;
    });
    choose();
  }));

  // A wish is path=value, or a part of any text of the row; wishes with commas between must all hold.
  function holds(row, wish) {
    const column = titles.findIndex(title => wish.startsWith(title + '='));
    if (column >= 0) return text(row.cells[column]) === wish.slice(titles[column].length + 1);
    return row.cells.some((cell, place) => isText[place] && text(cell).includes(wish));
  }

  function choose() {
    const wishes = input.value.split(/,(?![^[{(]*[\]})])/).map(wish => wish.trim()).filter(wish => wish !== '');
    chosen = wishes.length === 0 ? all : all.filter(row => wishes.every(wish => holds(row, wish)));
    first = 0;
    show();
  }

  const button = (name, step) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = name;
    made.addEventListener('click', () => { first += step; show(); });
    return made;
  };
  const back = button(`Previous ${atOnce}`, -atOnce), forth = button(`Next ${atOnce}`, atOnce);
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = all.length === 0 ? '' : `${titles[0]}=${text(all[0].cells[0])}`;
  input.addEventListener('input', choose);
  const label = document.createElement('label');
  label.append('Only rows with these values, with commas between', input);
  const controls = document.createElement('div');
  controls.className = 'choose';
  controls.append(label, back, forth);
  status.before(controls);
  show();
}
