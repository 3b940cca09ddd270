// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
package import Reporting

/// What one replication of an experiment gave: all its metrics, and what identifies it.
package struct Replication: Codable, Hashable, Sendable {
    /// Its number, from 0; replication 0 is the run that `cabrank run` makes without `--replications`.
    package private(set) var number: Int
    /// The fingerprint of its event log.
    package let fingerprint: String
    /// How many events there were.
    package let events: Int64
    /// How many invariants were broken; 0 when none were checked.
    package let violations: Int
    /// The first broken invariant in words.
    package let firstViolation: String?
    /// The metrics, in the order of the report.
    package let metrics: [MetricValue]
    /// What became of the demands of the services, kind by kind.
    package let demands: [ReplicationDemand]
    /// Mean open requests in each step of the run, warm-up included.
    package let openRequests: [Double]
    /// How long such a step is, in seconds; the last one may be shorter.
    package let stepSeconds: Double
    /// How the server bore the load; nil outside of a stress search.
    package internal(set) var stress: StressPoint?
    /// What it cost on this machine; nil without a meter. The only part that may differ from run to run.
    package var cost: ReplicationCost?

    /// What another replication gave, under a number: stands in for one that is not run.
    package init(like other: Replication, number: Int) {
        self = other
        self.number = number
    }

    /// Whether every metric is a number that a run can have: sums and squares of larger ones are not finite.
    package var isPlausible: Bool { metrics.allSatisfy { $0.value.map { abs($0) < 1e100 } ?? true } }

    /// A metric by its path; nil when it is unknown or was not measured.
    package subscript(name: String) -> Double? { metrics.first { $0.name == name }.flatMap(\.value) }

    /// The demands of one kind by their name in results; nil for a city that has none.
    func demand(_ name: String) -> ReplicationDemand? { demands.first { $0.name == name } }

    init(number: Int, result: RunResult, keepsEach: Bool, cost: ReplicationCost?) {
        self.number = number
        fingerprint = result.fingerprint
        events = result.events
        violations = result.violations.count
        firstViolation = result.violations.first?.description
        metrics = result.metrics.values + result.parts
        demands = result.metrics.services.flatMap { service in
            service.cases.map { ReplicationDemand($0, of: service, keepsEach: keepsEach) }
        }
        openRequests = result.metrics.openDemands?.means ?? []
        stepSeconds = result.metrics.openDemands?.stepSeconds ?? 0
        self.cost = cost
    }
}

/// What a replication cost on the machine it ran on.
package struct ReplicationCost: Codable, Hashable, Sendable {
    /// Seconds of wall time.
    package var wallSeconds: Double
    /// Seconds of processor time of its thread.
    package var cpuSeconds: Double
    /// Largest resident memory of the process so far, in bytes.
    package var peakMemoryBytes: Int64

    package init(wallSeconds: Double, cpuSeconds: Double, peakMemoryBytes: Int64) {
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
        self.peakMemoryBytes = peakMemoryBytes
    }
}
