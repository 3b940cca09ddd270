// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
import Testing

/// Rows of tables against where their zones lie.
@Suite struct PlausibleTripsTests {
    /// Zones 1, 2, 3 from west to east, each 3 km wide.
    private let layout = GridLayout(
        rows: 1, columns: 3, side: .metres(3000), anchor: GeographicPoint(longitude: 9.19, latitude: 45.46))
    private static let here = InputLocation(file: "t.csv", line: 2)

    private func problems(
        _ kind: PlausibleTrips.Kind, _ rows: [(from: Int32, to: Int32, seconds: Double?, metres: Double?)]
    ) -> [InputProblem] {
        var trips = PlausibleTrips(ZoneDistances(layout), of: kind)
        for row in rows {
            trips.judge(
                from: ZoneID(row.from), to: ZoneID(row.to), seconds: row.seconds, metres: row.metres, at: Self.here)
        }
        return trips.problems(time: "seconds", distance: "metres")
    }

    @Test("Bounds of distances: nothing between zones that touch, 3 km over a zone between, the disc's mean within one")
    func bounds() {
        let distances = ZoneDistances(layout)
        #expect(distances.least(ZoneID(1), ZoneID(2)) < 0.01)
        #expect(abs(distances.least(ZoneID(1), ZoneID(3)) - 3000) < 0.01)
        #expect(abs(distances.mean(ZoneID(3), ZoneID(1)) - 6000) < 0.01)
        // 128 / (45 pi) times the radius of a disc of 9 km2; the mean distance in the square is 0.5214 sides, a little more.
        #expect(abs(distances.mean(ZoneID(2), ZoneID(2)) - 1532.5) < 0.1)
        #expect(distances.mean(ZoneID(2), ZoneID(9)) == 0 && distances.least(ZoneID(9), ZoneID(1)) == 0)
    }

    @Test(
        "Times in another unit are found, and the unit is named",
        arguments: [(1.0 / 60, "minutes"), (1.0 / 3600, "hours"), (1000, "milliseconds")])
    func times(factor: Double, unit: String) throws {
        let rows: [(Int32, Int32, Double)] = [
            (1, 1, 300), (1, 2, 450), (2, 1, 500), (1, 3, 800), (3, 1, 750), (2, 2, 280),
        ]
        for kind in [PlausibleTrips.Kind.mean, .trip] {
            #expect(problems(kind, rows.map { ($0.0, $0.1, $0.2, nil) }).isEmpty)
            let found = try #require(problems(kind, rows.map { ($0.0, $0.1, $0.2 * factor, nil) }).first)
            #expect(found.severity == .error && found.location == Self.here)
            #expect(
                found.message.hasPrefix("6 of 6 times between zones are faster than 200 km/h or slower than a walk: "))
            #expect(found.message.hasSuffix("`seconds` is in seconds: is the column in \(unit)?"))
        }
    }

    @Test("Distances in kilometres or miles are found; one that is doubtful among many is a warning")
    func distances() throws {
        let rows: [(Int32, Int32, Double)] = [(1, 1, 1800), (1, 2, 4000), (2, 1, 3900), (1, 3, 8000), (3, 1, 7500)]
        #expect(problems(.mean, rows.map { ($0.0, $0.1, nil, $0.2) }).isEmpty)
        for factor in [1000.0, 1609] {
            let found = try #require(problems(.trip, rows.map { ($0.0, $0.1, nil, $0.2 / factor) }).first)
            #expect(
                found.severity == .error && found.message.hasPrefix("5 of 5 distances between zones are shorter than"))
            #expect(found.message.hasSuffix("`metres` is in metres: is the column in kilometres or miles?"))
        }
        let one = problems(.trip, rows.map { ($0.0, $0.1, nil, $0.2) } + [(1, 3, nil, 2500)])
        #expect(one.map(\.severity) == [.warning])
        #expect(
            one[0].message.hasPrefix("1 of 6 distances between zones is shorter than the straight line: 2500 m from "))
    }

    @Test("A trip between zones that touch may be short and quick; a row of nothing recorded is not judged")
    func near() {
        #expect(problems(.trip, [(1, 2, 45, 300), (2, 2, 20, 90), (1, 3, nil, nil)]).isEmpty)
        // A mean cannot: the centres are 3 km apart.
        #expect(problems(.mean, [(1, 2, 45, 300)]).count == 2)
    }

    @Test(
        "A travel table of a layout is refused when its unit is wrong, and warns of single rows; 0 metres are not recorded"
    )
    func table() throws {
        let head = "from_zone,to_zone,seconds,metres\n"
        #expect(throws: InputErrors.self) {
            try TravelTable(csv: head + "1,2,7,\n2,3,8,\n1,3,14,\n", fileName: "t.csv", layout: layout)
        }
        let table = try TravelTable(
            csv: head + "1,2,420,0\n2,3,8,\n1,3,840,7000\n2,1,400,3500\n", fileName: "t.csv", layout: layout)
        #expect(table.doubts.count == 1 && table.doubts[0].location.line == 3)
        #expect(table.distance(from: ZoneID(1), to: ZoneID(2)) == nil)
    }
}
