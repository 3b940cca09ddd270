// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// When a series takes place: by arithmetic, as it has no end (TRIP-R18; issue 33, decision 6).
extension Appointment {
    /// Its times, or windows, of one day on which it begins; nil on any other day.
    public func span(on day: TripDay) -> Range<CityTime>? {
        let first = time.span
        let firstDay = TripDay(of: first.lowerBound)
        guard isSeries else { return day == firstDay ? first : nil }
        guard day >= firstDay, weekdays.has(day.weekday) else { return nil }
        let start = day.start + first.lowerBound.sinceMidnight
        return start..<start + (first.upperBound - first.lowerBound)
    }

    /// Its times, or windows, that overlap a range: by start.
    public func spans(overlapping range: Range<CityTime>) -> [Range<CityTime>] {
        let first = time.span
        guard isSeries else { return first.overlaps(range) ? [first] : [] }
        let length = first.upperBound - first.lowerBound
        var day = max(TripDay(of: range.lowerBound - length), TripDay(of: first.lowerBound))
        var spans: [Range<CityTime>] = []
        while day.start < range.upperBound {
            if let span = span(on: day), span.overlaps(range) { spans.append(span) }
            day = day + 1
        }
        return spans
    }

    /// Where its occurrences lie in a week.
    private var weekOffsets: [TimeSpan] {
        weekdays.list.map { .day * $0 + time.span.lowerBound.sinceMidnight }
    }

    /// Whether a series' occurrences of one week overlap each other, or those of the next. They may touch.
    var overlapsItself: Bool {
        let length = time.span.upperBound - time.span.lowerBound
        let offsets = weekOffsets
        return offsets.indices.contains { index in
            let next = index + 1 < offsets.count ? offsets[index + 1] : offsets[0] + .week
            return next - offsets[index] < length
        }
    }

    /// Whether any occurrence overlaps any occurrence of another one: times are half-open, so they may touch (TRIP-OVERLAP,
    /// DEC-TRIP-OVERLAP). Two series overlap when they do modulo a week, as neither ends.
    func overlaps(_ other: Appointment) -> Bool {
        switch (isSeries, other.isSeries) {
        case (false, false): time.span.overlaps(other.time.span)
        case (true, false): overlaps(other.time.span)
        case (false, true): other.overlaps(time.span)
        case (true, true):
            weekOffsets.contains { own in
                other.weekOffsets.contains { offset in
                    (offset - own).remainder(.week) < duration || (own - offset).remainder(.week) < other.duration
                }
            }
        }
    }

    /// Whether any occurrence overlaps a range.
    func overlaps(_ range: Range<CityTime>) -> Bool {
        let first = time.span
        guard isSeries else { return first.overlaps(range) }
        // The earliest occurrence of each weekday that ends within the range or later.
        let length = first.upperBound - first.lowerBound
        let earliest = max(first.lowerBound, range.lowerBound - length + TimeSpan(nanoseconds: 1))
        return weekOffsets.contains { offset in
            let monday = earliest.midnight - .day * earliest.weekday
            return earliest + (offset - (earliest - monday)).remainder(.week) < range.upperBound
        }
    }
}
