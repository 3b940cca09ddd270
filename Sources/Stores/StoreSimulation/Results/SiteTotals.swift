// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules

/// What was counted of one store.
struct SiteTotals {
    /// Where it is; nil while that is not known.
    var place: Place?
    var limit: Int32 = 0
    var isOpen = false
    var tickets = 0
    var bookings = 0
    var visits = 0
    /// People before the store now.
    var outside = 0
    /// Tickets and bookings that led inside, and how long their holders waited, in nanoseconds.
    private(set) var entered = 0
    private(set) var waited: Int64 = 0
    /// Bookings for slots of the measured time that were kept, and those that lapsed.
    var slotsKept = 0
    var slotsLapsed = 0
    /// Of tickets that led inside, by phone and at the totem.
    var byPhone = Estimates()
    var atTotem = Estimates()
    /// How long called tickets that came to nothing held a place, in nanoseconds.
    var heldInVain: Int64 = 0
    /// People inside, and the places of the store while it is open, over time.
    var inside: LevelSum
    var places: LevelSum
    /// A bit for each place that somebody had.
    private var used: [UInt64] = []

    init(limit: Int32, from: CityTime) {
        self.limit = limit
        (inside, places) = (LevelSum(from: from), LevelSum(from: from))
    }

    /// The places that people can have now.
    var openPlaces: Int32 { isOpen ? limit : 0 }
    /// How many different places were used.
    var placesUsed: Int { used.reduce(0) { $0 + $1.nonzeroBitCount } }
    /// People inside as a share of the places; nil where these are not known.
    var occupancy: Double? { places.total > 0 ? Double(inside.total) / Double(places.total) : nil }

    /// The mean wait of those that led inside, in seconds; nil without any.
    var waitMean: Double? { entered > 0 ? Double(waited) / Double(entered) / 1e9 : nil }

    mutating func entered(after wait: Int64) {
        entered += 1
        waited += wait
    }

    mutating func use(_ number: Int32) {
        let word = Int(number - 1) / 64
        while used.count <= word { used.append(0) }
        used[word] |= 1 << (Int(number - 1) % 64)
    }

    /// Entries against the first estimate of them.
    struct Estimates {
        private(set) var count = 0
        private var late: Int64 = 0

        /// An entry so long after the estimate, in nanoseconds.
        mutating func add(_ error: Int64) {
            count += 1
            late += error
        }

        /// The mean lateness in seconds; below 0 when people came in before the estimate. Nil without any.
        var bias: Double? { count > 0 ? Double(late) / Double(count) / 1e9 : nil }
    }

    /// A number that changes in steps, times nanoseconds, from the end of the warm-up on.
    struct LevelSum {
        private var level: Int64 = 0
        private var since: CityTime
        private(set) var total: Int64 = 0

        init(from: CityTime) { since = from }

        mutating func change(by amount: Int32, at now: CityTime) {
            if now > since {
                total += level * (now - since).nanoseconds
                since = now
            }
            level += Int64(amount)
        }
    }
}
