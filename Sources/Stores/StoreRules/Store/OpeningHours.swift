// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// When a door or machine is open, by day of the week. The opening instant belongs to it, the closing instant does not.
public struct OpeningHours: Hashable, Codable, Sendable {
    /// The hours of one day, since its midnight.
    public struct Day: Hashable, Codable, Sendable {
        /// When it opens: 0 to 24 h.
        public var opens: TimeSpan
        /// When it closes: after `opens`, at most 24 h.
        public var closes: TimeSpan

        /// Takes both.
        public init(_ opens: TimeSpan, _ closes: TimeSpan) {
            self.opens = opens
            self.closes = closes
        }
    }

    /// Monday to Sunday; nil for a closed day. Nil altogether when it never closes.
    public private(set) var days: [Day?]?

    /// Never closed.
    public static let always = OpeningHours(days: nil)

    /// The same hours each day.
    public static func daily(_ opens: TimeSpan, _ closes: TimeSpan) -> OpeningHours {
        OpeningHours(days: Array(repeating: Day(opens, closes), count: 7))
    }

    /// Hours of seven days from Monday on, or nil for always open.
    public init(days: [Day?]?) { self.days = days }

    /// Whether the hours can be kept: seven days, one of them open, each with an opening before its closing.
    public var isRight: Bool {
        guard let days else { return true }
        return days.count == 7 && days.contains { $0 != nil }
            && days.allSatisfy { day in
                guard let day else { return true }
                return day.opens >= .zero && day.opens < day.closes && day.closes <= .hours(24)
            }
    }

    /// The time in which it is open on the day of an instant; nil on a closed day.
    public func span(onDayOf time: CityTime) -> Range<CityTime>? {
        let midnight = time.midnight
        guard let days else { return midnight..<midnight + .hours(24) }
        return days[time.weekday].map { midnight + $0.opens..<midnight + $0.closes }
    }

    /// Whether it is open at an instant.
    public func isOpen(at time: CityTime) -> Bool { span(onDayOf: time)?.contains(time) ?? false }

    /// When it closes next for somebody who is there at an instant at which it is open; `never` when it is always open.
    public func closing(after time: CityTime) -> CityTime {
        guard days != nil else { return .never }
        return span(onDayOf: time)?.upperBound ?? time
    }

    /// The next instant after this one at which it opens or closes; nil when it is always open.
    func nextBoundary(after time: CityTime) -> CityTime? {
        guard days != nil else { return nil }
        for day in 0...7 {
            guard let span = span(onDayOf: time.midnight + .hours(24 * day)) else { continue }
            if span.lowerBound > time { return span.lowerBound }
            if span.upperBound > time { return span.upperBound }
        }
        return nil
    }
}

extension CityTime {
    /// The day of the week: 0 for Monday to 6 for Sunday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        let day = midnight.nanoseconds / 86_400_000_000_000 + 3
        return Int((day % 7 + 7) % 7)
    }
}
