// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel
import Foundation

/// Streets as they were imported: the network, ready to be written, and what was left out.
package struct StreetImport: Sendable {
    /// The network with order and hierarchy.
    package let file: RoadFile
    /// What was read and left out, in numbers.
    package let summary: ImportSummary
    /// What can be doubted.
    package let doubts: [InputProblem]

    /// A table with times by hour, for some days.
    package struct Hours: Sendable {
        let days: StreetDays
        let path: String

        package init(_ days: StreetDays, path: String) {
            self.days = days
            self.path = path
        }
    }

    /// Imports a map of OpenStreetMap, `.osm.pbf` or `.osm` through the program `osmium`, or `.opl` as it is.
    ///
    /// - Parameters:
    ///   - path: where the map lies.
    ///   - bytes: reads a file whole.
    /// - Throws: `InputErrors` with all that is wrong.
    package init(map path: String, bytes: (String) throws -> [UInt8]) throws {
        var reader = StreetMapReader(file: path)
        let text = path.hasSuffix(".opl") ? try bytes(path) : try Osmium.text(of: path)
        guard let network = reader.network(text) else { throw InputErrors(problems: reading(reader.problems)) }
        file = try Self.ordered(network, path)
        summary = reader.summary
        doubts = []
    }

    /// Imports the tables `nodes.csv` and `edges.csv` of a folder, and the tables with times by hour: those that are named, and those
    /// of the folder that are called `seconds-week.csv`, `seconds-sat.csv`, `seconds-sun.csv` or `seconds-day.csv`.
    ///
    /// - Parameters:
    ///   - folder: where the tables lie.
    ///   - hours: tables of times by hour that lie elsewhere.
    ///   - bytes: reads a file whole.
    /// - Throws: `InputErrors` with all that is wrong.
    package init(tables folder: String, hours: [Hours], bytes: (String) throws -> [UInt8]) throws {
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        func table(_ path: String) throws -> StreetTables.Table { .init(file: path, bytes: try bytes(path)) }
        var hours = hours
        for days in StreetDays.allCases {
            let path = "\(start)seconds-\(days.name).csv"
            if FileManager.default.fileExists(atPath: path), !hours.contains(where: { $0.path == path }) {
                hours.append(Hours(days, path: path))
            }
        }
        var reader = StreetTables()
        let network = reader.network(
            nodes: try table(start + "nodes.csv"), edges: try table(start + "edges.csv"),
            hours: try hours.map { (days: $0.days, table: try table($0.path)) })
        guard let network else { throw InputErrors(problems: reader.problems, errorCount: reader.errorCount) }
        file = try Self.ordered(network, folder)
        summary = reader.summary
        doubts = reader.doubts
    }

    private static func ordered(_ network: StreetNetwork, _ path: String) throws -> RoadFile {
        do {
            return try RoadFile(network)
        } catch let fault as NestedOrder.Fault {
            throw InputErrors(problems: [InputProblem(.error, at: InputLocation(file: path), fault.description)])
        }
    }
}

/// Problems in the order of the text.
private func reading(_ problems: [InputProblem]) -> [InputProblem] {
    problems.sorted { ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column) }
}
