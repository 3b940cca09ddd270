// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import CityReports
public import CitySimulation
import CitySlices
public import Reporting
import ScenarioFile

/// Two or more variants of a city with the same random numbers, replication by replication (SIM-05).
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
        /// The zones that its replications are counted by.
        let places: any ZoneLayout

        /// Names a variant's replications.
        ///
        /// - Parameters:
        ///   - name: what it is called in the results.
        ///   - plan: the plan.
        ///   - set: its replications.
        ///   - places: the zones that they are counted by, instead of those of the people.
        public init(name: String, plan: CityPlan, set: ReplicationSet, places: (any ZoneLayout)? = nil) {
            self.name = name
            self.plan = plan
            self.places = places ?? plan.peopleLayout
            self.set = set
        }
    }

    /// What is compared: a metric, or a number made of several.
    public struct Measure: Sendable {
        /// Its path, unit and meaning.
        public let about: MetricDescription
        let value: @Sendable (Replication) -> Double?

        /// The path.
        public var name: String { about.name }
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

    /// What these variants are compared by: the taxi service's measures where there are taxis, and the headlines of the other
    /// services.
    var measured: [Measure] {
        (hasTaxis ? Self.measures : []) + headlines.map { Self.metric($0) }
    }

    /// Whether any variant has taxis, or nothing else.
    var hasTaxis: Bool { variants.contains { $0.plan.scenario.hasTaxis } }

    /// The metrics of the other services that summaries show, each once.
    var headlines: [String] {
        variants.flatMap { $0.plan.slices.flatMap(\.headlines) }.reduce(into: []) { all, name in
            if !all.contains(name) { all.append(name) }
        }
    }

    /// Every measure of the taxi service, in the order of the report: who was not aboard in time, who was not served and how long the others waited,
    /// queue time, empty distance, fairness between drivers and between zones. Unserved requests come first: a wait is that of those who were
    /// served, and can be short because few were.
    public static let measures: [Measure] =
        [
            "wishes.notInTimeShare", "calls.unservedShare", "wait.mean", "wait.p95", "calls.abortRate",
            "calls.fulfilled", "calls.refused",
            "queueTime.mean", "queueTime.p95",
        ].map { metric($0) } + [
            metric("distance.empty") { replication in
                guard let approach = replication["distance.toPickUp"], let other = replication["distance.other"] else {
                    return nil
                }
                return approach + other
            }
        ]
        + ["distance.emptyShare", "fairness.gini", "fairness.jain", "fairness.overtakes"].map { metric($0) } + [
            metric("fairness.placeNotInTimeMax") { $0.zones.compactMap(\.notInTimeShare).max() },
            metric("fairness.placeUnservedMax") { $0.zones.compactMap(\.unservedShare).max() },
            metric("fairness.placeWaitMax") { $0.zones.compactMap(\.wait).max() },
            metric("fairness.placeWaitSd") { replication in
                let waits = replication.zones.compactMap(\.wait)
                return waits.count > 1 ? Moments(waits).sd : nil
            },
        ]

    private static func metric(
        _ name: String, _ value: (@Sendable (Replication) -> Double?)? = nil
    ) -> Measure {
        let special = MetricDescription.comparison.first { $0.name == name }
        guard let about = special ?? MetricDescription.ofProgram(name) else {
            preconditionFailure("no measure \(name)")
        }
        return Measure(about: about, value: value ?? { $0[name] })
    }

    /// How the paired difference of one measure is named and shown.
    static func about(_ paired: PairedDifference) -> MetricDescription? {
        measures.first { $0.name == paired.metric }?.about ?? MetricDescription.ofProgram(paired.metric)
    }

    /// The difference of one measure between a variant and the first one.
    func difference(of measure: String, _ index: Int) -> PairedDifference? {
        differences(of: index).first { $0.metric == measure }
    }

    /// How a variant differs from the first one, with Holm's correction over all measures of all variants.
    public func differences(of index: Int) -> [PairedDifference] {
        let measured = measured
        let all = variants.indices.dropFirst().flatMap { other in
            measured.map { pairs(measure: $0.name, with: other, $0.value) }
        }.corrected
        return Array(all[(index - 1) * measured.count..<index * measured.count])
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
        variants[0].places.zones.map(\.id) == variants[index].places.zones.map(\.id)
    }

    /// What the passengers of one zone met, in a variant and in the first one.
    public struct Zone: Sendable {
        /// The zone that people's places are drawn in.
        public let record: ZoneRecord
        /// The unserved share of its requests.
        public let unserved: PairedDifference
        /// The mean wait of those who were served.
        public let wait: PairedDifference
        /// Requests in all replications together, and how many of them were fulfilled: in the first variant, and in this one.
        public let stored, fulfilled: (first: Int, second: Int)

        /// Whether there were requests and nobody was served.
        public var isForsaken: (first: Bool, second: Bool) {
            (stored.first > 0 && fulfilled.first == 0, stored.second > 0 && fulfilled.second == 0)
        }
    }

    /// How each zone of the people differs from the first variant, with Holm's correction over both measures of the zones of
    /// all variants; empty when the zones are not the same. Zones where nobody was served come first, then those whose
    /// unserved shares differ most.
    public func zones(of index: Int) -> [Zone] {
        guard hasSameZones(index) else { return [] }
        let records = variants[0].places.zones
        let same = variants.indices.dropFirst().filter(hasSameZones)
        let all = same.flatMap { other in
            records.indices.flatMap { zone in
                let name = "zone \(records[zone].id.number)"
                return [
                    pairs(measure: name, with: other) { $0.zones[zone].unservedShare },
                    pairs(measure: name, with: other) { $0.zones[zone].wait },
                ]
            }
        }.corrected
        let first = (same.firstIndex(of: index) ?? 0) * records.count * 2
        func sum(_ index: Int, _ zone: Int, _ count: (ReplicationZone) -> Int) -> Int {
            variants[index].set.replications.reduce(0) { $0 + count($1.zones[zone]) }
        }
        return records.indices.map { zone in
            Zone(
                record: records[zone], unserved: all[first + zone * 2], wait: all[first + zone * 2 + 1],
                stored: (sum(0, zone, \.stored), sum(index, zone, \.stored)),
                fulfilled: (sum(0, zone, \.fulfilled), sum(index, zone, \.fulfilled)))
        }.sorted { $0.rank < $1.rank }
    }

    /// What the correction is, in words.
    public var correction: String {
        let others = variants.count - 1
        let count = measured.count * others
        let over = others > 1 ? "the \(count) differences of all \(others) comparisons" : "the \(count) measures"
        return
            "Each interval is a \(ReplicationText.number(level * 100)) % interval on its own. A difference counts as shown "
            + "when its p-value, corrected by Holm's method over \(over) (for the zones: over both measures of all "
            + "zones), is at most "
            + "\(NumberText.short(1 - level))."
    }
}

extension Comparison.Zone {
    /// What comes first has the smallest rank.
    fileprivate var rank: (Int, Double, Double, Int32) {
        let isForsaken = isForsaken
        return (
            isForsaken.first || isForsaken.second ? 0 : 1, -abs(unserved.difference?.mean ?? 0),
            -abs(wait.difference?.mean ?? 0), record.id.number
        )
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
