// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// How long after the agreed time taxis were at their meeting points (DEC-PUNCTUALITY, TAXI-ASSUME-05 and -06).
///
/// A taxi that had not come when its passenger gave up or the run ended has no delay, yet it is late as soon as more than the
/// limit had passed; sooner nothing is known of it, and it is left out.
struct Punctuality {
    /// Most delay in 90 % of cases (TAXI-ASSUME-05), and in all (TAXI-ASSUME-06), in nanoseconds.
    static let soon = TimeSpan.minutes(10).nanoseconds, latest = TimeSpan.minutes(20).nanoseconds

    /// Arrival minus the agreed time, in nanoseconds; early is negative.
    private(set) var delays: Sample
    private(set) var withinSoon = 0, withinLatest = 0
    /// Taxis that had not come after more than each limit.
    private(set) var missedSoon = 0, missedLatest = 0

    init(exactLimit: Int) { delays = Sample(exactLimit: exactLimit) }

    /// The taxis of which it is known whether they were there within each limit.
    var judgedSoon: Int { delays.count + missedSoon }
    var judgedLatest: Int { delays.count + missedLatest }

    /// A taxi is at its meeting point.
    mutating func arrive(after delay: Int64) {
        delays.add(delay)
        if delay <= Self.soon { withinSoon += 1 }
        if delay <= Self.latest { withinLatest += 1 }
    }

    /// A taxi had not come this long after the agreed time, and will not.
    mutating func miss(after delay: Int64) {
        if delay > Self.soon { missedSoon += 1 }
        if delay > Self.latest { missedLatest += 1 }
    }

    /// Works out the quantiles in one go; nothing follows.
    mutating func settle() { delays.settle() }
}
