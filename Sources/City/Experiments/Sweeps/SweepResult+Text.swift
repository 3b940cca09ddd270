// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Reporting

extension SweepResult {
    /// One table as CSV: a line for each point with its settings, then mean, low and high of each metric; with a base also the
    /// difference from it, low, high and what it comes to. Cells of metrics that were not measured are empty.
    package func csv(metrics: [String]) -> String {
        let differences = differences(metrics)
        let hasBase = base != nil
        let ofBase =
            hasBase
            ? metrics.flatMap { name in ["difference", "low", "high", "is"].map { "\(name) - base \($0)" } } : []
        var out = Self.line(
            ["point"] + paths + ["replications", "violations"] + metrics.flatMap { [$0, "\($0) low", "\($0) high"] }
                + ofBase)
        for (index, row) in rows.enumerated() {
            var cells = [String(row.point.index)] + row.point.settings.map(\.value)
            cells += [String(row.fingerprints.count), String(row.violations)]
            for name in metrics { cells += Self.cells(row.metrics[name]) }
            if hasBase {
                cells += metrics.indices.flatMap { metric -> [String] in
                    guard let paired = differences[index]?[metric] else { return ["", "", "", "base"] }
                    return Self.cells(paired.difference) + [paired.finding.shortWords]
                }
            }
            out += Self.line(cells)
        }
        return out
    }

    private static func cells(_ interval: Interval?) -> [String] {
        [interval?.mean, interval?.low, interval?.high].map { $0.map { "\($0)" } ?? "" }
    }

    /// A line of CSV as RFC 4180 has it.
    private static func line(_ cells: [String]) -> String {
        cells.map { cell in
            cell.contains { ",\"\n\r".contains($0) } ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
        }.joined(separator: ",") + "\n"
    }

    /// The tables for a terminal: the points, how they differ from the base, and which of them nothing else dominates. Differences
    /// are corrected over all that are `compared`, as in the files.
    package func text(metrics: [String], compared: [String]) -> String {
        let abouts = metrics.map(MetricDescription.ofProgram)
        var table = [paths + zip(metrics, abouts).map { $1?.labelWithUnit ?? $0 }]
        for index in printed {
            let row = rows[index]
            table.append(
                row.point.settings.map(\.value)
                    + zip(metrics, abouts).map { name, about in
                        guard let interval = row.metrics[name]?.scaled(by: about?.shown.scale ?? 1) else { return "-" }
                        return ReplicationText.text(interval).replacing("+-", with: "±")
                    })
        }
        return TerminalTable.text(table) + printedText + differencesText(metrics, compared)
            + front.sentences.map { "\n\($0)\n" }.joined()
    }

    /// The points that a terminal shows: all, or the first ones of a sweep of many.
    private var printed: [Int] { isLarge ? Array(shownOrder.prefix(Self.mostInTerminal)) : Array(rows.indices) }

    /// How many of how many points a terminal shows.
    private var printedText: String {
        isLarge ? "\n\(printed.count) of \(rows.count) points, \(orderWords); all of them are in sweep.csv.\n" : ""
    }

    private func differencesText(_ metrics: [String], _ compared: [String]) -> String {
        guard let base else { return "" }
        let differences = differences(compared)
        var table = [paths + metrics.map { Self.differenceName(of: $0) }]
        for index in printed where index != base {
            table.append(
                rows[index].point.settings.map(\.value)
                    + metrics.map { metric in
                        Self.text(differences[index]?.first { $0.metric == metric }, "±")
                    })
        }
        return "\ndifference from the base \(label(base))\n\n\(TerminalTable.text(table))\n"
            + correction(compared.count) + "\n"
    }

    /// A difference with its interval and what it comes to: `-3.2 ± 0.4 lower`, `0.1 ± 0.3 alike`.
    static func text(_ paired: PairedDifference?, _ sign: String) -> String {
        guard let paired, let difference = paired.difference else { return "-" }
        let shown = ReplicationText.text(difference.scaled(by: scale(of: paired.metric))).replacing("+-", with: sign)
        return "\(shown) \(paired.finding.shortWords)"
    }
}
