// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel
import Foundation

/// A zone of a made layout.
public struct DrawnZone: Sendable, Hashable {
    /// The zone's number.
    public let id: ZoneID
    /// What the layout that it was made from calls the zone whose number it has; nil for a number of its own.
    var key: String?
    /// The zone's name.
    public let name: String
    /// The zones of the layout it was made from, by rising number; empty when it was not put together of whole zones.
    public let members: [ZoneID]
    /// What that layout calls them.
    var memberKeys: [String] = []
    /// Area in square metres, of the plane.
    public let area: Double
    let ground: Ground
}

/// A made layout: zones by rising number, that share their borders corner by corner.
public struct DrawnLayout: Sendable {
    /// All zones, by rising number.
    public let zones: [DrawnZone]

    /// The text of a GeoJSON file (RFC 7946), a feature a line: properties `zone_id` and `name`, and `members` where zones
    /// were merged. Outer rings run counterclockwise, degrees have at most seven decimals, and equal layouts have equal
    /// bytes.
    public var geoJSON: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let features = zones.map { zone in
            // A text can always be encoded; the name without its quotes would be a second best.
            func text(_ text: String) -> String {
                (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
            }
            // A number stays one; leading zeros and names are texts.
            func key(_ key: String?, _ id: ZoneID) -> String {
                key.map { $0 == id.description ? $0 : text($0) } ?? id.description
            }
            let name = text(zone.name)
            let members =
                zone.members.isEmpty
                ? "" : ",\"members\":[\(zip(zone.memberKeys, zone.members).map { key($0, $1) }.joined(separator: ","))]"
            let shapes = zone.ground.polygons.map { rings in
                let texts = rings.map { ring in "[\(ring.map(\.text).joined(separator: ","))]" }
                return "[\(texts.joined(separator: ","))]"
            }
            let geometry =
                shapes.count == 1
                ? "\"Polygon\",\"coordinates\":\(shapes[0])"
                : "\"MultiPolygon\",\"coordinates\":[\(shapes.joined(separator: ","))]"
            return
                "{\"type\":\"Feature\",\"properties\":{\"zone_id\":\(key(zone.key, zone.id)),\"name\":\(name)\(members)},"
                + "\"geometry\":{\"type\":\(geometry)}}"
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
    }
}
