// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import CityMap

/// Cutting zones with holes into triangles, where GEOS alone sometimes cannot.
@Suite struct TriangleTests {
    /// Squares of 1 km with 2 to 7 holes of three corners, valid ones only, from a seed.
    private static func squares(_ count: Int, in session: Geometries) -> [Geometry] {
        var numbers = SplitMix64(seed: 1)
        var found: [Geometry] = []
        while found.count < count {
            var rings: [[Double]] = [[0, 0, 1e6, 0, 1e6, 1e6, 0, 1e6, 0, 0]]
            for _ in 0..<numbers.number(2...7) {
                let (x, y) = (Double(numbers.below(900_000)), Double(numbers.below(900_000)))
                let corners = (0..<3).map { _ in
                    (x + Double(numbers.below(200_000)), y + Double(numbers.below(200_000)))
                }
                rings.append((corners + corners.prefix(1)).flatMap { [$0.0, $0.1] })
            }
            if let square = session.area([rings]), square.fault == nil { found.append(square) }
        }
        return found
    }

    @Test("1,000 random zones with holes are filled by their triangles, whichever way they are cut")
    func random() throws {
        let session = Geometries()
        for (index, square) in Self.squares(1000, in: session).enumerated() {
            for triangles in [square.fillingTriangles(), square.cutTriangles()] {
                let triangles = try #require(triangles, "square \(index)")
                let sum = triangles.reduce(0) { $0 + $1.triangleArea }
                #expect(abs(sum - square.area) < 1e-9 * square.area, "square \(index)")
                // As large as the square, and within it: so none lies over another.
                for triangle in triangles {
                    let x = (triangle[0] + triangle[2] + triangle[4]) / 3
                    let y = (triangle[1] + triangle[3] + triangle[5]) / 3
                    let middle = try #require(session.point(x, y))
                    #expect(square.covers(middle) || triangle.triangleArea < 1, "square \(index)")
                }
            }
            let places = try #require(Triangles(square))
            var numbers = SplitMix64(seed: index)
            for _ in 0..<20 {
                let point = places.point(numbers.share(), numbers.share()).point
                // A place on an edge may be rounded to its other side.
                let distance = try #require(session.point(point.x, point.y)).distance(square)
                #expect(distance < 1e-3, "square \(index)")
            }
        }
    }

    @Test("A valid zone with two lakes is no thin one; its places lie on land")
    func twoLakes() throws {
        let text = """
            {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"zone": 1}, "geometry":
            {"type": "Polygon", "coordinates": [
            [[9.1, 45.4], [9.14, 45.4], [9.14, 45.43], [9.1, 45.43], [9.1, 45.4]],
            [[9.1121, 45.4052], [9.11, 45.4067], [9.1125, 45.4043], [9.1121, 45.4052]],
            [[9.1138, 45.4086], [9.1143, 45.4047], [9.1103, 45.4066], [9.1138, 45.4086]]]}}]}
            """
        let layout = try PolygonLayout(
            geoJSON: text, fileName: "lakes.geojson", numberProperty: "zone", gapTolerance: .zero)
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<2000 {
            let place = try #require(layout.place(in: 1, numbers.share(), numbers.share()))
            #expect(layout.zone(at: place) == 1)
        }
    }
}
