// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How much of a time the server was up (AVAIL-01).
public struct Availability: Hashable, Sendable {
    /// The whole time.
    public var total: TimeSpan
    /// The part of it in which the server was down.
    public var down: TimeSpan

    /// Takes the two spans.
    public init(total: TimeSpan, down: TimeSpan) {
        self.total = total
        self.down = down
    }

    /// What is down in a run from `begin` to `end`: outages are cut to the run. They must not overlap.
    public init(of outages: [Outage], from begin: CityTime, to end: CityTime) {
        total = end - begin
        down = outages.reduce(.zero) { $0 + max(.zero, min($1.end, end) - max($1.begin, begin)) }
    }

    /// Up time by total time; 1 for no time at all.
    public var share: Double { total > .zero ? (total - down) / total : 1 }

    /// Whether at most this share of the total, in percent, is down: 2 for the taxi service's 98%. Compared in whole
    /// nanoseconds, so that exactly 14.4 h in 30 days pass.
    public func holds(downPercent: Int) -> Bool {
        let (left, right) = (Int128(down.nanoseconds) * 100, Int128(total.nanoseconds) * Int128(downPercent))
        return left <= right
    }
}
