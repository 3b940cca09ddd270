// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Experiments
import Foundation
import Reporting
import WebPopulation

/// What the simulated gateway made of messages of one kind, in seconds.
struct PredictedTimes: Codable, Sendable {
    let p50, p95, p99, max: Double

    /// The times by kind of a run's folder.
    ///
    /// - Throws: `InputErrors` when it holds no summary with a server.
    static func read(_ folder: String) throws(InputErrors) -> [String: PredictedTimes] {
        let file = URL(fileURLWithPath: folder).appendingPathComponent("summary.json")
        do {
            let summary = try JSONDecoder().decode(Summary.self, from: try Data(contentsOf: file))
            return Dictionary(
                summary.server.kinds.compactMap { kind in kind.processing.time.map { (kind.kind, $0) } },
                uniquingKeysWith: { first, _ in first })
        } catch {
            throw InputErrors(problems: [
                InputProblem(
                    .error, at: InputLocation(file: file.path),
                    "holds no processing times of a server: give the folder of a `cabrank run` of a scenario with `server`"
                )
            ])
        }
    }

    private struct Summary: Decodable {
        struct Server: Decodable { let kinds: [Kind] }
        struct Kind: Decodable {
            let kind: String
            let processing: Processing
        }
        struct Processing: Decodable { let time: PredictedTimes? }
        let server: Server
    }
}

/// What a load measured, for people and for programs.
struct LoadReport: Encodable {
    private let scenario: String
    private let from, to: String
    private let keepsTarget: Bool
    private let underFiveShare, underTenShare: Double
    private let answered, lost: Int
    /// The services of the scenario whose people were not sent, by their keys.
    private let notSent: [String]
    private let measured: LoadResult
    private let predicted: [String: PredictedTimes]

    init(
        _ result: LoadResult, _ predicted: [String: PredictedTimes], unsent: [String], from start: CityTime,
        to end: CityTime, of scenario: String
    ) {
        notSent = unsent
        (measured, self.predicted, self.scenario) = (result, predicted, scenario)
        (from, to) = ("\(start)", "\(end)")
        (keepsTarget, underFiveShare, underTenShare) = (result.keepsTarget, result.underFive, result.underTen)
        (answered, lost) = (result.answered, result.lost)
    }

    /// Writes load.json.
    func write(to folder: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try encoder.encode(self).write(to: URL(fileURLWithPath: folder).appendingPathComponent("load.json"))
    }

    /// What a reader is told of the services that are not sent: results are not those of the whole scenario then. Nil when all are.
    static func line(ofUnsent services: [String]) -> String? {
        services.isEmpty ? nil : "not sent: \(services.joined(separator: ", "))"
    }

    /// The report as a text, in milliseconds.
    var text: String {
        var lines = [
            "messages: \(answered) answered, \(lost) lost; under 5 s \(Self.percent(underFiveShare)), under 10 s \(Self.percent(underTenShare))"
        ]
        if let line = Self.line(ofUnsent: notSent) { lines.append(line) }
        let heads = ["kind", "count", "p50", "p95", "p99", "max"]
        var rows = [heads + (predicted.isEmpty ? [] : ["predicted p50", "p95", "p99", "error of p95"])]
        for kind in measured.kinds {
            guard let time = kind.time else { continue }
            var row =
                [kind.kind, "\(time.count)"] + [time.p50, time.p95, time.p99, time.max].map { Self.milliseconds($0) }
            if !predicted.isEmpty {
                if let other = predicted[kind.kind] {
                    row += [other.p50, other.p95, other.p99].map { Self.milliseconds($0) }
                    row.append(time.p95 > 0 ? Self.percent(other.p95 / time.p95 - 1, signed: true) : "")
                } else {
                    row += ["", "", "", ""]
                }
            }
            rows.append(row)
        }
        lines += TerminalTable.lines(rows, left: [0])
        for kind in measured.kinds where !kind.refused.isEmpty {
            let words = kind.refused.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            lines.append("refused: \(kind.kind): \(words.joined(separator: ", "))")
        }
        if let notices = measured.notices {
            lines.append(
                "notices: \(notices.count), p50 \(Self.milliseconds(notices.p50)) ms, p99 \(Self.milliseconds(notices.p99)) ms, longest \(Self.milliseconds(notices.max)) ms after it happened"
            )
        }
        lines.append(
            "streams: \(measured.streams?.count ?? 0) opened, \(measured.cuts) cut, \(measured.gaps) gaps; requests sent again \(measured.again), answered from before \(measured.replayed)"
        )
        for (why, count) in measured.troubles.sorted(by: { $0.key < $1.key }) { lines.append("  \(count) x \(why)") }
        return lines.joined(separator: "\n")
    }

    private static func milliseconds(_ seconds: Double) -> String { Text.digits(seconds * 1000, 1) }

    private static func percent(_ share: Double, signed: Bool = false) -> String {
        signed && share > 0 ? "+" + Text.percent(share) : Text.percent(share, apartFrom: 1)
    }
}
