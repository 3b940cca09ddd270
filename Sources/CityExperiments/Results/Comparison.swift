// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
public import CitySimulation

/// Two or more variants of a city with the same luck, replication by replication (SIM-05).
///
/// Common random numbers: replication k of every variant has the same key, and every person has random streams of its own.
/// So the same people call at the same times from the same places and drivers have the same habits, until what the service
/// does differently leads them elsewhere. The first variant is what the others are compared with.
public struct Comparison: Sendable {
    /// One variant.
    public struct Variant: Sendable {
        /// How it is called in the results.
        public let name: String
        /// The plan.
        public let plan: CityPlan
        /// Its replications.
        public let set: ReplicationSet

        /// Names a variant's replications.
        public init(name: String, plan: CityPlan, set: ReplicationSet) {
            self.name = name
            self.plan = plan
            self.set = set
        }
    }

    /// What is compared: a metric, or a number made of several.
    public struct Measure: Sendable {
        /// The metric's path, or a new name.
        public let name: String
        /// The unit, as in `MetricDescription`.
        public let unit: String
        /// What it says.
        public let text: String
        let value: @Sendable (Replication) -> Double?
    }

    /// The variants, the reference first.
    public let variants: [Variant]
    /// The level of the intervals.
    public let level: Double

    /// Gathers variants with equal seeds and equally many replications.
    public init(_ variants: [Variant], level: Double = 0.95) {
        self.variants = variants
        self.level = level
    }

    /// Every measure, in the order of the report: wait, aborts, queue time, empty distance, fairness between drivers and
    /// between zones.
    public static let measures: [Measure] =
        [
            "wait.mean", "wait.p95", "calls.abortRate", "calls.fulfilled", "queueTime.mean", "queueTime.p95",
        ].map(metric) + [
            Measure(name: "distance.empty", unit: "km", text: "Way driven without a passenger.") { replication in
                guard let approach = replication["distance.toPickUp"], let other = replication["distance.other"] else {
                    return nil
                }
                return approach + other
            }
        ]
        + ["distance.emptyShare", "fairness.gini", "fairness.jain", "fairness.overtakes"].map(metric) + [
            Measure(
                name: "fairness.placeWaitSd", unit: "s",
                text: "Standard deviation of the mean waits of the zones that people's places are drawn in."
            ) { replication in
                let waits = replication.zones.compactMap(\.wait)
                return waits.count > 1 ? Moments(waits).sd : nil
            },
            Measure(
                name: "fairness.placeWaitMax", unit: "s",
                text: "Largest mean wait of a zone that people's places are drawn in."
            ) { $0.zones.compactMap(\.wait).max() },
        ]

    private static func metric(_ name: String) -> Measure {
        let about = MetricDescription.named(name)
        return Measure(name: name, unit: about?.unit ?? "", text: about?.text ?? "") { $0[name] }
    }

    /// How a variant differs from the first one, with Holm's correction over all measures of all variants.
    public func differences(of index: Int) -> [PairedDifference] {
        let all = variants.indices.dropFirst().flatMap { other in
            Self.measures.map { pairs(measure: $0.name, with: other, $0.value) }
        }.corrected
        return Array(all[(index - 1) * Self.measures.count..<index * Self.measures.count])
    }

    private func pairs(
        measure: String, with index: Int, _ value: (Replication) -> Double?
    ) -> PairedDifference {
        let (first, second) = (variants[0].set.replications, variants[index].set.replications)
        let pairs = min(first.count, second.count)
        return PairedDifference(
            metric: measure, first: first.prefix(pairs).map(value), second: second.prefix(pairs).map(value),
            level: level)
    }

    /// Whether both variants have the same people's zones, so that zones can be compared one by one.
    public func hasSameZones(_ index: Int) -> Bool {
        variants[0].plan.peopleLayout.zones.map(\.id) == variants[index].plan.peopleLayout.zones.map(\.id)
    }

    /// How the mean wait of each zone of the people differs from the first variant, with Holm's correction over the zones of
    /// all variants; empty when the zones are not the same.
    public func zoneDifferences(of index: Int) -> [PairedDifference] {
        guard hasSameZones(index) else { return [] }
        let zones = variants[0].plan.peopleLayout.zones
        let same = variants.indices.dropFirst().filter(hasSameZones)
        let all = same.flatMap { other in
            zones.indices.map { zone in
                pairs(measure: "zone \(zones[zone].id.number)", with: other) { $0.zones[zone].wait }
            }
        }.corrected
        let place = same.firstIndex(of: index) ?? 0
        return Array(all[place * zones.count..<(place + 1) * zones.count])
    }

    /// What the correction is, in words.
    public var correction: String {
        let others = variants.count - 1
        let count = Self.measures.count * others
        let over = others > 1 ? "the \(count) differences of all \(others) comparisons" : "the \(count) measures"
        return
            "Each interval is a \(ReplicationText.number(level * 100)) % interval of its own. A difference counts as shown "
            + "when its p-value, corrected by Holm's method over \(over) (of the zones: over the zones), is at most "
            + "\(NumberText.short(1 - level))."
    }
}

extension PairedDifference.Finding {
    /// The finding in words, about the second variant.
    public var words: String {
        switch self {
        case .lower: "lower"
        case .higher: "higher"
        case .onlyAlone: "not shown after the correction"
        case .noDifferenceShown: "no difference shown"
        case .notMeasured: "not measured"
        }
    }
}
