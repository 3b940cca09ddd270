// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

extension CityOutline {
    /// A zone that an outline does not hold.
    public struct Beyond: Sendable {
        /// The zone.
        public let zone: ZoneRecord
        /// How far it reaches out of the outline.
        public let reach: Distance
        /// Whether nothing of it is inside.
        public let isOutside: Bool
    }

    /// Reads an outline from the text of a GeoJSON file of polygons and multipolygons (RFC 7946, WGS 84), whose properties
    /// mean nothing.
    ///
    /// - Parameters:
    ///   - geoJSON: the whole text.
    ///   - fileName: how problems name the file.
    ///   - layout: the zones that the outline must hold, and whose plane it is laid out in.
    ///   - tolerance: how far a zone may reach out of the outline without being reported.
    /// - Returns: the outline, and the zones that reach out of it by more than the tolerance.
    /// - Throws: every problem of the file.
    public static func read(
        geoJSON: String, fileName: String, around layout: any ZoneLayout, tolerance: Distance
    ) throws(LayoutProblems) -> (outline: CityOutline, beyond: [Beyond]) {
        var reader = LayoutReader(numberProperty: nil, nameProperty: nil, overlapTolerance: 1)
        let plane = LocalPlane(centre: layout.geographic(.origin))
        guard let (parts, _) = reader.readUsable(geoJSON, in: plane), reader.problems.isEmpty,
            let whole = reader.session.area(parts.flatMap(\.geometry.polygons))?.united()
        else { throw LayoutProblems(fileName: fileName, problems: reader.problems) }
        let rings = whole.polygons.joined().map { ring in
            ring.points.map { Place(metresEast: $0.x / 1000, north: $0.y / 1000) }
        }
        let beyond = layout.zones.compactMap { zone in
            excess(of: zone, layout, out: whole, reader.session).flatMap { $0.reach > tolerance ? $0 : nil }
        }
        return (CityOutline(rings: rings), beyond)
    }

    /// How far a zone reaches out of the outline; nil when it does not.
    private static func excess(
        of zone: ZoneRecord, _ layout: any ZoneLayout, out whole: Geometry, _ session: Geometries
    ) -> Beyond? {
        let flat = zone.outline.map { polygon in
            polygon.map { ring in
                ring.map { layout.place($0) }.flatMap { [Double($0.east), Double($0.north)] }
            }
        }
        guard let area = session.area(flat), !whole.covers(area), let rest = area.difference(whole) else { return nil }
        // A hole of the outline has all its corners on it: there the middle is farthest.
        var farthest = rest.largestCircle(within: 1000)?.radius ?? 0
        for corner in rest.polygons.joined().flatMap(\.points) {
            if let point = session.point(corner.x, corner.y) { farthest = max(farthest, whole.distance(point)) }
        }
        return Beyond(
            zone: zone, reach: Distance(millimetres: Int64(farthest.rounded())),
            isOutside: rest.area >= area.area * (1 - 1e-9))
    }
}
