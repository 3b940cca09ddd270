// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityMap

/// What is tested on rough maps elsewhere, on the maps of Milan and New York where they are.
@Suite(.enabled(if: RealCities.areThere, "no CABRANK_DATA and no ../shared/data"))
struct RealCityTests {
    static let names = ["milan-zones", "nyc-taxi-zones"]

    @Test("real city: the 88 zones of Milan and the 260 of New York load")
    func cities() throws {
        let milan = try RealCities.layout("milan-zones")
        #expect(milan.zones.map(\.id.index) == Array(1...88))
        #expect(milan.zones.first?.name == "DUOMO")
        #expect(abs(milan.zones.map(\.area).reduce(0, +) / 1e6 - 181.76) < 0.2)
        let newYork = try RealCities.layout("nyc-taxi-zones")
        #expect(newYork.zones.count == 260)
        #expect(newYork.zones.first?.name == "Newark Airport")
        #expect(abs(newYork.zones.map(\.area).reduce(0, +) / 1e6 - 792.4) < 3)
        for layout in [milan, newYork] {
            for zone in layout.zones { #expect(layout.zone(at: zone.inside) == zone.id) }
        }
    }

    @Test("real city: the maps are good; narrow gaps and clockwise rings are warnings", arguments: names)
    func good(_ city: String) throws {
        let found = try LayoutCheck(geoJSON: RealCities.map(city), fileName: city)
        #expect(found.isGood, "\(found.problems.filter { $0.severity == .error })")
        #expect(found.problems.filter { $0.feature == nil }.map(\.kind) == [.gap, .outline])
    }

    @Test("real city: the grid answers as GEOS does", arguments: names)
    func agreesWithGEOS(_ city: String) throws {
        try PolygonLayoutTests.holdAgainstGEOS(RealCities.layout(city))
    }

    @Test("real city: a walk in small steps sees the zones that the crossings name", arguments: names)
    func walks(_ city: String) throws {
        try CrossingTests().walk(RealCities.layout(city), seed: city == "milan-zones" ? 22 : 23)
    }

    @Test(
        "real city: cells cover Milan's ground once, pass the check and share every corner",
        arguments: [0.5e6, 2e6, 7e6])
    func cells(area: Double) throws {
        try LayoutDrawingTests().holdCells(RealCities.drawing("milan-zones"), area: area)
    }

    @Test("real city: merged zones have what they need, cover the same ground, and are good", arguments: [0.0, 25])
    func merged(tolerance: Double) throws {
        try LayoutDrawingTests().holdMerged(RealCities.drawing("nyc-taxi-zones"), tolerance: tolerance)
    }

    @Test("real city: simplifying Milan's municipi moves no border farther than the tolerance")
    func simplified() throws {
        try LayoutDrawingTests().holdSimplified(RealCities.drawing("milan-zones"), by: "municipio")
    }
}
