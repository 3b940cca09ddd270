// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Hours that are the same each day: the shift of an ambulance, or the hours in which a hospital takes people.
///
/// They begin with `from` and end before `until`, both counted from midnight. An end at or before the beginning lies on the
/// next day.
public struct DailyHours: Hashable, Sendable {
    private static let day = TimeSpan.hours(24)

    /// The first instant, from 00:00 up to but without 24:00.
    public let from: TimeSpan
    /// The first instant that is outside again, from 00:00 to 24:00.
    public let until: TimeSpan

    /// Hours from one time of the day to another; the whole day when both are the same.
    public init(_ from: TimeSpan, _ until: TimeSpan) {
        precondition(from >= .zero && from < Self.day && until >= .zero && until <= Self.day, "\(from) to \(until)")
        self.from = from
        self.until = until
    }

    /// All day, every day.
    public static let always = DailyHours(.zero, Self.day)

    /// The end as a time of the day: 24:00 is 00:00.
    private var end: TimeSpan { until == Self.day ? .zero : until }

    /// Whether they never end.
    public var isAlways: Bool { from == end }

    /// Whether an instant is within.
    public func contains(_ time: CityTime) -> Bool {
        let clock = time.sinceMidnight
        if from < end { return from <= clock && clock < end }
        return isAlways || clock >= from || clock < end
    }

    /// The next instant at which they begin or end; `never` when they are always.
    public func nextChange(after time: CityTime) -> CityTime {
        guard !isAlways else { return .never }
        return [from, end].map { clock in
            let today = time.midnight + clock
            return today > time ? today : today + Self.day
        }.min() ?? .never
    }
}
