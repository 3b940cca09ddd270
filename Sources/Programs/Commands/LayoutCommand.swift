// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import Foundation
import Reporting
import ScenarioLanguage

/// `cabrank layout`.
struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Make zone layouts, check and improve them, and convert tables from one to another.",
        discussion: """
            Layouts are GeoJSON files (RFC 7946, WGS 84). Those made here have the properties `zone_id` and `name`, and \
            neighbouring zones share every corner of their borders. The same input gives the same bytes.

            Exit status: 0 on success, 2 on bad input or when the check finds an error.
            """,
        subcommands: [
            Grid.self, Hexagons.self, LayoutMergeCommand.self, LayoutCheckCommand.self, LayoutRepairCommand.self,
            LayoutWeightsCommand.self, LayoutImproveCommand.self,
        ])

    /// `cabrank layout grid`.
    struct Grid: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "grid", abstract: "Cut a city into squares of equal area.")

        @OptionGroup var cells: CellArguments

        func run() throws { try cells.write(.squares) }
    }

    /// `cabrank layout hexagons`.
    struct Hexagons: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "hexagons", abstract: "Cut a city into regular hexagons of equal area.")

        @OptionGroup var cells: CellArguments

        func run() throws { try cells.write(.hexagons) }
    }
}

/// What both kinds of cells need.
struct CellArguments: ParsableArguments {
    @Option(
        help: "The layout to cut; cells end at the border of the city.", completion: .file(extensions: ["geojson"]))
    var over: String

    @Option(help: "The area of a whole cell, such as 2km2, 40ha or 500000m2.")
    var area: GroundArea

    @Option(help: "A piece at the border smaller than this share of a cell is merged with a neighbour.")
    var leastShare = 1.0 / 3

    @Flag(help: "Cut along the borders of the layout's zones too: each of them is made of whole cells.")
    var nested = false

    @OptionGroup var properties: LayoutProperties
    @OptionGroup var output: LayoutOutput

    func validate() throws {
        guard (0...1).contains(leastShare) else { throw ValidationError("--least-share must be from 0 to 1") }
    }

    func write(_ form: CellForm) throws {
        try reportingErrors(work: "written") {
            let file = try output.file()
            let base = try properties.drawing(of: over)
            let cells = try base.cells(
                form, area: area.squareMetres, leastShare: leastShare, isNested: nested)
            try output.write(cells, of: base, to: file)
        }
    }
}

/// The names of the properties with number and name in the features of a layout.
struct LayoutProperties: ParsableArguments {
    @Option(help: "The property with the zone number.")
    var number = "zone_id"

    @Option(help: "The property with the zone name.")
    var name = "name"

    func drawing(of path: String) throws -> LayoutDrawing {
        try LayoutDrawing(geoJSON: fileText(path), fileName: path, numberProperty: number, nameProperty: name)
    }
}

/// Where a made layout goes.
struct LayoutOutput: ParsableArguments {
    @Option(
        help: "The file to write; a layout that Cabrank wrote there is replaced. Without it the layout is printed.",
        completion: .file())
    var out: String?

    /// Looks at the file before the work begins.
    func file() throws -> OutputFile? { try out.map { try OutputFile($0, kind: .layout) } }

    /// Writes a layout, and warns of ground of its base that it leaves out: farther from its zones than borders were simplified.
    func write(
        _ layout: DrawnLayout, of base: LayoutDrawing, simplifiedBy metres: Double = 0, to file: OutputFile?
    ) throws {
        try write(layout, to: file)
        for sentence in try base.dropped(by: layout, tolerance: .metres(max(10, metres))) {
            complain("warning: \(sentence)")
        }
    }

    private func write(_ layout: DrawnLayout, to file: OutputFile?) throws {
        let text = layout.geoJSON
        guard let file, let out else { return print(text, terminator: "") }
        try file.write(Data(text.utf8))
        let area = (layout.zones.reduce(0) { $0 + $1.area } / 1e5).rounded() / 10
        print("\(out): \(layout.zones.count) zones, \(area) km2, \((text.utf8.count + 512) / 1024) KiB")
    }
}

/// The text of a file; a file that cannot be read is bad input.
func fileText(_ path: String) throws -> String {
    do {
        return try InputFile.text(of: path)
    } catch .notText {
        throw ValidationError("`\(path)` is not UTF-8 text")
    } catch {
        throw ValidationError(error.description)
    }
}
