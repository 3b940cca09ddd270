// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import RuleTestKit
import Testing

@testable import Calendars

@Suite("Clock changes")
struct ClockChangeTests {
    private func clock(_ name: String) throws -> ZoneClock {
        var zones = ZoneShelf()
        guard case .known(let index) = zones.zone(name) else { throw CocoaError(.featureUnsupported) }
        return zones.clocks[index]
    }

    private func wall(_ text: String) throws -> WallTime { try #require(WallTime(text)) }

    @Test(
        "the two instants of RFC 5545, 3.3.5: a time that is never shown takes the offset before it, one shown twice is the first"
    )
    func newYork() throws {
        var clock = try clock("America/New_York")
        let gap = clock.instant(try wall("2007-03-11 02:30"))
        #expect(gap.instant.text == "2007-03-11 07:30:00 UTC" && gap.showing == .never)
        let again = clock.instant(try wall("2007-11-04 01:30"))
        #expect(again.instant.text == "2007-11-04 05:30:00 UTC" && again.showing == .twice)
        #expect(clock.wall(gap.instant) == (try wall("2007-03-11 03:30")))
        for (text, showing) in [
            ("2007-03-11 01:59:59", ZoneClock.Showing.once), ("2007-03-11 02:00:00", .never),
            ("2007-03-11 02:59:59", .never),
            ("2007-03-11 03:00:00", .once), ("2007-11-04 00:59:59", .once), ("2007-11-04 01:00:00", .twice),
            ("2007-11-04 01:59:59", .twice), ("2007-11-04 02:00:00", .once),
        ] {
            #expect(clock.instant(try wall(text)).showing == showing, "\(text)")
        }
    }

    @Test(
        "every instant of ten zones has the offset of Foundation, and the first instant with its wall time is found back",
        arguments: [
            "Europe/Rome", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Africa/Casablanca",
            "Pacific/Apia", "America/St_Johns", "UTC", "Asia/Pyongyang", "America/Caracas",
        ])
    func everyInstant(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var clock = try clock(name)
        var numbers = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            let second = Int64(numbers.below(7_200_000_000))
            let offset = Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(second))))
            let wall = clock.wall(UniversalTime(seconds: second))
            #expect(wall.seconds == second + offset, "\(second)")
            let back = clock.instant(wall)
            #expect(back.instant.seconds <= second && back.showing != .never, "\(second)")
            #expect(clock.wall(back.instant) == wall, "\(second)")
            if back.showing == .once { #expect(back.instant.seconds == second, "\(second)") }
        }
    }

    @Test("occurrences that no clock shows are left out and counted, and COUNT does not count them")
    func gap() throws {
        let lines = MadeCalendar.event(
            "a", "DTSTART;TZID=America/New_York:20070309T023000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4")
        let imported = try MadeCalendar.imported(lines)
        #expect(
            imported.starts == [
                "2007-03-09 02:30:00", "2007-03-10 02:30:00", "2007-03-12 02:30:00", "2007-03-13 02:30:00",
            ])
        #expect(imported.summary.inGaps == 1)
        // A start is a time that was written down: it takes the offset before.
        let start = try MadeCalendar.imported(
            MadeCalendar.event(
                "a", "DTSTART;TZID=America/New_York:20070311T023000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"))
        #expect(start.occurrences == ["2007-03-11 07:30:00 UTC", "2007-03-12 06:30:00 UTC"])
        #expect(start.starts == ["2007-03-11 03:30:00", "2007-03-12 02:30:00"])
        let single = try MadeCalendar.imported(
            MadeCalendar.event("a", "DTSTART;TZID=America/New_York:20070311T023000", "DTEND:20070311T083000Z"))
        #expect(single.starts == ["2007-03-11 03:30:00"] && single.events.first?.end.text == "2007-03-11 04:30:00")
    }

    @Test("a daily event keeps its wall time over both changes")
    func daily() throws {
        for (day, before, after) in [("20260328", "08:00", "07:00"), ("20261024", "07:00", "08:00")] {
            let imported = try MadeCalendar.imported(
                MadeCalendar.event(
                    "a", "DTSTART;TZID=Europe/Rome:\(day)T090000", "DTEND;TZID=Europe/Rome:\(day)T100000",
                    "RRULE:FREQ=DAILY;COUNT=2"), zone: "Europe/Rome")
            #expect(imported.starts.allSatisfy { $0.hasSuffix(" 09:00:00") })
            #expect(imported.occurrences.map { String($0.dropFirst(11).prefix(5)) } == [before, after])
        }
    }

    @Test("two instants that meet at one wall time are told")
    func meeting() throws {
        let lines =
            MadeCalendar.event("a", "DTSTART:20261025T003000Z", "DURATION:PT10M")
            + MadeCalendar.event("b", "DTSTART:20261025T013000Z", "DURATION:PT10M")
        let imported = try MadeCalendar.imported(lines, zone: "Europe/Rome")
        #expect(imported.starts == ["2026-10-25 02:30:00", "2026-10-25 02:30:00"])
        #expect(
            imported.doubts.map(\.description) == [
                "a.ics:10:1: warning: 2026-10-25 00:30:00 UTC, in the event of line 5, and 2026-10-25 01:30:00 UTC are both "
                    + "2026-10-25 02:30:00 on the city's clock",
                "a.ics:10:1: warning: 2026-10-25 00:40:00 UTC, in the event of line 5, and 2026-10-25 01:40:00 UTC are both "
                    + "2026-10-25 02:40:00 on the city's clock",
            ])
        #expect(imported.summary.shownTwice == 1)
        let alone = try MadeCalendar.imported(
            MadeCalendar.event("b", "DTSTART:20261025T013000Z", "DURATION:PT10M"), zone: "Europe/Rome")
        #expect(alone.doubts.isEmpty && alone.summary.shownTwice == 1)
    }

    @Test("an event over the hour that comes twice never ends before it begins")
    func turned() throws {
        let imported = try MadeCalendar.imported(
            MadeCalendar.event("a", "DTSTART:20261025T004500Z", "DTEND:20261025T011500Z"), zone: "Europe/Rome")
        #expect(imported.starts == ["2026-10-25 02:45:00"] && imported.events.first?.end.text == "2026-10-25 03:15:00")
        #expect(imported.doubts.count == 1)
    }

    @Test("with DTEND each occurrence lasts as long, and the days of a DURATION are days of the wall")
    func durations() throws {
        func ends(_ line: String) throws -> [String] {
            try MadeCalendar.imported(
                MadeCalendar.event("a", "DTSTART;TZID=Europe/Rome:20260327T120000", line, "RRULE:FREQ=DAILY;COUNT=2"),
                zone: "Europe/Rome"
            ).events.map(\.end.text)
        }
        #expect(try ends("DTEND;TZID=Europe/Rome:20260328T120000") == ["2026-03-28 12:00:00", "2026-03-29 13:00:00"])
        #expect(try ends("DURATION:PT24H") == ["2026-03-28 12:00:00", "2026-03-29 13:00:00"])
        #expect(try ends("DURATION:P1D") == ["2026-03-28 12:00:00", "2026-03-29 12:00:00"])
        #expect(try ends("DURATION:P1DT30M") == ["2026-03-28 12:30:00", "2026-03-29 12:30:00"])
        #expect(try ends("DURATION:P1W") == ["2026-04-03 12:00:00", "2026-04-04 12:00:00"])
    }
}
