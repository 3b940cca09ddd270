// SPDX-License-Identifier: GPL-3.0-or-later

import CityTestKit
import Foundation
import Testing

/// `cabrank calendar`.
@Suite struct CalendarCommandTests {
    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VEVENT
        UID:a
        SUMMARY:Lecture\\, second part
        LOCATION:Room 7
        DTSTART;TZID=Europe/Rome:20260327T090000
        DTEND;TZID=Europe/Rome:20260327T110000
        RRULE:FREQ=DAILY
        END:VEVENT
        BEGIN:VEVENT
        UID:b
        DTSTART;VALUE=DATE:20260327
        END:VEVENT
        END:VCALENDAR

        """

    @Test("a calendar becomes a table, which becomes a calendar with the same table")
    func thereAndBack() throws {
        try Command.inNewFolder { command in
            try command.write(Self.calendar, to: "a.ics")
            let zone = ["--zone", "Europe/Rome"]
            let imported = try command.run(
                list: ["calendar", "import", "a.ics", "--until", "2026-03-30", "--out", "a.csv"] + zone)
            #expect(imported.status == 0 && imported.complaints == "", "\(imported.complaints)")
            #expect(
                imported.output == """
                    read: 2 events in 1 calendar, 1 recurring
                    left out: 1 of whole days, 0 cancelled, 0 outside the days, 0 in a gap of the clock
                    a.csv: 3 rows

                    """)
            let table = """
                uid,name,start,end,place,lon,lat,occurrence
                a,"Lecture, second part",2026-03-27 09:00:00,2026-03-27 11:00:00,Room 7,,,2026-03-27 08:00:00Z
                a,"Lecture, second part",2026-03-28 09:00:00,2026-03-28 11:00:00,Room 7,,,2026-03-28 08:00:00Z
                a,"Lecture, second part",2026-03-29 09:00:00,2026-03-29 11:00:00,Room 7,,,2026-03-29 07:00:00Z

                """
            #expect(try command.text("a.csv") == table)
            for _ in 0..<2 {
                let made = try command.run(list: ["calendar", "export", "a.csv", "--out", "b.ics"] + zone)
                #expect(made.status == 0 && made.output == "b.ics: 3 events\n", "\(made.complaints)")
            }
            #expect(try command.run(list: ["calendar", "import", "b.ics", "--out", "b.csv"] + zone).status == 0)
            #expect(try command.text("b.csv") == table)
            // What somebody else wrote stays.
            let other = try command.run(list: ["calendar", "export", "a.csv", "--out", "a.ics"] + zone)
            #expect(
                other.status == 2
                    && other.complaints.contains("a.ics exists and was not written by Cabrank as a calendar"),
                "\(other.complaints)")
            #expect(try command.text("a.ics") == Self.calendar)
        }
    }

    @Test("bad calendars, zones and days end with status 2, and nothing is written")
    func refusals() throws {
        try Command.inNewFolder { command in
            try command.write(Self.calendar, to: "a.ics")
            try command.write("uid,name,start\n", to: "a.csv")
            for (arguments, said) in [
                (
                    ["import", "a.ics", "--zone", "Europe/Rome"],
                    "a.ics:9:1: error: the rule has no end; allowed: COUNT or UNTIL"
                ),
                (
                    ["import", "a.ics", "--zone", "Europe/Rom"],
                    "--zone: there is no time zone \"Europe/Rom\"; allowed: names of"
                ),
                (
                    ["import", "a.ics", "--zone", "UTC", "--until", "2026-02-30"],
                    "--until \"2026-02-30\" is not a date"
                ),
                (
                    ["import", "a.ics", "--zone", "UTC", "--until", "2026-02-03", "--from", "2026-02-03"],
                    "--until must be after --from"
                ),
                (["import", "b.ics", "--zone", "UTC"], "b.ics"),
                (["export", "a.csv", "--zone", "UTC"], "a.csv:1:1: error: there is no column `end`"),
            ] {
                let run = try command.run(list: ["calendar"] + arguments + ["--out", "out"])
                #expect(run.status == 2 && run.complaints.contains(said), "\(arguments): \(run.complaints)")
                #expect(!FileManager.default.fileExists(atPath: command.folder.appendingPathComponent("out").path))
            }
        }
    }
}
