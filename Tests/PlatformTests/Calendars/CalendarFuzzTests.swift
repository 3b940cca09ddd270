// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import Calendars

/// Files that are broken anywhere are read or refused with a sentence, and stop nothing.
@Suite("Broken calendars")
struct CalendarFuzzTests {
    private static let whole = MadeCalendar.bytes(
        [
            "BEGIN:VTIMEZONE", "TZID:Europe/Rome", "BEGIN:STANDARD", "DTSTART:16010101T000000", "END:STANDARD",
            "END:VTIMEZONE",
        ]
            + MadeCalendar.event(
                "series", "SUMMARY:Caffè\\, two\r\n  lines", "DTSTART;TZID=Europe/Rome:20260302T023000",
                "DTEND:20260302T023000Z",
                "RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=1MO,-1FR;BYMONTH=3,10;BYSETPOS=-1;COUNT=9;WKST=SU",
                "EXDATE;TZID=\"Europe/Rome\":20260330T023000,20261030T023000", "RDATE:20261025T003000Z",
                "GEO:46.07;11.12")
            + MadeCalendar.event(
                "series", "RECURRENCE-ID:20260302T013000Z", "DTSTART:20260302T083000", "DURATION:P1DT2H")
            + MadeCalendar.event("day", "DTSTART;VALUE=DATE:20260302", "RRULE:FREQ=YEARLY")
            + MadeCalendar.event(
                "work", "DTSTART:20260302T083000", "RRULE:FREQ=HOURLY;BYHOUR=8,9;BYDAY=MO,TU;UNTIL=20260401T000000Z")
            + MadeCalendar.event(
                "year", "DTSTART:20260302T083000", "RRULE:FREQ=YEARLY;BYWEEKNO=10,-40;BYDAY=MO,WE;COUNT=3"))

    static func broken(_ bytes: [UInt8], _ numbers: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0...numbers.below(3) {
            guard !bytes.isEmpty else { return bytes }
            let at = numbers.below(bytes.count)
            switch numbers.below(8) {
            case 0: bytes[at] = UInt8(numbers.below(256))
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + numbers.below(9)))
            case 2: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 1 + numbers.below(40))], at: at)
            case 3, 4, 5: bytes[at] = Array(",;:=-\\\r\n \"0123456789TZ".utf8)[numbers.below(22)]
            case 6:
                // Two lines that change places.
                var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                lines.swapAt(numbers.below(lines.count), numbers.below(lines.count))
                bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
            case _: if numbers.once(in: 8) { bytes.removeSubrange(at...) }
            }
        }
        return bytes
    }

    @Test("broken calendars become tables that are calendars again, or problems with lines")
    func calendars() throws {
        var read = 0
        for seed in -1..<2_500 {
            var numbers = SplitMix64(seed: max(seed, 0))
            let bytes = seed < 0 ? Self.whole : Self.broken(Self.whole, &numbers)
            do throws(InputErrors) {
                let imported = try CalendarImport(
                    bytes, of: "a.ics", zone: "Europe/Rome", until: seed % 2 == 0 ? MadeCalendar.day("2027-01-01") : nil
                )
                read += 1
                for event in imported.events { #expect(event.start <= event.end, "seed \(seed)") }
                do throws(InputErrors) {
                    _ = try CalendarExport(EventTable.bytes(imported.events), of: "a.csv", zone: "Europe/Rome")
                } catch {
                    // A UID may have become empty, and an event may end in the hour that comes twice.
                    #expect(
                        error.problems.allSatisfy { $0.message.hasPrefix("uid is") || $0.message.hasPrefix("uid and") },
                        "seed \(seed): \(error)")
                }
            } catch {
                #expect(error.errorCount > 0 && !error.problems.isEmpty, "seed \(seed)")
                let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
                for problem in error.problems {
                    #expect(
                        (1...lines).contains(problem.location.line) && problem.location.column > 0,
                        "seed \(seed): \(problem)")
                }
                #expect(seed >= 0, "\(error)")
            }
        }
        #expect(read > 200 && read < 2_000, "\(read)")
    }

    @Test("broken tables become calendars that can be read, or problems with lines")
    func tables() throws {
        let table = Array(
            ("uid,name,start,end,place,lon,lat,occurrence\na,\"x, y\",2026-03-28 09:00:00,2026-03-28 10:00:00,Here,11.12,46.07,\n"
                + "b,y,2026-03-29 02:30,2026-03-29 04:00,,,,2026-03-29 07:00:00Z\n").utf8)
        var read = 0
        for seed in 0..<4_000 {
            var numbers = SplitMix64(seed: seed)
            do throws(InputErrors) {
                let made = try CalendarExport(Self.broken(table, &numbers), of: "a.csv", zone: "Europe/Rome")
                read += 1
                let back = try CalendarImport(made.bytes, of: "a.ics", zone: "Europe/Rome")
                #expect(back.events.count == made.count, "seed \(seed)")
            } catch {
                #expect(error.problems.allSatisfy { $0.location.file == "a.csv" }, "seed \(seed): \(error)")
            }
        }
        #expect(read > 400 && read < 3_500, "\(read)")
    }
}
