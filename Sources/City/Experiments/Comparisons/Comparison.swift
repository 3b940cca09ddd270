// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import CityReports
public import CitySimulation
import CitySlices
import Reporting
import ScenarioFile

/// Two or more variants of a city with the same random numbers, replication by replication (SIM-05).
///
/// Common random numbers: replication k of every variant has the same key, and every person has random streams of its own.
/// So the same people call at the same times from the same places and drivers have the same habits, until what the service
/// does differently leads them elsewhere. The first variant is the base, which the others are compared with.
public struct Comparison: Sendable {
    /// One variant.
    public struct Variant: Sendable {
        /// How it is called in the results.
        public let name: String
        /// The plan.
        public let plan: CityPlan
        /// Its replications.
        public let set: ReplicationSet
        /// What was set for it beside its scenario's file, such as `fleet.drivers=7`.
        public let settings: [String]
        /// The zones that its replications are counted by.
        let places: any ZoneLayout

        /// Names a variant's replications.
        ///
        /// - Parameters:
        ///   - name: what it is called in the results.
        ///   - plan: the plan.
        ///   - set: its replications.
        ///   - places: the zones that they are counted by, instead of those of the people.
        ///   - settings: what was set for it beside its scenario's file.
        public init(
            name: String, plan: CityPlan, set: ReplicationSet, places: (any ZoneLayout)? = nil, settings: [String] = []
        ) {
            self.name = name
            self.settings = settings
            self.plan = plan
            self.places = places ?? plan.peopleLayout
            self.set = set
        }
    }

    /// The variants, the base first.
    public let variants: [Variant]
    /// The level of the intervals.
    public let level: Double
    /// What became of the same wishes, by variant and replication; nil for the base, and where wishes were not kept.
    let changes: [[PersonalChange]?]
    /// By variant; empty for the base.
    private let measuresFound: [[PairedDifference]]
    /// How many measured differences are corrected together: those that the sentences say, and the rest.
    let families: (said: Int, rest: Int)
    /// By variant, those with the zones of the base.
    private let zonesFound: [Int: [Zone]]
    let hoursFound: [Int: [Hour]]
    private let evennessFound: [Int: Evenness]
    let residents: [Double]?

    /// Gathers variants with equal seeds and equally many replications, and compares them with the first one.
    ///
    /// - Parameters:
    ///   - variants: the variants, the base first.
    ///   - metrics: metrics that are compared beside those of every comparison.
    ///   - level: of the intervals.
    public init(_ variants: [Variant], metrics: [String] = [], level: Double = 0.95) {
        self.variants = variants
        self.level = level
        let others = variants.indices.dropFirst()
        let changes = variants.map { Self.changes(variants[0], $0) }
        self.changes = [nil] + changes.dropFirst()
        let measured = Self.measured(variants, also: metrics)
        // What the sentences say is asked before all else, and corrected by itself: many other measures beside it, each of
        // which makes chance finds likelier, must not hide it.
        let said = others.map { ServiceFinding.measures(areSamePeople: Self.areSame(changes[$0])) }
        let plain = others.flatMap { other in
            measured.map { Self.difference($0, variants[0], variants[other], changes[other], level: level) }
        }
        let isSaid = plain.indices.map { said[$0 / measured.count].contains(plain[$0].metric) }
        let rows = plain.corrected(isSaid)
        families = (
            zip(plain, isSaid).count { $0.pValue != nil && $1 }, zip(plain, isSaid).count { $0.pValue != nil && !$1 }
        )
        measuresFound = [[]] + others.map { Array(rows[($0 - 1) * measured.count..<$0 * measured.count]) }
        let same = others.filter { Self.haveSameZones(variants[0], variants[$0]) }
        let people = variants[0].plan.scenario.city.residents
        let records = variants[0].places.zones
        residents = people.map { people in records.map { people[$0.id] ?? 0 } }
        zonesFound = Self.zones(variants, like: same, residents: residents, level: level)
        hoursFound = Self.hours(variants, level: level)
        evennessFound = Self.evenness(variants, like: same, residents: residents, level: level)
    }

    /// Whether any variant has taxis, or nothing else.
    var hasTaxis: Bool { variants.contains { $0.plan.scenario.hasTaxis } }

    /// How a variant differs from the base, with Holm's correction over the measures of its sentences and of those of the other
    /// variants, and apart from them over all other measures of all variants. What neither of the two measured is left out.
    public func differences(of index: Int) -> [PairedDifference] {
        measuresFound[index].filter { $0.first != nil || $0.second != nil }
    }

