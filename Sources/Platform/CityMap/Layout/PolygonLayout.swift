// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Zones drawn as polygons, read from a GeoJSON file (RFC 7946, WGS 84).
///
/// PROJ lays the city out flat and GEOS checks and cuts the polygons, once, when the layout is loaded. After that the
/// layout is plain numbers: any thread may ask it, and equal questions get equal answers.
public final class PolygonLayout: ZoneLayout {
    /// All zones, by rising number.
    public let zones: [ZoneRecord]
    private let indexes: [ZoneID: Int]
    private let grid: ZoneGrid
    private let triangles: [Triangles]
    private let plane: LocalPlane

    /// Reads a layout from the text of a GeoJSON file.
    ///
    /// - Parameters:
    ///   - geoJSON: the whole text: a feature collection of polygons and multipolygons.
    ///   - fileName: how problems name the file.
    ///   - numberProperty: the feature property that holds the zone's key, such as `zone_id`: a number or a name (`ZoneKey`).
    ///   - nameProperty: the feature property that holds the zone's name; where there is none, the number is the name.
    ///   - gapTolerance: how far outside of all zones a place may be and still belong to the nearest; 0 to 10 km.
    ///   - overlapTolerance: the largest share of the smaller zone that two zones may have in common, 0 to 1.
    ///   - narrowest: a zone that is nowhere as wide as this is refused: no taxi could drive in it.
    ///   - planeCentre: the centre of the plane, so that places of another layout mean the same here; else the middle of
    ///     all positions.
    /// - Throws: every problem of the file (TAXI-ZONE-02, TAXI-ZONE-03).
    public init(
        geoJSON: String, fileName: String, numberProperty: String, nameProperty: String? = nil,
        gapTolerance: Distance = .metres(10), overlapTolerance: Double = 0.01, narrowest: Distance = .metres(10),
        planeCentre: GeographicPoint? = nil
    ) throws(LayoutProblems) {
        precondition(
            gapTolerance >= .zero && gapTolerance <= .metres(10_000), "gap tolerance \(gapTolerance) is not 0 to 10 km")
        precondition((0...1).contains(overlapTolerance), "overlap tolerance \(overlapTolerance) is not 0 to 1")
        var reader = LayoutReader(
            numberProperty: numberProperty, nameProperty: nameProperty, overlapTolerance: overlapTolerance,
            planeCentre: planeCentre, narrowest: narrowest.inMetres)
        guard let (read, plane) = reader.read(geoJSON) else {
            throw LayoutProblems(fileName: fileName, problems: reader.problems)
        }
        let grid = ZoneGrid(read.map(\.rings), tolerance: gapTolerance)
        var zones: [ZoneRecord] = []
        var triangles: [Triangles] = []
        var problems: [LayoutProblem] = []
        for (index, zone) in read.enumerated() {
            let inside = zone.territory.inside.map { Place(metresEast: $0.x / 1000, north: $0.y / 1000) }
            let isThin = inside.map { grid.zone(east: $0.east, north: $0.north) != index } ?? true
            guard !isThin, let inside, let parts = Triangles(zone.territory) else {
                let label = "features[\(zone.feature)] (zone \(zone.key.shown))"
                problems.append(
                    LayoutProblem(
                        .outline, feature: zone.feature, zones: [zone.id],
                        isThin
                            ? "\(label) is too thin: it does not contain a whole millimetre of its own"
                            : "\(label) cannot be cut into triangles; draw it as several polygons"))
                continue
            }
            triangles.append(parts)
            let outline = zone.outline
            zones.append(
                ZoneRecord(
                    id: zone.id, key: zone.key, name: zone.name, inside: inside, area: zone.geometry.area / 1e6,
                    outline: outline))
        }
        guard problems.isEmpty else { throw LayoutProblems(fileName: fileName, problems: reader.located(problems)) }
        self.zones = zones
        self.grid = grid
        self.triangles = triangles
        self.plane = plane
        indexes = Dictionary(uniqueKeysWithValues: zones.enumerated().map { ($1.id, $0) })
    }

    /// What a GeoJSON file calls its zones, without a look at their ground; nil for a text that is no feature collection.
    public static func keys(geoJSON: String, numberProperty: String) -> ZoneKeys? {
        (try? JSONText(text: geoJSON).featureCollection())?.features.map {
            LayoutReader.keys(of: $0, numberProperty: numberProperty)
        }
    }

    /// The zone that holds a place: the lowest number of several; the nearest within the gap tolerance when none does.
    public func zone(at place: Place) -> ZoneID? { id(grid.zone(east: place.east, north: place.north)) }

    /// The borders that the straight way meets, in order, each within a millimetre.
    ///
    /// The zone before the first crossing is `zone(at: start)`, the one after the last `zone(at: end)`. Move a taxi by the
    /// zones named here: the place of a crossing itself lies on the border and may still belong to the zone left.
    public func crossings(from start: Place, to end: Place) -> [ZoneCrossing] {
        grid.crossings(from: start, to: end).map { ZoneCrossing(share: $0.share, zone: id($0.zone)) }
    }

    /// A place in the zone for two numbers from 0 up to 1; ground shared with a lower number is left out.
    public func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? {
        guard let index = indexes[zone] else { return nil }
        var (point, middle) = triangles[index].point(u, v)
        // Rounding may put a place on the neighbour's side of the border: then it moves inwards.
        for _ in 0..<12 {
            let place = Place(metresEast: point.x / 1000, north: point.y / 1000)
            if self.zone(at: place) == zone { return place }
            point = (point + middle) / 2
        }
        return zones[index].inside
    }

    /// The position of a place on the globe.
    public func geographic(_ place: Place) -> GeographicPoint { plane.geographic(place) }

    /// The place of a position on the globe.
    public func place(_ point: GeographicPoint) -> Place { plane.place(point) }

    /// The length of the shortest way over the ground between two positions, in metres, by PROJ's geodesic routines.
    func geodesic(_ start: GeographicPoint, _ end: GeographicPoint) -> Double { plane.geodesic(start, end) }

    @inline(__always)
    private func id(_ index: Int) -> ZoneID? { index < 0 ? nil : zones[index].id }
}
