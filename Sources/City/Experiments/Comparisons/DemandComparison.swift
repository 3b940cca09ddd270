// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting

/// How the demands of one kind fare in the variants of a comparison: by zone, hour, group and site, and followed from one variant to
/// the other. One code for all services.
struct DemandComparison: Sendable {
    /// A division of the demands beside zones and hours.
    struct Division: Sendable {
        /// What a part is, such as `station`.
        let title: String
        let names: [String]
        /// By variant; empty for the base, and where the parts are not the same ones.
        let found: [Int: [Comparison.Part]]
    }

    /// What is said of them.
    let words: DemandWords
    /// What became of the same demands, by variant and replication; nil for the base, and where they were not kept.
    let changes: [[PersonalChange]?]
    /// Whether demands are told by the zone of who asks; the starts of a race are not.
    let hasZones: Bool
    /// By variant, those with the zones of the base.
    let zones: [Int: [Comparison.Zone]]
    let hours: [Int: [Comparison.Part]]
    let evenness: [Int: Comparison.Evenness]
    /// By group and by site, where the service has some.
    let divisions: [Division]
    /// Demands that were met, mean wait, and the share not met in time, by variant; empty for the base.
    private(set) var totals: [[PairedDifference]]
    /// How many there are for a variant.
    static let totalCount = 3
    /// A replication's demands of this kind as a whole and by zone.
    private let rows: [[ReplicationDemandRow]]

    /// - Parameters:
    ///   - words: what is said of the demands.
    ///   - variants: the variants, the base first.
    ///   - rows: by variant and replication, what became of these demands.
    ///   - records: the zones of those who ask.
    ///   - same: the variants that have the same zones as the base.
    ///   - residents: who lives in each zone; nil where the scenario does not say.
    ///   - level: of the intervals.
    init(
        _ words: DemandWords, rows: [[ReplicationDemandRow]], records: [ZoneRecord], like same: [Int],
        residents: [Double]?, level: Double
    ) {
        self.words = words
        self.rows = rows
        hasZones = ([0] + same).allSatisfy { rows[$0].allSatisfy { $0.zones.count == records.count } }
        let same = hasZones ? same : []
        let others = Array(rows.indices.dropFirst())
        changes = [nil] + others.map { Self.changes(rows[0], rows[$0], words.notable) }
        zones = Self.zones(rows, records, like: same, residents: residents, level: level)
        let hours = Set(rows.joined().flatMap { $0.hours.map(\.number) }).sorted()
        self.hours = Self.parts(rows, others, numbers: hours, level: level) { $0.hours }
        evenness = Self.evenness(rows, records, like: same, residents: residents, level: level)
        divisions = Self.divisions(rows, level: level)
        let changes = self.changes
        totals =
            [[]]
            + others.map { other in
                func values(_ index: Int, _ value: (ReplicationPart) -> Double?) -> [Double?] {
                    rows[index].map { value($0.all) }
                }
                let isSame = Self.areSame(changes[other])
                let waits =
                    isSame
                    ? (changes[other] ?? []).map { ($0.waits?.first, $0.waits?.second) }
                    : zip(values(0, \.wait), values(other, \.wait)).map { ($0, $1) }
                return [
                    Comparison.paired(
                        "\(words.name).served", values(0) { Double($0.fulfilled) },
                        values(other) { Double($0.fulfilled) }, level: level),
                    Comparison.paired(
                        "\(words.name).wait", waits.map(\.0), waits.map(\.1), level: level),
                    Comparison.paired(
                        "\(words.name).missed", values(0, \.notInTimeShare), values(other, \.notInTimeShare),
                        level: level,
                        units: (values(0) { Double($0.wishes) }, values(other) { Double($0.wishes) })),
                ]
            }
    }

    /// Whether they are those that lead, whose totals are metrics.
    var isLeading: Bool { words.areLeading }

