// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

extension CivilDate {
    /// The same day number this many calendar months earlier, or the last day of that month when it has no such day
    /// (DEC-LICENCE-EXPIRY): three months before 31 May 2016 is 29 February 2016.
    public func earlier(months: Int32) -> CivilDate {
        let count = year * 12 + (month - 1) - months
        var date = CivilDate(count / 12, count % 12 + 1, day)
        // A month has 28 days at least.
        while date.midnight == nil, date.day > 28 { date = CivilDate(date.year, date.month, date.day - 1) }
        return date
    }

    /// The first instant after the day; nil when there is no such date.
    var end: CityTime? { midnight.map { $0 + .hours(24) } }

    /// Whether a licence whose last day this is can be used: to the end of that day (ACCOUNT-REG-15).
    public func isValidLicence(at now: CityTime) -> Bool {
        end.map { now < $0 } ?? false
    }
}
