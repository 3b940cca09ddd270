// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting

/// `cabrank export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write results for other programs: CSV, GeoJSON, GeoPackage.",
        discussion: """
            Reads results.sqlite of a run, or of run --replications or compare with --rows, and writes with

            --csv: a file for each table, such as requests.csv (RFC 4180, UTF-8, the columns' names in the first line);

            --geojson: zones.geojson, each zone under each variant with every measure;

            --geopackage: results.gpkg, the same as the layer "zones" of a GeoPackage.

            Measures are means over the replications. What each says is in the article Results, and in the GeoPackage itself. \
            The files go into the folder of the results, or the one given with --out. Nothing that is there is replaced.

            Exit status: 0 when all is written, 2 on bad input (nothing is written), 70 on an internal error.
            """)

    @Argument(help: "The folder of a run or comparison, or a results.sqlite.", completion: .directory)
    var results: String

    @Flag(help: "Write each table as comma-separated values.")
    var csv = false

    @Option(help: ArgumentHelp("Write only this table as comma-separated values; may be repeated.", valueName: "name"))
    var table: [String] = []

    @Flag(help: "Write zones.geojson.")
    var geojson = false

    @Flag(help: "Write results.gpkg.")
    var geopackage = false

    @Option(help: "The folder for the files (default: that of the results).", completion: .directory)
    var out: String?

    func run() throws {
        try reportingErrors(work: "written") {
            guard csv || !table.isEmpty || geojson || geopackage else {
                throw ValidationError("nothing is asked for: give --csv, --table, --geojson or --geopackage")
            }
            let path = try resultsPath()
            let export = try ResultExport(path: path, zones: Slices.all.flatMap(\.zoneMeasures))
            let files = try files(of: export)
            let folder = path.contains("/") ? (path as NSString).deletingLastPathComponent : "."
            let output = try OutputLocation(named: out ?? folder, usual: "", settings: []).open()
            try export.write(files, to: output)
            output.close()
            for file in files { print("\(output.path)/\(file.name)".shown) }
        }
    }

    private func resultsPath() throws -> String {
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: results, isDirectory: &isFolder) else {
            throw ValidationError("\(results) does not exist")
        }
        guard isFolder.boolValue else { return results }
        let path = (results as NSString).appendingPathComponent(RowPool.fileName)
        guard FileManager.default.fileExists(atPath: path) else {
            throw ValidationError(
                "\(results) has no \(RowPool.fileName); each run writes one, a comparison with --rows")
        }
        return path
    }

    private func files(of export: ResultExport) throws -> [ResultExport.File] {
        for name in table where !export.tables.contains(name) {
            let near = nearestName(to: name, among: export.tables).map { "; did you mean `\($0)`?" } ?? ""
            throw ValidationError(
                "--table \(name): there is no such table; allowed: \(export.tables.joined(separator: ", "))\(near)")
        }
        let tables = csv ? export.tables : export.tables.filter { table.contains($0) }
        return tables.map { .table($0) } + (geojson ? [.geoJSON] : []) + (geopackage ? [.geoPackage] : [])
    }
}
