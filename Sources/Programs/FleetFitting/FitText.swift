// SPDX-License-Identifier: GPL-3.0-or-later
import Experiments
import Reporting

/// Numbers as the tables of a fit have them.
package enum FitText {
    /// `5.1 %`; a dash where nothing is known.
    package static func percent(_ share: Double?) -> String {
        share.map { ($0 < 0 ? "-" : "") + Text.digits(abs($0) * 100, 1) + " %" } ?? "-"
    }

    /// `.037`, as distances of laws are written; a dash where nothing is known.
    package static func distance(_ value: Double?) -> String { value.map { Text.digits($0, 3) } ?? "-" }

    /// `0 to 5, 8`: hours of a day, which rise.
    package static func hours(_ hours: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for hour in hours {
            if let last = runs.last, last.upperBound + 1 == hour {
                runs[runs.count - 1] = last.lowerBound...hour
            } else {
                runs.append(hour...hour)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)" }
            .joined(separator: ", ")
    }

    /// Columns of a table for a terminal, the first to the left, the others to the right.
    package static func table(_ rows: [[String]]) -> String {
        TerminalTable.lines(rows, left: [0]).map { "  \($0)\n" }.joined()
    }
}
