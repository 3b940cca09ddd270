// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityMap

/// Where problems of layout files are reported, and the answers of loading and of checking.
@Suite struct LayoutPlaceTests {
    /// A file with one feature on each line, the first on line 2.
    private func file(_ features: [String]) -> String {
        "{\"type\": \"FeatureCollection\", \"features\": [\n" + features.joined(separator: ",\n") + "\n]}\n"
    }

    private func feature(_ properties: String, _ ring: String) -> String {
        #"  {"type": "Feature", "properties": {\#(properties)}, "geometry": {"type": "Polygon", "coordinates": [\#(ring)]}}"#
    }

    private static let good = "[[11.1, 46], [11.2, 46], [11.2, 46.1], [11.1, 46.1], [11.1, 46]]"

    private func loaded(_ text: String) -> String {
        do throws(LayoutProblems) {
            _ = try PolygonLayout(geoJSON: text, fileName: "x.geojson", numberProperty: "zone")
            return "good"
        } catch {
            return error.description
        }
    }

    private func checked(_ text: String) throws -> String {
        let check = try LayoutCheck(geoJSON: text, fileName: "x.geojson", numberProperty: "zone")
        let errors = check.problems.filter { $0.severity == .error }
        return errors.isEmpty ? "good" : errors.map { $0.input(in: "x.geojson").description }.joined(separator: "\n")
    }

