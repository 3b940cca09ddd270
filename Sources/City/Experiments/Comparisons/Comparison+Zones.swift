// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import CitySimulation

extension Comparison {
    /// What the passengers of one zone met, in a variant and in the base.
    public struct Zone: Sendable {
        /// The zone that people's places are drawn in.
        public let record: ZoneRecord
        /// The share of its wishes that are not aboard in time.
        public let missed: PairedDifference
        /// The unserved share of its requests.
        public let unserved: PairedDifference
        /// The mean wait of those who were served.
        public let wait: PairedDifference
        /// Requests in all replications together, and how many of them were fulfilled: in the base, and in this variant.
        public let stored, fulfilled: (first: Int, second: Int)
        /// Wishes for a ride of a run of the base, mean over the replications.
        public let wishes: Double
        /// The people who live there; nil where the scenario does not say.
        public let residents: Double?

        /// Whether there were requests and nobody was served.
        public var isForsaken: (first: Bool, second: Bool) {
            (stored.first > 0 && fulfilled.first == 0, stored.second > 0 && fulfilled.second == 0)
        }

        /// What comes first has the smallest rank.
        var rank: (Int, Double, Double, Int32) {
            let isForsaken = isForsaken
            return (
                isForsaken.first || isForsaken.second ? 0 : 1, -abs(missed.difference?.mean ?? 0),
                -abs(unserved.difference?.mean ?? 0), record.id.number
            )
        }
    }

    /// What passengers met at one hour of the day, in a variant and in the base.
    public struct Hour: Sendable {
        /// The hour of the day, 0 to 23.
        public let hour: Int
        /// The share of the wishes that are not aboard in time, the unserved share, and the mean wait of the served.
        public let missed, unserved, wait: PairedDifference
    }

    /// Zones, or hours, that are better or worse served than in the base, or neither, and whom that concerns.
    public struct Concerned: Hashable, Sendable {
        /// How many zones.
        public internal(set) var zones = 0
        /// Wishes for a ride of a run of the base.
        public internal(set) var wishes = 0.0
        /// The people who live there; nil where the scenario does not say.
        public internal(set) var residents: Double?

        mutating func add(wishes: Double, residents: Double?) {
            zones += 1
            self.wishes += wishes
            if let residents { self.residents = (self.residents ?? 0) + residents }
        }
    }

    /// Whom a change makes better off, worse off, or neither: by zones whose share not aboard in time is lower or higher.
    public struct Sides: Hashable, Sendable {
        /// Zones with a clear difference, and the rest.
        public internal(set) var better = Concerned(), worse = Concerned(), open = Concerned()

        mutating func add(_ finding: PairedDifference.Finding, wishes: Double, residents: Double?) {
            switch finding {
            case .lower: better.add(wishes: wishes, residents: residents)
            case .higher: worse.add(wishes: wishes, residents: residents)
            case .onlyAlone, .noDifferenceShown, .notMeasured: open.add(wishes: wishes, residents: residents)
            }
        }
    }

    /// Whom a variant makes better off and worse off; nil when its zones are not those of the base.
    public func sides(of index: Int) -> Sides? {
        let zones = orderedZones(of: index)
        guard hasTaxis, !zones.isEmpty else { return nil }
        return zones.reduce(into: Sides()) { sides, zone in
            sides.add(zone.missed.finding, wishes: zone.wishes, residents: zone.residents)
        }
    }

    // MARK: Computing

    static func zones(
        _ variants: [Variant], like same: [Int], residents: [Double]?, level: Double
    ) -> [Int: [Zone]] {
        let records = variants[0].places.zones
        /// All zones of all variants, corrected together.
        func pairs(
            _ value: (ReplicationZone) -> Double?, of units: ((ReplicationZone) -> Int)? = nil
        ) -> [PairedDifference] {
            same.flatMap { other in
                records.indices.map { zone in
                    func values(_ variant: Int) -> [Double?] {
                        variants[variant].set.replications.map { value($0.zones[zone]) }
                    }
                    func counted(_ variant: Int) -> [Double?]? {
                        units.map { units in variants[variant].set.replications.map { Double(units($0.zones[zone])) } }
                    }
                    return paired(
                        "zone \(records[zone].id.number)", values(0), values(other), level: level,
                        units: units == nil ? nil : (counted(0), counted(other)))
                }
            }.corrected
        }
        let (missed, unserved, wait) = (
            pairs(\.notInTimeShare, of: \.wishes), pairs(\.unservedShare, of: \.stored), pairs(\.wait)
        )
        let wishes = variants[0].zoneMeans { Double($0.wishes) }
        func sum(_ index: Int, _ zone: Int, _ count: (ReplicationZone) -> Int) -> Int {
            variants[index].set.replications.reduce(0) { $0 + count($1.zones[zone]) }
        }
        var found: [Int: [Zone]] = [:]
        for (position, other) in same.enumerated() {
            found[other] = records.indices.map { zone in
                let at = position * records.count + zone
                return Zone(
                    record: records[zone], missed: missed[at], unserved: unserved[at], wait: wait[at],
                    stored: (sum(0, zone, \.stored), sum(other, zone, \.stored)),
                    fulfilled: (sum(0, zone, \.fulfilled), sum(other, zone, \.fulfilled)),
                    wishes: wishes[zone] ?? 0, residents: residents?[zone])
            }
        }
        return found
    }

    static func hours(_ variants: [Variant], level: Double) -> [Int: [Hour]] {
        let others = variants.indices.dropFirst()
        let hours = (0..<24).filter { hour in
            variants.contains { $0.set.replications.contains { $0.hours.contains { $0.hour == hour } } }
        }
        func pairs(
            _ value: (ReplicationHour) -> Double?, of units: ((ReplicationHour) -> Int)? = nil
        ) -> [PairedDifference] {
            others.flatMap { other in
                hours.map { hour in
                    func values(_ variant: Int) -> [Double?] {
                        variants[variant].set.replications.map { row in
                            row.hours.first { $0.hour == hour }.flatMap(value)
                        }
                    }
                    func counted(_ variant: Int) -> [Double?]? {
                        units.map { units in
                            variants[variant].set.replications.map { row in
                                row.hours.first { $0.hour == hour }.map { Double(units($0)) }
                            }
                        }
                    }
                    return paired(
                        "hour \(hour)", values(0), values(other), level: level,
                        units: units == nil ? nil : (counted(0), counted(other)))
                }
            }.corrected
        }
        let (missed, unserved, wait) = (
            pairs(\.notInTimeShare, of: \.wishes), pairs(\.unservedShare, of: \.stored), pairs(\.wait)
        )
        var found: [Int: [Hour]] = [:]
        for other in others {
            found[other] = hours.enumerated().map { position, hour in
                let at = (other - 1) * hours.count + position
                return Hour(hour: hour, missed: missed[at], unserved: unserved[at], wait: wait[at])
            }
        }
        return found
    }
}
