// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import Foundation
import Reporting
import Roads
import ScenarioLanguage

/// `cabrank roads`.
struct RoadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "roads",
        abstract: "Import the streets of a city, ask for routes, and check them against a layout.",
        discussion: """
            A network is one file, made from a map of OpenStreetMap or from tables. The same input gives the same bytes. \
            Users of the streets are car, licensed, emergency, siren, bicycle and foot; the article Streets says what each may do.

            Exit status: 0 on success, 2 on bad input or when the check finds an error.
            """,
        subcommands: [
            RoadsImportCommand.self, RoadsRouteCommand.self, RoadsCheckCommand.self, RoadsDrawCommand.self,
        ])
}

/// The bytes of a file; a file that cannot be read is bad input.
func fileBytes(_ path: String) throws -> [UInt8] {
    do {
        return [UInt8](try InputFile.bytes(of: path))
    } catch {
        throw ValidationError(error.description)
    }
}

/// A network that is read.
struct NetworkArgument: ParsableArguments {
    @Argument(help: "The network, made by `cabrank roads import`.", completion: .file(extensions: ["roads"]))
    var network: String

    func read() throws -> RoadFile {
        do {
            return try RoadFile(try fileBytes(network))
        } catch let fault as RoadFile.Fault {
            throw InputErrors(problems: [InputProblem(.error, at: InputLocation(file: network), fault.description)])
        }
    }
}

/// Who goes, on the command line.
struct UserArgument: ParsableArguments {
    @Option(help: "Who goes: car, licensed, emergency, siren, bicycle or foot.")
    var by = "car"

    func validate() throws { _ = try user() }

    func user() throws -> StreetUser {
        if let user = StreetUser(named: by) { return user }
        let names = StreetUser.allCases.map(\.name)
        let meant = nearestName(to: by, among: names).map { "; did you mean `\($0)`?" } ?? ""
        throw ValidationError("--by \"\(by)\" is no user of streets; allowed: \(names.joined(separator: ", "))\(meant)")
    }
}

/// `cabrank roads import`.
struct RoadsImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Make a network from a map of OpenStreetMap, or from tables.",
        discussion: """
            A map is a file such as city.osm.pbf or city.osm, which the program `osmium` reads (Debian package osmium-tool), \
            or city.opl, which it wrote. Tables are a folder with nodes.csv (node, lon, lat) and edges.csv (from_node, to_node, \
            length_m, and seconds, milliseconds or class; edge; a column for each user with yes, no or seconds of its own), and \
            tables of seconds by hour (edge, h00 to h23): seconds-week.csv, seconds-sat.csv, seconds-sun.csv, seconds-day.csv.

            Says in numbers what was read and what was left out.
            """)

    @Argument(help: "The map, or the folder with the tables.", completion: .file())
    var input: String

    @Option(
        help: "The file to write; a network that Cabrank wrote there is replaced.",
        completion: .file(extensions: ["roads"]))
    var out: String

    @Option(
        help:
            "A table of seconds by hour elsewhere: week=FILE, sat=FILE, sun=FILE or day=FILE; may be given several times."
    )
    var hours: [String] = []

    func validate() throws { _ = try tables() }

    private func tables() throws -> [StreetImport.Hours] {
        try hours.map { text in
            let parts = text.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let days = StreetDays(named: parts[0]) else {
                let names = StreetDays.allCases.map(\.name).joined(separator: ", ")
                throw ValidationError("--hours \"\(text)\" is not DAYS=FILE; DAYS is one of \(names)")
            }
            return StreetImport.Hours(days, path: String(parts[1]))
        }
    }

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try OutputFile(out, kind: .network)
            var isFolder: ObjCBool = false
            let made: StreetImport
            if FileManager.default.fileExists(atPath: input, isDirectory: &isFolder), isFolder.boolValue {
                made = try StreetImport(tables: input, hours: tables(), bytes: fileBytes)
            } else {
                if let fault = InputFile.fault(at: input) { throw ValidationError(fault.description) }
                guard !input.hasSuffix(".csv") else {
                    throw ValidationError("`\(input)` is a table; name the folder that holds nodes.csv and edges.csv")
                }
                guard hours.isEmpty else { throw ValidationError("--hours is for tables, and `\(input)` is a map") }
                made = try StreetImport(map: input, bytes: fileBytes)
            }
            for doubt in made.doubts { complain(doubt.description) }
            let bytes = Data(made.file.bytes)
            try file.write(bytes)
            for line in made.summary.lines { print(line) }
            print("\(out.shown): \((bytes.count + 512) / 1024) KiB, content \(made.file.hash)")
        }
    }
}

