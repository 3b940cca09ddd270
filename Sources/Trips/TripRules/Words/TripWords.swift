// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The colour of a calendar (TRIP-R28).
public enum CalendarColour: UInt8, EventWord {
    case red, green, blue
}

/// The part of the preferences that was changed (TRIP-PREF).
public enum PreferenceName: UInt8, EventWord {
    case ownedBicycle, ownedCar, service, provider, walkLimit, bicycleLimit, transitWindow, lowEmission, weather, lunch
}

/// Days of the week.
public struct Weekdays: OptionSet, Hashable, Sendable, Codable {
    /// A bit for each day, from Monday on.
    public let rawValue: UInt8

    /// Makes the set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Mondays.
    public static let monday = Weekdays(rawValue: 1)
    /// Tuesdays.
    public static let tuesday = Weekdays(rawValue: 2)
    /// Wednesdays.
    public static let wednesday = Weekdays(rawValue: 4)
    /// Thursdays.
    public static let thursday = Weekdays(rawValue: 8)
    /// Fridays.
    public static let friday = Weekdays(rawValue: 16)
    /// Saturdays.
    public static let saturday = Weekdays(rawValue: 32)
    /// Sundays.
    public static let sunday = Weekdays(rawValue: 64)

    /// Whether a day of the week is in it: 0 for Monday to 6 for Sunday.
    public func has(_ weekday: Int) -> Bool { rawValue & 1 << UInt8(weekday) != 0 }

    /// The days, 0 for Monday to 6 for Sunday.
    var list: [Int] { (0..<7).filter(has) }
}

/// A day of the city: midnight to midnight.
public struct TripDay: Hashable, Comparable, Sendable, Codable {
    /// Days since 1970-01-01.
    public let number: Int32

    init(number: Int32) { self.number = number }

    /// The day of an instant.
    public init(of time: CityTime) {
        number = Int32(truncatingIfNeeded: time.midnight.nanoseconds / TimeSpan.day.nanoseconds)
    }

    /// When it begins.
    public var start: CityTime { CityTime(nanoseconds: Int64(number) * TimeSpan.day.nanoseconds) }
    /// When the next one begins.
    public var end: CityTime { start + .day }
    /// The day of the week: 0 for Monday to 6 for Sunday.
    var weekday: Int { start.weekday }

    /// Orders days by time.
    public static func < (left: TripDay, right: TripDay) -> Bool { left.number < right.number }
    static func + (day: TripDay, count: Int) -> TripDay { TripDay(number: day.number + Int32(count)) }
}

extension TimeSpan {
    static var day: TimeSpan { .hours(24) }
    static var week: TimeSpan { .hours(168) }

    /// What is left of it when whole lengths of another are taken away: from zero up to below that.
    func remainder(_ length: TimeSpan) -> TimeSpan {
        let rest = nanoseconds % length.nanoseconds
        return TimeSpan(nanoseconds: rest < 0 ? rest + length.nanoseconds : rest)
    }
}
