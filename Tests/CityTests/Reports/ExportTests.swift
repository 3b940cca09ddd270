// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import GRDB
import TaxiSimulation
import Testing

@testable import CitySlices
@testable import Reporting

/// Results in the forms of other programs.
@Suite struct ExportTests {
    private static let ogrinfo = "/usr/bin/ogrinfo"
    private static var hasOgrinfo: Bool { FileManager.default.isExecutableFile(atPath: ogrinfo) }

    /// A run whose first zone has a name with everything that a table of comma-separated values must quote.
    private func run(_ path: String) throws {
        var context = city()
        let first = context.zones[0]
        context.zones[0] = ZoneRecord(
            id: first.id, name: "Old \"Town\",\r\nNorth", inside: first.inside, area: first.area,
            outline: first.outline)
        _ = try writeRun(context, oneRide().records, to: path)
    }

    /// Two replications in one file: the second one stored three requests in zone 1 and served none of them.
    private func pool(_ folder: String) throws -> String {
        try run(folder + "/run")
        let path = folder + "/pool.sqlite"
        let pool = try PooledDatabase(path: path, name: path, runs: "runs")
        try pool.add(folder + "/run/results.sqlite")
        try pool.add(folder + "/run/results.sqlite", without: ["zone_outlines"])
        try pool.close()
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    UPDATE zones SET replication = 1, stored = 3, wait_mean_s = NULL
                        WHERE rowid IN (SELECT max(rowid) FROM zones WHERE zone = 1);
                    """)
        }
        return path
    }

    @Test(
        "A table as comma-separated values follows RFC 4180: quotes doubled, line breaks kept, CRLF, no value is empty")
    func csv() throws {
        let temporary = try TemporaryFolder()
        try run(temporary.path + "/run")
        let export = try ResultExport(path: temporary.path + "/run/results.sqlite", zones: TaxiSlice().zoneMeasures)
        try export.write([.table("zones"), .table("requests")], to: output(temporary.path + "/csv"))
        let zones = try temporary.text("csv/zones.csv")
        #expect(zones.hasPrefix("zone,key,name,area_m2,stored,fulfilled,"))
        #expect(zones.contains("\r\n1,1,\"Old \"\"Town\"\",\r\nNorth\",1000000.0,1,1,"))
        #expect(zones.contains(",variant,replication\r\n") && zones.hasSuffix(",hand-made,1\r\n"))
        #expect(
            try temporary.text("csv/requests.csv") == """
                call,request,passenger,outcome,reason,counted,zone,longitude,latitude,east_m,north_m,to_zone,\
                to_longitude,to_latitude,to_east_m,to_north_m,travelers,offers,driver,called_s,stored_s,accepted_s,\
                told_arrival_s,prompted_s,aboard_s,ended_s,wait_s,ride_km,fare,variant,replication\r
                1,1,1,fulfilled,,1,1,,,0.0,0.0,,,,0.0,0.0,2,2,2,100.0,101.0,121.0,421.0,431.0,441.0,1041.0,341.0,7.0,,\
                hand-made,1\r

                """)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path + "/csv").count == 3)
    }

    @Test(
        "A text that spreadsheets run as a formula is written as a text; numbers stay numbers",
        arguments: ["=", "+", "-", "@", "\t"])
    func formulas(sign: String) throws {
        let temporary = try TemporaryFolder()
        let file = try CommaSeparatedFile(path: temporary.path + "/a.csv", name: "a.csv", columns: ["x", "y"])
        try file.add([.text("\(sign)1+cmd"), .integer(-7)])
        try file.flush()
        #expect(try temporary.text("a.csv") == "x,y\r\n'\(sign)1+cmd,-7\r\n")
    }

    @Test("Tables with names that Cabrank gives none are left alone: they would become paths and statements")
    func foreignTables() throws {
        let temporary = try TemporaryFolder()
        try run(temporary.path + "/run")
        let path = temporary.path + "/run/results.sqlite"
        let before = try ResultExport(path: path, zones: TaxiSlice().zoneMeasures).tables
        try DatabaseQueue(path: path).write { database in
            for name in ["../../../evil", "x; DROP TABLE zones", "Other", "0", "a'b", "sqlite", "own_2"] {
                try database.execute(sql: "CREATE TABLE \"\(name)\" (a)")
            }
        }
        let export = try ResultExport(path: path, zones: TaxiSlice().zoneMeasures)
        #expect(export.tables == before + ["sqlite", "own_2"])
        try export.write(export.tables.map { .table($0) }, to: output(temporary.path + "/csv"))
        #expect(try temporary.text("csv/own_2.csv") == "a\r\n")
    }

    @Test("An empty text is not a missing value")
    func emptyText() throws {
        let temporary = try TemporaryFolder()
        let file = try CommaSeparatedFile(path: temporary.path + "/a.csv", name: "a.csv", columns: ["x", "y"])
        try file.add([.text(""), .null])
        try file.add([.real(0.1), .integer(-7)])
        try file.flush()
        #expect(try temporary.text("a.csv") == "x,y\r\n\"\",\r\n0.1,-7\r\n")
    }

    @Test("zones.geojson has each zone under each variant, with means over the replications that measured them")
    func geoJSON() throws {
        let temporary = try TemporaryFolder()
        let export = try ResultExport(path: try pool(temporary.path), zones: TaxiSlice().zoneMeasures)
        try export.write([.geoJSON], to: output(temporary.path + "/out"))
        let text = try temporary.text("out/zones.geojson")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let features = try #require(object["features"] as? [[String: Any]])
        #expect(object["type"] as? String == "FeatureCollection" && features.count == 2)
        let zone = try #require(features.first?["properties"] as? [String: Any])
        #expect(zone["variant"] as? String == "hand-made" && zone["zone"] as? Int == 1)
        #expect(zone["name"] as? String == "Old \"Town\",\r\nNorth" && zone["replications"] as? Int == 2)
        #expect(zone["stored"] as? Double == 2 && zone["wait_mean_s"] as? Double == 341)
        // Nothing was stored in the other zone.
        let other = try #require(features.last?["properties"] as? [String: Any])
        #expect(other["stored"] as? Double == 0 && other["wait_mean_s"] is NSNull)
        let shape = try #require(features.first?["geometry"] as? [String: Any])
        #expect(shape["type"] as? String == "MultiPolygon")
        #expect(
            shape["coordinates"] as? [[[[Double]]]] == [
                [[[9.1, 45.4], [9.118, 45.4], [9.118, 45.418], [9.1, 45.418], [9.1, 45.4]]]
            ])
        // Every measure of the table is there.
        for column in ZoneResult.table.columns where column.isStored {
            #expect(zone[column.name] != nil, "\(column.name)")
        }
    }

    private func ogr(_ arguments: String...) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: Self.ogrinfo)
        process.arguments = arguments
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        return text
    }

    @Test(
        "ogrinfo opens results.gpkg: one layer of polygons in WGS 84 with every measure and its meaning, without a warning",
        .enabled(if: hasOgrinfo, "ogrinfo is missing: scripts/install --tests brings it (gdal-bin)"))
    func geoPackage() throws {
        let temporary = try TemporaryFolder()
        let export = try ResultExport(path: try pool(temporary.path), zones: TaxiSlice().zoneMeasures)
        try export.write([.geoPackage], to: output(temporary.path + "/out"))
        let path = temporary.path + "/out/results.gpkg"
        let summary = try ogr("-ro", "-so", path, "zones")
        #expect(summary.contains("using driver `GPKG' successful"), "\(summary)")
        #expect(!summary.contains("Warning") && !summary.contains("ERROR"), "\(summary)")
        #expect(summary.contains("Geometry: Multi Polygon") && summary.contains("Feature Count: 2"))
        #expect(summary.contains("Extent: (9.100000, 45.400000) - (9.138000, 45.418000)"))
        #expect(summary.contains("ID[\"EPSG\",4326]") && summary.contains("FID Column = fid"))
        for column in ZoneResult.table.columns where column.isStored {
            #expect(summary.contains("\n\(column.name): "), "\(column.name)")
        }
        let features = try ogr("-ro", "-al", path)
        #expect(
            features.contains("replications (Integer64) = 2\n") || features.contains("replications (Integer) = 2\n"))
        #expect(features.contains("wait_mean_s (Real) = 341\n") && features.contains("wait_mean_s (Real) = (null)\n"))
        #expect(features.contains("MULTIPOLYGON (((9.1 45.4,9.118 45.4,9.118 45.418,9.1 45.418,9.1 45.4)))"))
        let meaning = try DatabaseQueue(path: path).read {
            try String.fetchOne(
                $0, sql: "SELECT description FROM gpkg_data_columns WHERE column_name = 'wait_mean_s'")
        }
        #expect(meaning == "Mean: wait from the call to boarding: mean. Unit: s")
        // The same results give the same bytes.
        try export.write([.geoPackage], to: output(temporary.path + "/again"))
        #expect(
            FileManager.default.contents(atPath: path)
                == FileManager.default.contents(atPath: temporary.path + "/again/results.gpkg"))
    }

    @Test("A file that exists stays as it is, and none of the others is written")
    func exists() throws {
        let temporary = try TemporaryFolder()
        try run(temporary.path + "/run")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: temporary.path + "/run/results.gpkg"))
        let export = try ResultExport(path: temporary.path + "/run/results.sqlite", zones: TaxiSlice().zoneMeasures)
        let folder = try output(temporary.path + "/run")
        let problem = #expect(throws: OutputProblem.self) { try export.write([.geoJSON, .geoPackage], to: folder) }
        #expect(
            problem?.description.hasSuffix(
                "results.gpkg exists and is left alone; move it away, or choose another "
                    + "folder with --out") ?? false)
        #expect(try temporary.text("run/results.gpkg") == "mine")
        let names = try FileManager.default.contentsOfDirectory(atPath: temporary.path + "/run").sorted()
        #expect(
            names == [".cabrank", "report.html", "results.gpkg", "results.sqlite", "run.json", "summary.json"])
    }

    @Test("A damaged file, another file and an old one are told apart, and stay as they are")
    func damaged() throws {
        let temporary = try TemporaryFolder()
        try run(temporary.path + "/run")
        let good = try #require(FileManager.default.contents(atPath: temporary.path + "/run/results.sqlite"))
        let path = temporary.path + "/bad.sqlite"
        var scratched = good
        for index in 4096..<8192 { scratched[index] = UInt8(index % 251) }
        for (bytes, words) in [
            (scratched, "is damaged"), (good.prefix(good.count / 2), "is damaged"),
            (Data("no database".utf8), "is damaged"),
            (Data(), "has no table `runs`"),
        ] {
            try bytes.write(to: URL(fileURLWithPath: path))
            let problem = #expect(throws: ResultsProblem.self) {
                try ResultExport(path: path, zones: TaxiSlice().zoneMeasures)
            }
            #expect(problem?.description.hasPrefix(path + " " + words) ?? false, "\(problem?.description ?? "")")
            #expect(FileManager.default.contents(atPath: path) == bytes)
        }
    }
}