    /// The same with the totals of all variants after a correction, one variant after the other.
    func corrected(_ rows: [PairedDifference]) -> DemandComparison {
        var corrected = self
        for index in totals.indices.dropFirst() {
            let first = (index - 1) * Self.totalCount
            corrected.totals[index] = Array(rows[first..<first + Self.totalCount])
        }
        return corrected
    }

    /// Whether nearly all demands are the same ones in a variant, all replications together.
    func areSamePeople(_ index: Int) -> Bool { Self.areSame(changes[index]) }

    /// What became of the same demands in a variant, all replications together; nil where they were not kept.
    func change(of index: Int) -> PersonalChange? {
        changes[index].map { $0.reduce(into: PersonalChange()) { $0 += $1 } }
    }

    /// The demands of a variant by zone, replication by replication.
    func zoneRows(_ variant: Int) -> [[ReplicationPart]] { rows[variant].map(\.zones) }

    /// Whether somebody asked in a variant.
    func isAsked(_ variant: Int) -> Bool { rows[variant].contains { $0.all.stored > 0 } }

    /// The share that was not met in time in each replication of a variant.
    func missedShares(_ variant: Int) -> [Double?] { rows[variant].map(\.all.notInTimeShare) }

    /// Whether somebody asked in any variant.
    var isAsked: Bool { rows.indices.contains { isAsked($0) } }

    /// Whether anything was lost in some variant: a measure that is 0 everywhere is not drawn.
    var hasLost: Bool { rows.contains { $0.contains { $0.all.unserved > 0 } } }

    /// The zones of a variant; those where nobody was served come first, then those whose shares not in time differ most.
    func rankedZones(_ index: Int) -> [Comparison.Zone] { (zones[index] ?? []).sorted { $0.rank < $1.rank } }

    /// Whom a variant makes better off and worse off; nil when its zones are not those of the base.
    func sides(of index: Int) -> Comparison.Sides? {
        guard let zones = zones[index], !zones.isEmpty else { return nil }
        return zones.reduce(into: Comparison.Sides()) { sides, zone in
            sides.add(zone.missed.finding, wishes: zone.wishes, residents: zone.residents)
        }
    }

    private static func areSame(_ changes: [PersonalChange]?) -> Bool {
        changes?.reduce(into: PersonalChange()) { $0 += $1 }.isOfSamePeople == true
    }

    /// What became of the same demands, replication by replication.
    private static func changes(
        _ first: [ReplicationDemandRow], _ second: [ReplicationDemandRow], _ notable: Int32
    ) -> [PersonalChange]? {
        let pairs = zip(first, second).compactMap { one, other in
            one.wishes.flatMap { one in other.wishes.map { PersonalChange(one, $0, notable: notable) } }
        }
        return pairs.isEmpty ? nil : pairs
    }
}

/// What became of the demands of one kind in one replication.
struct ReplicationDemandRow: Sendable {
    let all: ReplicationPart
    let zones, hours: [ReplicationPart]
    var groups: (names: CaseForm.Names, parts: [ReplicationPart])?
    var sites: (names: CaseForm.Names, parts: [ReplicationPart])?
    let wishes: WishList?

    /// None, in a city without the service.
    init(none like: ReplicationDemand) {
        func none(_ parts: [ReplicationPart]) -> [ReplicationPart] {
            parts.map { ReplicationPart($0.number, sum: []) }
        }
        (all, zones, hours, wishes) = (ReplicationPart(0, sum: []), none(like.zones), [], nil)
    }

    init(_ demand: ReplicationDemand) {
        (all, zones, hours, wishes) = (demand.all, demand.zones, demand.hours, demand.wishes)
        let form = demand.form
        func division(_ names: CaseForm.Names, _ parts: [ReplicationPart]) -> (CaseForm.Names, [ReplicationPart])? {
            guard !names.title.isEmpty, parts.count > 1 else { return nil }
            return (CaseForm.Names(names.title, parts.indices.map { names.name($0) }), parts)
        }
        groups = division(form.groups, demand.groups)
        sites = division(form.sites, demand.sites)
    }
}
