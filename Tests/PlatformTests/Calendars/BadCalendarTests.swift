// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Calendars

@Suite("Bad calendars")
struct BadCalendarTests {
    private static let good = [
        "SUMMARY:Lecture", "DTSTART;TZID=Europe/Rome:20260304T083000", "DTEND;TZID=Europe/Rome:20260304T103000",
        "RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;TZID=Europe/Rome:20260311T083000", "GEO:46.07;11.12",
    ]

    /// What takes the place of a line of the good event (which stand in lines 5 to 10), and what is said then.
    private static let cases: [(Int, String, String)] = [
        (5, "SUMMARY", "5:8: error: the line has no `:`, behind which a value stands"),
        (5, "SUMMARY;LANGUAGE=\"it:x", "5:18: error: a quote is not closed"),
        (5, "SUMMARY;LANGUAGE:x", "5:17: error: `=` is expected after the parameter LANGUAGE"),
        (5, "SUMMARY;X=a\"b\":x", "5:12: error: a quote within a value that is not in quotes"),
        (5, ":x", "5:1: error: the name of a property is missing; allowed: letters, digits and `-`"),
        (5, "SUMMARY\u{1}:x", "5:8: error: a control character; allowed: none but the tab"),
        (5, #"SUMMARY:a\x"#, #"5:10: error: a backslash stands alone; allowed: `\\`, `\;`, `\,` and `\n`"#),
        (5, "SUMMARY:a\r\n b\r\n  c\\", #"7:4: error: a backslash stands alone; allowed: `\\`, `\;`, `\,` and `\n`"#),
        (5, "SUMMARY:Caffè ☕\\x", "5:16: error: a backslash stands alone"),
        (5, "GEO:1;2", "10:1: error: GEO stands twice in the event, first in line 5"),
        (6, "X-A:b", "3:1: error: the event has no DTSTART; allowed: one in each event"),
        (
            6, "DTSTRAT:20260304T083000",
            "3:1: error: the event has no DTSTART; allowed: one in each event; did you mean it by DTSTRAT in line 6?"
        ),
        (6, "DTSTART:20260230T083000", "6:9: error: DTSTART: there is no day 2026-02-30"),
        (6, "DTSTART:20260304T250000", "6:9: error: DTSTART: there is no time 25:00:00; allowed: 00:00:00 to 23:59:59"),
        (
            6, "DTSTART:20260304T08300",
            "6:9: error: DTSTART: \"20260304T08300\" is not a date with a time; allowed: such as"
        ),
        (
            6, "DTSTART:20260304T08x000",
            "6:9: error: DTSTART: \"20260304T08x000\" has no time behind the T; allowed: six digits"
        ),
        (6, "DTSTART:99990304T083000", "6:9: error: DTSTART: the year 9999 is too far away; allowed: 1970 to 2199"),
        (6, "DTSTART;VALUE=DATE:20260304T083000", "6:20: error: DTSTART is a date with a time, but its VALUE is DATE"),
        (6, "DTSTART;VALUE=TIME:20260304T083000", "6:9: error: VALUE=TIME; allowed: DATE-TIME, DATE"),
        (
            6, "DTSTART;TZID=Mars/Base:20260304T083000",
            "6:9: error: there is no time zone \"Mars/Base\"; allowed: names of the IANA database, such as `Europe/Rome`"
        ),
        (6, "DTSTART;TZID=Europe/Roma:20260304T083000", "`Europe/Rome`; did you mean `Europe/Rome`?"),
        (6, "DTSTART;TZID=\"W. Europe Standard Time\":20260304T083000", "; did you mean `Europe/Berlin`?"),
        (6, "DTSTART;TZID=Eastern Standart Time:20260304T083000", "; did you mean `America/New_York`?"),
        (
            7, "DTEND;TZID=Europe/Rome:20260304T082959",
            "7:24: error: the event ends at 2026-03-04 07:29:59 UTC before it begins at 2026-03-04 07:30:00 UTC; allowed: DTEND after "
                + "DTSTART"
        ),
        (7, "DTEND:20260304", "7:7: error: DTEND is a date and DTSTART is not; allowed: both of one form"),
        (
            7, "DURATION:PT1H\r\nDTEND:20260304T103000Z",
            "7:1: error: the event has both DTEND and DURATION; allowed: one of them"
        ),
        (
            7, "DURATION:-PT1H",
            "7:10: error: a duration may not be negative; allowed: such as PT1H30M, P1D, P1DT2H or P2W"
        ),
        (
            7, "DURATION:1H",
            "7:10: error: \"1H\" is not a duration; allowed: such as PT1H30M, P1D, P1DT2H or P2W, up to 10 years"
        ),
        (7, "DURATION:P1DT", "7:10: error: \"P1DT\" is not a duration"),
        (7, "DURATION:PT1M1H", "7:10: error: \"PT1M1H\" is not a duration"),
        (7, "DURATION:P1W2D", "7:10: error: \"P1W2D\" is not a duration"),
        (7, "DURATION:P9999D", "7:10: error: \"P9999D\" is not a duration"),
        (
            8, "RRULE:FREQ=WEEKLI",
            "8:7: error: FREQ \"WEEKLI\" is not known; allowed: MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY, YEARLY; did you mean `WEEKLY`?"
        ),
        (8, "RRULE:FREQ=SECONDLY;COUNT=2", "8:7: error: FREQ \"SECONDLY\" is not known; allowed: MINUTELY, HOURLY"),
        (
            8, "RRULE:FREQ=WEEKLY;BYDAI=MO;COUNT=2",
            "8:19: error: unknown part \"BYDAI\" of a rule; allowed: FREQ, INTERVAL, "
        ),
        (8, "RRULE:FREQ=WEEKLY;BYDAI=MO;COUNT=2", "; did you mean `BYDAY`?"),
        (8, "RRULE:FREQ=WEEKLY;;COUNT=2", "8:19: error: unknown part \"\" of a rule"),
        (8, "RRULE:FREQ=WEEKLY;COUNT", "8:19: error: COUNT has no value"),
        (8, "RRULE:FREQ=WEEKLY;COUNT=2;COUNT=3", "8:27: error: COUNT stands twice in the rule"),
        (8, "RRULE:COUNT=2", "8:7: error: the rule has no FREQ; allowed: MINUTELY, HOURLY"),
        (
            8, "RRULE:FREQ=DAILY;COUNT=2;UNTIL=20260401",
            "8:7: error: the rule has both COUNT and UNTIL; allowed: one of them"
        ),
        (8, "RRULE:FREQ=DAILY;UNTIL=20260431", "8:24: error: UNTIL: there is no day 2026-04-31"),
        (8, "RRULE:FREQ=DAILY;COUNT=0", "8:24: error: COUNT \"0\" is not allowed; allowed: 1 to 999999999"),
        (8, "RRULE:FREQ=DAILY;INTERVAL=x;COUNT=1", "8:27: error: INTERVAL \"x\" is not allowed; allowed: 1 to 10000"),
        (8, "RRULE:FREQ=YEARLY;BYMONTH=6,13;COUNT=1", "8:29: error: BYMONTH \"13\" is not allowed; allowed: 1 to 12"),
        (
            8, "RRULE:FREQ=MONTHLY;BYMONTHDAY=0;COUNT=1",
            "8:31: error: BYMONTHDAY \"0\" is not allowed; allowed: 1 to 31, or -1 to -31 from the end"
        ),
        (
            8, "RRULE:FREQ=MONTHLY;BYDAY=MO,XX;COUNT=1",
            "8:29: error: BYDAY \"XX\" is not a day; allowed: MO, TU, WE, TH, FR, SA, SU, with a number"
        ),
        (
            8, "RRULE:FREQ=WEEKLY;BYDAY=2MO;COUNT=1",
            "8:7: error: BYDAY with a number; allowed: with MONTHLY, and with YEARLY without BYWEEKNO"
        ),
        (
            8, "RRULE:FREQ=WEEKLY;BYMONTHDAY=2;COUNT=1",
            "8:7: error: BYMONTHDAY with FREQ=WEEKLY; allowed: with DAILY, MONTHLY, YEARLY"
        ),
        (
            8, "RRULE:FREQ=HOURLY;BYMONTH=2;COUNT=1",
            "8:7: error: BYMONTH with FREQ=HOURLY; allowed: with DAILY, WEEKLY, MONTHLY, YEARLY"
        ),
        (
            8, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1",
            "8:7: error: there is no such day in any year: BYMONTH and BYMONTHDAY"
        ),
        (
            8, "RRULE:FREQ=MONTHLY;BYSETPOS=1;COUNT=1",
            "8:7: error: BYSETPOS stands alone; allowed: with another part of BY..."
        ),
        (
            8, "RRULE:FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1;COUNT=1",
            "8:7: error: BYSETPOS with FREQ=WEEKLY; allowed: with MONTHLY, YEARLY"
        ),
        (
            8, "RRULE:FREQ=YEARLY;BYWEEKNO=3;BYMONTHDAY=2;COUNT=1",
            "8:7: error: BYWEEKNO with BYMONTHDAY; allowed: one of them"
        ),
        (8, "RRULE:FREQ=YEARLY;BYYEARDAY=3;BYDAY=MO;COUNT=1", "8:7: error: BYYEARDAY with BYDAY; allowed: one of them"),
        (8, "RRULE:FREQ=WEEKLY;WKST=DO;COUNT=1", "8:19: error: WKST \"DO\" is not a day; allowed: MO, TU"),
        (
            8, "RRULE:FREQ=WEEKLY",
            "8:1: error: the rule has no end; allowed: COUNT or UNTIL in the rule, or --until on the command line"
        ),
        (
            8, "RRULE:FREQ=WEEKLY;UNTIL=99991231T235959Z",
            "8:1: error: the rule has no end; allowed: COUNT or UNTIL in the rule"
        ),
        (
            8, "RRULE:FREQ=MINUTELY;UNTIL=21000101T000000Z",
            "8:1: error: the rule gives more than 100000 occurrences; allowed: fewer"
        ),
        (8, "EXRULE:FREQ=WEEKLY", "8:1: error: EXRULE is of an older iCalendar and not read; allowed: EXDATE"),
        (
            8, "RDATE;VALUE=PERIOD:20260304T083000Z/PT1H",
            "8:7: error: RDATE of periods is not read; allowed: VALUE=DATE-TIME, or VALUE=DATE of whole days"
        ),
        (
            8, "RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T083000Z",
            "8:15: error: RANGE=THISANDFUTURE changes a series from an occurrence on, which is not read; allowed: RECURRENCE-ID without RANGE"
        ),
        (9, "EXDATE:20260311", "9:8: error: EXDATE is a date and DTSTART is not; allowed: both of one form"),
        (9, "EXDATE:20260311T083000Z,20260231T083000Z", "9:25: error: EXDATE: there is no day 2026-02-31"),
        (
            10, "GEO:96.07;11.12",
            "10:5: error: GEO \"96.07;11.12\" is no place; allowed: latitude;longitude, such as 46.0667;11.1167"
        ),
        (10, "GEO:46.07,11.12", "10:5: error: GEO \"46.07,11.12\" is no place"),
        (10, "", "10:1: error: an empty line; allowed: none within a calendar"),
        (10, "BEGIN:VEVENT", "10:7: error: an event within VEVENT, which begins in line 3; allowed: after END:VEVENT"),
        (10, "BEGIN:VALARM", "11:5: error: END:VEVENT within VALARM, which begins in line 10; allowed: END:VALARM"),
        (10, "END:VTODO", "10:5: error: END:VTODO without its BEGIN; allowed: END:VEVENT, for BEGIN in line 3"),
        (10, "BEGIN:VCALENDAR", "10:7: error: a calendar within VEVENT; allowed: after END:VCALENDAR"),
    ]

    private static func with(_ line: Int, _ text: String) -> [String] {
        var lines = good
        lines[line - 5] = text
        return ["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT"]
    }

    @Test("each fault has a message with its place, what is wrong, and what is allowed")
    func messages() {
        #expect(MadeCalendar.problems(["BEGIN:VEVENT", "UID:a"] + Self.good + ["END:VEVENT"]) == [])
        for (line, text, said) in Self.cases {
            let problems = MadeCalendar.problems(Self.with(line, text))
            #expect(
                problems.contains { $0.hasPrefix("a.ics:") && $0.contains(said) },
                "\(text): \(problems.joined(separator: "\n"))")
        }
    }

    @Test("all faults are told at once, in the order of the text")
    func allAtOnce() {
        let problems = MadeCalendar.problems(
            MadeCalendar.event("a", "DTSTART:20260230T083000", "RRULE:FREQ=X")
                + MadeCalendar.event("a", "DTSTART:20260304T083000", "GEO:x", "RRULE:FREQ=DAILY"))
        #expect(
            problems.map { $0.split(separator: ":").prefix(3).joined(separator: ":") } == [
                "a.ics:5:9", "a.ics:6:7", "a.ics:9:1", "a.ics:11:5", "a.ics:12:1",
            ], "\(problems)")
        #expect(
            problems.count > 2
                && problems[2].contains("the UID is that of the event in line 3 too; allowed: one event of each UID"))
    }

    @Test(
        "files that are no calendars are refused",
        arguments: [
            ("", "a.ics:1:1: error: the file is empty; allowed: a calendar, from BEGIN:VCALENDAR to END:VCALENDAR"),
            ("\n\n", "a.ics:1:1: error: the file is empty; allowed: a calendar, from BEGIN:VCALENDAR to END:VCALENDAR"),
            ("uid,name\n", "a.ics:1:4: error: `:` or `;` is expected here"),
            (
                "BEGIN:VEVENT\n",
                "a.ics:1:1: error: the file begins with no calendar; allowed: BEGIN:VCALENDAR in its first line"
            ),
            (
                " BEGIN:VCALENDAR\n",
                "a.ics:1:1: error: the line begins with a blank, and there is none that it goes on with"
            ),
            (
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n",
                "a.ics:3:1: error: the file ends within VEVENT, which begins in line 2; allowed: END:VEVENT"
            ),
            (
                "BEGIN:VCALENDAR\nVERSION:1.0\nEND:VCALENDAR\n",
                "a.ics:2:9: error: version \"1.0\" of iCalendar; allowed: 2.0"
            ),
            (
                "BEGIN:VCALENDAR\nCALSCALE:HEBREW\nEND:VCALENDAR\n",
                "a.ics:2:10: error: the calendar scale \"HEBREW\"; allowed: GREGORIAN"
            ),
            (
                "BEGIN:VCALENDAR\nEND:VCALENDAR\nSUMMARY:x\n",
                "a.ics:3:1: error: SUMMARY stands in no calendar; allowed: BEGIN:VCALENDAR"
            ),
        ])
    func noCalendars(_ text: String, _ said: String) {
        #expect(throws: InputErrors.self) { try CalendarImport(Array(text.utf8), of: "a.ics", zone: "UTC") }
        do throws(InputErrors) {
            _ = try CalendarImport(Array(text.utf8), of: "a.ics", zone: "UTC")
        } catch {
            #expect(error.problems.first?.description == said, "\(error)")
        }
    }

    @Test("bytes that are not UTF-8 are refused where they stand")
    func encoding() {
        var bytes = MadeCalendar.bytes(MadeCalendar.event("a", "SUMMARY:Caffè x", "DTSTART:20260304T083000Z"))
        for index in bytes.indices where bytes[index] == UInt8(ascii: "x") { bytes[index] = 0xE8 }
        do throws(InputErrors) {
            _ = try CalendarImport(bytes, of: "a.ics", zone: "UTC")
            Issue.record("it is read")
        } catch {
            #expect(
                error.description == "a.ics:5:15: error: these bytes are not UTF-8; allowed: files in UTF-8", "\(error)"
            )
        }
    }

    @Test("zones are known by their names, and told when they are not")
    func zones() {
        #expect(CalendarImport.fault(ofZone: "Europe/Rome") == nil && CalendarImport.fault(ofZone: "UTC") == nil)
        #expect(CalendarImport.fault(ofZone: "Europe/Roam")?.hasSuffix("did you mean `Europe/Rome`?") == true)
        // Foundation knows it, and in India it is another one.
        #expect(CalendarImport.fault(ofZone: "PST") != nil && CalendarImport.fault(ofZone: "GMT+5") != nil)
    }
}
