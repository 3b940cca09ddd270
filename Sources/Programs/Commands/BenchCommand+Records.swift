// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import Foundation
import Reporting
import TripRecords

extension BenchCommand {
    /// The import of recorded trips; see `SyntheticTrips`.
    struct Records: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import", abstract: "Measure the import of a record of trips, made for it.",
            discussion: """
                Makes a record of taxis that ride and search in the zones of a map, then imports it. With --write the record is only written, \
                for other programs; with --read one is only imported, so that the peak of the memory is the import's own.
                """)

        @Option(help: "The zones (GeoJSON).", completion: .file(extensions: ["geojson"]))
        var zones: String
        @OptionGroup var properties: LayoutProperties
        @Option(help: "How many trips the record has; at least 1.") var rows = 1_000_000
        @Option(help: "How many taxis; at least 1.") var taxis = 2_000
        @Option(help: "The seed of the record.") var seed: UInt64 = 1
        @Flag(help: "Places are longitudes and latitudes, not zones.") var points = false
        @Option(help: "Write the record to this file, and import nothing.", completion: .file()) var write: String?
        @Option(help: "Import this record, and make none.", completion: .file()) var read: String?

        func validate() throws {
            guard rows >= 1, taxis >= 1 else { throw ValidationError("rows and taxis must be at least 1") }
            guard write == nil || read == nil else { throw ValidationError("--write and --read exclude each other") }
        }

        func run() throws {
            try reportingErrors(work: "measured") {
                let text = try fileText(zones)
                let layout = try PolygonLayout(
                    geoJSON: text, fileName: zones, numberProperty: properties.number, nameProperty: properties.name)
                let own = NewFile.freeName(
                    beside: FileManager.default.temporaryDirectory.appendingPathComponent("cabrank-bench-import").path)
                defer { if write == nil, read == nil { try? FileManager.default.removeItem(atPath: own) } }
                let path = read ?? write ?? own
                if read == nil { try make(layout, path) }
                if write != nil { return }
                let places =
                    points ? "from=from_lon/from_lat,to=to_lon/to_lat" : "from=from_zone,to=to_zone"
                let columns = try TripColumns([
                    "pickup=pickup,dropoff=dropoff,\(places),taxi=taxi,distance=metres,people=people"
                ])
                let begin = HostUsage.cpuSeconds
                let made = try TripImport(
                    path, map: Array(text.utf8), layout: layout, name: "bench",
                    options: TripOptions(columns: columns, zone: "America/New_York"))
                let files = made.files(version: "bench")
                let bytes = files.reduce(0) { $0 + $1.bytes.count }
                print(
                    """
                    {"rows":\(made.rowCount),"written_bytes":\(bytes),"cpu_seconds":\(HostUsage.cpuSeconds - begin),\
                    "peak_rss_bytes":\(HostUsage.peakBytes)}
                    """)
            }
        }

        /// From Monday 2026-03-02 on, in New York.
        private func make(_ layout: PolygonLayout, _ path: String) throws {
            var trips = SyntheticTrips(layout, taxis: taxis, start: 1_772_427_600, seed: seed)
            let file = try NewFile(path: path)
            try file.add(Data(SyntheticTrips.header.utf8))
            for first in stride(from: 0, to: rows, by: 20_000) {
                try file.add(Data(trips.rows(min(20_000, rows - first)).utf8))
            }
        }
    }
}
