// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension Comparison {
    /// What the people of one zone met, in a variant and in the base.
    package struct Zone: Sendable {
        /// The zone that people's places are drawn in.
        package let record: ZoneRecord
        /// The share of its wishes that are not aboard in time.
        package let missed: PairedDifference
        /// The unserved share of its requests.
        package let unserved: PairedDifference
        /// The mean wait of those who were served.
        package let wait: PairedDifference
        /// Requests in all replications together, and how many of them were fulfilled: in the base, and in this variant.
        package let stored, fulfilled: (first: Int, second: Int)
        /// Wishes for a ride of a run of the base, mean over the replications.
        package let wishes: Double
        /// The people who live there; nil where the scenario does not say.
        package let residents: Double?

        /// Whether there were requests and nobody was served.
        package var isForsaken: (first: Bool, second: Bool) {
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

    /// What became of the demands of one hour, group or site, in a variant and in the base.
    package struct Part: Sendable {
        /// The hour (`HourAxis`), or the place in the list of groups or sites.
        package let number: Int
        /// The share of the wishes that are not aboard in time, the unserved share, and the mean wait of the served.
        package let missed, unserved, wait: PairedDifference
    }

    /// Zones, or hours, that are better or worse served than in the base, or neither, and whom that concerns.
    package struct Concerned: Hashable, Sendable {
        package internal(set) var zones = 0
        /// Wishes for a ride of a run of the base.
        package internal(set) var wishes = 0.0
        /// The people who live there; nil where the scenario does not say.
        package internal(set) var residents: Double?

        mutating func add(wishes: Double, residents: Double?) {
            zones += 1
            self.wishes += wishes
            if let residents { self.residents = (self.residents ?? 0) + residents }
        }
    }

    /// Whom a change makes better off, worse off, or neither: by zones whose share not aboard in time is lower or higher.
    package struct Sides: Hashable, Sendable {
        /// Zones with a clear difference, and the rest.
        package internal(set) var better = Concerned(), worse = Concerned(), open = Concerned()

        mutating func add(_ finding: PairedDifference.Finding, wishes: Double, residents: Double?) {
            switch finding {
            case .lower: better.add(wishes: wishes, residents: residents)
            case .higher: worse.add(wishes: wishes, residents: residents)
            case .onlyAlone, .noDifferenceShown, .notMeasured: open.add(wishes: wishes, residents: residents)
            }
        }
    }
}
