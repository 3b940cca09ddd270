// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The travel times of one day: each is asked for when it is first needed, and once.
struct TravelMemo {
    private let source: any DayTravel
    private let count: Int
    /// By item gone from and item gone to; empty until the first is asked for, as on most days none is.
    private var known: [TimeSpan] = []

    /// What marks a pair that nobody has asked for: no travel time is negative.
    private static let unknown = TimeSpan(nanoseconds: -1)

    init(count: Int, _ source: any DayTravel) { (self.count, self.source) = (count, source) }

    /// From one item to another, both with a place; the longest span without a route.
    mutating func time(from start: Int, to end: Int, _ items: [DayArranger.Item]) -> TimeSpan {
        if known.isEmpty { known = Array(repeating: Self.unknown, count: count * count) }
        let pair = start * count + end
        if known[pair] != Self.unknown { return known[pair] }
        guard let here = items[start].place, let there = items[end].place else { return .zero }
        let asked = source.time(from: here, to: there, of: items[end].id, arriving: items[end].arrival)
        known[pair] = max(asked ?? .longest, .zero)
        return known[pair]
    }
}
