// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing

@testable import CityMap

/// A city's outline in a file, and whether it holds the zones.
@Suite struct CityOutlineReadingTests {
    /// Two rows of two squares of 1 km, from 0 to 2 km.
    private let grid = GridLayout(rows: 2, columns: 2, side: .metres(1000), anchor: Town.centre)

    private func file(_ corners: [(Double, Double)], properties: String = "{}") -> String {
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":\(properties),\
        "geometry":{"type":"Polygon","coordinates":[\(Town.ring(corners))]}}]}
        """
    }

    private func square(_ from: Double, _ to: Double) -> [(Double, Double)] {
        [(from, from), (to, from), (to, to), (from, to)]
    }

    private func read(_ text: String) throws -> (outline: CityOutline, beyond: [CityOutline.Beyond]) {
        try CityOutline.read(geoJSON: text, fileName: "city.geojson", around: grid, tolerance: .metres(10))
    }

    @Test("an outline around the zones holds them; its border, not 1 km around it, is where the city ends")
    func around() throws {
        let found = try read(file(square(-500, 2600)))
        #expect(found.beyond.isEmpty)
        #expect(found.outline.contains(Place(metresEast: -499.9, north: 0)))
        #expect(!found.outline.contains(Place(metresEast: -500.1, north: 0)))
        #expect(found.outline.contains(Place(metresEast: 2599.9, north: 2599.9)))
    }

    @Test("an outline drawn along the zones holds them, and so does one within the tolerance of 10 m")
    func along() throws {
        #expect(try read(file(square(0, 2000))).beyond.isEmpty)
        #expect(try read(file(square(7, 1993))).beyond.isEmpty)
    }

    @Test("zones that reach out are reported with how far")
    func beyond() throws {
        let found = try read(file([(-100, -100), (1700, -100), (1700, 2100), (-100, 2100)]))
        #expect(found.beyond.map(\.zone.id) == [ZoneID(2), ZoneID(4)])
        #expect(found.beyond.allSatisfy { abs($0.reach.inMetres - 300) < 0.1 })
        let hole = "[\(Town.ring(square(-100, 2100))),\(Town.ring(square(1400, 1600)))]"
        let holed = file(square(0, 1)).replacingOccurrences(
            of: "[\(Town.ring(square(0, 1)))]", with: hole)
        #expect(try read(holed).beyond.map(\.zone.id) == [ZoneID(4)])
    }

    @Test("every fault of the file is reported, without a word of zone numbers")
    func faults() {
        let bowTie = file([(0, 0), (2000, 2000), (2000, 0), (0, 2000)])
        for (text, says) in [
            (bowTie, "is not a valid polygon"), ("{}", "has the type null"), ("[", "not valid JSON"),
            (#"{"type":"FeatureCollection","features":[]}"#, "has no features"),
        ] {
            #expect {
                try read(text)
            } throws: { error in
                "\(error)".hasPrefix("city.geojson") && "\(error)".contains(says) && !"\(error)".contains("zone 1")
            }
        }
    }
}
