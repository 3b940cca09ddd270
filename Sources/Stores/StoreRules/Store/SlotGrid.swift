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

    /// The slots of the day of an instant lie in this range, `every` apart from its beginning on; nil on a closed day.
    func range(onDayOf time: CityTime, _ hours: OpeningHours) -> Range<CityTime>? {
        guard let open = hours.span(onDayOf: time) else { return nil }
        let midnight = time.midnight
        let start = max(open.lowerBound, first.map { midnight + $0 } ?? open.lowerBound)
        let end = min(open.upperBound, end.map { midnight + $0 } ?? open.upperBound)
        return start < end ? start..<end : nil
    }

    /// Whether a slot starts at an instant.
    func isSlot(_ time: CityTime, _ hours: OpeningHours) -> Bool {
        guard let range = range(onDayOf: time, hours), range.contains(time) else { return false }
        return (time - range.lowerBound).nanoseconds % every.nanoseconds == 0
    }

    /// The slots that start in a range of time, by time.
    public func slots(in wanted: Range<CityTime>, _ hours: OpeningHours) -> [CityTime] {
        var slots: [CityTime] = []
        var day = wanted.lowerBound.midnight
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
