// SPDX-License-Identifier: GPL-3.0-or-later

import StoreRules

/// What was counted of one store.
struct SiteTotals {
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
    /// How many stood before the store and went in or away, and how long, in nanoseconds.
    private(set) var stood = 0
    private var standing: Int64 = 0
    /// A bit for each place that somebody had.
    private var places: [UInt64] = []

    /// The places that people can have now.
    var openPlaces: Int32 { isOpen ? limit : 0 }
    /// How many different places were used.
    var placesUsed: Int { places.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// The mean wait of those that led inside, in seconds; nil without any.
    var waitMean: Double? { entered > 0 ? Double(waited) / Double(entered) / 1e9 : nil }

    /// The mean time of standing before it, in seconds; 0 when nobody did.
    var standingMean: Double { stood > 0 ? Double(standing) / Double(stood) / 1e9 : 0 }

    mutating func stood(for time: Int64) {
        stood += 1
        standing += time
    }

    mutating func entered(after wait: Int64) {
        entered += 1
        waited += wait
    }

    mutating func use(_ number: Int32) {
        let word = Int(number - 1) / 64
        while places.count <= word { places.append(0) }
        places[word] |= 1 << (Int(number - 1) % 64)
    }
}
