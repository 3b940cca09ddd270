// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySimulation
import CitySlices
import Reporting

/// Two or more variants of a city with the same random numbers, replication by replication (SIM-05).
///
/// Common random numbers: replication k of every variant has the same key, and every person has random streams of its own.
/// So the same people call at the same times from the same places and drivers have the same habits, until what the service
/// does differently leads them elsewhere. The first variant is the base, which the others are compared with.
package struct Comparison: Sendable {
    /// One variant.
    package struct Variant: Sendable {
        /// How it is called in the results.
        package let name: String
        package let plan: CityPlan
        package let set: ReplicationSet
        /// What was set for it beside its scenario's file, such as `fleet.drivers=7`.
        package let settings: [String]
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
        package init(
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
    package let variants: [Variant]
    /// The level of the intervals.
    package let level: Double
    /// The demands that the variants are compared by: those that lead first, then those of the other services.
    let demands: [DemandComparison]
    /// How the variants came about; its files are their scenarios, in their order.
    package var origin: ExperimentOrigin?
    /// By variant; empty for the base.
    private let measuresFound: [[PairedDifference]]
    /// How many measured differences are corrected together: those that the sentences say, and the rest.
    let families: (said: Int, rest: Int)
    let residents: [Double]?

    /// Gathers variants with equal seeds and equally many replications, and compares them with the first one.
    ///
    /// - Parameters:
    ///   - variants: the variants, the base first.
    ///   - metrics: metrics that are compared beside those of every comparison.
    ///   - level: of the intervals.
    package init(_ variants: [Variant], metrics: [String] = [], level: Double = 0.95) {
        self.variants = variants
        self.level = level
        let others = variants.indices.dropFirst()
        let same = others.filter { Self.haveSameZones(variants[0], variants[$0]) }
        let people = variants[0].plan.scenario.city.residents
        let records = variants[0].places.zones
        let residents = people.map { people in records.map { people[$0.id] ?? 0 } }
        self.residents = residents
        let found = Self.rows(variants[0].plan.scenario, variants.map(\.set)).map {
            DemandComparison($0.words, rows: $0.rows, records: records, like: same, residents: residents, level: level)
        }
        let changes = found.first { $0.isLeading }?.changes ?? variants.map { _ in nil }
        let measured = Self.measured(variants, also: metrics)
        // What the sentences say is asked before all else, and corrected by itself: many other measures beside it, each of
        // which makes chance finds likelier, must not hide it.
        let said = others.map { ServiceFinding.measures(areSamePeople: Self.areSame(changes[$0])) }
        let plain = others.flatMap { other in
            measured.map { Self.difference($0, variants[0], variants[other], changes[other], level: level) }
        }
        let services = found.filter { !$0.isLeading }
        let totals = services.flatMap { demand in others.flatMap { demand.totals[$0] } }
        let isSaid =
            plain.indices.map { said[$0 / measured.count].contains(plain[$0].metric) } + totals.map { _ in true }
        let rows = (plain + totals).corrected(isSaid)
        families = (
            zip(plain + totals, isSaid).count { $0.pValue != nil && $1 },
            zip(plain + totals, isSaid).count { $0.pValue != nil && !$1 }
        )
        measuresFound = [[]] + others.map { Array(rows[($0 - 1) * measured.count..<$0 * measured.count]) }
        var rest = rows[plain.count...]
        demands = found.map { demand in
            guard !demand.isLeading else { return demand }
            defer { rest = rest.dropFirst(others.count * DemandComparison.totalCount) }
            return demand.corrected(Array(rest.prefix(others.count * DemandComparison.totalCount)))
        }
    }

    /// The demands of all variants, kind by kind, with what is said of them; a kind that some variant does not have is left out there.
    static func rows(
        _ scenario: Scenario, _ sets: [ReplicationSet]
    ) -> [(words: DemandWords, rows: [[ReplicationDemandRow]])] {
        let kinds = sets.flatMap { $0.replications.flatMap(\.demands) }
            .reduce(into: [ReplicationDemand]()) { kinds, demand in
                if !kinds.contains(where: { $0.name == demand.name }) { kinds.append(demand) }
            }
        return kinds.map { kind in
            let rows = sets.map { set in
                set.replications.map { row in
                    row.demand(kind.name).map { ReplicationDemandRow($0) } ?? ReplicationDemandRow(none: kind)
                }
            }
            let own = Slices.leading.flatMap { $0.form.demands == kind.name ? $0.form.words(scenario) : nil }
            return (own ?? DemandWords(kind), rows)
        }
    }

    /// The form of the service that leads, where there is anything to tell of it in some variant.
    var form: ExperimentForm? { Self.form(of: variants) }

    static func form(of variants: [Variant]) -> ExperimentForm? {
        variants.lazy.compactMap { Slices.form(for: $0.plan.scenario) }.first
    }

    /// How a variant differs from the base, with Holm's correction over the measures of its sentences and of those of the other
    /// variants, and apart from them over all other measures of all variants. What neither of the two measured is left out.
    package func differences(of index: Int) -> [PairedDifference] {
        measuresFound[index].filter { $0.first != nil || $0.second != nil }
    }

    /// The difference of one measure between a variant and the base.
    func difference(of measure: String, _ index: Int) -> PairedDifference? {
        measuresFound[index].first { $0.metric == measure }
    }

    /// Whether both variants have the same people's zones, so that zones can be compared one by one.
    package func hasSameZones(_ index: Int) -> Bool { Self.haveSameZones(variants[0], variants[index]) }

    private static func haveSameZones(_ first: Variant, _ second: Variant) -> Bool {
        first.places.zones.map(\.id) == second.places.zones.map(\.id)
    }

    /// How each zone of the people differs from the base for those whose demands lead, with Holm's correction over the zones of all
    /// variants, measure by measure; empty when the zones are not the same. Zones where nobody was served come first, then those
    /// whose shares not in time differ most.
    package func zones(of index: Int) -> [Zone] { leading?.rankedZones(index) ?? [] }

    /// The demands that lead; nil where no variant has any.
    var leading: DemandComparison? { demands.first { $0.isLeading } }

    /// What became of the same demands that lead in a variant, all replications together; nil where wishes were not kept.
    func change(of index: Int) -> PersonalChange? { leading?.change(of: index) }

    /// What the correction is, in words.
    package var correction: String {
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
    package var words: String {
        switch self {
        case .lower: "lower"
        case .higher: "higher"
        case .onlyAlone: "not shown after the correction"
        case .noDifferenceShown: "no difference shown"
        case .notMeasured: "not measured in both"
        }
    }
}
