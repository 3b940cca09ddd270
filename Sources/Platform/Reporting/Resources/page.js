// SPDX-License-Identifier: GPL-3.0-or-later
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
