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
            ("\"A7\"", "is not a whole number, but the text \"A7\""), ("\"\"", "the text \"\""),
            ("\"1 \"", "the text \"1 \""), ("\"-1\"", "the text \"-1\""), ("1.5", "is not a whole number"),
            ("\"3000000000\"", "has the zone number 3000000000, but zone numbers are 1 to 2147483647"),
            ("\"99999999999999999999\"", "the text \"99999999999999999999\""), ("true", "is not a whole number"),
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
        let words = Self.read([#""id":"north","properties":{}"#])
        #expect(
            words.contains("2:24: error: features[0] has an `id` that is not a whole number, but the text \"north\""),
            "\(words)")
    }

    @Test("A number or a name that is there twice is an error: the decoder would take one of them")
    func twice() {
        let number = Self.read([#""properties":{"zone_id":1,"zone_id":2}"#])
        #expect(number.contains("2:43: error: features[0] (zone 1) has the property \"zone_id\" twice"), "\(number)")
        #expect(Self.read([#""properties":{"zone_id":1,"x":1,"x":2}"#]) == "1")
    }
}
