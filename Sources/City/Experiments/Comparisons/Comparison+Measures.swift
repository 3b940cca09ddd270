// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
import CitySlices
public import Reporting
import ScenarioFile
import TaxiScenario

extension Comparison {
    /// What is compared: a metric, or a number made of several.
    public struct Measure: Sendable {
        /// Where its values come from.
        enum Source: Sendable {
            /// From each replication by itself.
            case each(@Sendable (Replication) -> Double?)
            /// From the wishes that came aboard in both variants: their mean wait.
            case samePeople
        }

        /// Its path, unit and meaning.
        public let about: MetricDescription
        let source: Source

        /// The path.
        public var name: String { about.name }
    }

    /// What these variants are compared by: the taxi service's measures where there are taxis, and the headlines of the other
    /// services.
    ///
    /// - Parameter also: metrics that are compared beside those.
    static func measured(_ variants: [Variant], also: [String] = []) -> [Measure] {
        let hasTaxis = variants.contains { $0.plan.scenario.hasTaxis }
        let keepsWishes = variants.allSatisfy {
            $0.set.replications.contains { $0.demands.contains { $0.wishes != nil } }
        }
        let taxis = hasTaxis ? measures.filter { keepsWishes || $0.name != sameWait } : []
        let headlines = variants.flatMap { $0.plan.slices.flatMap(\.headlines) }
        let known = taxis.map(\.name)
        return taxis
            + (headlines + also.filter { !known.contains($0) }).reduce(into: [String]()) { all, name in
                if !all.contains(name) { all.append(name) }
            }.map { name in metric(name, about: about(name, in: variants)) }
    }

    /// The wait of those who were served in both variants.
    static let sameWait = "wait.same"

    /// Every measure of the taxi service, in the order of the report: who was not aboard in time, who was not served and how
    /// long the others waited, the drivers' side, fairness between drivers and between zones. Unserved requests come first: a
    /// wait is that of those who were served, and can be short because few were.
    public static let measures: [Measure] =
        ["wishes.notInTimeShare", "calls.unservedShare", "wait.mean"].map { metric($0) }
        + [metric(sameWait, .samePeople)]
        + ["wait.p95", "calls.abortRate", "calls.fulfilled", "calls.refused"].map { metric($0) }
        + drivers.map { $0 == "distance.empty" ? metric($0, .each(emptyDistance)) : metric($0) }
        + ["fairness.jain", "fairness.overtakes"].map { metric($0) } + [
            metric("fairness.placeNotInTimeMax", .each { worst($0, of: \.wishes, \.notInTimeShare) }),
            metric("fairness.placeUnservedMax", .each { worst($0, of: \.stored, \.unservedShare) }),
            metric("fairness.placeWaitMax", .each { worst($0, of: \.fulfilled, \.wait) }),
            metric(
                "fairness.placeWaitSd",
                .each { replication in
                    let waits = replication.taxiZones.compactMap(\.wait)
                    return waits.count > 1 ? Moments(waits).sd : nil
                }),
        ]

    /// The measures of the drivers' side, in the order of the page.
    static let drivers = [
        "rides.ended", "rides.perServiceHour", "drivers.utilisation", "queueTime.mean", "queueTime.p95",
        "distance.empty", "distance.emptyShare", "fairness.gini",
    ]

    /// The largest value of a zone with at least as many people as the worst zone of a run has, so that one or two make none the
    /// worst; nil without such a zone.
    static func worst(
        _ replication: Replication, of people: (ReplicationPart) -> Int, _ value: (ReplicationPart) -> Double?
    ) -> Double? {
        replication.taxiZones.filter { people($0) >= CaseResult.fewest }.compactMap(value).max()
    }

    private static let emptyDistance: @Sendable (Replication) -> Double? = { replication in
        guard let approach = replication["distance.toPickUp"], let other = replication["distance.other"] else {
            return nil
        }
        return approach + other
    }

    private static func metric(
        _ name: String, _ source: Measure.Source? = nil, about known: MetricDescription? = nil
    ) -> Measure {
        guard let about = known ?? about(name) else { preconditionFailure("no measure \(name)") }
        return Measure(about: about, source: source ?? .each { $0[name] })
    }

    private static func about(_ name: String) -> MetricDescription? {
        MetricDescription.comparison.first { $0.name == name } ?? MetricDescription.ofProgram(name)
    }

    /// How the paired difference of one measure is named and shown.
    func about(_ paired: PairedDifference) -> MetricDescription? { Self.about(paired.metric, in: variants) }

    /// What a measure is: of a comparison, of the program, or of a service that a variant has beside those of the program.
    private static func about(_ name: String, in variants: [Variant]) -> MetricDescription? {
        about(name) ?? variants.lazy.flatMap { $0.plan.slices.flatMap(\.metrics) }.first { $0.name == name }
    }
}

extension Replication {
    /// What became of the wishes for a taxi in each zone of the people.
    var taxiZones: [ReplicationPart] { demand(DemandWords.taxi)?.zones ?? [] }
}
