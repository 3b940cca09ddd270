// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
package import Reporting

/// Results in the forms of other programs: tables as comma-separated values, zones for maps.
package struct ResultExport {
    /// A file that can be written.
    package enum File: Hashable, Sendable {
        /// A table as comma-separated values.
        case table(String)
        /// The zones with every measure, by variant, as GeoJSON.
        case geoJSON
        /// The same as a GeoPackage.
        case geoPackage

        package var name: String {
            switch self {
            case .table(let name): name + ".csv"
            case .geoJSON: "zones.geojson"
            case .geoPackage: "results.gpkg"
            }
        }
    }

    /// What names a zone in the table `zones`, whose other columns are measures.
    package static let zoneKeys = ZoneMeasures.keys

    private let results: StoredResults
    private let zones: [ZoneMeasure]

    /// The tables that there are.
    package var tables: [String] { results.tables }

    /// Opens a `results.sqlite`, and changes nothing of it.
    ///
    /// - Parameters:
    ///   - path: where it is.
    ///   - zones: the measures of zones that it has.
    /// - Throws: `ResultsProblem` when it is damaged, or something else.
    package init(path: String, zones: [ZoneMeasure]) throws(ResultsProblem) {
        self.zones = zones
        results = try StoredResults(path: path, with: ["runs", "zones", "zone_outlines", "requests"])
    }

    /// Writes files, all or none. What is there is never replaced.
    ///
    /// - Parameters:
    ///   - files: what is wanted.
    ///   - output: where.
    /// - Throws: `OutputProblem` when a file is there or cannot be written, `ResultsProblem` when the results are damaged.
    package func write(_ files: [File], to output: OutputFolder) throws {
        try output.refuse(files.map(\.name))
        guard let last = files.last else { return }
        let stage = try output.stage()
        do {
            for file in files { try write(file, to: stage + "/" + file.name, named: output.path + "/" + file.name) }
            try output.publish(last: last.name, replacesAll: false)
        } catch {
            output.dropStage()
            throw error
        }
    }

    private func write(_ file: File, to path: String, named name: String) throws {
        switch file {
        case .table(let table): try write(table, to: path, named: name)
        case .geoJSON: try NewFile(path: path, name: name).add(Data(ZoneMeasures(results, zones).geoJSON.utf8))
        case .geoPackage:
            let measures = try ZoneMeasures(results, zones)
            let package = try GeoPackage(path: path, name: name)
            try package.add(
                "zones", "Every measure of each zone, by variant: means over the replications", measures.columns,
                measures.zones)
            try package.close()
        }
    }

    private func write(_ table: String, to path: String, named name: String) throws {
        let file = try CommaSeparatedFile(path: path, name: name, columns: results.columns(of: table))
        var failure: OutputProblem?
        try results.each("SELECT * FROM \"\(table)\"") { row in
            guard failure == nil else { return }
            do throws(OutputProblem) {
                try file.add((0..<row.count).lazy.map { row.value($0) })
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        try file.flush()
    }
}
