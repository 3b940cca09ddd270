// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// An instant: seconds since 1970-01-01 00:00 of universal time.
package struct UniversalTime: Hashable, Comparable, Sendable {
    package let seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    package static func < (left: UniversalTime, right: UniversalTime) -> Bool { left.seconds < right.seconds }
    static func + (left: UniversalTime, seconds: Int64) -> UniversalTime {
        UniversalTime(seconds: left.seconds + seconds)
    }
}

/// What a clock on a wall shows: seconds since 1970-01-01 00:00 as if its zone knew no change. It may show one time twice, and some never.
package struct WallTime: Hashable, Comparable, Sendable {
    /// The years that are read: zones and rules are known in them, and nobody's day lies outside.
    static let years: ClosedRange<Int32> = 1970...2199
    /// The last of these seconds.
    static let latest = WallTime(seconds: 7_258_118_399)

    package let seconds: Int64

    package init(seconds: Int64) { self.seconds = seconds }

    /// A time of the city's own clock.
    init(_ time: CityTime) { seconds = time.nanoseconds / 1_000_000_000 }

    package static func < (left: WallTime, right: WallTime) -> Bool { left.seconds < right.seconds }
    static func + (left: WallTime, seconds: Int64) -> WallTime { WallTime(seconds: left.seconds + seconds) }

    /// As tables have it: `2026-03-04 08:30:00`.
    package var text: String { parts(between: "-", " ", ":") }

    /// As iCalendar writes it: `20260304T083000`.
    var calendarText: String { parts(between: "", "T", "") }

    private func parts(between dates: String, _ middle: String, _ clocks: String) -> String {
        let time = CityTime(nanoseconds: seconds * 1_000_000_000)
        let second = time.sinceMidnight.nanoseconds / 1_000_000_000
        let clock = [second / 3600, second / 60 % 60, second % 60].map { String($0, digits: 2) }
        return (dates == "-" ? time.date : time.date.filter { $0 != "-" }) + middle + clock.joined(separator: clocks)
    }
}

extension UniversalTime {
    /// As iCalendar writes it: `20260304T073000Z`.
    var calendarText: String { WallTime(seconds: seconds).calendarText + "Z" }

    /// As messages have it.
    var text: String { WallTime(seconds: seconds).text + " UTC" }
}
