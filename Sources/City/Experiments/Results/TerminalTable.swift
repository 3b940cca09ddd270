// SPDX-License-Identifier: GPL-3.0-or-later

/// Tables for a terminal.
package enum TerminalTable {
    /// A line for each row, its cells in columns two blanks apart: to the right, those of the columns named to the left.
    package static func lines(_ table: [[String]], left: [Int] = []) -> [String] {
        let widths = (table.first ?? []).indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            row.indices.map { column in
                let fill = String(repeating: " ", count: widths[column] - row[column].count)
                return left.contains(column) ? row[column] + fill : fill + row[column]
            }.joined(separator: "  ")
        }
    }

    /// The table with all cells to the right.
    static func text(_ table: [[String]]) -> String { lines(table).map { $0 + "\n" }.joined() }
}
