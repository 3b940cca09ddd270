// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
package import Foundation
import Reporting
import ScenarioLanguage

/// What a scenario measured once, kept to be compared with later.
///
/// It holds the value of every metric in every replication, not only means: a later check with the same seed lays the
/// replications side by side, so that only what the program or the scenario changed is judged, not chance.
package struct Baseline: Codable, Hashable, Sendable {
    /// The version of the file's form that this program writes and reads.
    package static let version = 1

    /// The version of the file's form.
    package var baselineVersion = Self.version
    package var scenario: String
    /// The hash of the scenario with all its values.
    package var scenarioHash: String
    /// The seed, as text.
    package var seed: String
    package var version: String
    package var replications: Int
    /// The values of each metric by replication; nil where it was not measured.
    package var metrics: [String: [Double?]]

    /// Keeps the replications of a check.
    ///
    /// - Parameters:
    ///   - set: the replications.
    ///   - hosts: metrics of the program's own cost that are kept too. They differ from run to run, so only those that a
    ///     budget names should be.
    package init(_ set: ReplicationSet, hosts: [String] = []) {
        scenario = set.context.name
        scenarioHash = set.context.scenarioHash
        seed = String(set.context.seed)
        version = set.context.version
        replications = set.replications.count
        metrics = [:]
        for name in set.metricNames + hosts { metrics[name] = set.budgetValues(of: name) }
    }

    /// The file's bytes: a line for each metric, so that a change of one is a change of one line.
    package func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        var lines = [
            "\"baselineVersion\": \(baselineVersion)", "\"replications\": \(replications)",
            "\"scenario\": \(try text(scenario))", "\"scenarioHash\": \(try text(scenarioHash))",
            "\"seed\": \(try text(seed))", "\"version\": \(try text(version))",
        ]
        let values = try metrics.keys.sorted().map { name in "    \(try text(name)): \(try text(metrics[name]))" }
        lines.append("\"metrics\": {\n\(values.joined(separator: ",\n"))\n  }")
        return Data("{\n  \(lines.joined(separator: ",\n  "))\n}\n".utf8)
    }

    /// Reads a baseline.
    ///
    /// - Throws: `ExperimentProblem` that names the file, when it is not there, no baseline, or of another version.
    package init(path: String) throws(ExperimentProblem) {
        struct Head: Decodable { var baselineVersion: Int? }
        let bytes: Data
        do throws(InputFile.Fault) {
            bytes = try InputFile.bytes(of: path)
        } catch .missing {
            throw ExperimentProblem(
                "there is no baseline \(path); `cabrank check ... --store-baseline \(path)` creates it")
        } catch {
            throw ExperimentProblem("the baseline \(error.description)")
        }
        let decoder = JSONDecoder()
        guard let head = try? decoder.decode(Head.self, from: bytes), let found = head.baselineVersion else {
            throw ExperimentProblem("\(path) is not a baseline; `cabrank check ... --store-baseline` creates one")
        }
        guard found == Self.version else {
            throw ExperimentProblem(
                "\(path) is a baseline of schema version \(found), but this program reads version \(Self.version); store it "
                    + "again with `cabrank check ... --store-baseline \(path)`")
        }
        do {
            self = try decoder.decode(Baseline.self, from: bytes)
        } catch {
            throw ExperimentProblem("\(path) is damaged: \(Self.reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, _): "`\(key.stringValue)` is missing"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            "`\(context.codingPath.map(\.stringValue).joined(separator: "."))` has a wrong value"
        default: "it was not written by this program"
        }
    }
}

extension ReplicationSet {
    /// The values of a metric, of the program's own cost too, by replication.
    package func budgetValues(of metric: String) -> [Double?] {
        switch metric {
        case "run.wall-time": replications.map { $0.cost?.wallSeconds }
        case "run.cpu": replications.map { $0.cost?.cpuSeconds }
        case "run.memory": replications.map { $0.cost.map { Double($0.peakMemoryBytes) } }
        default: values(of: metric)
        }
    }
}
