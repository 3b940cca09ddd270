// SPDX-License-Identifier: GPL-3.0-or-later
import CGEOS

extension Geometries {
    /// Lines through flat coordinate lists (x, y, x, y, ...); nil when GEOS refuses.
    func lines(_ lines: [[Double]]) -> Geometry? {
        var parts: [OpaquePointer?] = lines.map { line in
            geos.sequence(handle, line, UInt32(line.count / 2), 0, 0)
                .flatMap { geos.makeLine(handle, $0) }
        }
        guard !parts.contains(nil) else {
            for part in parts { geos.destroy(handle, part) }
            return nil
        }
        let kind = Int32(GEOS_MULTILINESTRING.rawValue)
        return geos.makeCollection(handle, kind, &parts, UInt32(parts.count)).map { Geometry(self, $0) }
    }
}

extension Geometry {
    /// Polygons united, or lines cut where they meet and laid together where they coincide; every corner of the answer is
    /// a pair of multiples of the session's step (snap rounding; J. Hobby, Practical segment intersection with finite precision output,
    /// 1999). Nil when GEOS fails.
    func unitedOnGrid() -> Geometry? {
        geos.unitedOnGrid(handle, pointer, session.step).map { Geometry(session, $0) }
    }

    /// Polygons united, without rounding; nil when GEOS fails.
    func united() -> Geometry? { geos.united(handle, pointer).map { Geometry(session, $0) } }

    /// The polygons that lines enclose; the lines must meet at their ends only. Nil when GEOS fails.
    func enclosed() -> Geometry? { geos.enclosed(handle, [pointer], 1).map { Geometry(session, $0) } }

    /// Lines joined where just two of them meet; nil when GEOS fails.
    func joined() -> Geometry? { geos.joined(handle, pointer).map { Geometry(session, $0) } }

    /// Lines with fewer corners, none farther than the tolerance from the old line; ends stay, and lines that did not
    /// cross do not cross. Nil when GEOS fails.
    func simplified(_ tolerance: Double) -> Geometry? {
        geos.simplified(handle, pointer, tolerance).map { Geometry(session, $0) }
    }

    /// The length of all lines, or of all rings.
    var length: Double {
        var length = 0.0
        return geos.length(handle, pointer, &length) == 1 ? length : 0
    }

    /// The middle and the radius of the largest circle inside a polygon, both within the tolerance.
    func largestCircle(within tolerance: Double) -> (x: Double, y: Double, radius: Double)? {
        guard let found = geos.largestCircle(handle, pointer, tolerance) else { return nil }
        let line = Geometry(session, found)
        guard let ends = line.lines.first, ends.count == 4 else { return nil }
        let (x, y) = (ends[2] - ends[0], ends[3] - ends[1])
        return (ends[0], ends[1], (x * x + y * y).squareRoot())
    }

    /// All polygons, each a list of rings, outer first, of closed flat coordinate lists; lines and points are left out.
    var polygons: [[[Double]]] {
        switch GEOSGeomTypes(UInt32(geos.type(handle, pointer))) {
        case GEOS_POLYGON: polygon(pointer).map { [$0] } ?? []
        default:
            (0..<geos.partCount(handle, pointer)).compactMap { index in
                guard let part = geos.part(handle, pointer, index),
                    geos.type(handle, part) == Int32(GEOS_POLYGON.rawValue)
                else { return nil }
                return polygon(part)
            }
        }
    }

    /// All lines as flat coordinate lists.
    var lines: [[Double]] {
        (0..<geos.partCount(handle, pointer)).compactMap { index in
            guard let part = geos.part(handle, pointer, index),
                geos.type(handle, part) == Int32(GEOS_LINESTRING.rawValue)
            else { return nil }
            return coordinates(part)
        }
    }

    private func polygon(_ polygon: OpaquePointer) -> [[Double]]? {
        guard let shell = geos.exteriorRing(handle, polygon), let outer = coordinates(shell), !outer.isEmpty else {
            return nil
        }
        let holes = (0..<max(0, geos.interiorRingCount(handle, polygon))).compactMap { index in
            geos.interiorRing(handle, polygon, index).flatMap { coordinates($0) }
        }
        return [outer] + holes
    }

    private func coordinates(_ line: OpaquePointer) -> [Double]? {
        guard let sequence = geos.coordinates(handle, line) else { return nil }
        var numbers = [Double](repeating: 0, count: 2 * Int(geos.coordinateCount(handle, line)))
        return geos.copySequence(handle, sequence, &numbers, 0, 0) == 1 ? numbers : nil
    }
}
