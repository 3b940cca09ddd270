// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// The text of a layout file with its invalid polygons mended: rings that touch or cross themselves, parts that share an edge,
/// rings without ground, and slivers.
///
/// All else stays as it is, byte for byte: the other zones, properties, and members that mean nothing here. Corners that stay
/// are written as they were.
public struct LayoutRepair: Sendable {
    /// A zone that was mended.
    public struct Change: Sendable, Hashable {
        /// `features[3] (zone 7, BRERA)`.
        public let label: String
        /// Why the polygon was not valid; nil when only slivers were dropped.
        public let fault: String?
        /// How much larger the zone's area is now, in square metres.
        public let added: Double
        /// The zone's area now, in square metres.
        public let area: Double
        /// How many slivers were dropped.
        public let slivers: Int
    }

    /// The mended text.
    public let geoJSON: String
    /// The zones that were mended, in the order of the file.
    public let changes: [Change]

    /// Where two usual repairs differ by more than this share of a zone's area, what was meant is in doubt.
    static let mostDoubt = 0.001

    /// Mends the text of a layout file.
    ///
    /// - Parameters:
    ///   - geoJSON: the whole text.
    ///   - fileName: how problems name the file.
    ///   - numberProperty: the property with the zone number, for messages; it may be missing.
    ///   - nameProperty: the property with the zone's name, for messages.
    ///   - sliver: a part of a zone that is nowhere as wide as this is dropped, when the zone has others.
    /// - Throws: everything that cannot be mended; then nothing is.
    public init(
        geoJSON: String, fileName: String, numberProperty: String = "zone_id", nameProperty: String? = "name",
        sliver: Distance = .metres(1)
    ) throws(LayoutProblems) {
        var reader = LayoutReader(
            numberProperty: numberProperty, nameProperty: nameProperty, overlapTolerance: 1, repairing: sliver.inMetres)
        _ = reader.readUsable(geoJSON)
        // Numbers and overlaps are none of a repair's business; `layout check` finds them.
        let problems = reader.problems.filter { ![.zoneNumber, .overlap].contains($0.kind) }
        guard problems.isEmpty else { throw LayoutProblems(fileName: fileName, problems: problems) }
        changes = reader.mended.map(\.change)
        self.geoJSON = JSONLocations(geoJSON).replacing(
            [.key("geometry")], ofFeatures: reader.mended.map { ($0.feature, $0.geometry) })
        guard !changes.isEmpty else { return }
        // What was mended must be valid for who reads it again, after all rounding.
        var again = LayoutReader(numberProperty: numberProperty, nameProperty: nameProperty, overlapTolerance: 1)
        _ = again.readUsable(self.geoJSON)
        let left = again.problems.filter { ![.zoneNumber, .overlap].contains($0.kind) }
        guard left.isEmpty else { throw LayoutProblems(fileName: fileName, problems: left) }
    }
}

/// A feature with a mended polygon.
struct MendedFeature {
    let feature: Int
    /// Its geometry as GeoJSON.
    let geometry: String
    let change: LayoutRepair.Change
}

extension LayoutReader {
    /// Mends a polygon of a feature where it must be: nil where it may stay or cannot be mended, which is noted.
    mutating func mend(
        _ feature: Feature, index: Int, id: ZoneID?, _ drawn: Geometry, plane: LocalPlane, sliver: Double
    ) -> Geometry? {
        let fault = drawn.fault
        var ground = drawn
        if let fault {
            guard let repair = drawn.repair(), repair.ground.area >= 1_000_000 else {
                note(.outline, index, id, "is not a valid polygon: \(fault.reason); no ground of it can be told")
                return nil
            }
            let share = repair.doubt / repair.ground.area
            guard share <= LayoutRepair.mostDoubt else {
                let spot = plane.geographic(Place(metresEast: fault.x / 1000, north: fault.y / 1000))
                note(
                    .outline, index, id,
                    "is not a valid polygon: \(fault.reason) near \(spot.shortText); two usual repairs differ by "
                        + "\((share * 1000).rounded() / 10) % of its area, so what is inside is in doubt: mend it by hand"
                )
                return nil
            }
            ground = repair.ground
        }
        let parts = ground.polygons
        let ample = parts.filter { part in
            let metres = part.map { $0.map { $0 / 1000 } }
            return session.area([metres]).map { !$0.isNarrower(than: sliver) } ?? false
        }
        let kept = ample.isEmpty ? parts : ample
        guard fault != nil || kept.count < parts.count, let mended = session.area(kept) else { return nil }
        self.mended.append(
            MendedFeature(
                feature: index, geometry: Self.text(of: kept, drawnAs: feature, in: plane),
                change: LayoutRepair.Change(
                    label: label(index, id), fault: fault?.reason, added: (mended.area - drawn.area) / 1e6,
                    area: mended.area / 1e6, slivers: parts.count - kept.count)))
        return mended
    }

    /// A geometry of polygons in the plane's millimetres, outer rings counterclockwise (RFC 7946, section 3.1.6).
    private static func text(of polygons: [[[Double]]], drawnAs feature: Feature, in plane: LocalPlane) -> String {
        // By place, for look-ups only. A corner that was there is written as it was.
        var drawn: [Place: [Double]] = [:]
        for position in feature.polygons.joined().joined() {
            drawn[plane.place(GeographicPoint(longitude: position[0], latitude: position[1]))] = position
        }
        let shapes = polygons.map { rings in
            let texts = rings.enumerated().map { number, ring in
                let isTurned = (Ground.doubleArea(ring) > 0) != (number == 0)
                let corners = isTurned ? Array(ring.points.reversed()) : ring.points
                let positions = corners.map { corner in
                    let place = Place(east: Int32(corner.x.rounded()), north: Int32(corner.y.rounded()))
                    let point = plane.geographic(place)
                    // A ten-thousandth of a metre: the millimetre is found again.
                    let new = [point.longitude, point.latitude].map { ($0 * 1e9).rounded() / 1e9 }
                    return "[\((drawn[place] ?? new).map { "\($0)" }.joined(separator: ","))]"
                }
                return "[\(positions.joined(separator: ","))]"
            }
            return "[\(texts.joined(separator: ","))]"
        }
        return shapes.count == 1
            ? "{\"type\":\"Polygon\",\"coordinates\":\(shapes[0])}"
            : "{\"type\":\"MultiPolygon\",\"coordinates\":[\(shapes.joined(separator: ","))]}"
    }
}
