// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Lengths between positions, in whole ten-millionths of a degree as OpenStreetMap has them.
package enum Globe {
    /// Ten-millionths of a degree in a degree.
    package static let parts = 1e7

    /// Metres on the sphere that libosmium measures with: what its counts of lengths are held against.
    ///
    /// Source: libosmium, geom/haversine.hpp, radius 6,372,797.560856 m.
    package static func haversine(_ a: (longitude: Int32, latitude: Int32), _ b: (longitude: Int32, latitude: Int32))
        -> Double
    {
        func radians(_ value: Int32) -> Double { Double(value) / parts * .pi / 180 }
        let (east, north) = (radians(b.longitude) - radians(a.longitude), radians(b.latitude) - radians(a.latitude))
        let (x, y) = (sin(east / 2), sin(north / 2))
        let share = y * y + x * x * cos(radians(a.latitude)) * cos(radians(b.latitude))
        return 2 * 6_372_797.560856 * asin(share.squareRoot())
    }

    /// Metres a degree east and a degree north at a latitude, on the WGS 84 ellipsoid.
    package static func metresPerDegree(at latitude: Double) -> (east: Double, north: Double) {
        let (radius, squash) = (6_378_137.0, 0.00669437999014)
        let (sine, cosine) = (sin(latitude * .pi / 180), cos(latitude * .pi / 180))
        let rest = 1 - squash * sine * sine
        let across = radius / rest.squareRoot()
        let along = radius * (1 - squash) / (rest * rest.squareRoot())
        return (across * cosine * .pi / 180, along * .pi / 180)
    }

    /// Metres on the ellipsoid between two positions near each other, by the radii of curvature halfway: within a millionth for
    /// the streets of a city.
    package static func metres(_ a: (longitude: Int32, latitude: Int32), _ b: (longitude: Int32, latitude: Int32))
        -> Double
    {
        let middle = (Double(a.latitude) + Double(b.latitude)) / 2 / parts
        let scale = metresPerDegree(at: middle)
        let east = (Double(b.longitude) - Double(a.longitude)) / parts * scale.east
        let north = (Double(b.latitude) - Double(a.latitude)) / parts * scale.north
        return (east * east + north * north).squareRoot()
    }
}
