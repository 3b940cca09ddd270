// SPDX-License-Identifier: GPL-3.0-or-later

/// A date as a person enters it: it may not exist, as 30 February does not.
@frozen
public struct CivilDate: Hashable, Sendable, Codable {
    /// Year of the Gregorian calendar.
    public let year: Int32
    /// Month, 1 to 12 when it exists.
    public let month: Int32
    /// Day of the month, from 1.
    public let day: Int32

    /// Takes a date as entered, right or wrong.
    public init(_ year: Int32, _ month: Int32, _ day: Int32) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date of an instant.
    public init(_ time: CityTime) {
        let civil = CivilTime(time)
        self.init(civil.year, civil.month, civil.day)
    }

    /// 00:00 of the day; nil when there is no such date. Years 1678 to 2200.
    public var midnight: CityTime? { CivilTime(year: year, month: month, day: day, second: 0).cityTime }
}
