// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityMap

/// Mending the polygons of a layout file.
@Suite struct LayoutRepairTests {
    /// Features a line; each a number and what its geometry is.
    private static func file(_ features: [(number: Int, geometry: String)]) -> String {
        let lines = features.map {
            #"{"type":"Feature","properties":{"zone_id":\#($0.number),"note":"kept as it is"},"geometry":\#($0.geometry)}"#
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
    }

    private static func polygon(_ rings: [(Double, Double)]...) -> String {
        #"{"type":"Polygon","coordinates":[\#(rings.map(Town.ring).joined(separator: ","))]}"#
    }

    private static func areas(_ text: String) throws -> [Double] {
        try PolygonLayout(geoJSON: text, fileName: "x.geojson", numberProperty: "zone_id").zones.map(\.area)
    }

    private static let good = polygon(Town.square(2000, 0, 1000, 1000))

    @Test("A ring that touches itself, parts that share an edge, and repeated points are mended; all else stays")
    func mends() throws {
        let touching = Self.polygon(
            [(0, 0), (1000, 0), (1000, 1000), (500, 1000), (700, 500), (300, 500), (500, 1000), (0, 1000)])
        let sharing =
            #"{"type":"MultiPolygon","coordinates":[[\#(Town.ring(Town.square(4000, 0, 500, 1000)))],"#
            + #"[\#(Town.ring(Town.square(4500, 0, 500, 1000)))]]}"#
        let repeated = Self.polygon(
            Town.square(6000, 0, 1000, 1000), [(6500, 500), (6500, 500), (6500, 500), (6500, 500)])
        let text = Self.file([(1, touching), (2, Self.good), (3, sharing), (4, repeated)])
        #expect(throws: LayoutProblems.self) { try Self.areas(text) }
        let repair = try LayoutRepair(geoJSON: text, fileName: "x.geojson")
        // 1 km2 without the triangle of 400 by 500 m.
        for (area, expected) in zip(try Self.areas(repair.geoJSON), [0.9e6, 1e6, 1e6, 1e6]) {
            #expect(abs(area - expected) < 20, "\(area)")
        }
        #expect(
            repair.changes.map(\.label) == ["features[0] (zone 1)", "features[2] (zone 3)", "features[3] (zone 4)"])
        for change in repair.changes { #expect(abs(change.added) < 1 && change.fault != nil, "\(change)") }
        // The sound zone is the same bytes, and so are the properties.
        let lines = text.split(separator: "\n"), mended = repair.geoJSON.split(separator: "\n")
        #expect(lines.count == mended.count && lines[2] == mended[2])
        for (line, other) in zip(lines[1...4], mended[1...4]) {
            #expect(line.prefix { $0 != "]" }.prefix(60) == other.prefix { $0 != "]" }.prefix(60))
        }
    }

    @Test("Corners that stay are written as they were, and a mended file has nothing to mend")
    func stable() throws {
        let touching = Self.polygon(
            [(0, 0), (1000, 0), (1000, 1000), (500, 1000), (700, 500), (300, 500), (500, 1000), (0, 1000)])
        let repair = try LayoutRepair(geoJSON: Self.file([(1, touching), (2, Self.good)]), fileName: "x.geojson")
        let corners = touching.split(separator: "[").filter { $0.contains(",") && $0.first != "{" }
        for corner in corners.map({ $0.prefix { $0 != "]" } }) where corner.contains(".") {
            #expect(repair.geoJSON.contains(corner), "\(corner)")
        }
        let again = try LayoutRepair(geoJSON: repair.geoJSON, fileName: "x.geojson")
        #expect(again.changes.isEmpty && again.geoJSON == repair.geoJSON)
    }

    @Test("A polygon of which two repairs make different ground is refused by name, and nothing is mended")
    func doubtful() throws {
        // A hole that reaches out of its ring: the ground outside is a hole's for one repair, and ground for the other.
        let reaching = Self.polygon(Town.square(0, 0, 1000, 1000), Town.square(500, 250, 1000, 500))
        let found = #expect(throws: LayoutProblems.self) {
            try LayoutRepair(geoJSON: Self.file([(7, reaching), (2, Self.good)]), fileName: "x.geojson")
        }
        let text = try #require(found?.description)
        #expect(text.hasPrefix("x.geojson:2:") && text.contains("features[0] (zone 7)"), "\(text)")
        #expect(text.contains("two usual repairs differ by") && text.contains("mend it by hand"), "\(text)")
    }

    @Test("Slivers beside an ampler part are dropped; a zone that is all sliver stays for the check")
    func slivers() throws {
        let beside =
            #"{"type":"MultiPolygon","coordinates":[[\#(Town.ring(Town.square(0, 0, 1000, 1000)))],"#
            + #"[\#(Town.ring(Town.square(1200, 0, 0.5, 400)))]]}"#
        let text = Self.file([(1, beside), (2, Self.polygon(Town.square(2000, 0, 0.5, 400)))])
        let repair = try LayoutRepair(geoJSON: text, fileName: "x.geojson")
        #expect(repair.changes.map(\.slivers) == [1])
        #expect(abs((repair.changes.first?.added ?? 0) + 200) < 1)
        #expect(repair.geoJSON.split(separator: "\n")[2] == text.split(separator: "\n")[2])
    }

    @Test("A ring that is not closed is not mended; the message of an invalid polygon names the repair")
    func others() throws {
        let open = #"{"type":"Polygon","coordinates":[[[11.1,46],[11.2,46],[11.2,46.1],[11.1,46.1]]]}"#
        let found = #expect(throws: LayoutProblems.self) {
            try LayoutRepair(geoJSON: Self.file([(1, open)]), fileName: "x.geojson")
        }
        #expect(found?.description.contains("is not closed") == true)
        let bowTie = Self.polygon([(0, 0), (1000, 1000), (1000, 0), (0, 1000)])
        let refused = #expect(throws: LayoutProblems.self) { try Self.areas(Self.file([(1, bowTie)])) }
        #expect(refused?.description.contains("`cabrank layout repair` mends such rings") == true)
    }
}
