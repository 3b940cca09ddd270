// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
package import Foundation
import Reporting

/// The JSON form of a sweep; its schema is in `sweep.schema.json` of this target's articles.
///
/// It is written point by point: thousands of points with hundreds of metrics are a hundred megabytes, and all their values in
/// one tree would be many times that.
package struct SweepFile: Sendable {
    private let result: SweepResult
    private let metrics: [String]

    /// The file of a result.
    ///
    /// - Parameters:
    ///   - result: the sweep.
    ///   - metrics: those that are compared with the base.
    package init(_ result: SweepResult, metrics: [String]) {
        (self.result, self.metrics) = (result, metrics)
    }

    /// The file's bytes: keys in order, ending with a line break.
    ///
    /// - Throws: when a number is not finite.
    package func encoded() throws -> Data {
        let differences = result.differences(metrics)
        var bytes: [UInt8] = []
        func add(_ text: String) { bytes += text.utf8 }
        // The value as a part of the file: its further lines are indented.
        func add(_ value: JSONValue, indent: String) {
            for byte in value.lines.utf8.dropLast() {
                bytes.append(byte)
                if byte == UInt8(ascii: "\n") { bytes += indent.utf8 }
            }
        }
        func add(_ key: String, _ value: JSONValue?, end: String = ",") {
            guard let value else { return }
            add("\n  \"\(key)\" : ")
            add(value, indent: "  ")
            add(end)
        }
        add("{")
        add("base", result.base.map { JSONValue(result.rows[$0].point.index) })
        add("command", result.origin.map { .text($0.command) })
        add("confidence", .number(result.level))
        add("correction", result.base.map { _ in .text(result.correction(metrics.count)) })
        add("design", .text(result.design))
        add("front", front)
        add("inputs", inputs)
        add("paths", .list(result.paths.map { .text($0) }))
        add("\n  \"points\" : [")
        for (index, row) in result.rows.enumerated() {
            add("\(index == 0 ? "" : ",")\n    ")
            add(try point(row, differences[index]), indent: "    ")
        }
        add("\(result.rows.isEmpty ? "\n" : "")\n  ],")
        add("replications", JSONValue(result.replications))
        add("scenario", .text(result.context.name))
        add("seed", .text(String(result.context.seed)))
        add("sweepVersion", 1)
        add("version", .text(result.context.version), end: "")
        add("\n}\n")
        return Data(bytes)
    }

    /// The files that were read.
    private var inputs: JSONValue? {
        result.origin.map { origin in
            .list(
                origin.inputs.map { input in
                    ["bytes": JSONValue(input.bytes), "path": .text(input.path), "sha256": .text(input.sha256)]
                })
        }
    }

    /// The points by service and drivers' time, both the lower the better: `front`, `alike` or `dominated`, and the point of the
    /// front that it cannot be told apart from, or that dominates it.
    private var front: JSONValue? {
        let front = result.front
        return front.measures.map { measures in
            let points = front.standings.enumerated().map { index, standing -> JSONValue in
                let other = standing.other.map { [("by", JSONValue(result.rows[$0].point.index))] } ?? []
                return .object(
                    other + [("point", JSONValue(result.rows[index].point.index)), ("standing", .text(standing.word))])
            }
            return ["effort": .text(measures.effort), "points": .list(points), "service": .text(measures.service)]
        }
    }

    /// A point: its number from 0, the values by path as texts, what its replications gave, every metric that was measured, and
    /// how the metrics that are shown differ from the base; these are absent without a base, and for the base itself.
    private func point(_ row: SweepResult.Row, _ differences: [PairedDifference]?) throws -> JSONValue {
        var parts: [(String, JSONValue)] = [
            ("fingerprints", .list(row.fingerprints.map { .text($0) })),
            ("metrics", .object(try row.metrics.map { ($0.key, try value($0.value)) })),
            ("point", JSONValue(row.point.index)),
            ("settings", .object(row.point.settings.map { ($0.path, .text($0.value)) })),
            ("violations", JSONValue(row.violations)),
        ]
        if let differences {
            let byMetric = Dictionary(differences.map { ($0.metric, $0) }) { first, _ in first }
            parts.append(("differences", .object(try byMetric.map { ($0.key, try difference($0.value)) })))
        }
        return .object(parts)
    }

    /// How many replications measured a metric, and their mean with its interval, whose ends are left out for one replication.
    private func value(_ interval: Interval) throws -> JSONValue {
        try Self.object(
            [
                ("high", interval.high), ("low", interval.low), ("mean", interval.mean), ("sd", interval.sd),
            ], and: [("count", JSONValue(interval.count))])
    }

    /// How a metric of a point differs from the base, pair by pair of replications with the same random numbers; the finding is
    /// `lower`, `higher`, `alike` or `notMeasured`.
    private func difference(_ paired: PairedDifference) throws -> JSONValue {
        try Self.object(
            [
                ("correctedPValue", paired.correctedPValue), ("difference", paired.difference?.mean),
                ("high", paired.difference?.high), ("low", paired.difference?.low), ("pValue", paired.pValue),
                ("varianceRemoved", paired.varianceRemoved),
            ], and: [("finding", .text(paired.finding.shortWord))])
    }

    /// An object of the numbers that are there, and of something else.
    private static func object(_ numbers: [(String, Double?)], and others: [(String, JSONValue)]) throws -> JSONValue {
        var parts = others
        for (key, number) in numbers {
            guard let number else { continue }
            guard number.isFinite else {
                throw EncodingError.invalidValue(
                    number, .init(codingPath: [], debugDescription: "\(key) is not finite"))
            }
            parts.append((key, .number(number)))
        }
        return .object(parts)
    }
}
