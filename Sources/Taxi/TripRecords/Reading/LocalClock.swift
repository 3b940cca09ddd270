// SPDX-License-Identifier: GPL-3.0-or-later
import Calendars

/// The clock of a city's time zone, asked about millions of times: days without a change of the clock are remembered.
struct LocalClock {
    private var clock: ZoneClock
    /// By day: the distance from universal time in seconds; `unknown`, or `changing` where it is not the same all day.
    private var days = [Int32](repeating: LocalClock.unknown, count: 84_100)

    private static let unknown = Int32.max
    private static let changing = Int32.min
    private static let day: Int64 = 86_400

    /// Nil when there is no such zone; `CalendarImport.fault(ofZone:)` says why.
    init?(_ zone: String) {
        guard let clock = ZoneClock(named: zone) else { return nil }
        self.clock = clock
    }

    /// Instants that a clock time means: none where the clocks are put forward over it, two where they show it twice.
    enum Meaning: Hashable {
        case once(Int64)
        case never
        case twice(Int64, Int64)
    }

    /// The distance of a day; `changing` where the clocks change within it or a day around it.
    private mutating func offset(ofDay index: Int64) -> Int32 {
        guard days.indices.contains(Int(index)) else { return Self.changing }
        let known = days[Int(index)]
        guard known == Self.unknown else { return known }
        let ends = [index * Self.day - Self.day, index * Self.day + 2 * Self.day].map { exact(at: $0) }
        let found = ends[0] == ends[1] ? ends[0] : Self.changing
        days[Int(index)] = found
        return found
    }

    private mutating func exact(at instant: Int64) -> Int32 {
        Int32(clock.wall(UniversalTime(seconds: instant)).seconds - instant)
    }

    /// How far the clock is ahead of universal time at an instant, in seconds.
    mutating func offset(at instant: Int64) -> Int32 {
        let known = offset(ofDay: instant / Self.day)
        return known == Self.changing ? exact(at: instant) : known
    }

    /// What the clock shows at an instant, and how many seconds are left of that hour: clocks change at full hours.
    mutating func hour(at instant: Int64) -> (wall: Int64, left: Int64) {
        let wall = instant + Int64(offset(at: instant))
        return (wall, 3600 - wall % 3600)
    }

    /// What a clock time means.
    mutating func meaning(ofWall wall: Int64) -> Meaning {
        let known = offset(ofDay: wall / Self.day)
        guard known == Self.changing else { return .once(wall - Int64(known)) }
        let (first, showing) = clock.instant(WallTime(seconds: wall))
        switch showing {
        case .once: return .once(first.seconds)
        case .never: return .never
        case .twice: return .twice(first.seconds, wall - Int64(exact(at: first.seconds + Self.day)))
        }
    }

    /// How many seconds of an hour of the clock there were: 3600, or none, or twice as many where the clock changed.
    mutating func seconds(ofHourAt wall: Int64) -> Int64 {
        switch (meaning(ofWall: wall), meaning(ofWall: wall + 1800)) {
        case (.once, .once): 3600
        case (.never, .never): 0
        case (.twice, .twice): 7200
        case (.never, _), (_, .never): 1800
        case (.twice, _), (_, .twice): 5400
        }
    }
}
