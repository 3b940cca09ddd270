// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// What the clocks on the walls of a time zone show, by the zone data of Foundation: of an instant, and the other way round.
package struct ZoneClock {
    /// How often a clock shows a time.
    package enum Showing {
        case once
        /// The clocks are put forward over it.
        case never
        case twice
    }

    private struct Change {
        let from: Int64
        let offset: Int64
    }

    /// The name of the zone.
    let name: String
    private let zone: TimeZone
    /// By periods of a good year: the offsets in it, each from an instant on.
    private var periods: [Int64: [Change]] = [:]
    private static let period: Int64 = 1 << 25
    private static let day: Int64 = 86_400
    /// More than any two zones differ by, and less than two changes of one zone.
    private static let margin: Int64 = 15 * 3600

    init(_ name: String, _ zone: TimeZone) {
        self.name = name
        self.zone = zone
    }

    /// The clock of a zone by its name in the IANA database; nil when there is none.
    package init?(named name: String) {
        var zones = ZoneShelf()
        guard case .known(let index) = zones.zone(name) else { return nil }
        self = zones.clocks[index]
    }

    private func offsetByFoundation(_ second: Int64) -> Int64 {
        Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
    }

    /// The offsets of a period: found where two neighbouring days differ, then to the second.
    private func changes(_ index: Int64) -> [Change] {
        let start = index * Self.period
        var changes = [Change(from: start, offset: offsetByFoundation(start))]
        for day in stride(from: start, to: start + Self.period, by: Int(Self.day)) {
            var (low, high) = (day, min(day + Self.day, start + Self.period - 1))
            guard let old = changes.last?.offset, offsetByFoundation(high) != old else { continue }
            while high - low > 1 {
                let middle = (low + high) / 2
                if offsetByFoundation(middle) == old { low = middle } else { high = middle }
            }
            changes.append(Change(from: high, offset: offsetByFoundation(high)))
        }
        return changes
    }

    private mutating func offset(_ second: Int64) -> Int64 {
        let index = second >> 25
        if let known = periods[index] { return known.last { $0.from <= second }?.offset ?? 0 }
        periods[index] = changes(index)
        return offset(second)
    }

    /// What the clock shows at an instant.
    package mutating func wall(_ instant: UniversalTime) -> WallTime {
        WallTime(seconds: instant.seconds + offset(instant.seconds))
    }

    /// The instant that a wall time means (RFC 5545, 3.3.5): one that is shown twice means the first, and one that is never shown is
    /// counted with the offset before the change.
    package mutating func instant(_ wall: WallTime) -> (instant: UniversalTime, showing: Showing) {
        let (before, after) = (offset(wall.seconds - Self.margin), offset(wall.seconds + Self.margin))
        let (early, late) = (wall.seconds - before, wall.seconds - after)
        guard before != after else { return (UniversalTime(seconds: early), .once) }
        switch (offset(early) == before, offset(late) == after) {
        case (true, true): return (UniversalTime(seconds: early), .twice)
        case (true, false): return (UniversalTime(seconds: early), .once)
        case (false, true): return (UniversalTime(seconds: late), .once)
        case (false, false): return (UniversalTime(seconds: early), .never)
        }
    }
}
