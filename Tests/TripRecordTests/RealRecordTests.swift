// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel
import Foundation
import Testing

@testable import TripRecords

/// Records of real taxis, which lie beside the project and not in it: in the folder of the environment variable CABRANK_DATA, or in
/// `../shared/data`.
enum RealRecords {
    private static let environment = ProcessInfo.processInfo.environment
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let folder =
        environment["CABRANK_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether their tests run.
    static let areThere =
        environment["CABRANK_DATA_REQUIRED"] != nil || FileManager.default.fileExists(atPath: folder.path)

    static func imported(
        _ record: String, _ map: String, number: String, zone: String, _ columns: String,
        _ change: (inout TripOptions) -> Void
    ) throws -> TripImport {
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: map)))
        let layout = try PolygonLayout(
            geoJSON: String(decoding: bytes, as: UTF8.self), fileName: map, numberProperty: number, nameProperty: "name"
        )
        var options = TripOptions(columns: try TripColumns([columns]), zone: zone)
        change(&options)
        return try TripImport(
            folder.appending(path: record).path, map: bytes, layout: layout, name: "real", options: options)
    }
}

/// Figures of the records that were counted by other programs.
@Suite(.enabled(if: RealRecords.areThere, "no CABRANK_DATA and no ../shared/data"))
struct RealRecordTests {
    @Test("real city: San Francisco's rides, pauses and hours are those of its description")
    func sanFrancisco() throws {
        func read(_ days: String?) throws -> TripImport {
            try RealRecords.imported(
                "sf-taxi/trips.csv.gz", "sf-taxi/zones.geojson", number: "zone", zone: "America/Los_Angeles",
                "pickup=pickup_t,dropoff=dropoff_t,from=pickup_lon/pickup_lat,to=dropoff_lon/dropoff_lat,taxi=taxi,distance=path_m,silence=vacant_max_gap_s"
            ) {
                $0.clips = true
                $0.days = days.flatMap { try? DayChoice($0) } ?? .all
            }
        }
        let week = try read("2008-05-19..2008-05-23")
        #expect(week.record.rows == 131_896 && week.record.dropped.count(.otherDay) == 131_896 - 91_630)
        // 8,705 of the 91,630 vacant runs have a silence of 600 s or more; of each taxi's first ride, and of rides behind one that is
        // dropped, nothing is asked.
        let work = try #require(week.work)
        #expect((8_000...8_705).contains(work.pauses), "\(work.pauses) of \(work.between)")
        let all = try read(nil)
        #expect(all.record.taxis == 512 && all.days.recorded == 7)
        #expect(all.days.groups.map(\.word) == ["mon-fri", "sat-sun"])
        // Both ends are in a zone in 88.7 % of the rides.
        let share = Double(all.record.rows - all.record.dropped.count(.outside)) / Double(all.record.rows)
        #expect(abs(share - 0.887) < 0.01, "\(share)")
        // At work is a half to seven eighths of the taxis that are seen in an hour; the least at four in the morning, when most come only for a part of it.
        let shares = try all.observed.kinds.map { try #require($0.atWork) / #require($0.seen) }
        let (least, most) = (try #require(shares.min()), try #require(shares.max()))
        #expect((0.48...0.52).contains(least) && (0.83...0.87).contains(most), "\(least) to \(most)")
        // The rides of its scenario are as long as those recorded: 547.5 s, of which a law of the recorded positions made 578.
        let mean = all.meanRide(drawing: 3)
        #expect(abs(mean.record - 547.5) < 3 && abs(mean.scenario / mean.record - 1) < 0.005, "\(mean)")
    }

    @Test("real city: New York's green taxis have 55 rides in the hour that the clocks showed twice")
    func green() throws {
        let made = try RealRecords.imported(
            "nyc-green-2025-11/trips.csv.gz", "nyc-taxi-zones/zones.geojson", number: "zone_id",
            zone: "America/New_York",
            "pickup=pickup,dropoff=dropoff,from=pu_zone,to=do_zone,distance=miles,people=passengers"
        ) {
            $0.metresOfUnit = 1609.344
            $0.clips = true
            $0.unknown = ["264", "265"]
        }
        #expect(made.record.rows == 25_183)
        #expect(made.record.inDoubledHour == 55)
        // 13 told by themselves, 36 by nothing; the other 6 were dropped for other reasons.
        #expect(made.record.toldByThemselves == 13 && made.record.dropped.count(.shownTwice) == 36)
        #expect(made.record.toldByNeighbours == 0 && made.record.lostInDoubledHour == 6)
        let mean = made.meanRide(drawing: 3)
        #expect(abs(mean.scenario / mean.record - 1) < 0.01, "\(mean)")
        #expect(made.days.groups.map(\.word) == ["mon-fri", "sat", "sun"] && made.days.recorded == 16)
        // Mondays to Fridays, a ride an hour and day, as counted of all rows; some are dropped here.
        let eight = try #require(made.observed.kinds.first { $0.days == "mon-fri" && $0.hour == 8 })
        #expect((95...105.1).contains(eight.trips), "\(eight.trips)")
    }
}
