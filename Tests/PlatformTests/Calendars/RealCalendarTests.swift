// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing

@testable import Calendars

@Suite(.enabled(if: RealStreets.areThere, "no CABRANK_DATA and no ../shared/data"))
struct RealCalendarTests {
    private func imported(_ name: String, zone: String = "Europe/Rome") throws -> CalendarImport {
        let bytes = [UInt8](try Data(contentsOf: RealStreets.folder.appending(path: "calendars/\(name).ics")))
        return try CalendarImport(bytes, of: "\(name).ics", zone: zone)
    }

    private func lines(_ name: String) throws -> [String] {
        do {
            _ = try imported(name)
            return []
        } catch let error as InputErrors {
            return error.problems.map(\.description)
        }
    }

    @Test("real city: lectures of a university are told in its own time")
    func lectures() throws {
        let read = try imported("unical-lectures")
        #expect(read.events.count == 14 && read.doubts.isEmpty)
        #expect(
            read.events.first?.start.text == "2022-02-28 14:30:00"
                && read.events.first?.end.text == "2022-02-28 16:30:00")
        #expect(read.events.first?.site == "Stor 7 - Cubo 29C - via Ponte Pietro Bucci - SN - Arcavacata di Rende (CS)")
        #expect(Set(read.events.map { String($0.start.text.prefix(10)) }).count == 6)
        let module = try imported("leeds-module", zone: "Europe/London")
        #expect(module.events.count == 11 && Set(module.events.map { $0.start.text.prefix(10) }).count == 10)
    }

    @Test("real city: hearings of whole days are left out and counted")
    func hearings() throws {
        let read = try imported("nyc-public-events", zone: "America/New_York")
        #expect(read.events.isEmpty && read.summary.allDay == 223)
        #expect(
            read.doubts.map(\.description)
                == [458, 470].map {
                    "nyc-public-events.ics:\($0):24: warning: SUMMARY has a control character, which is taken as a blank"
                })
    }

    @Test("real city: calendars of a library's tests are read whole")
    func whole() throws {
        let alarm = try imported("icalendar-tests/alarm_google_future")
        #expect(alarm.events.map(\.start.text) == ["2024-10-04 20:15:00"])
        let custom = try imported("icalendar-tests/america_new_york", zone: "America/New_York")
        #expect(custom.events.map(\.start.text) == ["2014-08-29 08:00:00"])
        #expect(
            custom.doubts.count == 1
                && custom.doubts[0].message.hasSuffix("taken as `America/New_York`, with which its name ends"))
        #expect(try imported("icalendar-tests/example").summary.allDay == 3)
        let zoned = try imported("icalendar-tests/timezoned")
        #expect(
            zoned.events.map(\.start.text) == ["2012-02-13 10:00:00"]
                && zoned.events.first?.end.text == "2012-02-17 18:00:00")
    }

    @Test("real city: calendars that cannot be read whole are refused by line")
    func refused() throws {
        let several = try lines("icalendar-tests/multiple_calendar_components")
        #expect(
            several.first
                == "icalendar-tests/multiple_calendar_components.ics:3:1: error: an empty line; allowed: none within a calendar"
        )
        #expect(
            several.allSatisfy { $0.hasSuffix(": error: an empty line; allowed: none within a calendar") }, "\(several)"
        )
        let dates = try lines("icalendar-tests/rfc_5545_RDATE_example")
        #expect(dates.count { $0.contains("the event has no DTSTART") } == 6)
        #expect(dates.count { $0.contains("RDATE of periods is not read") } == 2)
        let range = try lines("icalendar-tests/issue_156_RDATE_with_PERIOD_TZID_khal")
        #expect(range.contains { $0.contains(".ics:10:15: error: RANGE=THISANDFUTURE changes a series") }, "\(range)")
        #expect(range.contains { $0.contains(".ics:12:36: error: RDATE of periods is not read") }, "\(range)")
    }
}