    @Test("Each problem of a file has its line and column, and loading and checking say the same")
    func places() throws {
        let files: [(String, String)] = [
            ("{\"type\": \"Topology\"}", "1:10: error: the file has the type \"Topology\""),
            (
                "{\"type\": \"FeatureCollection\",\n \"crs\": {\"type\": \"name\", \"properties\": {\"name\": \"EPSG:3003\"}},\n"
                    + " \"features\": [\(feature(#""zone": 1"#, Self.good))]}",
                "2:9: error: the file is in the coordinate system EPSG:3003"
            ),
            (file([feature(#""zone": 1"#, Self.good), "  7"]), "3:3: error: features[1] has no property"),
            (
                file([feature(#""name": "A", "zone": 0"#, Self.good)]),
                "2:59: error: features[0] has the zone number 0, but zone numbers are above 0, of at most 18 digits"
            ),
            (
                file(["  {\"type\": \"Feature\", \"properties\": {\"zone\": 1}, \"geometry\": {\"type\": \"Point\"}}"]),
                "2:71: error: features[0] (zone 1) has a geometry of type \"Point\""
            ),
            (
                file([feature(#""zone": 1"#, "[[11.1, 46], [11.2, 46], [11.2, true], [11.1, 46]]")]),
                "2:130: error: features[0] (zone 1) has coordinates that are not lists"
            ),
            (
                file([feature(#""zone": 1"#, "[[11.1, 46], [11.2, 46], [111.2, 460], [11.1, 46]]")]),
                "2:123: error: features[0] (zone 1) ring 0: [111.2, 460.0] is not in degrees"
            ),
            (
                file([feature(#""zone": 1"#, "[[11.1, 46], [11.2, 46], [11.2, 46.1], [11.1, 46.1]]")]),
                "2:137: error: features[0] (zone 1) ring 0: is not closed"
            ),
            (
                file([
                    feature(#""zone": 1"#, Self.good),
                    feature(#""zone": 2"#, "[[12, 46], [12.1, 46.1], [12.1, 46], [12, 46.1], [12, 46]]"),
                ]),
                "3:"
            ),
            (
                file([
                    feature(#""zone": 7"#, Self.good),
                    feature(#""zone": 2"#, "[[11.15, 46], [11.2, 46], [11.2, 46.1], [11.15, 46.1], [11.15, 46]]"),
                ]),
                "2:3: error: zones 2 and 7"
            ),
        ]
        for (text, says) in files {
            let said = loaded(text)
            #expect(said.split(separator: "\n").contains { $0.hasPrefix("x.geojson:" + says) }, "\(said)")
            #expect(try checked(text) == said)
        }
    }

    @Test("A zone that is a line, or 1 m high, is refused by loading as by checking")
    func narrow() throws {
        var town = Town()
        town.add("1", Town.square(0, 0, 1000, 1000))
        town.add("2", Town.square(0, 1000, 1000, 1))
        town.add("3", Town.square(0, -500, 1000, 9.9))
        town.add("4", Town.square(0, 2000, 1000, 10.2))
        let says = """
            x.geojson:2:1: error: features[1] (zone 2) is a sliver: 1000 m2, nowhere 10 m wide; merge it with a neighbour
            x.geojson:3:1: error: features[2] (zone 3) is a sliver: 9900 m2, nowhere 10 m wide; merge it with a neighbour
            """
        #expect(loaded(town.text) == says)
        let errors = try LayoutCheck(
            geoJSON: town.text, fileName: "x.geojson", numberProperty: "zone", nameProperty: nil
        ).problems.filter { $0.severity == .error }
        #expect(errors.map { $0.input(in: "x.geojson").description }.joined(separator: "\n") == says)
        // The width that counts is given by the caller.
        let layout = try PolygonLayout(
            geoJSON: town.text, fileName: "x", numberProperty: "zone", narrowest: .metres(0.5))
        #expect(layout.zones.count == 4)
        let line = file([
            feature(#""zone": 1"#, Self.good), feature(#""zone": 2"#, "[[12, 46], [12.1, 46], [12.2, 46], [12, 46]]"),
        ])
        #expect(loaded(line).hasPrefix("x.geojson:3:"), "\(loaded(line))")
        #expect(try checked(line) == loaded(line))
    }

    @Test("A number property that features lack is reported once, with those that they have")
    func missingProperty() throws {
        func square(_ index: Int) -> String {
            let west = 11.0 + Double(index) / 100
            return "[[\(west), 46], [\(west + 0.01), 46], [\(west + 0.01), 46.01], [\(west), 46.01], [\(west), 46]]"
        }
        let all = file((0..<41).map { feature(#""zones": \#($0 + 1), "NIL": "A""#, square($0)) })
        let says =
            "x.geojson:2:37: error: all 41 features have no property \"zone\", which must be their zone number; they have "
            + "\"NIL\", \"zones\"; did you mean \"zones\"?"
        #expect(loaded(all) == says)
        #expect(try checked(all) == says)
        let some = file((0..<9).map { feature($0 % 4 == 1 ? "" : "\"zone\": \($0 + 1)", square($0)) })
        #expect(
            loaded(some)
                == "x.geojson:3:37: error: 2 of 9 features, features[1] first, have no property \"zone\", which must be their "
                + "zone number; they have no properties")
        let words = file((0..<3).map { feature("\"zone\": \"-\($0 + 1)\"", square($0)) })
        #expect(
            loaded(words)
                == "x.geojson:2:46: error: all 3 features have a property \"zone\" that is not a whole number, "
                + "but the text \"-1\"")
        let drawing = try LayoutDrawing(
            geoJSON: file((0..<3).map { feature("\"zone_id\": \($0 + 1), \"colour\": \"red\"", square($0)) }),
            fileName: "x")
        let found = #expect(throws: LayoutProblems.self) { try drawing.merged(by: "color") }
        #expect(
            found?.description
                == "x:1:1: error: all 3 zones have no property \"color\" that is a text or a whole number; they have \"colour\", "
                + "\"zone_id\"; did you mean \"colour\"?")
    }

    @Test("Control characters in names do not reach a message")
    func escaped() {
        let text = file([
            feature(##""zone": 1, "name": "A\u001b[31m\nB""##, Self.good),
            feature(##""zone": 2, "name": "C""##, "[[11.1, 46], [11.2, 46], [11.2, 46.1], [11.1, 46]]"),
        ])
        let found = #expect(throws: LayoutProblems.self) {
            try PolygonLayout(geoJSON: text, fileName: "x.geojson", numberProperty: "zone", nameProperty: "name")
        }
        #expect(found?.description.contains("(A\\u{1B}[31m\\nB)") == true, "\(String(describing: found))")
        #expect(found?.description.contains("\u{1B}") == false && found?.problems.count == 1)
    }
}
