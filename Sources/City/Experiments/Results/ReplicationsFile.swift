// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting

/// What `replications.json` holds: the intervals of all metrics and every replication, without anything of the machine.
///
/// The same scenario, seed, version and rule give the same bytes, whatever the number of threads and however often the
/// experiment was interrupted. Its schema is `Experiments.docc/Schemas/replications.schema.json`.
package struct ReplicationsFile: ResultFile {
    /// The version of this form.
    package static let version = 1

    struct Run: Encodable {
        let name, title, seed, version, scenarioHash, layout: String
        let zones: Int
        let startSeconds, endSeconds, warmUpSeconds: Double
    }
    /// How many replications there were to be.
    struct Rule: Encodable {
        struct Target: Encodable {
            let metric: String
            let share: Double
        }
        let least, most: Int
        let untilHalfWidth: [Target]?
    }
    struct One: Encodable {
        let number: Int
        let fingerprint: String
        let events: Int64
        let violations: Int
        let metrics: [String: Double?]
    }

    let replicationsVersion: Int
    let run: ToldRun<Run>
    let rule: Rule
    let intervals: IntervalsResult
    let replications: [One]

    package init(_ set: ReplicationSet) {
        let context = set.context
        replicationsVersion = Self.version
        let core = Run(
            name: context.name, title: context.title, seed: String(context.seed), version: context.version,
            scenarioHash: context.scenarioHash, layout: context.layoutSource, zones: context.zones.count,
            startSeconds: context.start.inSeconds, endSeconds: context.end.inSeconds,
            warmUpSeconds: context.warmUp.inSeconds)
        run = ToldRun(core, context, isOver: false)
        rule = Rule(set.rule ?? .count(set.replications.count))
        intervals = set.intervals
        replications = set.replications.map { replication in
            One(
                number: replication.number, fingerprint: replication.fingerprint, events: replication.events,
                violations: replication.violations,
                metrics: Dictionary(replication.metrics.map { ($0.name, $0.value) }) { first, _ in first })
        }
    }
}

extension ReplicationsFile.Rule {
    fileprivate init(_ rule: ReplicationRule) {
        switch rule {
        case .count(let count): self.init(least: count, most: count, untilHalfWidth: nil)
        case .untilHalfWidth(let targets, let least, let most, _):
            self.init(
                least: least, most: most,
                untilHalfWidth: targets.map { Target(metric: $0.metric, share: $0.share) })
        }
    }
}

extension ReplicationSet {
    /// One row a replication, one column a metric, as CSV (RFC 4180 with plain line breaks); empty where not measured.
    package var csv: String {
        var lines = [(["replication", "fingerprint", "events"] + metricNames).joined(separator: ",")]
        for replication in replications {
            let values = replication.metrics.map { metric in metric.value.map(Self.plain) ?? "" }
            lines.append(
                (["\(replication.number)", replication.fingerprint, "\(replication.events)"] + values)
                    .joined(separator: ","))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func plain(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : "\(value)"
    }
}
