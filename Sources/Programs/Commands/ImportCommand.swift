// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Calendars
import CityMap
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting
import ScenarioLanguage
import TripRecords

/// `cabrank import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a scenario from a record of taxi trips.",
        discussion: """
            For example:
              cabrank import trips.csv.gz --out city --zones zones.geojson --time-zone America/New_York --clip \
            --map pickup=lpep_pickup_datetime,dropoff=lpep_dropoff_datetime,from=PULocationID,to=DOLocationID

            The option --map says which column means what: pickup and dropoff, or duration in seconds in place of dropoff; from and to, each a column of \
            zones or longitude and latitude as LON/LAT; and perhaps taxi, distance, people, silence, the longest time in seconds in which \
            nothing was heard of the vacant taxi before the ride, and vacant, how many seconds it was vacant.

            Writes scenario.yaml, which runs at once, zones.geojson, demand.csv, on-duty.csv, ride-law.csv, moves.csv, observed.csv, \
            observed-days.csv, dropped.csv, import.json and the page import.html. The article Recorded trips explains them, and every \
            message.

            Exit status: 0 on success, 2 on bad input; then nothing is written.
            """)

    @Argument(help: "The record: a CSV file with a header, packed by gzip or not.", completion: .file())
    var trips: String

    @Option(help: "The folder to write; what Cabrank wrote there is replaced.", completion: .directory)
    var out: String

    @Option(help: "The zones (GeoJSON), which are copied.", completion: .file(extensions: ["geojson"]))
    var zones: String

    @OptionGroup var properties: LayoutProperties

    @Option(help: "Which column means what, such as pickup=start,dropoff=end,from=zone_a,to=zone_b.")
    var map: [String] = []

    @Option(
        help: "The city's time zone, such as America/New_York; needed: times in the record are those of clocks there.")
    var timeZone: String?

    @Option(help: "The unit of the column distance: m, km or miles.")
    var distanceUnit: String?

    @Option(help: "Codes that stand for no zone, such as 264,265: their rides are left out.")
    var unknown: String?

    @Flag(help: "Leave rides out that begin or end outside of the map; else they are refused.")
    var clip = false

    @Option(help: "The days that count, such as 2025-11-03..2025-11-07,2025-11-10 (default: all).")
    var days: String?

    @Option(help: "A date that is a day of another kind: 2025-11-27=sun; may be repeated.")
    var holiday: [String] = []

    @Option(
        help:
            "Which comes first in dates such as 03/11/2025: month-first or day-first (default: what the record tells; AM and PM are American)."
    )
    var dates: String?

    @Option(help: "The share of rows that may be wrong.")
    var dropLimit = "10%"

    @Option(help: "Longer rides are a meter that was left on.")
    var longest = "3h"

    @Option(
        help:
            "A vacant taxi of which nothing is heard for so long has a pause (default: 10min with silence, else 60min)."
    )
    var pause: String?

    @Option(help: "Without taxis in the record: the share of their time in which they have a passenger.")
    var occupied = "50%"

    func run() throws {
        try reportingErrors(work: "written") {
            let options = try options()
            if let fault = InputFile.fault(at: trips) { throw ValidationError(fault.description) }
            let text = try fileText(zones)
            let layout = try PolygonLayout(
                geoJSON: text, fileName: zones, numberProperty: properties.number, nameProperty: properties.name)
            let folder = try OutputLocation(named: out, usual: out, settings: []).open()
            defer { folder.close() }
            try folder.check(TripImport.names)
            let made = try TripImport(
                trips, map: Array(text.utf8), layout: layout, name: scenarioName, options: options)
            for doubt in made.doubts { complain("warning: \(doubt)") }
            try write(made, to: folder)
            for line in made.lines { print(line.shown) }
            print("\(out)/scenario.yaml was written; try `cabrank run \(out)/scenario.yaml`".shown)
            print("  report       \(out)/import.html".shown)
        }
    }

    private func write(_ made: TripImport, to folder: OutputFolder) throws {
        let files = made.files(version: cabrankVersion)
        let stage = try folder.stage()
        for file in files {
            let new = try NewFile(path: stage + "/" + file.name, name: folder.path + "/" + file.name)
            try new.add(file.bytes)
        }
        try check(stage, folder.path)
        try folder.publish(last: "scenario.yaml", replacesAll: true)
    }

    /// Reads the scenario as `cabrank run` would, before anything is published: an import is good only when its scenario is.
    private func check(_ stage: String, _ folder: String) throws(InputErrors) {
        do throws(InputErrors) {
            _ = try CityPlan(IncludeArguments.reader(allowsInclude: false).read(file: stage + "/scenario.yaml"))
        } catch {
            let told = error.problems.filter { $0.severity == .error }.map { problem in
                InputProblem(
                    .error,
                    at: InputLocation(
                        file: problem.location.file.replacing(stage, with: folder), line: problem.location.line,
                        column: problem.location.column), problem.message)
            }
            let first = InputProblem(
                .error, at: InputLocation(file: trips),
                "the scenario that comes of this record could not run, for these reasons; look at the times, distances and days of the record"
            )
            throw InputErrors(problems: [first] + told, errorCount: error.errorCount + 1)
        }
    }

    /// That of the folder, with dashes for what no scenario's name has.
    private var scenarioName: String {
        let last = URL(fileURLWithPath: out).lastPathComponent
        let name = String(
            last.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.drop { $0 == "-" }.prefix(64))
        return Scenario.isName(name) ? name : "imported"
    }

    // MARK: Options

    /// All of them; what is wrong with any is told at once.
    private func options() throws -> TripOptions {
        var faults: [String] = []
        func note(_ option: String, _ fault: String) { faults.append("\(option): \(fault)") }
        var columns: TripColumns?
        do throws(TripFaults) {
            columns = try TripColumns(map)
        } catch {
            for sentence in error.sentences { note("--map", sentence) }
        }
        if let timeZone {
            if let fault = CalendarImport.fault(ofZone: timeZone) { note("--time-zone", fault) }
        } else {
            faults.append(
                "--time-zone is missing: times in the record are those of clocks in some zone; allowed: names of the IANA database, such as `America/New_York`"
            )
        }
        var options = TripOptions(columns: columns ?? TripColumns(), zone: timeZone ?? "")
        TripOptionsReader(self).read(into: &options, hasDistance: columns?.hasDistance, note)
        guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\nerror: ")) }
        return options
    }
}

