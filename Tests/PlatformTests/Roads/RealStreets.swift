// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing

@testable import Roads

/// Streets of real cities, which lie beside the project and not in it: in the folder of the environment variable CABRANK_DATA, or in
/// `../shared/data`. Tests that read them have a name that begins with "real city:".
enum RealStreets {
    private static let environment = ProcessInfo.processInfo.environment
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let folder =
        environment["CABRANK_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether their tests run.
    static let areThere =
        environment["CABRANK_DATA_REQUIRED"] != nil || FileManager.default.fileExists(atPath: folder.path)

    static func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The bytes of a file, those of a compressed one unpacked.
    static func bytes(_ name: String) throws -> [UInt8] {
        guard name.hasSuffix(".gz") else { return [UInt8](try Data(contentsOf: folder.appending(path: name))) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path(name)]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return [UInt8](bytes)
    }

    /// One of the lists of words of Luxembourg.
    static func luxembourg(_ name: String) throws -> [UInt32] {
        let bytes = try bytes("luxembourg-roads/luxembourg_\(name).gz")
        return stride(from: 0, to: bytes.count, by: 4).map {
            UInt32(bytes[$0]) | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2]) << 16 | UInt32(bytes[$0 + 3]) << 24
        }
    }

    /// Luxembourg as the tables that a user makes of it: a length of the straight line, a time in milliseconds.
    static func luxembourgTables() throws -> (nodes: StreetTables.Table, edges: StreetTables.Table) {
        let (first, heads) = (try luxembourg("first_out"), try luxembourg("head"))
        let (times, north) = (
            try luxembourg("travel_time"), try luxembourg("latitude").map { Double(Float(bitPattern: $0)) }
        )
        let east = try luxembourg("longitude").map { Double(Float(bitPattern: $0)) }
        func part(_ degrees: Double) -> Int32 { Int32((degrees * Globe.parts).rounded()) }
        var nodes = "node,lon,lat\n"
        for node in north.indices { nodes += "\(node),\(east[node]),\(north[node])\n" }
        var edges = "from_node,to_node,length_m,milliseconds\n"
        for node in north.indices {
            for arc in Int(first[node])..<Int(first[node + 1]) {
                let head = Int(heads[arc])
                let metres = Globe.metres((part(east[node]), part(north[node])), (part(east[head]), part(north[head])))
                edges += "\(node),\(head),\(metres),\(times[arc])\n"
            }
        }
        return (.init(file: "nodes.csv", bytes: Array(nodes.utf8)), .init(file: "edges.csv", bytes: Array(edges.utf8)))
    }

    static func network(
        _ tables: (nodes: StreetTables.Table, edges: StreetTables.Table), hours: [(StreetDays, StreetTables.Table)] = []
    )
        throws -> (StreetNetwork, ImportSummary)
    {
        var reader = StreetTables()
        let network = reader.network(
            nodes: tables.nodes, edges: tables.edges, hours: hours.map { (days: $0.0, table: $0.1) })
        return (try #require(network, "\(reader.problems)"), reader.summary)
    }

    static func map(_ name: String) throws -> (StreetNetwork, StreetMapReader) {
        var reader = StreetMapReader(file: name)
        let network = reader.network(try Osmium.text(of: path(name)))
        return (try #require(network, "\(reader.problems)"), reader)
    }

    static func manhattan() throws -> (StreetNetwork, ImportSummary) {
        func table(_ name: String) throws -> StreetTables.Table {
            .init(file: name, bytes: try bytes("manhattan-roads/\(name)"))
        }
        return try network(
            (table("nodes.csv"), table("edges.csv")),
            hours: [
                (.week, table("seconds-week.csv.gz")), (.sat, table("seconds-sat.csv.gz")),
                (.sun, table("seconds-sun.csv.gz")),
            ])
    }

    /// Manhattan as an ambulance model has it: seconds of normal drives for all with a motor, seconds with siren in a column of their own.
    static func ambulances() throws -> (StreetNetwork, ImportSummary) {
        func lines(_ name: String) throws -> [[Substring]] {
            String(decoding: try bytes("ems-manhattan/\(name)"), as: UTF8.self).split(separator: "\n").dropFirst()
                .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        }
        let nodes = try lines("nodes.csv.gz").map { $0[0..<3].joined(separator: ",") }
        let edges = try lines("arcs.csv.gz").map { cells in
            // Its lengths are rounded to a tenth of a metre, four of them to nothing.
            let metres = cells[3] == "0.0" ? "0.04" : cells[3]
            return [cells[0], cells[1], cells[2], metres, cells[4], cells[5]].joined(separator: ",")
        }
        func table(_ name: String, _ header: String, _ rows: [String]) -> StreetTables.Table {
            .init(file: name, bytes: Array(([header] + rows).joined(separator: "\n").utf8) + [10])
        }
        return try network(
            (
                table("nodes.csv", "node,lon,lat", nodes),
                table("edges.csv", "edge,from_node,to_node,length_m,siren,seconds", edges)
            ))
    }
}
