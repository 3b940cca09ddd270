// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Foundation

@testable import TripRecords

/// Small maps and records that tests write.
enum Records {
    /// Four squares side by side from west to east, some 1,550 m wide: `1`, `002`, `3` and `Airport`.
    static let map = {
        let zones = ["1", "002", "3", "Airport"].enumerated().map { index, key -> String in
            let (west, east) = (11 + Double(index) * 0.02, 11 + Double(index + 1) * 0.02)
            let ring = [(west, 46.0), (east, 46.0), (east, 46.02), (west, 46.02), (west, 46.0)]
            let points = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
            return "{\"type\":\"Feature\",\"properties\":{\"zone_id\":\"\(key)\",\"name\":\"Zone \(key)\"},"
                + "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[\(points)]]}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\(zones.joined(separator: ","))]}"
    }()

    static let layout = {
        do throws(LayoutProblems) {
            return try PolygonLayout(
                geoJSON: map, fileName: "map.geojson", numberProperty: "zone_id", nameProperty: "name")
        } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// Writes a file in a folder of its own, reads it, and removes it.
    static func withFile<Result>(_ bytes: [UInt8], _ name: String = "trips.csv", _ body: (String) throws -> Result)
        throws -> Result
    {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent(name)
        try Data(bytes).write(to: path)
        return try body(path.path)
    }

    static let columns = "pickup=start,dropoff=end,from=a,to=b"

    static func options(_ columns: String = columns, zone: String = "Europe/Rome") throws -> TripOptions {
        TripOptions(columns: try TripColumns([columns]), zone: zone)
    }

    static func imported(
        _ text: String, _ columns: String = columns, zone: String = "Europe/Rome",
        _ change: (inout TripOptions) -> Void = { _ in }
    ) throws -> TripImport {
        try imported(bytes: Array(text.utf8), columns, zone: zone, change)
    }

    static func imported(
        bytes: [UInt8], _ columns: String = columns, zone: String = "Europe/Rome",
        _ change: (inout TripOptions) -> Void = { _ in }
    ) throws -> TripImport {
        var options = try options(columns, zone: zone)
        // Small records have few good rows beside the bad ones.
        options.dropLimit = 1
        change(&options)
        return try withFile(bytes) { path in
            try TripImport(path, map: Array(map.utf8), layout: layout, name: "small", options: options)
        }
    }

    /// The messages of what is refused, without the folder of the file; empty when nothing is.
    static func refused(
        bytes: [UInt8], _ columns: String = columns, zone: String = "Europe/Rome",
        _ change: (inout TripOptions) -> Void = { _ in }
    ) throws -> [String] {
        do {
            _ = try imported(bytes: bytes, columns, zone: zone, change)
            return []
        } catch let errors as InputErrors {
            return errors.problems.map { problem in
                problem.description.replacing(#/^.*?trips\.csv/#, with: "trips.csv")
            }
        }
    }

    static func refused(
        _ text: String, _ columns: String = columns, zone: String = "Europe/Rome",
        _ change: (inout TripOptions) -> Void = { _ in }
    ) throws -> [String] {
        try refused(bytes: Array(text.utf8), columns, zone: zone, change)
    }

    /// What `gzip` makes of bytes.
    static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
        try withFile(bytes) { path in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["gzip", "-c", path]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let packed = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Array(packed)
        }
    }
}

extension TripImport {
    /// The reasons for which rows were dropped, with their rows.
    var reasons: [String] { record.dropped.rows.sorted { $0.row < $1.row }.map { "\($0.row) \($0.reason.word)" } }

    /// The text of a file.
    func text(_ name: String) -> String {
        files(version: "test").first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }

    /// The mean ride of a scenario that serves all its calls, with so many rides of each line of its demand, and that of the record, both of
    /// the same calls.
    func meanRide(drawing count: Int) -> (scenario: Double, record: Double) {
        var state: UInt64 = 3
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 33) / Double(UInt64(1) << 31)
        }
        func place(_ zone: Int) -> Place {
            let found = record.layout.zones[zone]
            return record.layout.place(in: found.id, next(), next()) ?? found.inside
        }
        var (scenario, recorded, calls) = (0.0, 0.0, 0.0)
        for row in demand.rows {
            let cell = row.group * 24 + row.hour
            let mean = observed.kinds.first { $0.days == days.groups[row.group].word && $0.hour == row.hour }?.ride[0]
            for _ in 0..<count {
                let metres = place(row.from).distance(to: place(row.to)).inMetres
                scenario += law.lines[cell].seconds(metres) * Double(row.micro)
                recorded += (mean ?? 0) * Double(row.micro)
                calls += Double(row.micro)
            }
        }
        return (scenario / calls, recorded / calls)
    }

    /// The lines of a table below its header.
    func rows(_ name: String) -> [[String]] {
        text(name).split(separator: "\n").dropFirst().map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }
}
