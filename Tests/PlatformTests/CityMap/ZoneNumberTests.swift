// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityMap

/// Where layout files have the numbers of their zones.
@Suite struct ZoneNumberTests {
    private static func file(_ members: [String]) -> String {
        let features = members.enumerated().map { index, members in
            #"{"type":"Feature",\#(members),"geometry":{"type":"Polygon","coordinates":["#
                + Town.ring(Town.square(Double(index) * 1000, 0, 1000, 1000)) + "]}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
    }

    private static func read(_ members: [String], number: String = "zone_id") -> String {
        do throws(LayoutProblems) {
            let layout = try PolygonLayout(geoJSON: file(members), fileName: "x.geojson", numberProperty: number)
            return layout.zones.map { "\($0.id)" }.joined(separator: " ")
        } catch {
            return error.description
        }
    }

    @Test("A text of digits is the number that it says, as in a table; the same number twice is told whatever its form")
    func texts() {
        #expect(Self.read([#""properties":{"zone_id":"1"}"#, #""properties":{"zone_id":"022"}"#]) == "1 22")
        let twice = Self.read([#""properties":{"zone_id":7}"#, #""properties":{"zone_id":"007"}"#])
        #expect(
            twice.contains("x.geojson:3:43: error: features[1] has the zone number 7, but features[0] already has it"))
        for (text, says) in [
            ("\"\"", "the text \"\""),
            ("\"1 \"", "the text \"1 \""), ("\"-1\"", "the text \"-1\""), ("1.5", "is not a whole number"),
            (
                "\"9999999999999999999\"",
                "has the zone number 9999999999999999999, but zone numbers are above 0, of at most 18"
            ),
            ("0", "has the zone number 0, but zone numbers are above 0"),
            ("\"000\"", "has the zone number 000, but zone numbers are above 0"),
            ("-4", "has the zone number -4, but zone numbers are above 0"), ("true", "is not a whole number"),
        ] {
            let found = Self.read([#""properties":{"zone_id":\#(text)}"#])
            #expect(found.contains(says), "\(text): \(found)")
        }
    }

    @Test("Without the property anywhere the features' own ids are the numbers, also as texts")
    func ids() {
        #expect(Self.read([#""id":4,"properties":{"name":"A"}"#, #""id":"05","properties":{}"#]) == "4 5")
        #expect(Self.read([#""id":4,"properties":{}"#], number: "id") == "4")
        // A property of that name comes first, and one feature with it is enough to mean it.
        #expect(Self.read([#""id":4,"properties":{"zone_id":9}"#]) == "9")
        let mixed = Self.read([#""id":4,"properties":{"zone_id":9}"#, #""id":5,"properties":{}"#])
        #expect(mixed.contains("features[1] has no property \"zone_id\""), "\(mixed)")
        // Another name may be a slip of the pen: it is said where the ids are.
        let other = Self.read([#""id":4,"properties":{"zone":9}"#], number: "zon")
        #expect(
            other.contains("did you mean \"zone\"?; to take the feature's own `id`, name the property \"id\""),
            "\(other)")
        #expect(Self.read([#""id":"north","properties":{}"#, #""id":"east","properties":{}"#]) == "1 2")
        let slip = Self.read([#""id":"north","properties":{}"#, #""id":3,"properties":{}"#])
        #expect(
            slip.contains("2:24: error: features[0] has an `id` that is not a whole number, but the text \"north\""),
            "\(slip)")
    }

    private static func keys(_ keys: [String]) -> [String] {
        let members = keys.map { "\"properties\":{\"zone_id\":\($0)}" }
        let layout = try? PolygonLayout(geoJSON: file(members), fileName: "x.geojson", numberProperty: "zone_id")
        let found = PolygonLayout.keys(geoJSON: file(members), numberProperty: "zone_id")
        // What a table would say is the same zone.
        return (layout?.zones ?? []).map { zone in
            "\(zone.id)=\(zone.key)=\(found?.zone(zone.key).map(\.description) ?? "none")=\(zone.label)"
        }
    }

    @Test(
        "Long numbers and words are keys too, numbered by their order, whatever the order of the file; zeros stay in what is shown"
    )
    func names() {
        let tracts = ["17031020100", "\"017031010100\"", "2"]
        let numbered = ["1=017031010100=1=017031010100", "2=2=2=2", "3=17031020100=3=17031020100"]
        #expect(Self.keys(tracts) == numbered)
        #expect(Self.keys(tracts.reversed()) == numbered)
        #expect(Self.keys(["\"007\""]) == ["7=007=7=007"])
        #expect(Self.keys(["\"Brera\"", "\"Ampère\"", "\"10\""]).count == 3)
        #expect(Self.keys(["\"b, c\"", "\"a\""]) == ["1=a=1=a", "2=b, c=2=b, c"])
        // Nothing is guessed: a word among numbers, a word twice, blanks around it.
        #expect(
            Self.read([#""properties":{"zone_id":"A7"}"#, #""properties":{"zone_id":2}"#]).contains("the text \"A7\""))
        let twice = Self.read([#""properties":{"zone_id":"A"}"#, #""properties":{"zone_id":"A"}"#])
        #expect(twice.contains("features[1] has the zone key A, but features[0] already has it"), "\(twice)")
    }

    @Test("A merged layout keeps the keys of its base, and its tables are carried by them")
    func merged() throws {
        let names = ["b, c", "a", "d"]
        let base = try LayoutDrawing(
            geoJSON: Self.file(names.map { "\"properties\":{\"zone_id\":\"\($0)\"}" }), fileName: "x.geojson")
        let merged = try base.merged(least: 3, amounts: [ZoneID(1): 1, ZoneID(2): 2, ZoneID(3): 4])
        #expect(
            merged.geoJSON.contains("{\"zone_id\":\"a\",\"name\":\"b, c +1\",\"members\":[\"a\",\"b, c\"]}"),
            "\(merged.geoJSON)")
        let other = try LayoutDrawing(geoJSON: merged.geoJSON, fileName: "y.geojson")
        let carried = try ZoneShares(from: base, to: other).carried(
            csv: "zone_id,weight\n\"b, c\",2\na,1\nd,4\n", fileName: "t.csv")
        #expect(carried == "zone_id,weight\na,3.000000\nd,4.000000\n")
    }

    @Test("A number or a name that is there twice is an error: the decoder would take one of them")
    func twice() {
        let number = Self.read([#""properties":{"zone_id":1,"zone_id":2}"#])
        #expect(number.contains("2:43: error: features[0] (zone 1) has the property \"zone_id\" twice"), "\(number)")
        #expect(Self.read([#""properties":{"zone_id":1,"x":1,"x":2}"#]) == "1")
    }
}
