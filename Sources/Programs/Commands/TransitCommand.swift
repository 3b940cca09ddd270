// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Foundation
import Reporting
import ScenarioLanguage
import Transit

/// `cabrank transit`.
struct TransitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transit",
        abstract: "Import the timetables of a city, check them, and ask for journeys.",
        discussion: """
            A timetable is one file, made from feeds of GTFS. The same feeds give the same bytes. The article Timetables says what is \
            read and what is left out.

            Exit status: 0 on success, 2 on bad input or when the check finds an error.
            """,
        subcommands: [TransitImportCommand.self, TransitCheckCommand.self, TransitRouteCommand.self])
}

/// A timetable that is read.
struct TimetableArgument: ParsableArguments {
    @Argument(help: "The timetable, made by `cabrank transit import`.", completion: .file(extensions: ["timetable"]))
    var timetable: String

    func read() throws -> Timetable {
        do {
            return try TimetableFile(try fileBytes(timetable)).timetable
        } catch let fault as TimetableFile.Fault {
            throw problem(fault.description)
        }
    }

    /// What is wrong with the file.
    func problem(_ message: String) -> InputErrors {
        InputErrors(problems: [InputProblem(.error, at: InputLocation(file: timetable), message)])
    }

    /// A service day on the command line.
    static func day(_ text: String) throws -> ServiceDay {
        if let day = ServiceDay(text) { return day }
        throw ValidationError("--date \"\(text)\" is not a date such as 2025-06-12")
    }
}

/// `cabrank transit import`.
struct TransitImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a timetable from feeds of GTFS.",
        discussion: """
            A feed is a zip, which libzip unpacks (Debian package libzip4), or a folder with the same tables: stops.txt, routes.txt, \
            trips.txt, stop_times.txt, calendar.txt or calendar_dates.txt, and perhaps agency.txt, frequencies.txt, transfers.txt and \
            shapes.txt. Of several feeds, ids have in front what tells the feed's file name from the others: eptc:1511 for \
            poa_eptc.zip beside poa_trensurb.zip.

            Says in numbers what was read and what was left out.
            """)

    @Argument(help: "The feeds: zips or folders.", completion: .file())
    var feeds: [String]

    @Option(
        help: "The file to write; a timetable that Cabrank wrote there is replaced.",
        completion: .file(extensions: ["timetable"]))
    var out: String

    func validate() throws {
        guard !feeds.isEmpty else { throw ValidationError("name one feed at least") }
    }

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try OutputFile(out, kind: .timetable)
            for feed in feeds {
                var isFolder: ObjCBool = false
                let isThere = FileManager.default.fileExists(atPath: feed, isDirectory: &isFolder)
                if isThere, isFolder.boolValue { continue }
                if let fault = InputFile.fault(at: feed) { throw ValidationError(fault.description) }
            }
            let made = try TransitImport(Feed.read(feeds, bytes: fileBytes))
            for doubt in made.doubts { complain(doubt.description) }
            let bytes = Data(made.file.bytes)
            try file.write(bytes)
            for line in made.summary.lines(made.file.timetable) { print(line) }
            print("\(out.shown): \((bytes.count + 512) / 1024) KiB, content \(made.file.hash)")
        }
    }
}

/// `cabrank transit check`.
struct TransitCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Judge a timetable, and say what runs on a day.",
        discussion: """
            Error: a day that the timetable does not cover. Warnings: stops that no trip calls at, stops far from all others, days \
            without trips, trips faster than 200 km/h.
            """)

    @OptionGroup var timetable: TimetableArgument

    @Option(help: "A day that must be covered, such as 2025-06-12.")
    var date: String?

    func validate() throws { _ = try date.map(TimetableArgument.day) }

    func run() throws {
        try reportingErrors(work: "written") {
            let check = TimetableCheck(
                try timetable.read(), file: timetable.timetable, day: try date.map(TimetableArgument.day))
            let warnings = try judge(check.problems)
            for line in check.lines { print(line) }
            print("\(timetable.timetable.shown): good; \(warnings)")
        }
    }
}

/// `cabrank transit route`.
struct TransitRouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Answer a table of queries with journeys by timetable.",
        discussion: """
            Queries have the columns from_stop, to_stop and depart_s, in seconds after midnight; the answers add arrive_s, the earliest \
            arrival, and changes. With --latest they have arrive_s, and the answers add depart_s, the latest departure that arrives by \
            then, arrival_s, the earliest arrival for it, and changes. Empty where there is no journey.

            One walks up to 400 m of straight line, 1.3 times as far as that, at 1.2 m/s, and 60 s more for each change on foot; at one \
            stop a change takes no time; both but where the feed asks for more.
            """)

    @OptionGroup var timetable: TimetableArgument

    @Option(help: "The service day, such as 2025-06-12.")
    var date: String

    @Option(help: "The queries: a CSV file with a header.", completion: .file(extensions: ["csv"]))
    var queries: String

    @Option(help: "The file to write; a table that is there stays.", completion: .file(extensions: ["csv"]))
    var out: String

    @Flag(help: "Ask for the latest departure that arrives in time.")
    var latest = false

    @Flag(help: "Change at the same stop only, in no time, and walk nowhere.")
    var sameStopOnly = false

    @Flag(help: "Leave out the trips of the day before that are on their way past 24:00.")
    var thisDayOnly = false

    func validate() throws { _ = try TimetableArgument.day(date) }

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try OutputFile(out, kind: .table)
            let day = try TimetableArgument.day(date)
            let read = try timetable.read()
            guard read.covers(day) else { throw timetable.problem(TimetableCheck.notCovered(read, day)) }
            let changes =
                sameStopOnly
                ? StopChanges(sameStop: read) : StopChanges(read, paths: WalkRule().paths(read))
            let search = TransitSearch(read, on: day, changes: changes, seesDayBefore: !thisDayOnly)
            let (answers, count, reached) = try TransitTable(search, latest: latest)
                .answers(fileBytes(queries), of: queries)
            try file.write(Data(answers))
            print("\(out.shown): \(count) queries, \(count - reached) without a journey")
        }
    }
}
