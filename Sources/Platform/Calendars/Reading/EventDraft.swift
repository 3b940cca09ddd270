// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// An event of a calendar, as read: a `VEVENT` (RFC 5545, 3.6.1).
struct EventDraft {
    /// The properties that are read; all others are left out silently.
    enum Property: String, CaseIterable {
        case uid = "UID"
        case summary = "SUMMARY"
        case location = "LOCATION"
        case geo = "GEO"
        case start = "DTSTART"
        case end = "DTEND"
        case duration = "DURATION"
        case rule = "RRULE"
        case addedDates = "RDATE"
        case removedDates = "EXDATE"
        case recurrence = "RECURRENCE-ID"
        case status = "STATUS"

        var mayRepeat: Bool { self == .addedDates || self == .removedDates }
    }

    typealias Place = (line: Int, column: Int)

    /// A time with the zone that it is of, and where it stands.
    struct Time {
        let time: CalendarTime
        let zone: Int
        let place: Place

        var isDate: Bool { time.form == .date }
    }

    let begin: Place
    /// Where each property that was there stands, right or wrong.
    var seen: [Property: Place] = [:]
    /// A name that nobody knows, with the property that was perhaps meant.
    var slips: [(name: String, line: Int, meant: Property)] = []
    var uid = ""
    var name = ""
    var site = ""
    var position: GeoPosition?
    var start: Time?
    var end: Time?
    var span: CalendarSpan?
    var rule: RecurrenceRule?
    var added: [Time] = []
    var removed: [Time] = []
    /// Which occurrence of a series it stands for.
    var recurrence: Time?
    var isCancelled = false

    init(begin: Place) { self.begin = begin }

    /// Whether it is one of whole days.
    var isAllDay: Bool { start?.isDate ?? false }

    func place(_ property: Property) -> Place { seen[property] ?? begin }
}

/// Where an event is, in degrees.
package struct GeoPosition: Hashable, Sendable {
    package let longitude: Double
    package let latitude: Double

    package init(longitude: Double, latitude: Double) { (self.longitude, self.latitude) = (longitude, latitude) }

    /// The value of `GEO`: latitude and longitude, with `;` between.
    init?(_ value: ArraySlice<UInt8>) {
        let parts = value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            plainNumber(String(decoding: $0, as: UTF8.self))
        }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1], abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        self.init(longitude: longitude, latitude: latitude)
    }

    var calendarText: String { "\(numberText(latitude));\(numberText(longitude))" }
}
