// SPDX-License-Identifier: GPL-3.0-or-later
import CGEOS

/// A session with the GEOS library: owns its context. Used by the thread that loads a layout only, then let go.
final class Geometries {
    let handle: OpaquePointer
    /// The step of the grid that cuts are made on.
    let step: Double

    init(step: Double = 1) {
        self.step = step
        guard let made = GEOS_init_r() else { preconditionFailure("GEOS gives no context") }
        handle = made
    }

    deinit { GEOS_finish_r(handle) }

    /// A multipolygon of rings (outer first) of closed flat coordinate lists (x, y, x, y, ...); nil when GEOS refuses.
    func area(_ polygons: [[[Double]]]) -> Geometry? {
        var made: [OpaquePointer?] = []
        for rings in polygons {
            var parts: [OpaquePointer?] = []
            for ring in rings {
                let sequence = ring.withUnsafeBufferPointer {
                    GEOSCoordSeq_copyFromBuffer_r(handle, $0.baseAddress, UInt32($0.count / 2), 0, 0)
                }
                parts.append(sequence.flatMap { GEOSGeom_createLinearRing_r(handle, $0) })
            }
            guard !parts.contains(nil), let shell = parts.first else {
                for part in parts + made { GEOSGeom_destroy_r(handle, part) }
                return nil
            }
            var holes = Array(parts.dropFirst())
            made.append(
                holes.withUnsafeMutableBufferPointer {
                    GEOSGeom_createPolygon_r(handle, shell, $0.baseAddress, UInt32($0.count))
                })
        }
        let all = made.withUnsafeMutableBufferPointer {
            GEOSGeom_createCollection_r(handle, Int32(GEOS_MULTIPOLYGON.rawValue), $0.baseAddress, UInt32($0.count))
        }
        return all.map { Geometry(self, $0) }
    }

    /// A point.
    func point(_ x: Double, _ y: Double) -> Geometry? {
        GEOSGeom_createPointFromXY_r(handle, x, y).map { Geometry(self, $0) }
    }
}

/// One GEOS geometry, freed with its last reference. Lengths are in the units of the coordinates.
final class Geometry {
    let session: Geometries
    let pointer: OpaquePointer
    private var handle: OpaquePointer { session.handle }

    init(_ session: Geometries, _ pointer: OpaquePointer) {
        self.session = session
        self.pointer = pointer
    }

    deinit { GEOSGeom_destroy_r(session.handle, pointer) }

    /// The reason why the geometry is invalid and where; nil when it is valid.
    var fault: (reason: String, x: Double, y: Double)? {
        var text: UnsafeMutablePointer<CChar>?
        var spot: OpaquePointer?
        let answer = GEOSisValidDetail_r(handle, pointer, 0, &text, &spot)
        defer {
            GEOSFree_r(handle, text)
            if let spot { GEOSGeom_destroy_r(handle, spot) }
        }
        guard answer != 1 else { return nil }
        var (x, y) = (0.0, 0.0)
        if let spot {
            GEOSGeomGetX_r(handle, spot, &x)
            GEOSGeomGetY_r(handle, spot, &y)
        }
        return (text.map { String(cString: $0) } ?? "GEOS cannot judge it", x, y)
    }

    /// The area; 0 when GEOS cannot tell.
    var area: Double {
        var area = 0.0
        return GEOSArea_r(handle, pointer, &area) == 1 ? area : 0
    }

    /// A point surely inside.
    var inside: (x: Double, y: Double)? {
        guard let point = GEOSPointOnSurface_r(handle, pointer) else { return nil }
        defer { GEOSGeom_destroy_r(handle, point) }
        var (x, y) = (0.0, 0.0)
        guard GEOSGeomGetX_r(handle, point, &x) == 1, GEOSGeomGetY_r(handle, point, &y) == 1 else { return nil }
        return (x, y)
    }

    /// What both cover; nil when GEOS fails.
    func intersection(_ other: Geometry) -> Geometry? {
        GEOSIntersection_r(handle, pointer, other.pointer).map { Geometry(session, $0) }
    }

    /// What this covers and the other does not; nil when GEOS fails.
    func difference(_ other: Geometry) -> Geometry? {
        GEOSDifference_r(handle, pointer, other.pointer).map { Geometry(session, $0) }
    }

    /// Whether the other lies inside or on the border.
    func covers(_ other: Geometry) -> Bool { GEOSCovers_r(handle, pointer, other.pointer) == 1 }

    /// The distance to the other.
    func distance(_ other: Geometry) -> Double {
        var length = Double.infinity
        return GEOSDistance_r(handle, pointer, other.pointer, &length) == 1 ? length : .infinity
    }

    /// The constrained Delaunay triangles that fill the geometry, six numbers each; nil when GEOS fails.
    func triangles() -> [[Double]]? {
        guard let all = GEOSConstrainedDelaunayTriangulation_r(handle, pointer) else { return nil }
        defer { GEOSGeom_destroy_r(handle, all) }
        var triangles: [[Double]] = []
        for index in 0..<GEOSGetNumGeometries_r(handle, all) {
            guard let triangle = GEOSGetGeometryN_r(handle, all, index),
                let ring = GEOSGetExteriorRing_r(handle, triangle), GEOSGetNumCoordinates_r(handle, ring) == 4,
                let sequence = GEOSGeom_getCoordSeq_r(handle, ring)
            else { continue }
            var corners = [Double](repeating: 0, count: 8)
            guard GEOSCoordSeq_copyToBuffer_r(handle, sequence, &corners, 0, 0) == 1 else { return nil }
            triangles.append(Array(corners.prefix(6)))
        }
        return triangles
    }
}
