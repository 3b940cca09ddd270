// SPDX-License-Identifier: GPL-3.0-or-later

/// A point in virtual time: whole nanoseconds since 1970-01-01 00:00 in the city's own local time.
///
/// The city keeps one local time without daylight saving and without time zones, so an hour of the day is plain
/// arithmetic. The scenario's `start` is the first instant of a run. Source: glossary "virtual time", DEC-INTERVALS.
@frozen
public struct CityTime: InstantProtocol, Hashable, Codable, Sendable {
    /// Whole nanoseconds since 1970-01-01 00:00.
    public let nanoseconds: Int64

    /// Makes the instant this many nanoseconds after 1970-01-01 00:00.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// 1970-01-01 00:00, the start of a scenario that names none.
    public static let epoch = CityTime(nanoseconds: 0)
    /// Later than everything, for "never".
    public static let never = CityTime(nanoseconds: .max)

    /// The instant this many seconds after 1970-01-01 00:00; tests write `t = 60 s` as `.seconds(60)`.
    @inlinable
    public static func seconds(_ count: Int) -> CityTime { CityTime(nanoseconds: Int64(count) * 1_000_000_000) }
    /// The same in fractions of a second, rounded to the nanosecond.
    @inlinable
    public static func seconds(_ count: Double) -> CityTime {
        CityTime(nanoseconds: Int64(nearest: count * 1e9))
    }

    /// The instant a span later; `never` where the clock has no such instant.
    @inlinable
    public func advanced(by span: TimeSpan) -> CityTime {
        CityTime(nanoseconds: nanoseconds.saturatingAdd(span.nanoseconds))
    }
    /// The span from here to the other instant, or the longest one there is.
    @inlinable
    public func duration(to other: CityTime) -> TimeSpan {
        TimeSpan(nanoseconds: other.nanoseconds.saturatingSubtract(nanoseconds))
    }
    /// Orders instants by time.
    @inlinable
    public static func < (left: CityTime, right: CityTime) -> Bool { left.nanoseconds < right.nanoseconds }
    /// The instant a span later; `never` where the clock has no such instant.
    @inlinable
    public static func + (left: CityTime, right: TimeSpan) -> CityTime { left.advanced(by: right) }
    /// The instant a span earlier.
    @inlinable
    public static func - (left: CityTime, right: TimeSpan) -> CityTime {
        CityTime(nanoseconds: left.nanoseconds.saturatingSubtract(right.nanoseconds))
    }
    /// The span between two instants.
    @inlinable
    public static func - (left: CityTime, right: CityTime) -> TimeSpan { right.duration(to: left) }

    /// Seconds since 1970-01-01 00:00, for reports.
    @inlinable public var inSeconds: Double { Double(nanoseconds) / 1e9 }

    /// The time since the last midnight.
    @inlinable public var sinceMidnight: TimeSpan {
        let day: Int64 = 86_400_000_000_000
        let rest = nanoseconds % day
        return TimeSpan(nanoseconds: rest < 0 ? rest + day : rest)
    }

    /// The hour of the day, 0 to 23.
    @inlinable public var hourOfDay: Int { Int(sinceMidnight.nanoseconds / 3_600_000_000_000) }

    /// The day of the week: 0 for Monday to 6 for Sunday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let day = midnight.nanoseconds / 86_400_000_000_000 + 3
        return Int((day % 7 + 7) % 7)
    }

    /// The last midnight at or before this instant.
    @inlinable public var midnight: CityTime { self - sinceMidnight }

    /// Days since 1970-01-01, of every instant that there is: the midnight before the first one is none.
    package var dayNumber: Int64 {
        let (days, rest) = nanoseconds.quotientAndRemainder(dividingBy: 86_400_000_000_000)
        return rest < 0 ? days - 1 : days
    }
}

extension CityTime: CustomStringConvertible {
    /// The clock time as `hh:mm:ss`, with the date in front when it is not the first day, such as
    /// `2026-03-04 08:30:00`.
    public var description: String {
        let seconds = sinceMidnight.nanoseconds / 1_000_000_000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { String($0, digits: 2) }.joined(
            separator: ":")
        return dayNumber == 0 ? clock : "\(date) \(clock)"
    }

    /// The date in the Gregorian calendar as `yyyy-mm-dd`.
    ///
    /// Counts in years that begin in March, so that the leap day comes last; after E. G. Richards, "Calendars", in the
    /// Explanatory Supplement to the Astronomical Almanac, 3rd edition, 15.11.
    public var date: String {
        let julianDay = dayNumber + 2_440_588
        let f = julianDay + 1401 + (4 * julianDay + 274_277) / 146_097 * 3 / 4 - 38
        let e = 4 * f + 3
        let g = e % 1461 / 4
        let h = 5 * g + 2
        let day = h % 153 / 5 + 1
        let month = (h / 153 + 2) % 12 + 1
        let year = e / 1461 - 4716 + (14 - month) / 12
        return "\(year)-\(String(month, digits: 2))-\(String(day, digits: 2))"
    }
}
