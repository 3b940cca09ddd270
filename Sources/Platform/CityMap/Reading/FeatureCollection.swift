// SPDX-License-Identifier: GPL-3.0-or-later

/// A GeoJSON feature collection (RFC 7946) as found in the file: what is missing or wrong stays visible here, so that all
/// problems can be reported at once.
struct FeatureCollection: Decodable {
    var type: String?
    var features: [Feature]?
    /// The name of a coordinate system in the `crs` member that GeoJSON had before 2016.
    var coordinateSystem: String?

    private enum Key: String, CodingKey { case type, features, crs }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        type = try? members.decode(String.self, forKey: .type)
        features = try? members.decode([Feature].self, forKey: .features)
        coordinateSystem = (try? members.decode(NamedSystem.self, forKey: .crs))?.properties.name
    }

    private struct NamedSystem: Decodable {
        struct Properties: Decodable { var name: String }
        var properties: Properties
    }
}

/// One feature: its properties and its polygons, each a list of rings of positions.
struct Feature: Decodable {
    /// A property: only whole numbers and texts have a meaning here.
    enum Property: Decodable, Equatable {
        case whole(Int)
        case text(String)
        case other

        init(from decoder: any Decoder) {
            let value = try? decoder.singleValueContainer()
            // Decoders may read `true` as a number.
            if (try? value?.decode(Bool.self)) != nil {
                self = .other
            } else if let number = try? value?.decode(Int.self) {
                self = .whole(number)
            } else if let text = try? value?.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }

    var properties: [String: Property] = [:]
    /// The member `id` of the feature: what RFC 7946, section 3.2, has for an identifier that is commonly used.
    var id: Property?
    var polygons: [[[[Double]]]] = []
    /// Why there are no polygons; nil when there are.
    var fault: String?
    /// What the fault is about, in the feature.
    var faultPath: [JSONLocations.Step] = []
    /// Whether the coordinates are a list of polygons, not those of one.
    var isMulti = false

    private enum Key: String, CodingKey { case type, id, properties, geometry, coordinates }

    // Never throws, else one bad feature would hide all after it.
    init(from decoder: any Decoder) {
        guard let members = try? decoder.container(keyedBy: Key.self) else {
            fault = "is not an object"
            return
        }
        properties = (try? members.decode([String: Property].self, forKey: .properties)) ?? [:]
        id = try? members.decode(Property.self, forKey: .id)
        let type = try? members.decode(String.self, forKey: .type)
        guard type == "Feature" else {
            fault = "has the type \(Self.quoted(type)), but must have the type \"Feature\""
            faultPath = [.key("type")]
            return
        }
        guard let geometry = try? members.nestedContainer(keyedBy: Key.self, forKey: .geometry) else {
            (fault, faultPath) = ("has no geometry", [.key("geometry")])
            return
        }
        let shape = try? geometry.decode(String.self, forKey: .type)
        do {
            switch shape {
            case "Polygon": polygons = [try geometry.decode([[[Double]]].self, forKey: .coordinates)]
            case "MultiPolygon":
                isMulti = true
                polygons = try geometry.decode([[[[Double]]]].self, forKey: .coordinates)
            default:
                fault = "has a geometry of type \(Self.quoted(shape)), but a zone is a Polygon or a MultiPolygon"
                faultPath = [.key("geometry"), .key("type")]
            }
        } catch {
            let indexes = Self.indexes(of: error)
            let spot = indexes.isEmpty ? "" : " (at \(indexes.map { "[\($0)]" }.joined()))"
            fault = "has coordinates that are not lists of rings of [longitude, latitude]\(spot)"
            faultPath = Self.coordinates + indexes.map { .index($0) }
        }
    }

    private static let coordinates: [JSONLocations.Step] = [.key("geometry"), .key("coordinates")]

    /// Where a position stands in the feature; a whole ring without one.
    func path(polygon: Int, ring: Int, position: Int? = nil) -> [JSONLocations.Step] {
        let indexes = (isMulti ? [polygon, ring] : [ring]) + (position.map { [$0] } ?? [])
        return Self.coordinates + indexes.map { .index($0) }
    }

    private static func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }

    /// Where in the coordinates decoding failed.
    private static func indexes(of error: any Error) -> [Int] {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            path = context.codingPath
        default: return []
        }
        return path.drop { $0.stringValue != Key.coordinates.stringValue }.compactMap(\.intValue)
    }
}
