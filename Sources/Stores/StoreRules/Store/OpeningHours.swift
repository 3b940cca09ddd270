// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// When a door or machine is open, by day of the week. The opening instant belongs to it, the closing instant does not.
public struct OpeningHours: Hashable, Codable, Sendable {
    /// The hours that begin on one day, since its midnight. They may end on the next day.
    public struct Day: Hashable, Codable, Sendable {
        /// When it opens: 0 to 24 h.
        public var opens: TimeSpan
        /// When it closes: after `opens`, at most 24 h later; 26 h is two in the morning of the next day.
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

    /// Whether the hours can be kept: seven days, one of them open, each with an opening before its closing, and none that opens
    /// before the day before has closed.
    public var isRight: Bool {
        guard let days else { return true }
        guard days.count == 7, days.contains(where: { $0 != nil }) else { return false }
        return days.indices.allSatisfy { index in
            guard let day = days[index] else { return true }
            let next = days[(index + 1) % 7].map { $0.opens + .hours(24) } ?? .hours(48)
            return day.opens >= .zero && day.opens < .hours(24) && day.opens < day.closes
                && day.closes <= min(day.opens + .hours(24), next)
        }
    }

    /// The time in which it is open from the day of an instant on, perhaps into the next; nil on a day on which it does not open.
    public func span(onDayOf time: CityTime) -> Range<CityTime>? {
        let midnight = time.midnight
        guard let days else { return midnight..<midnight + .hours(24) }
        return days[time.weekday].map { midnight + $0.opens..<midnight + $0.closes }
    }

    /// The open time that an instant lies in, which may have begun the day before; nil when it is closed.
    private func span(at time: CityTime) -> Range<CityTime>? {
        if let today = span(onDayOf: time), today.contains(time) { return today }
        guard let yesterday = span(onDayOf: time.midnight - .hours(24)), yesterday.contains(time) else { return nil }
        return yesterday
    }

    /// Whether it is open at an instant.
    public func isOpen(at time: CityTime) -> Bool { span(at: time) != nil }

    /// When it closes next for somebody who is there at an instant at which it is open; `never` when it is always open. The end
    /// of a day's hours is no closing when it opens again at once.
    public func closing(after time: CityTime) -> CityTime {
        guard days != nil else { return .never }
        guard var closing = span(at: time)?.upperBound else { return time }
        for _ in 0..<8 {
            guard let next = span(at: closing) else { return closing }
            closing = next.upperBound
        }
        return .never
    }

    /// The next instant after this one at which it opens or closes; nil when it is always open.
    func nextBoundary(after time: CityTime) -> CityTime? {
        guard days != nil else { return nil }
        for day in -1...7 {
            guard let span = span(onDayOf: time.midnight + .hours(24 * day)) else { continue }
            if span.lowerBound > time { return span.lowerBound }
            if span.upperBound > time { return span.upperBound }
        }
        return nil
    }
}