/// `cabrank roads route`.
struct RoadsRouteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "route", abstract: "Answer a table of queries with times and lengths.",
        discussion: """
            Queries have the columns from_node and to_node, or from_lon, from_lat, to_lon and to_lat: positions are joined to the \
            nearest street of the user by a straight line. The answers have the columns of the query, milliseconds and metres, \
            which are empty where there is no way.
            """)

    @OptionGroup var network: NetworkArgument

    @Option(help: "The queries: a CSV file with a header.", completion: .file(extensions: ["csv"]))
    var queries: String

    @Option(help: "The file to write; a table that is there stays.", completion: .file(extensions: ["csv"]))
    var out: String

    @OptionGroup var by: UserArgument

    @Option(help: "When they set out, such as 08:30 (of a Monday) or \"sat 08:30\"; without it the streets are empty.")
    var at: String?

    func validate() throws { _ = try at.map(Self.time) }

    /// An instant of the week.
    static func time(_ text: String) throws -> WeekTime {
        let words = text.split(separator: " ")
        let day = words.count == 2 ? DayKind.names.firstIndex(of: String(words[0])) : 0
        guard let day, (1...2).contains(words.count), let last = words.last,
            let nanoseconds = ClockText.nanoseconds(last), nanoseconds < 86_400_000_000_000
        else {
            throw ValidationError(
                "--at \"\(text)\" is not a time of the day such as 08:30, perhaps behind one of \(DayKind.names.joined(separator: ", "))"
            )
        }
        return WeekTime(day: day, milliseconds: nanoseconds / 1_000_000)
    }

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try OutputFile(out, kind: .table)
            let times = RoadTimes(RoadSearch(try network.read().graph))
            let table = RouteTable(RoadRoutes(times), user: try by.user(), leaving: try at.map(Self.time))
            let (answers, count, reached) = try table.answers(fileBytes(queries), of: queries)
            try file.write(Data(answers))
            print("\(out.shown): \(count) queries, \(count - reached) without a way")
        }
    }
}

/// `cabrank roads check`.
struct RoadsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Judge a network against the zones that it is to serve.",
        discussion: """
            Errors: zones without a street of the user, each by name; a network elsewhere. Warnings: zones whose middle is more \
            than 500 m from the nearest street; a network most of which lies outside of the zones.
            """)

    @OptionGroup var network: NetworkArgument

    @Option(help: "The layout.", completion: .file(extensions: ["geojson"]))
    var layout: String

    @OptionGroup var properties: LayoutProperties
    @OptionGroup var by: UserArgument

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try network.read()
            let zones = try PolygonLayout(
                geoJSON: fileText(layout), fileName: layout, numberProperty: properties.number,
                nameProperty: properties.name)
            let check = RoadCheck(
                RoadRoutes(RoadTimes(RoadSearch(file.graph))), layout: zones, at: InputLocation(file: layout),
                user: try by.user())
            let warnings = try judge(check.problems)
            func short(_ kilometres: Double) -> Double { (kilometres * 10).rounded() / 10 }
            print(
                "\(network.network.shown): good; \(check.zones) zones with \(short(check.kilometresInZones)) km of streets, "
                    + "\(short(check.kilometresOutside)) km outside, \(warnings)")
        }
    }
}

/// `cabrank roads draw`.
struct RoadsDrawCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "draw", abstract: "Draw a network for a browser or for paper.",
        discussion: """
            An SVG, light or dark as the browser is. Faster streets are wider; bends of less than 8 m are left out. `cabrank run \
            --street-tracks N` draws the way of one taxi on it.
            """)

    @OptionGroup var network: NetworkArgument

    @Option(help: "The file to write; one that is there stays.", completion: .file(extensions: ["svg"]))
    var out: String

    @Option(help: "Zones to draw over it.", completion: .file(extensions: ["geojson"]))
    var layout: String?

    @OptionGroup var properties: LayoutProperties

    func run() throws {
        try reportingErrors(work: "written") {
            let file = try network.read()
            let zones = try layout.map { layout in
                try PolygonLayout(
                    geoJSON: fileText(layout), fileName: layout, numberProperty: properties.number,
                    nameProperty: properties.name
                ).zones
            }
            let drawing = StreetDrawing(file.graph.network)
            let name = URL(fileURLWithPath: network.network).deletingPathExtension().lastPathComponent
            let picture = StreetPicture(title: name, zones: zones ?? [], streets: drawing.lines)
            try OutputFile.write(new: Data(picture.svg.utf8), to: out)
            print("\(out.shown): \(drawing.lines.count) lines of streets")
        }
    }
}
