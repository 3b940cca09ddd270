// SPDX-License-Identifier: GPL-3.0-or-later

/// An event of a table: something that somebody has to do, with times of the city's clock.
package struct CalendarEvent: Hashable, Sendable {
    /// What the calendar calls it; all occurrences of a series have one.
    package let uid: String
    package let name: String
    package let start: WallTime
    package let end: WallTime
    /// Where it is, in words.
    package let site: String
    package let position: GeoPosition?
    /// Of an event that recurs: the instant at which its series has this one, which tells them apart.
    package let occurrence: UniversalTime?

    package init(
        uid: String, name: String, start: WallTime, end: WallTime, site: String = "", position: GeoPosition? = nil,
        occurrence: UniversalTime? = nil
    ) {
        (self.uid, self.name, self.start, self.end) = (uid, name, start, end)
        (self.site, self.position, self.occurrence) = (site, position, occurrence)
    }
}

/// What an import read and left out.
package struct CalendarSummary: Sendable {
    package internal(set) var calendars = 0
    package internal(set) var events = 0
    package internal(set) var series = 0
    package internal(set) var rows = 0
    package internal(set) var allDay = 0
    package internal(set) var cancelled = 0
    /// Occurrences outside the days that were asked for.
    package internal(set) var outside = 0
    /// Occurrences of rules that no clock shows.
    package internal(set) var inGaps = 0
    /// Events without an end.
    package internal(set) var withoutEnd = 0
    /// Occurrences that begin or end when the clock shows a time again.
    package internal(set) var shownTwice = 0
    /// By name: what is no event.
    package internal(set) var others: [String: Int] = [:]

    /// What a reader is told.
    package var lines: [String] {
        func count(_ number: Int, _ one: String, _ more: String) -> String { "\(number) \(number == 1 ? one : more)" }
        var out = [
            "\(allDay) of whole days", "\(cancelled) cancelled", "\(outside) outside the days",
            "\(inGaps) in a gap of the clock",
        ]
        out += others.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        var lines = [
            "read: \(count(events, "event", "events")) in \(count(calendars, "calendar", "calendars")), \(series) recurring",
            "left out: \(out.joined(separator: ", "))",
        ]
        if withoutEnd > 0 { lines.append("without an end, so they end as they begin: \(withoutEnd)") }
        if shownTwice > 0 {
            lines.append("at times that the clock shows a second time, which the table cannot say: \(shownTwice)")
        }
        return lines
    }
}
