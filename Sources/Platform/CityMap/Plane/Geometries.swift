// SPDX-License-Identifier: GPL-3.0-or-later
import CGEOS

/// A session with the GEOS library: owns its context. Used by the thread that loads a layout only, then let go.
final class Geometries {
    /// Whether there is a GEOS to have sessions with.
    static var isInstalled: Bool { cgeos_functions() != nil }

    let geos: geos_functions
    let handle: OpaquePointer
    /// The step of the grid that cuts are made on.
    let step: Double

    init(step: Double = 1) {
        self.step = step
        guard let geos = cgeos_functions()?.pointee else {
            preconditionFailure("libgeos_c is not installed")
        }
        guard let made = geos.begin() else { preconditionFailure("GEOS gives no context") }
        self.geos = geos
        handle = made
    }

    deinit { geos.finish(handle) }

    /// A multipolygon of rings (outer first) of closed flat coordinate lists (x, y, x, y, ...); nil when GEOS refuses.
    func area(_ polygons: [[[Double]]]) -> Geometry? {
        var made: [OpaquePointer?] = []
        for rings in polygons {
            var parts: [OpaquePointer?] = []
            for ring in rings {
                let sequence = ring.withUnsafeBufferPointer {
                    geos.sequence(handle, $0.baseAddress, UInt32($0.count / 2), 0, 0)
                }
                parts.append(sequence.flatMap { geos.makeRing(handle, $0) })
            }
            guard !parts.contains(nil), let shell = parts.first else {
                for part in parts + made { geos.destroy(handle, part) }
                return nil
            }
            var holes = Array(parts.dropFirst())
            made.append(
                holes.withUnsafeMutableBufferPointer {
                    geos.makePolygon(handle, shell, $0.baseAddress, UInt32($0.count))
                })
        }
        let all = made.withUnsafeMutableBufferPointer {
            geos.makeCollection(handle, Int32(GEOS_MULTIPOLYGON.rawValue), $0.baseAddress, UInt32($0.count))
        }
        return all.map { Geometry(self, $0) }
    }

    /// A point.
    func point(_ x: Double, _ y: Double) -> Geometry? {
        geos.makePoint(handle, x, y).map { Geometry(self, $0) }
    }
}

extension [Double] {
    /// The points of a flat coordinate list (x, y, x, y, ...).
    var points: [(x: Double, y: Double)] { stride(from: 0, to: count - 1, by: 2).map { (self[$0], self[$0 + 1]) } }
}

/// One GEOS geometry, freed with its last reference. Lengths are in the units of the coordinates.
final class Geometry {
    let session: Geometries
    let pointer: OpaquePointer
    var geos: geos_functions { session.geos }
    var handle: OpaquePointer { session.handle }

    init(_ session: Geometries, _ pointer: OpaquePointer) {
        self.session = session
        self.pointer = pointer
    }

    deinit { geos.destroy(handle, pointer) }

    /// The reason why the geometry is invalid and where; nil when it is valid.
    var fault: (reason: String, x: Double, y: Double)? {
        var text: UnsafeMutablePointer<CChar>?
        var spot: OpaquePointer?
        let answer = geos.validity(handle, pointer, 0, &text, &spot)
        defer {
            geos.free(handle, text)
            if let spot { geos.destroy(handle, spot) }
        }
        guard answer != 1 else { return nil }
        var (x, y) = (0.0, 0.0)
        if let spot {
            _ = geos.x(handle, spot, &x)
            _ = geos.y(handle, spot, &y)
        }
        return (text.map { String(cString: $0) } ?? "GEOS cannot judge it", x, y)
    }

    /// The area; 0 when GEOS cannot tell.
    var area: Double {
        var area = 0.0
        return geos.area(handle, pointer, &area) == 1 ? area : 0
    }

    /// A point surely inside.
    var inside: (x: Double, y: Double)? {
        guard let point = geos.pointInside(handle, pointer) else { return nil }
        defer { geos.destroy(handle, point) }
        var (x, y) = (0.0, 0.0)
        guard geos.x(handle, point, &x) == 1, geos.y(handle, point, &y) == 1 else { return nil }
        return (x, y)
    }

    /// What both cover; nil when GEOS fails.
    func intersection(_ other: Geometry) -> Geometry? {
        geos.intersection(handle, pointer, other.pointer).map { Geometry(session, $0) }
    }

    /// What this covers and the other does not; nil when GEOS fails.
    func difference(_ other: Geometry) -> Geometry? {
        geos.difference(handle, pointer, other.pointer).map { Geometry(session, $0) }
    }

    /// Whether the other lies inside or on the border.
    func covers(_ other: Geometry) -> Bool { geos.covers(handle, pointer, other.pointer) == 1 }

    /// The distance to the other.
    func distance(_ other: Geometry) -> Double {
        var length = Double.infinity
        return geos.distance(handle, pointer, other.pointer, &length) == 1 ? length : .infinity
    }

    /// The constrained Delaunay triangles that fill the geometry, six numbers each; nil when GEOS fails.
    func triangles() -> [[Double]]? {
        geos.triangles(handle, pointer).map { found in
            Geometry(session, found).polygons.compactMap { $0[0].count == 8 ? Array($0[0].prefix(6)) : nil }
        }
    }
}
