// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Calendars
import CityModel
import Foundation
import Reporting

/// `cabrank calendar`.
struct CalendarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "Make a table of events out of a calendar, and a calendar out of a table.",
        discussion: """
            Calendars are files of iCalendar, such as those that calendar programs export. The article Calendars says what is read and what \
            is left out.

            Exit status: 0 on success, 2 on bad input; then nothing is written.
            """,
        subcommands: [CalendarImportCommand.self, CalendarExportCommand.self])
}

/// The city's time zone on the command line.
struct ZoneArgument: ParsableArguments {
    @Option(help: "The city's time zone, such as Europe/Rome.")
    var zone: String

    func validate() throws {
        if let fault = CalendarImport.fault(ofZone: zone) { throw ValidationError("--zone: \(fault)") }
    }
}

/// `cabrank calendar import`.
struct CalendarImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a table of events out of a calendar.",
        discussion: """
            The table has a line for each event, with start and end on the city's clock; of a recurring event one for each occurrence. \
            Rules are expanded by libical (Debian package libical3); calendars without any need none. Events of whole days are left out.

            Says in numbers what was read and what was left out. A calendar that cannot be read whole is refused, by line and column.
            """)

    @Argument(help: "The calendar: a file of iCalendar.", completion: .file(extensions: ["ics"]))
    var calendar: String

    @OptionGroup var zone: ZoneArgument

    @Option(help: "The first day that is wanted, such as 2026-03-02; the events of all days when left out.")
    var from: String?

    @Option(help: "The day behind the last one that is wanted; needed where a rule has no end.")
    var until: String?

    @Option(help: "The file to write; a table that is there stays.", completion: .file(extensions: ["csv"]))
    var out: String

    private func day(_ option: String, _ text: String?) throws -> WallTime? {
        guard let text else { return nil }
        if let day = WallTime("\(text) 00:00") { return day }
        throw ValidationError("\(option) \"\(text)\" is not a date such as 2026-03-02, of the years 1970 to 2199")
    }

    func validate() throws {
        if let first = try day("--from", from), let beyond = try day("--until", until), beyond <= first {
            throw ValidationError("--until must be after --from: it is the day behind the last one")
        }
    }

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try OutputFile(out, kind: .table)
            let read = try CalendarImport(
                fileBytes(calendar), of: calendar, zone: zone.zone, from: day("--from", from),
                until: day("--until", until))
            for doubt in read.doubts { complain(doubt.description) }
            try file.write(Data(EventTable.bytes(read.events)))
            for line in read.summary.lines { print(line) }
            print("\(out.shown): \(read.summary.rows) row\(read.summary.rows == 1 ? "" : "s")")
        }
    }
}

/// `cabrank calendar export`.
struct CalendarExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Make a calendar out of a table of events.",
        discussion: """
            The table has the columns uid, name, start and end, and perhaps place, lon, lat and occurrence, as `cabrank calendar import` \
            writes it. Times are those that clocks in the zone show; the calendar has them in universal time.
            """)

    @Argument(help: "The events: a CSV file with a header.", completion: .file(extensions: ["csv"]))
    var events: String

    @OptionGroup var zone: ZoneArgument

    @Option(
        help: "The file to write; a calendar that Cabrank wrote there is replaced.",
        completion: .file(extensions: ["ics"]))
    var out: String

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try OutputFile(out, kind: .calendar)
            let made = try CalendarExport(fileBytes(events), of: events, zone: zone.zone)
            for doubt in made.doubts { complain(doubt.description) }
            try file.write(Data(made.bytes))
            print("\(out.shown): \(made.count) event\(made.count == 1 ? "" : "s")")
        }
    }
}
