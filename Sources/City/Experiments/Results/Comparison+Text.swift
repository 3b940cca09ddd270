// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import Reporting

extension Comparison {
    /// What is printed after a comparison, without a final line break: the finding, the table of the measures, the zones.
    public var text: String {
        let count = variants[0].set.replications.count
        var lines: [String] = []
        for index in variants.indices.dropFirst() {
            if index > 1 { lines.append("") }
            lines.append(
                "\(variants[index].name) compared with \(variants[0].name): \(count) pairs of replications with common random "
                    + "numbers")
            lines += ["", "  " + finding(of: index), ""]
            let rows = differences(of: index).map(cells)
            let table =
                [["measure", variants[0].name, variants[index].name, "difference", "variance removed", ""]] + rows
            lines += TerminalTable.lines(table, left: [0, 5]).map { "  " + $0.trimmingEnd }
            lines += zoneLines(index)
        }
        lines += ["", "  \(correction)"]
        if let stopping = ReplicationText.stopping(variants.map(\.set)) { lines.append("  Stopped \(stopping).") }
        return lines.joined(separator: "\n")
    }

    private func cells(_ paired: PairedDifference) -> [String] {
        let about = Self.about(paired)
        let scale = about?.shown.scale ?? 1
        func mean(_ interval: Interval?) -> String {
            interval.map { ReplicationText.number(rounded($0.mean * scale)) } ?? "-"
        }
        return [
            about?.labelWithUnit ?? paired.metric, mean(paired.first), mean(paired.second),
            paired.difference.map { ReplicationText.text($0.scaled(by: scale)) } ?? "-",
            paired.varianceRemoved.map { String(format: "%.0f %%", $0 * 100) } ?? "-", paired.finding.words,
        ]
    }

    private func zoneLines(_ index: Int) -> [String] {
        guard hasTaxis else { return [] }
        let zones = zones(of: index)
        guard !zones.isEmpty else { return ["", "  The two have different zones of origin: zones are not compared."] }
        let (name, reference) = (variants[index].name, variants[0].name)
        func line(_ head: String, _ found: [String]) -> String {
            let shown =
                found.prefix(8).joined(separator: ", ") + (found.count > 8 ? " and \(found.count - 8) more" : "")
            return "  \(head): \(found.isEmpty ? "none" : shown)"
        }
        func list(
            _ paired: KeyPath<Zone, PairedDifference>, _ finding: PairedDifference.Finding, _ scale: Double
        ) -> [String] {
            zones.filter { $0[keyPath: paired].finding == finding }
                .sorted {
                    abs($0[keyPath: paired].difference?.mean ?? 0) > abs($1[keyPath: paired].difference?.mean ?? 0)
                }
                .map {
                    let difference = $0[keyPath: paired].difference?.scaled(by: scale)
                    return "\($0.record.name.shown) \(difference.map(ReplicationText.text) ?? "")"
                }
        }
        func forsaken(_ isForsaken: (Zone) -> Bool) -> [String] { zones.filter(isForsaken).map(\.record.name.shown) }
        let open = zones.count {
            ![.lower, .higher].contains($0.unserved.finding) && ![.lower, .higher].contains($0.wait.finding)
        }
        return [
            "",
            line("zones where nobody was served with \(reference)", forsaken { $0.isForsaken.first }),
            line("zones where nobody was served with \(name)", forsaken { $0.isForsaken.second }),
            line("zones with fewer unserved (percentage points)", list(\.unserved, .lower, 100)),
            line("zones with more unserved (percentage points)", list(\.unserved, .higher, 100)),
            line("zones where those served wait less (min)", list(\.wait, .lower, 1 / 60.0)),
            line("zones where those served wait longer (min)", list(\.wait, .higher, 1 / 60.0)),
            "  zones without a difference shown: \(open) of \(zones.count)",
        ]
    }

    private func rounded(_ value: Double) -> Double { Double(String(format: "%.4g", value)) ?? value }
}
