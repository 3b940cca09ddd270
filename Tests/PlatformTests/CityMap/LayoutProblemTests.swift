// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import CityMap

@Suite struct LayoutProblemTests {
    private func feature(_ number: String, _ geometry: String) -> String {
        #"{"type":"Feature","properties":{"zone":\#(number)},"geometry":\#(geometry)}"#
    }

    private func collection(_ features: String...) -> String {
        #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
    }

    private func polygon(_ ring: String) -> String { #"{"type":"Polygon","coordinates":[\#(ring)]}"# }

    private let square = "[[11.1,46.0],[11.2,46.0],[11.2,46.1],[11.1,46.1],[11.1,46.0]]"

    @Test("a text that is not JSON is reported with line and column")
    func syntax() {
        let found = problems("{\"type\": \"FeatureCollection\",\n \"features\": [1,, 2]}")
        #expect(found.map(\.kind) == [.syntax])
        #expect(found.map(\.line) == [2])
        #expect(found.map(\.column) == [17])
        let short = problems("{\n\"type\": ")
        #expect(short.map(\.kind) == [.syntax])
        #expect(short.first?.message.contains("ends too early") == true)
        #expect(problems("").map(\.kind) == [.syntax])
    }

    @Test("a file without features, or of another type, is no layout")
    func structure() {
        #expect(problems("[]").map(\.kind) == [.structure])
        #expect(problems(collection()).map(\.kind) == [.structure])
        #expect(problems(#"{"type":"Topology"}"#).first?.message.contains("Topology") == true)
        let old = problems(
            #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:32632"}},"features":["#
                + feature("1", polygon(square)) + "]}")
        #expect(old.map(\.kind) == [.position])
        #expect(old.first?.message.contains("EPSG:32632") == true)
    }

    @Test("every faulty feature is named, in one reading")
    func all() {
        let found = problems(
            collection(
                feature("1", #"{"type":"Point","coordinates":[11,46]}"#),
                feature("2", "null"),
                feature("3", polygon(#"[[11.1,"x"],[11.2,46.0]]"#)),
                feature("4", polygon("[[11.1,46.0],[11.2,46.0],[11.1,46.0]]")),
                feature("5", polygon("[[11.1,46.0],[11.2,46.0],[11.2,46.1],[11.1,46.1]]")),
                feature("6", polygon("[[11.1,46.0],[11.2,46.1],[11.2,46.0],[11.1,46.1],[11.1,46.0]]")),
                feature("7", polygon("[[11.1,46.0],[11.2,46.0],[11.1,46.0],[11.1,46.0]]")),
                feature("8", polygon("[[46.0,111.1],[46.0,111.2],[46.1,111.2],[46.0,111.1]]")),
                feature("9", polygon("[[663000,5100000],[664000,5100000],[664000,5101000],[663000,5100000]]")),
                feature("10", polygon("[[190,46.0],[190,46.0],[190,46.1],[190,46.0]]")),
                feature("11", polygon("[[40.6,-74.0],[40.7,-74.0],[40.7,-73.9],[40.6,-74.0]]")),
                feature("12", polygon("[[11],[11],[12],[11]]")),
                feature("13", #"{"type":"MultiPolygon","coordinates":[]}"#),
                "7"))
        let expected: [(Int, LayoutProblem.Kind, String)] = [
            (0, .structure, "Point"), (1, .structure, "no geometry"), (2, .structure, "(at [0][0][1])"),
            (3, .outline, "3 positions"), (4, .outline, "not closed"), (5, .outline, "Self-intersection"),
            (6, .outline, "not a valid polygon"), (7, .position, "swapped"), (8, .position, "projected"),
            (9, .position, "out of range"), (10, .position, "swapped"), (11, .position, "fewer than two"),
            (12, .outline, "without rings"),
        ]
        for (index, kind, text) in expected {
            let own = found.filter { $0.feature == index }
            #expect(own.map(\.kind) == [kind], "features[\(index)]")
            #expect(own.first?.message.contains(text) == true, "\(own)")
            #expect(own.first?.zones == [ZoneID(index + 1)])
        }
        #expect(found.filter { $0.feature == 13 }.map(\.kind) == [.zoneNumber, .structure])
    }

    @Test("a layout wider than the plane is true is refused")
    func reach() {
        let far = "[[-74,40.7],[-73.9,40.7],[-73.9,40.8],[-74,40.7]]"
        let found = problems(collection(feature("1", polygon(square)), feature("2", polygon(far))))
        #expect(found.map(\.kind) == [.position])
        #expect(found.first?.message.contains("400 km") == true)
    }

    @Test("TAXI-ZONE-03: zones numbered 1, 2, 2 are rejected, and a zone numbered 0")
    func numbers() throws {
        func town(_ numbers: [String]) -> Town {
            var town = Town()
            for (index, number) in numbers.enumerated() {
                town.add(number, Town.square(Double(index) * 500, 0, 500, 500))
            }
            return town
        }
        let twice = problems(town(["1", "2", "2"]).text)
        #expect(twice.map(\.kind) == [.zoneNumber])
        #expect(twice.first?.zones == [ZoneID(2)])
        #expect(twice.first?.message == "features[2] has the zone number 2, but features[1] already has it")
        let zero = problems(town(["0"]).text)
        #expect(zero.map(\.kind) == [.zoneNumber])
        #expect(zero.first?.feature == 0)
        #expect(
            zero.first?.message
                == "features[0] has the zone number 0, but zone numbers are above 0, of at most 18 digits")
        for faulty in ["-1", "1.5", "\"1.5\"", "\" \"", "null", "true", "3000000000000000000"] {
            let found = problems(town([faulty]).text)
            #expect(found.map(\.kind) == [.zoneNumber], "\(faulty)")
        }
        #expect(try town(["7", "2"]).layout().zones.map(\.id.number) == [2, 7])
    }

    @Test("TAXI-ZONE-02: an overlap of 2% is refused and names both zones; 0.1% loads and belongs to the lower number")
    func overlap() throws {
        func town(_ share: Double) -> Town {
            var town = Town()
            town.add("5", Town.square(0, 0, 1000, 1000))
            // Higher than wide, so that zone 5 is the smaller one.
            town.add("3", Town.square(1000 - 1000 * share, 0, 1000, 1500))
            return town
        }
        let found = problems(town(0.02).text, name: "name")
        #expect(found.map(\.kind) == [.overlap])
        #expect(found.first?.zones == [ZoneID(3), ZoneID(5)])
        #expect(
            found.first?.message
                == "zones 3 (N3) and 5 (N5), features[1] and features[0], overlap by 2.0% of the smaller one; "
                + "at most 1.0% is allowed")

        let layout = try town(0.001).layout()
        #expect(layout.zone(at: Town.place(999.5, 500, in: layout)) == ZoneID(3))
        #expect(layout.zone(at: Town.place(998.5, 500, in: layout)) == ZoneID(5))
        // Drawn places of the higher zone leave the overlap to the lower one.
        var numbers = SplitMix64(seed: 1)
        for _ in 0..<2000 {
            let place = try #require(layout.place(in: ZoneID(5), numbers.share(), numbers.share()))
            #expect(layout.zone(at: place) == ZoneID(5))
        }
    }

    @Test("places drawn in a zone are even over the ground that no lower number takes")
    func sharedGround() throws {
        var town = Town()
        town.add("5", Town.square(0, 0, 1000, 1000))
        town.add("3", Town.square(600, 0, 1000, 1000))
        let layout = try PolygonLayout(
            geoJSON: town.text, fileName: "town.geojson", numberProperty: "zone", overlapTolerance: 0.5)
        let corner = Town.place(0, 0, in: layout)
        var numbers = SplitMix64(seed: 6)
        var east = 0.0
        for _ in 0..<10_000 {
            let place = try #require(layout.place(in: ZoneID(5), numbers.share(), numbers.share()))
            #expect(layout.zone(at: place) == ZoneID(5))
            east += Double(place.east - corner.east) / 1000 / 10_000
        }
        // Mean 300 m, standard error 1.7 m.
        #expect(abs(east - 300) < 9)
    }

    @Test("problems print as file:line:column: error: message")
    func description() {
        let list = LayoutProblems(
            fileName: "a.geojson",
            problems: [LayoutProblem(.syntax, "bad", line: 3, column: 4), LayoutProblem(.structure, "worse")])
        #expect(list.description == "a.geojson:3:4: error: bad\na.geojson:1:1: error: worse")
    }
}
