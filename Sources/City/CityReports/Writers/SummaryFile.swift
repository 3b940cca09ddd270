// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
public import Reporting
import TaxiReports

/// What `summary.json` holds: the run's result without anything of the machine it ran on, so that the same scenario, seed
/// and version give the same bytes.
public struct SummaryFile: ResultFile, Codable {
    /// The version of this form.
    public static let version = 1

    /// What was run.
    struct Run: Codable, Sendable {
        let name, title, policy, seed, version, scenarioHash, layout: String
        let replication, zones, drivers, passengers: Int
        let startSeconds, endSeconds, warmUpSeconds: Double
    }
    struct Broken: Codable, Sendable {
        let id, message: String
        let actors: [String]
        let timeSeconds: Double
        let event: Int64
    }

    let summaryVersion: Int
    let fingerprint: String
    let run: Run
    let metrics: [String: Double?]
    let verdicts: [Verdict]
    let violations: [Broken]
    let hours: [HourResult]
    /// Without their rows by hour, which are in `results.sqlite`.
    let zones: [ZoneResult]
    let series: SeriesResult
    let offersPerRequest: [Int]
    let lorenz: [LorenzPoint]
    let eventCounts: [String: Int]
    /// Absent without the module and its events, so that a run without modules keeps its bytes.
    let reservations: ReservationResult?
    let sharing: SharingResult?
    /// Absent without a server and its events, and without accounts and theirs.
    let server: ServerResult?
    let accounts: AccountResult?
    /// What became of the demands of the services; absent where nobody demands anything of them.
    let demands: [DemandSummary]?
    /// Absent when nothing is known of the spread.
    let intervals: IntervalsResult?
    /// Absent without a server, where it is the same.
    let serviceFingerprint: String?

    /// Gathers a run's summary.
    public init(
        context: RunContext, result: MetricsResult, violations: [Violation], fingerprint: String,
        serviceFingerprint: String? = nil, intervals: IntervalsResult? = nil
    ) {
        summaryVersion = Self.version
        self.fingerprint = fingerprint
        self.serviceFingerprint = serviceFingerprint
        run = Run(
            name: context.name, title: context.title, policy: context.taxi.policy, seed: String(context.seed),
            version: context.version, scenarioHash: context.scenarioHash, layout: context.layoutSource,
            replication: context.replication, zones: context.zones.count, drivers: context.taxi.drivers,
            passengers: context.taxi.passengers, startSeconds: context.start.inSeconds,
            endSeconds: context.end.inSeconds,
            warmUpSeconds: context.warmUp.inSeconds)
        metrics = Dictionary(result.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        verdicts = result.verdicts + [.invariants(violations: violations.count, checked: context.checksInvariants)]
        self.violations = violations.map {
            Broken(id: $0.id, message: $0.message, actors: $0.actors, timeSeconds: $0.time.inSeconds, event: $0.number)
        }
        hours = result.taxi.hours
        zones = result.taxi.zones
        series = result.taxi.series
        offersPerRequest = result.taxi.offersPerRequest
        lorenz = result.taxi.lorenz
        eventCounts = result.eventCounts
        reservations = result.taxi.reservations
        sharing = result.taxi.sharing
        server = result.server
        accounts = result.accounts
        let demands = result.services.flatMap(\.demands)
        self.demands = demands.isEmpty ? nil : demands
        self.intervals = intervals
    }
}
