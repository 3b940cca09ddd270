// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel
import Foundation

@testable import CityMap

/// A source of numbers for property tests (SplitMix64).
struct Numbers {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 up to 1.
    mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
    /// A whole number from 0 up to the count.
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
    /// A whole number in the range.
    mutating func whole(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }
}

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
