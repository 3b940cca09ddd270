// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A part of every day, such as `17:00-23:00`: from its first instant on, up to its last one and without it. One that begins
/// later than it ends passes midnight.
package struct ClockWindow: Hashable, Sendable {
    private static let day = TimeSpan.hours(24).nanoseconds

    /// Nanoseconds after midnight; the end may be that of the day.
    private let from, until: Int64

    /// Reads `hh:mm-hh:mm`; nil for anything else, and for a window without length.
    package init?(_ text: some StringProtocol) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let from = Self.time(ends[0]), let until = Self.time(ends[1]), from < Self.day,
            from != until
        else { return nil }
        (self.from, self.until) = (from, until)
    }

    private static func time(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.isDigits }), let hours = Int64(parts[0]),
            let minutes = Int64(parts[1]), minutes < 60
        else { return nil }
        let time = (hours * 60 + minutes) * 60_000_000_000
        return time <= day ? time : nil
    }

    /// Whether an instant lies in it.
    package func holds(_ instant: CityTime) -> Bool {
        let time = instant.sinceMidnight.nanoseconds
        return from < until ? time >= from && time < until : time >= from || time < until
    }

    /// How many nanoseconds of a span lie in it; 0 for a span that ends before it begins.
    package func length(from start: Int64, to end: Int64) -> Int64 {
        guard end > start else { return 0 }
        guard from < until else {
            // What is not in the rest of the day.
            return end - start - (Self.before(end, until, from) - Self.before(start, until, from))
        }
        return Self.before(end, from, until) - Self.before(start, from, until)
    }

    /// How much of all windows lies before an instant, counted from midnight of 1970-01-01.
    private static func before(_ instant: Int64, _ from: Int64, _ until: Int64) -> Int64 {
        let time = CityTime(nanoseconds: instant)
        return time.midnight.nanoseconds / day * (until - from)
            + max(0, min(time.sinceMidnight.nanoseconds, until) - from)
    }
}

/// The time of a run that counts: from the end of the warm-up on and, of a part of the run, within a window of the clock.
package struct MeasuredTime: Hashable, Sendable {
    /// The first instant that may count.
    package let from: CityTime
    /// The part of every day that counts; nil for all of it.
    package let window: ClockWindow?

    package init(from: CityTime, within window: ClockWindow? = nil) { (self.from, self.window) = (from, window) }

    /// Whether what happens now counts.
    @inline(__always)
    package func holds(_ now: CityTime) -> Bool { now >= from && (window?.holds(now) ?? true) }

    /// How many nanoseconds of a span count.
    @inline(__always)
    package func length(from start: Int64, to end: Int64) -> Int64 {
        let start = max(start, from.nanoseconds)
        return window?.length(from: start, to: end) ?? max(0, end - start)
    }

    /// How much of it lies before an instant, which is not before the end of the warm-up.
    package func length(until end: CityTime) -> TimeSpan {
        // Without a window a run that is shorter than its warm-up has a time below 0, as it always had.
        window.map { TimeSpan(nanoseconds: $0.length(from: from.nanoseconds, to: end.nanoseconds)) } ?? end - from
    }
}
