// SPDX-License-Identifier: GPL-3.0-or-later
import Reporting

/// Numbers as the tables of a fit have them.
package enum FitText {
    /// With up to so many decimals, and without zeros at the end.
    package static func short(_ value: Double, _ decimals: Int) -> String {
        var text = Text.digits(abs(value), decimals)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return value < 0 && text != "0" ? "-" + text : text
    }

    /// `5.1 %`; a dash where nothing is known.
    package static func percent(_ share: Double?) -> String {
        share.map { ($0 < 0 ? "-" : "") + Text.digits(abs($0) * 100, 1) + " %" } ?? "-"
    }

    /// `.037`, as distances of laws are written; a dash where nothing is known.
    package static func distance(_ value: Double?) -> String { value.map { Text.digits($0, 3) } ?? "-" }

    /// Columns of a table for a terminal, the first to the left, the others to the right.
    package static func table(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let fill = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + fill : fill + cell
            }
            return "  " + cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
