// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

extension LayoutReader {
    /// Takes features out that lie too far from the middle of the others, and notes each: one wrong feature must not hide
    /// what is wrong with the others.
    mutating func dropStrays(_ usable: inout [Int], _ features: [Feature], _ ids: [ZoneID?]) {
        let middles = usable.map { Self.middle(of: features[$0]) }
        guard middles.count > 1 else { return }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        let centre = GeographicPoint(
            longitude: median(middles.map(\.longitude)), latitude: median(middles.map(\.latitude)))
        var near: [Int] = []
        for (index, middle) in zip(usable, middles) {
            let distance = Self.distance(centre, middle)
            guard distance > Self.reach else {
                near.append(index)
                continue
            }
            let turned = GeographicPoint(longitude: middle.latitude, latitude: middle.longitude)
            let hint =
                Self.distance(centre, turned) < Self.reach / 4
                ? "; latitude and longitude are probably swapped" : "; is a position wrong?"
            note(
                .position, index, ids[index],
                "lies \(Int(distance / 1000)) km from the centre of the features; at most \(Int(Self.reach / 1000)) km "
                    + "is allowed\(hint)")
        }
        usable = near
    }

    /// The middle of the rectangle around a feature, in degrees.
    private static func middle(of feature: Feature) -> GeographicPoint {
        let edges = edges(of: [feature])
        return GeographicPoint(
            longitude: (edges.west + edges.east) / 2, latitude: (edges.south + edges.north) / 2)
    }

    /// The edges of the rectangle around features, in degrees; 0 without a position.
    static func edges(of features: [Feature]) -> (west: Double, south: Double, east: Double, north: Double) {
        let positions = features.flatMap(\.polygons).joined().joined()
        let (x, y) = (positions.map { $0[0] }, positions.map { $0[1] })
        return (x.min() ?? 0, y.min() ?? 0, x.max() ?? 0, y.max() ?? 0)
    }

    /// Metres between two positions on a sphere: enough to tell far from near. No plane reaches that far.
    static func distance(_ start: GeographicPoint, _ end: GeographicPoint) -> Double {
        let radian = Double.pi / 180
        let (a, b) = (start.latitude * radian, end.latitude * radian)
        let turn = (end.longitude - start.longitude) * radian
        let x = sin((b - a) / 2)
        let y = sin(turn / 2)
        return 2 * 6_371_000 * asin(min(1, (x * x + cos(a) * cos(b) * y * y).squareRoot()))
    }
}
