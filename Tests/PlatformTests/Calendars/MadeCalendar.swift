// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

@testable import Calendars

/// Calendars written for a test.
enum MadeCalendar {
    static func bytes(_ lines: [String]) -> [UInt8] {
        Array((["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR"]).map { $0 + "\r\n" }.joined().utf8)
    }

    /// An event with these lines, whose first one stands in line 5 of the file where it is the only one.
    static func event(_ uid: String = "a", _ lines: String...) -> [String] {
        ["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"]
    }

    static func day(_ text: String) -> WallTime? { WallTime("\(text) 00:00") }

    static func imported(
        _ lines: [String], zone: String = "America/New_York", from first: String? = nil, until beyond: String? = nil
    ) throws(InputErrors) -> CalendarImport {
        try CalendarImport(
            bytes(lines), of: "a.ics", zone: zone, from: first.flatMap(day), until: beyond.flatMap(day))
    }

    /// What is wrong with a calendar, line by line.
    static func problems(_ lines: [String], zone: String = "America/New_York", until beyond: String? = nil) -> [String]
    {
        do throws(InputErrors) {
            _ = try imported(lines, zone: zone, until: beyond)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }
}

extension CalendarImport {
    /// Starts on the city's clock.
    var starts: [String] { events.map(\.start.text) }
    /// The instants at which series have their occurrences.
    var occurrences: [String] { events.map { $0.occurrence?.text ?? "" } }
}