    /// The difference of one measure between a variant and the base.
    func difference(of measure: String, _ index: Int) -> PairedDifference? {
        measuresFound[index].first { $0.metric == measure }
    }

    /// Whether both variants have the same people's zones, so that zones can be compared one by one.
    public func hasSameZones(_ index: Int) -> Bool { Self.haveSameZones(variants[0], variants[index]) }

    private static func haveSameZones(_ first: Variant, _ second: Variant) -> Bool {
        first.places.zones.map(\.id) == second.places.zones.map(\.id)
    }

    /// How each zone of the people differs from the base, with Holm's correction over the zones of all variants, measure by
    /// measure; empty when the zones are not the same. Zones where nobody was served come first, then those whose shares not in
    /// time differ most.
    public func zones(of index: Int) -> [Zone] { (zonesFound[index] ?? []).sorted { $0.rank < $1.rank } }

    /// The same in the order of the layout.
    func orderedZones(of index: Int) -> [Zone] { zonesFound[index] ?? [] }

    /// What became of the same wishes in a variant, all replications together; nil where wishes were not kept.
    func change(of index: Int) -> PersonalChange? {
        changes[index].map { $0.reduce(into: PersonalChange()) { $0 += $1 } }
    }

    /// How evenly the service is spread with a variant and with the base; nil without taxis, or when the zones are not the same.
    public func evenness(of index: Int) -> Evenness? { hasTaxis ? evennessFound[index] : nil }

    /// What the correction is, in words.
    public var correction: String {
        let others = variants.count - 1
        let of = others > 1 ? " of all \(others) comparisons" : ""
        let rest = families.rest == 1 ? "the other one" : "the other \(families.rest)"
        let over =
            families.said == 0
            ? "the \(families.rest) differences\(of)"
            : "the \(families.said) differences that the sentences tell\(of), and apart from them over \(rest)"
        return
            "Each interval is a \(ReplicationText.number(level * 100)) % interval on its own. A difference counts as shown "
            + "when its p-value, corrected by Holm's method over \(over) (for zones and for hours: over all of them, measure by "
            + "measure), is at most \(NumberText.short(1 - level))."
    }

    // MARK: Computing

    /// Whether nearly all wishes are those of the same people, all replications together.
    private static func areSame(_ changes: [PersonalChange]?) -> Bool {
        changes?.reduce(into: PersonalChange()) { $0 += $1 }.isOfSamePeople == true
    }

    /// What became of the same wishes, replication by replication.
    private static func changes(_ first: Variant, _ second: Variant) -> [PersonalChange]? {
        let pairs = zip(first.set.replications, second.set.replications).compactMap { one, other in
            one.wishes.flatMap { one in other.wishes.map { PersonalChange(one, $0) } }
        }
        return pairs.isEmpty ? nil : pairs
    }

    private static func difference(
        _ measure: Measure, _ first: Variant, _ second: Variant, _ changes: [PersonalChange]?, level: Double
    ) -> PairedDifference {
        switch measure.source {
        case .each(let value):
            paired(
                measure.name, first.set.replications.map(value), second.set.replications.map(value), level: level,
                units: ShareUnits.isOfEvents(measure.name)
                    ? (first.set.units(of: measure.name), second.set.units(of: measure.name)) : nil)
        case .samePeople:
            paired(
                measure.name, (changes ?? []).map { $0.waits?.first }, (changes ?? []).map { $0.waits?.second },
                level: level)
        }
    }

    /// The paired difference of as many values as both have.
    ///
    /// - Parameter units: of shares of events, how many each replication counted; nil for other measures.
    static func paired(
        _ name: String, _ first: [Double?], _ second: [Double?], level: Double,
        units: (first: [Double?]?, second: [Double?]?)? = nil
    ) -> PairedDifference {
        let pairs = min(first.count, second.count)
        let (one, other) = (Array(first.prefix(pairs)), Array(second.prefix(pairs)))
        let paired = PairedDifference(metric: name, first: one, second: other, level: level)
        return units.map { paired.ofShares(one, other, units: $0) } ?? paired
    }
}

extension PairedDifference {
    /// Whether a difference is shown, after the correction too.
    var isShown: Bool { finding == .lower || finding == .higher }
}

extension PairedDifference.Finding {
    /// The finding in words, about the second variant.
    public var words: String {
        switch self {
        case .lower: "lower"
        case .higher: "higher"
        case .onlyAlone: "not shown after the correction"
        case .noDifferenceShown: "no difference shown"
        case .notMeasured: "not measured in both"
        }
    }
}
