// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySimulation
public import Foundation

extension Comparison {
    private struct File: Encodable {
        struct Variant: Encodable {
            let name, policy, scenarioHash, layout: String
            let zones: Int
            let fingerprints: [String]
        }
        struct Difference: Encodable {
            let metric: String
            let unit: String?
            let first, second, difference: Interval?
            let low, high, varianceRemoved, pValue, correctedPValue: Double?
            let finding: String
        }
        struct Pair: Encodable {
            let first, second: String
            let measures, zones: [Difference]
        }
        let compareVersion: Int
        let seed, version, correction: String
        let replications: Int
        let level: Double
        let variants: [Variant]
        let pairs: [Pair]
    }

    /// The bytes of `compare.json`: the same for the same variants, seed and version, whatever the number of threads.
    ///
    /// - Throws: when a number is not finite.
    public func encoded() throws -> Data {
        let context = variants[0].set.context
        return try StableForm.encode(
            File(
                compareVersion: 1, seed: String(context.seed), version: context.version, correction: correction,
                replications: variants[0].set.replications.count, level: level,
                variants: variants.map { variant in
                    File.Variant(
                        name: variant.name, policy: variant.set.context.policy,
                        scenarioHash: variant.set.context.scenarioHash, layout: variant.set.context.layoutSource,
                        zones: variant.set.context.zones.count,
                        fingerprints: variant.set.replications.map(\.fingerprint))
                },
                pairs: variants.indices.dropFirst().map { index in
                    File.Pair(
                        first: variants[0].name, second: variants[index].name,
                        measures: differences(of: index).map(row), zones: zoneDifferences(of: index).map(row))
                }))
    }

    private func row(_ paired: PairedDifference) -> File.Difference {
        File.Difference(
            metric: paired.metric, unit: Self.measures.first { $0.name == paired.metric }?.unit, first: paired.first,
            second: paired.second, difference: paired.difference, low: paired.difference?.low,
            high: paired.difference?.high, varianceRemoved: paired.varianceRemoved, pValue: paired.pValue,
            correctedPValue: paired.correctedPValue, finding: paired.finding.rawValue)
    }

    /// The table printed after a comparison, without a final line break.
    public var text: String {
        let count = variants[0].set.replications.count
        var lines: [String] = []
        for index in variants.indices.dropFirst() {
            if index > 1 { lines.append("") }
            lines.append(
                "\(variants[index].name) compared with \(variants[0].name): \(count) pairs of replications with common random "
                    + "numbers")
            lines.append("")
            lines.append("  " + line(["measure", "first", "second", "difference", "variance removed", ""]))
            for paired in differences(of: index) {
                let unit = Self.measures.first { $0.name == paired.metric }?.unit ?? ""
                lines.append(
                    "  "
                        + line([
                            "\(paired.metric)\(unit == "1" ? "" : " " + unit)",
                            paired.first.map { ReplicationText.number(rounded($0.mean)) } ?? "-",
                            paired.second.map { ReplicationText.number(rounded($0.mean)) } ?? "-",
                            paired.difference.map(ReplicationText.text) ?? "-",
                            paired.varianceRemoved.map { String(format: "%.0f %%", $0 * 100) } ?? "-",
                            paired.finding.words,
                        ]))
            }
            lines += zoneLines(index)
        }
        lines += ["", "  \(correction)"]
        if let stopping = ReplicationText.stopping(variants.map(\.set)) { lines.append("  Stopped \(stopping).") }
        return lines.joined(separator: "\n")
    }

    private func zoneLines(_ index: Int) -> [String] {
        let zones = zoneDifferences(of: index)
        guard !zones.isEmpty else { return ["", "  The two have other zones of origin: zones are not compared."] }
        let names = variants[0].plan.peopleLayout.zones.map(\.name.shown)
        func list(_ finding: PairedDifference.Finding) -> [String] {
            zip(names, zones).filter { $0.1.finding == finding }
                .sorted { abs($0.1.difference?.mean ?? 0) > abs($1.1.difference?.mean ?? 0) }
                .map { "\($0.0) \($0.1.difference.map(ReplicationText.text) ?? "")" }
        }
        func shown(_ head: String, _ all: [String]) -> String {
            "  \(head) \(all.isEmpty ? "none" : all.prefix(8).joined(separator: ", ") + (all.count > 8 ? " and \(all.count - 8) more" : ""))"
        }
        let open = zones.count { $0.finding != .lower && $0.finding != .higher }
        return [
            "", shown("zones that wait less (s):", list(.lower)), shown("zones that wait longer (s):", list(.higher)),
            "  zones without a difference shown: \(open) of \(zones.count)",
        ]
    }

    private func rounded(_ value: Double) -> Double { Double(String(format: "%.4g", value)) ?? value }

    private func line(_ cells: [String]) -> String {
        let widths = [26, 10, 10, 20, 17, 0]
        return zip(cells, widths).enumerated().map { index, pair in
            let fill = String(repeating: " ", count: max(0, pair.1 - pair.0.count))
            return index == 0 || index == 5 ? pair.0 + fill : fill + pair.0
        }.joined(separator: "  ").trimmingEnd
    }
}
