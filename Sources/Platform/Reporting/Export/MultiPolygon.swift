// SPDX-License-Identifier: GPL-3.0-or-later

package import Foundation

/// Polygons with holes: the geometry of a zone on the globe, in degrees, WGS 84.
package struct MultiPolygon: Sendable {
    /// The geometry as GeoJSON (RFC 7946).
    package let geoJSON: String
    /// By polygon, ring and position: longitude and latitude.
    private let polygons: [[[[Double]]]]

    private struct Geometry: Decodable {
        let coordinates: [[[[Double]]]]
    }

    /// Reads a GeoJSON MultiPolygon; nil when it is none.
    package init?(geoJSON: String) {
        guard let geometry = try? JSONDecoder().decode(Geometry.self, from: Data(geoJSON.utf8)),
            geometry.coordinates.joined().joined().allSatisfy({ $0.count >= 2 })
        else { return nil }
        self.geoJSON = geoJSON
        polygons = geometry.coordinates
    }

    /// All of it lies between these; nil without positions.
    package var bounds: (west: Double, south: Double, east: Double, north: Double)? {
        let points = polygons.joined().joined()
        guard let first = points.first else { return nil }
        return points.reduce((first[0], first[1], first[0], first[1])) {
            (min($0.0, $1[0]), min($0.1, $1[1]), max($0.2, $1[0]), max($0.3, $1[1]))
        }
    }

    /// The geometry as a GeoPackage keeps it: a header with the reference system and the bounds, then well-known binary.
    package var geoPackageBytes: Data {
        var data = Data("GP".utf8)
        let bounds = bounds
        // Version 1; little-endian, with bounds in the order west, east, south, north, or empty and without.
        data += [0, bounds == nil ? 0b0001_0001 : 0b0000_0011]
        data.add(GeoPackage.referenceSystem)
        if let bounds { for edge in [bounds.west, bounds.east, bounds.south, bounds.north] { data.add(edge) } }
        data.addHead(of: 6, count: polygons.count)
        for rings in polygons {
            data.addHead(of: 3, count: rings.count)
            for ring in rings {
                data.add(UInt32(ring.count))
                for point in ring {
                    data.add(point[0])
                    data.add(point[1])
                }
            }
        }
        return data
    }
}

extension Data {
    /// The head of a geometry in well-known binary: little-endian, its kind and how many parts it has.
    fileprivate mutating func addHead(of kind: UInt32, count: Int) {
        append(1)
        add(kind)
        add(UInt32(count))
    }
    fileprivate mutating func add(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    fileprivate mutating func add(_ number: Double) { add(number.bitPattern) }
}
