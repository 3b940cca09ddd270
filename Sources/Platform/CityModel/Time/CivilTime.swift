// SPDX-License-Identifier: GPL-3.0-or-later

/// A date and a time of day as a person enters them: they may not exist, as 30 February does not (TAXI-RESV-08).
@frozen
public struct CivilTime: Hashable, Sendable, Codable {
    /// Year of the Gregorian calendar.
    public let year: Int32
    /// Month, 1 to 12 when it exists.
    public let month: Int32
    /// Day of the month, from 1.
    public let day: Int32
    /// Seconds after midnight, 0 to 86,399 when the time exists.
    public let second: Int32

    /// Takes what was entered, right or wrong.
    public init(year: Int32, month: Int32, day: Int32, second: Int32) {
        self.year = year
        self.month = month
        self.day = day
        self.second = second
    }

    /// Takes a date and a clock time as entered, right or wrong.
    public init(_ year: Int32, _ month: Int32, _ day: Int32, _ hour: Int32, _ minute: Int32, _ seconds: Int32 = 0) {
        let isClock = (0..<24).contains(hour) && (0..<60).contains(minute) && (0..<60).contains(seconds)
        self.init(year: year, month: month, day: day, second: isClock ? hour * 3600 + minute * 60 + seconds : -1)
    }

    /// The date and time of an instant; parts of a second are left out.
    public init(_ time: CityTime) {
        let parts = time.date.split(separator: "-", omittingEmptySubsequences: true).compactMap { Int32($0) }
        self.init(
            year: parts[0], month: parts[1], day: parts[2],
            second: Int32(time.sinceMidnight.nanoseconds / 1_000_000_000))
    }

    /// The instant, or nil when there is no such date or time. Years 1678 to 2200: earlier ones are before
    /// the first instant that there is.
    public var cityTime: CityTime? {
        guard (1678...2200).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day), (0..<86_400).contains(second)
        else { return nil }
        // Days since 1970-01-01, counted in years that begin in March, so that the leap day comes last.
        let shifted = Int64(year) - (month <= 2 ? 1 : 0)
        let dayOfYear = (153 * (Int64(month) + (month > 2 ? -3 : 9)) + 2) / 5 + Int64(day) - 1
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return CityTime(nanoseconds: (days * 86_400 + Int64(second)) * 1_000_000_000)
    }

    /// How many days a month has.
    package static func days(in month: Int32, of year: Int32) -> Int32 {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
