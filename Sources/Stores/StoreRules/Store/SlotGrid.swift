// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// When slots start and how many bookings each takes (STORE-R18).
public struct SlotGrid: Hashable, Codable, Sendable {
    /// Time between two slots: 1 min to 24 h; default 30 min.
    public var every: TimeSpan = .minutes(30)
    /// Bookings that one slot takes: 1 to 10,000; default 4.
    public var size: Int32 = 4
    /// The first slot of a day, since midnight; nil for the opening of the day.
    public var first: TimeSpan?
    /// No slot of a day starts at or after this time since midnight; nil for the closing of the day.
    public var end: TimeSpan?

    /// Takes spacing and size.
    public init(every: TimeSpan = .minutes(30), size: Int32 = 4, first: TimeSpan? = nil, end: TimeSpan? = nil) {
        self.every = every
        self.size = size
        self.first = first
        self.end = end
    }

    /// The first slot and the end of the slots in the hours of one day, since its midnight. In hours that last into the next day
    /// a clock time before the opening is one of the next day.
    func span(in day: OpeningHours.Day) -> (first: TimeSpan, end: TimeSpan) {
        let first = first.map { $0 < day.opens && day.closes > .hours(24) ? $0 + .hours(24) : $0 }
        let end = end.map { $0 <= day.opens && day.closes > .hours(24) ? $0 + .hours(24) : $0 }
        return (first ?? day.opens, end ?? day.closes)
    }

    /// The slots of the hours that begin on the day of an instant lie in this range, `every` apart from its beginning on; nil on
    /// a day on which it does not open.
    func range(onDayOf time: CityTime, _ hours: OpeningHours) -> Range<CityTime>? {
        guard let open = hours.span(onDayOf: time) else { return nil }
        let midnight = time.midnight
        let span = span(in: OpeningHours.Day(open.lowerBound - midnight, open.upperBound - midnight))
        let start = max(open.lowerBound, midnight + span.first)
        let end = min(open.upperBound, midnight + span.end)
        return start < end ? start..<end : nil
    }

    /// Whether a slot starts at an instant.
    func isSlot(_ time: CityTime, _ hours: OpeningHours) -> Bool {
        [time, time.midnight - .hours(24)].contains { day in
            guard let range = range(onDayOf: day, hours), range.contains(time) else { return false }
            return (time - range.lowerBound).nanoseconds % every.nanoseconds == 0
        }
    }

    /// The slots that start in a range of time, by time.
    public func slots(in wanted: Range<CityTime>, _ hours: OpeningHours) -> [CityTime] {
        var slots: [CityTime] = []
        // Hours may have begun the day before.
        var day = wanted.lowerBound.midnight - .hours(24)
        while day < wanted.upperBound {
            if let range = range(onDayOf: day, hours) {
                let late = max(.zero, wanted.lowerBound - range.lowerBound).nanoseconds
                let steps = (late + every.nanoseconds - 1) / every.nanoseconds
                var slot = range.lowerBound + every * Int(steps)
                while slot < min(range.upperBound, wanted.upperBound) {
                    slots.append(slot)
                    slot = slot + every
                }
            }
            day = day + .hours(24)
        }
        return slots
    }
}
