// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Calendars

@Suite("Calendars")
struct CalendarImportTests {
    @Test("texts are unfolded, also within a character, and unescaped")
    func texts() throws {
        let folded = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260304T083000Z\r\nSUMMARY;X=\"a:b;c\",d:Lec\r\n ture\\, è"
        var bytes = Array("BEGIN:VCALENDAR\r\n\(folded)".utf8)
        let last = bytes.removeLast()
        bytes += "\r\n ".utf8
        bytes.append(last)
        bytes += "\r\n\t \\nroom\\;\\\\\r\nEND:VEVENT\nEND:VCALENDAR".utf8
        let imported = try CalendarImport(bytes, of: "a.ics", zone: "UTC")
        #expect(imported.events.map(\.name) == ["Lecture, è \nroom;\\"])
        #expect(
            String(decoding: EventTable.bytes(imported.events), as: UTF8.self).contains(
                "\na,\"Lecture, è  room;\\\",2026"))
    }

    @Test("times without zone are the city's, those of other zones and of universal time are told on its clock")
    func zones() throws {
        let lines =
            MadeCalendar.event("a", "DTSTART:20260304T083000", "DTEND;TZID=Asia/Tokyo:20260304T173000")
            + MadeCalendar.event("b", "DTSTART;TZID=America/New_York:20260304T083000", "DTEND:20260304T143000Z")
            + MadeCalendar.event("c", "DTSTART;TZID=/example.org/2020_1/Europe/London:20260304T083000")
        let imported = try MadeCalendar.imported(lines, zone: "Europe/Rome")
        #expect(imported.starts == ["2026-03-04 08:30:00", "2026-03-04 09:30:00", "2026-03-04 14:30:00"])
        #expect(
            imported.events.map(\.end.text) == ["2026-03-04 09:30:00", "2026-03-04 09:30:00", "2026-03-04 15:30:00"])
        #expect(
            imported.doubts.map(\.description) == [
                "a.ics:15:9: warning: the time zone \"/example.org/2020_1/Europe/London\" is taken as `Europe/London`, with which its "
                    + "name ends"
            ])
        #expect(imported.summary.withoutEnd == 1)
    }

    private let series = MadeCalendar.event(
        "s", "DTSTART;TZID=Europe/Rome:20260302T090000", "DTEND;TZID=Europe/Rome:20260302T100000",
        "RRULE:FREQ=DAILY;COUNT=4", "EXDATE;TZID=Europe/Rome:20260303T090000", "RDATE:20260310T080000Z,20260302T080000Z"
    )

    @Test("dates are added and taken out, and events that stand for an occurrence take its place")
    func overrides() throws {
        let moved = MadeCalendar.event(
            "s", "RECURRENCE-ID;TZID=Europe/Rome:20260304T090000", "SUMMARY:moved", "DTSTART:20260304T120000Z",
            "DURATION:PT2H")
        let gone = MadeCalendar.event(
            "s", "RECURRENCE-ID:20260305T080000Z", "STATUS:CANCELLED", "DTSTART:20260305T080000Z")
        let alone = MadeCalendar.event("t", "RECURRENCE-ID:20260306T080000Z", "DTSTART:20260306T090000Z")
        let imported = try MadeCalendar.imported(moved + series + gone + alone, zone: "Europe/Rome")
        #expect(
            imported.starts == [
                "2026-03-02 09:00:00", "2026-03-04 13:00:00", "2026-03-06 10:00:00", "2026-03-10 09:00:00",
            ])
        #expect(
            imported.occurrences == [
                "2026-03-02 08:00:00 UTC", "2026-03-04 08:00:00 UTC", "2026-03-06 08:00:00 UTC",
                "2026-03-10 08:00:00 UTC",
            ])
        #expect(imported.events.map(\.name) == ["", "moved", "", ""])
        #expect(imported.summary.cancelled == 1 && imported.summary.series == 1 && imported.doubts.isEmpty)
        #expect(
            MadeCalendar.problems(moved + moved).contains {
                $0.hasPrefix(
                    "a.ics:12:32: error: two events stand for the occurrence of 2026-03-04 08:00:00 UTC of one UID")
            })
    }

    @Test("the days that are wanted bound what is read: an event is in them when it overlaps them")
    func bounds() throws {
        let night = MadeCalendar.event(
            "n", "DTSTART;TZID=Europe/Rome:20260301T230000", "DURATION:PT2H", "RRULE:FREQ=DAILY;UNTIL=20260303")
        func starts(_ from: String?, _ until: String?) throws -> [String] {
            try MadeCalendar.imported(night, zone: "Europe/Rome", from: from, until: until).starts.map {
                String($0.prefix(10))
            }
        }
        #expect(try starts(nil, nil) == ["2026-03-01", "2026-03-02", "2026-03-03"])
        #expect(try starts("2026-03-03", nil) == ["2026-03-02", "2026-03-03"])
        #expect(try starts("2026-03-02", "2026-03-03") == ["2026-03-01", "2026-03-02"])
        #expect(try MadeCalendar.imported(night, zone: "Europe/Rome", from: "2026-03-03").summary.outside == 1)
    }

    @Test("entries of whole days, tasks and cancelled events are left out and counted")
    func leftOut() throws {
        let lines =
            MadeCalendar.event("a", "DTSTART;VALUE=DATE:20260304", "DTEND;VALUE=DATE:20260305", "RRULE:FREQ=YEARLY")
            + MadeCalendar.event("b", "DTSTART:20260304")
            + MadeCalendar.event("c", "DTSTART:20260304T083000", "STATUS:CANCELLED")
            + [
                "BEGIN:VTODO", "DTSTART:x", "BEGIN:VALARM", "END:VALARM", "END:VTODO", "BEGIN:VTIMEZONE",
                "END:VTIMEZONE",
            ]
            + MadeCalendar.event("d", "DTSTART:20260304T083000", "BEGIN:VALARM", "DTSTART:x", "END:VALARM", "SUMARY:x")
        let imported = try MadeCalendar.imported(lines)
        #expect(imported.events.map(\.uid) == ["d"])
        #expect(
            imported.summary.lines == [
                "read: 4 events in 1 calendar, 0 recurring",
                "left out: 2 of whole days, 1 cancelled, 0 outside the days, 0 in a gap of the clock, 1 VTODO",
                "without an end, so they end as they begin: 1",
            ])
        #expect(
            imported.doubts.map(\.description) == [
                "a.ics:31:1: warning: the property SUMARY is unknown and left out; did you mean `SUMMARY`?"
            ])
    }

    @Test("a start that is none of its rule's instants is kept, counts, and is told")
    func startBesideRule() throws {
        let lines = MadeCalendar.event("a", "DTSTART:20260303T083000Z", "RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3")
        let imported = try MadeCalendar.imported(lines, zone: "UTC")
        #expect(imported.starts == ["2026-03-03 08:30:00", "2026-03-04 08:30:00", "2026-03-11 08:30:00"])
        #expect(
            imported.doubts.first?.description.hasPrefix("a.ics:6:1: warning: DTSTART is none of the instants") == true)
        // It would be searched for until the end of all years.
        let never = MadeCalendar.event(
            "a", "DTSTART:20260303T083000Z", "RRULE:FREQ=MINUTELY;INTERVAL=7;BYHOUR=3;BYMINUTE=1;COUNT=3")
        #expect(try MadeCalendar.imported(never, zone: "UTC").events.count == 3)
        let none = MadeCalendar.event("a", "DTSTART:20260303T083000Z", "RRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=3;COUNT=3")
        #expect(try MadeCalendar.imported(none, zone: "UTC").starts == ["2026-03-03 08:30:00"])
    }

    @Test(
        "limits that libical reads otherwise hold",
        arguments: [
            ("20270821T080000", "FREQ=HOURLY;INTERVAL=3;BYHOUR=8,12,17,19", ["21 08", "21 17", "22 08"]),
            ("20270206T010000", "FREQ=DAILY;BYMONTHDAY=-1,6,-20", ["06 01", "09 01", "28 01"]),
            ("20260616T023000", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,WE,SU;WKST=TH", ["16 02", "17 02", "05 02", "07 02"]),
            ("20270909T020000", "FREQ=YEARLY;BYMONTHDAY=9", ["09 02", "09 02", "09 02"]),
            ("20271227T163000", "FREQ=YEARLY;INTERVAL=2;BYWEEKNO=52;BYDAY=MO,FR", ["27 16", "31 16", "24 16"]),
            ("20260919T060000", "FREQ=YEARLY;BYWEEKNO=38;WKST=SA", ["19 06", "18 06", "16 06"]),
            ("20270306T113200", "FREQ=MINUTELY;INTERVAL=4;BYMINUTE=32,33,44;BYHOUR=11", ["06 11", "06 11", "07 11"]),
        ])
    func limits(_ start: String, _ rule: String, _ expected: [String]) throws {
        let lines = MadeCalendar.event("a", "DTSTART:\(start)", "RRULE:\(rule);COUNT=\(expected.count)")
        let imported = try MadeCalendar.imported(lines, zone: "UTC")
        #expect(imported.starts.map { String($0.dropFirst(8).prefix(5)) } == expected)
        #expect(imported.doubts.isEmpty)
    }

    @Test("the first instant of 1970 is an occurrence like others")
    func epoch() throws {
        let lines = MadeCalendar.event("a", "DTSTART:19700101T000000Z", "RRULE:FREQ=DAILY;COUNT=3")
        #expect(
            try MadeCalendar.imported(lines, zone: "UTC").starts == [
                "1970-01-01 00:00:00", "1970-01-02 00:00:00", "1970-01-03 00:00:00",
            ])
    }

    @Test("a rule goes on to the last year that is read")
    func farYears() throws {
        let lines = MadeCalendar.event(
            "a", "DTSTART:20260303T083000Z", "RRULE:FREQ=YEARLY;COUNT=500", "DTSTAMP:20260303T083000Z")
        let imported = try MadeCalendar.imported(lines, zone: "UTC", until: "2199-12-31")
        #expect(imported.starts.last == "2199-03-03 08:30:00" && imported.events.count == 174)
    }

    @Test("a table of events becomes a calendar of the same events, and the same bytes each time")
    func export() throws {
        let name = String(repeating: "Università ", count: 12)
        let table =
            "uid,name,start,end,place,lon,lat,occurrence\n"
            + "a,\"One, \"\"two\"\"; three\\\",2026-03-28 09:00:00,2026-03-28 10:00:00,Here,11.12,46.07,\n"
            + "a,,2026-03-29 09:00:00,2026-03-29 09:00:00,,,,2026-03-29 07:00:00Z\n"
            + "b,\(name),2026-03-29 23:30:00,2026-03-30 01:00:00,,,,\n"
        let made = try CalendarExport(Array(table.utf8), of: "a.csv", zone: "Europe/Rome")
        #expect(made.count == 3 && made.doubts.isEmpty)
        let text = String(decoding: made.bytes, as: UTF8.self)
        #expect(text.hasPrefix(CalendarExport.beginning) && text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        #expect(
            text.contains(
                "\r\nDTSTART:20260328T080000Z\r\nDTEND:20260328T090000Z\r\nSUMMARY:One\\, \"two\"\\; three\\\\\r\n"))
        #expect(text.contains("\r\nRECURRENCE-ID:20260329T070000Z\r\nDTSTART:20260329T070000Z\r\nEND:VEVENT\r\n"))
        #expect(text.contains("\r\nGEO:46.07;11.12\r\n"))
        let lines = made.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 76 && String(validating: $0, as: UTF8.self) != nil })
        let back = try CalendarImport(made.bytes, of: "a.ics", zone: "Europe/Rome")
        #expect(String(decoding: EventTable.bytes(back.events), as: UTF8.self) == table)
        #expect(try CalendarExport(Array(table.utf8), of: "a.csv", zone: "Europe/Rome").bytes == made.bytes)
    }

    @Test("faults of a table are told by line and column, all at once")
    func badTable() {
        let table =
            "uid,name,start,end,place,lon,lat,occurrence\n"
            + ",x,2026-02-30 09:00,2026-03-28 10:00:00,,,,\n"
            + "a,x,2026-03-28 09:00,2026-03-28 08:00,,11,,\n"
            + "b,x,2026-03-28 09:00,2026-03-28 10:00,,191,46,\n"
            + "b,x,2026-03-28 09:00,2026-03-28 10:00,,11,46,\n"
            + "c,x,2026-03-28 09:00,2026-03-28 10:00,,,,soon\n"
        do throws(InputErrors) {
            _ = try CalendarExport(Array(table.utf8), of: "a.csv", zone: "Europe/Rome")
            Issue.record("it is read")
        } catch {
            #expect(
                error.problems.map(\.description) == [
                    "a.csv:2:4: error: start \"2026-02-30 09:00\" is no date with a time; allowed: such as 2026-03-04 08:30 or "
                        + "2026-03-04 08:30:00",
                    "a.csv:2:1: error: uid is empty; allowed: a name that no other event has",
                    "a.csv:3:40: error: lon and lat stand alone; allowed: both or none",
                    "a.csv:3:22: error: end 2026-03-28 08:00:00 is before start 2026-03-28 09:00:00; allowed: the same time or later",
                    "a.csv:4:40: error: lon \"191\" is not a number from -180 to 180",
                    "a.csv:5:1: error: uid and occurrence are those of line 4 too; allowed: an event of its own in each line",
                    "a.csv:6:42: error: occurrence \"soon\" is no instant; allowed: universal time such as 2026-03-04 07:30:00Z, or nothing",
                ])
        }
        #expect(throws: InputErrors.self) { try CalendarExport(Array("uid,nam\n".utf8), of: "a.csv", zone: "UTC") }
    }

    @Test("times of a table that a clock shows twice or never are told")
    func doubtfulTable() throws {
        let table =
            "uid,name,start,end\na,x,2026-10-25 02:30,2026-10-25 04:00\nb,x,2026-03-29 02:30,2026-03-29 04:00\n"
        let made = try CalendarExport(Array(table.utf8), of: "a.csv", zone: "Europe/Rome")
        #expect(
            made.doubts.map(\.description) == [
                "a.csv:2:1: warning: start 2026-10-25 02:30:00 is shown twice by clocks in Europe/Rome; the first is taken",
                "a.csv:3:1: warning: start 2026-03-29 02:30:00 is shown by no clock in Europe/Rome; it is counted with the offset before "
                    + "the change",
            ])
        let early = "uid,name,start,end\nb,x,2026-03-29 02:30,2026-03-29 03:00\n"
        #expect(throws: InputErrors.self) { try CalendarExport(Array(early.utf8), of: "a.csv", zone: "Europe/Rome") }
    }
}
