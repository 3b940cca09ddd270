// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A table of thousands of rows, some of which are shown at a time. Its columns are sorted, and its rows chosen, over all of
/// them by the page's script; without a script the first rows stand there, and say of how many they are and where the rest is.
package struct PagedTable {
    let caption: String
    let atOnce: Int
    let order: String
    let whole: String

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - caption: what stands above it.
    ///   - atOnce: how many rows are shown at a time.
    ///   - order: which rows come first, in words.
    ///   - whole: where all rows are, for programs.
    package init(caption: String, atOnce: Int, order: String, whole: String) {
        (self.caption, self.atOnce, self.order, self.whole) = (caption, atOnce, order, whole)
    }

    /// The table as HTML, with the data of all rows beside it.
    package func html<Row>(_ rows: [Row], _ columns: [ShownColumn<Row>]) -> String {
        let first = Array(rows.prefix(atOnce))
        // A cell is its text, or its text and the number to sort it by.
        let data = JSONValue.list(
            rows.map { row in
                .list(
                    columns.map { column in
                        let (text, key) = column.cell(row)
                        return key.map { .list([.text(text), .number($0)]) } ?? .text(text)
                    })
            })
        return """
            <div class="paged" data-at-once="\(atOnce)">
            <p class="status" role="status">Rows 1 to \(first.count) of \(rows.count), \(Text.html(order)).</p>
            \(ShownTable.html(caption, first, columns, isPaged: true))\
            <p>All rows are in \(Text.html(whole)).</p>
            <script type="application/json">\(data.line)</script>
            </div>

            """
    }

    /// The script of such tables; for pages that have one.
    package static var script: String {
        "<script type=\"module\">\n\(String(decoding: PackageResources.page_tables_js, as: UTF8.self))</script>\n"
    }

    /// The style of such tables.
    package static let style = """
        .paged .choose { display: flex; flex-wrap: wrap; gap: 6px 12px; align-items: end; margin: 8px 0; }
        .paged label { display: grid; flex: 1 1 260px; max-width: 480px; min-width: 0; color: var(--soft); font-size: 13px; }
        .paged input { font: inherit; font-size: 14px; width: 100%; color: var(--ink); background: var(--paper);
          border: 1px solid var(--soft); border-radius: 4px; padding: 4px 8px; }
        .paged .choose button { font: inherit; font-size: 14px; color: var(--accent); background: var(--wash);
          border: 1px solid var(--line); border-radius: 4px; padding: 4px 12px; cursor: pointer; }
        .paged .choose button:disabled { color: var(--soft); cursor: default; }
        .paged .status { margin: 0; color: var(--soft); }
        @media print { .paged .choose { display: none; } }

        """
}
