// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel
import Foundation

@testable import CityMap

/// A small town near Trento drawn in metres: zones are rings of corners, closed here.
struct Town {
    static let centre = GeographicPoint(longitude: 11.12, latitude: 46.07)
    static let plane = LocalPlane(centre: centre)
    var features: [String] = []

    static func ring(_ corners: [(Double, Double)]) -> String {
        let closed = corners + corners.prefix(1)
        let positions = closed.map { corner in
            let point = plane.geographic(Place(metresEast: corner.0, north: corner.1))
            return "[\(point.longitude),\(point.latitude)]"
        }
        return "[\(positions.joined(separator: ","))]"
    }

    mutating func add(_ number: String, _ rings: [(Double, Double)]...) {
        let name = "N" + number.filter { $0 != "\"" }
        let coordinates = rings.map(Self.ring).joined(separator: ",")
        features.append(
            #"{"type":"Feature","properties":{"zone":\#(number),"name":"\#(name)"},"geometry":"#
                + #"{"type":"Polygon","coordinates":[\#(coordinates)]}}"#)
    }

    static func square(_ west: Double, _ south: Double, _ width: Double, _ height: Double) -> [(Double, Double)] {
        [(west, south), (west + width, south), (west + width, south + height), (west, south + height)]
    }

    var text: String { #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ",\n"))]}"# }

    func layout(gap: Distance = .metres(10)) throws(LayoutProblems) -> PolygonLayout {
        try PolygonLayout(
            geoJSON: text, fileName: "town.geojson", numberProperty: "zone", nameProperty: "name", gapTolerance: gap)
    }

    /// The place in a layout of a corner drawn above.
    static func place(_ east: Double, _ north: Double, in layout: PolygonLayout) -> Place {
        layout.place(plane.geographic(Place(metresEast: east, north: north)))
    }
}

/// The problems that a layout text has.
func problems(_ text: String, name: String? = nil) -> [LayoutProblem] {
    do throws(LayoutProblems) {
        _ = try PolygonLayout(geoJSON: text, fileName: "x.geojson", numberProperty: "zone", nameProperty: name)
        return []
    } catch {
        return error.problems
    }
}

extension ID: ExpressibleByIntegerLiteral {
    /// Lets tests write a number for an id.
    public init(integerLiteral number: Int) { self.init(number) }
}