/// The options of an import that are values with units.
private struct TripOptionsReader {
    private let command: ImportCommand

    init(_ command: ImportCommand) { self.command = command }

    /// `hasDistance` is nil where the columns could not be read.
    func read(into options: inout TripOptions, hasDistance: Bool?, _ note: (String, String) -> Void) {
        options.clips = command.clip
        options.unknown = (command.unknown ?? "").split(separator: ",").map(String.init)
        options.number = command.properties.number
        options.name = command.properties.name
        let allowed = TripOptions.units.map(\.name).joined(separator: ", ")
        if let unit = command.distanceUnit {
            if let metres = TripOptions.units.first(where: { $0.name == unit })?.metres {
                options.metresOfUnit = metres
            } else {
                note("--distance-unit", "\"\(unit)\" is no unit of distances; allowed: \(allowed)")
            }
            if hasDistance == false { note("--distance-unit", "--map has no column `distance`") }
        } else if hasDistance == true {
            note("--distance-unit", "the column `distance` has no unit; allowed: \(allowed)")
        }
        if let days = command.days {
            do throws(TripFaults) {
                options.days = try DayChoice(days)
            } catch {
                for sentence in error.sentences { note("--days", sentence) }
            }
        }
        if let dates = command.dates {
            options.dates = DateOrder(rawValue: dates)
            if options.dates == nil {
                let orders = DateOrder.allCases.map(\.rawValue)
                let meant = nearestName(to: dates, among: orders).map { "; did you mean `\($0)`?" } ?? ""
                note("--dates", "\"\(dates)\" is no order; allowed: \(orders.joined(separator: ", "))\(meant)")
            }
        }
        for holiday in command.holiday {
            let parts = holiday.split(separator: "=", omittingEmptySubsequences: false)
            if parts.count == 2, let day = TripDate.day(parts[0]), let kind = TripDayKind(rawValue: String(parts[1])) {
                if options.holidays.updateValue(kind, forKey: day) != nil {
                    note("--holiday", "\(parts[0]) is given twice")
                }
            } else {
                let kinds = TripDayKind.allCases.map(\.rawValue).joined(separator: ", ")
                note("--holiday", "\"\(holiday)\" is not DATE=KIND, such as 2025-11-27=sun; kinds: \(kinds)")
            }
        }
        func share(_ option: String, _ text: String, _ limits: ClosedRange<Double>) -> Double? {
            if let share = MetricText.share(text), limits.contains(share) { return share }
            note(
                option,
                "\"\(text)\" is not a share from \(numberText(limits.lowerBound * 100))% to \(numberText(limits.upperBound * 100))%, such as 10%"
            )
            return nil
        }
        options.dropLimit = share("--drop-limit", command.dropLimit, 0...1) ?? 0
        options.occupied = share("--occupied", command.occupied, 0.01...1) ?? 0
        func seconds(_ option: String, _ text: String) -> Int32? {
            if let seconds = Self.seconds(text) { return seconds }
            note(option, "\"\(text)\" is not a time from 1 s to 24 h, such as 10min")
            return nil
        }
        options.longest = seconds("--longest", command.longest) ?? 0
        options.pause = command.pause.flatMap { seconds("--pause", $0) }
    }

    /// `10min`, `3 h`, `600s`, from 1 s to 24 h.
    private static func seconds(_ text: String) -> Int32? {
        guard let (number, unit) = splitNumber(text) else { return nil }
        let units: KeyValuePairs = ["s": 1.0, "min": 60, "h": 3600]
        guard let factor = units.first(where: { $0.key == unit })?.value, (1...86_400).contains(number * factor) else {
            return nil
        }
        return Int32((number * factor).rounded())
    }
}
