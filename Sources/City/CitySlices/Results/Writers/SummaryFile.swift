// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
package import Reporting

/// What `summary.json` holds: the run's result without anything of the machine it ran on, so that the same scenario, seed
/// and version give the same bytes.
package struct SummaryFile: ResultFile {
    /// The version of this form.
    package static let version = 1

    /// What every run has.
    struct Core: Codable, Sendable {
        let summaryVersion: Int
        let fingerprint: String
        let run: ToldRun<Run>
        let metrics: [String: Double?]
        let verdicts: [Verdict]
        let violations: [Broken]
        let eventCounts: [String: Int]
        /// What became of the demands of the services; absent where nobody demands anything of them.
        let demands: [DemandSummary]?
        /// Absent when nothing is known of the spread.
        let intervals: IntervalsResult?
        /// Absent without a server, where it is the same.
        let serviceFingerprint: String?
    }
    /// What was run.
    struct Run: Codable, Sendable {
        let name, title, seed, version, scenarioHash, layout: String
        let replication, zones: Int
        let startSeconds, endSeconds, warmUpSeconds: Double

        init(_ context: RunContext) {
            (name, title, seed) = (context.name, context.title, String(context.seed))
            (version, scenarioHash, layout) = (context.version, context.scenarioHash, context.layoutSource)
            (replication, zones) = (context.replication, context.zones.count)
            (startSeconds, endSeconds) = (context.start.inSeconds, context.end.inSeconds)
            warmUpSeconds = context.warmUp.inSeconds
        }
    }
    struct Broken: Codable, Sendable {
        let id, message: String
        let actors: [String]
        let timeSeconds: Double
        let event: Int64
    }

    private let core: Core
    /// What the services add.
    private let parts: [any SummaryPart]

    /// Gathers a run's summary.
    package init(
        context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String,
        serviceFingerprint: String? = nil, intervals: IntervalsResult? = nil
    ) {
        let demands = result.services.flatMap(\.demands)
        core = Core(
            summaryVersion: Self.version, fingerprint: fingerprint, run: ToldRun(Run(context), context, isOver: true),
            metrics: Dictionary(result.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
            verdicts: result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)],
            violations: violations.map {
                Broken(
                    id: $0.id, message: $0.message, actors: $0.actors, timeSeconds: $0.time.inSeconds, event: $0.number)
            }, eventCounts: result.eventCounts, demands: demands.isEmpty ? nil : demands, intervals: intervals,
            serviceFingerprint: serviceFingerprint)
        parts = result.services.compactMap(\.summary)
    }

    /// Writes the keys of the file, those of the services among them.
    package func encode(to encoder: any Encoder) throws {
        try core.encode(to: encoder)
        for part in parts { try part.encode(to: encoder) }
    }
}
