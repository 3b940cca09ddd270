// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// One zone as read and checked.
struct ReadZone {
    let feature: Int
    let id: ZoneID
    /// What the file calls it.
    let key: String
    let name: String
    /// Key and name, for readers.
    var label: String { ZoneRecord.label(key, name) }
    let properties: [String: Feature.Property]
    /// Polygons of rings, closed, in degrees.
    let outline: [[[GeographicPoint]]]
    /// The same rings in the plane.
    let rings: [[Place]]
    /// The whole polygon in the plane, in millimetres.
    let geometry: Geometry
    /// The ground that belongs to this zone: the polygon without what it shares with zones of lower numbers.
    var territory: Geometry
}

/// Reads a layout file, checks everything, and collects every problem.
struct LayoutReader {
    /// The property with the zone number; nil for ground that is no zone, whose features count from 1.
    let numberProperty: String?
    let nameProperty: String?
    let overlapTolerance: Double
    let planeCentre: GeographicPoint?
    /// A zone that is nowhere as wide as this, in metres, is refused; nil to leave widths alone.
    let narrowest: Double?
    var problems: [LayoutProblem] = []
    /// Invalid polygons are mended, and parts dropped that are nowhere as wide as this, in metres; nil to refuse them.
    let repairing: Double?
    /// What was mended.
    var mended: [MendedFeature] = []
    /// Nil when GEOS is not installed; then nothing is read.
    private let geometries = Geometries.isInstalled ? Geometries() : nil
    /// How many features the file has.
    private(set) var featureCount = 0
    /// Whether the numbers are the features' own `id`.
    var isNumberedByID = false
    private var text = ""
    private var locations: JSONLocations?
    // By feature: what its name property says.
    private var names: [String?] = []
    // By feature: what its number property says, where that can be used.
    var keys: [String?] = []

    /// Farthest ground from the centre of a layout, in metres: keeps all arithmetic of millimetres within 64 bits, and
    /// keeps the plane true.
    static let reach = 400_000.0

    init(
        numberProperty: String?, nameProperty: String?, overlapTolerance: Double, planeCentre: GeographicPoint? = nil,
        narrowest: Double? = nil, repairing: Double? = nil
    ) {
        self.numberProperty = numberProperty
        self.nameProperty = nameProperty
        self.overlapTolerance = overlapTolerance
        self.planeCentre = planeCentre
        self.narrowest = narrowest
        self.repairing = repairing
    }

    /// What all shapes of the layout belong to.
    var session: Geometries {
        guard let geometries else { preconditionFailure("no zone is read without libgeos_c") }
        return geometries
    }

    /// The zones by rising number and their plane; nil when there are problems.
    mutating func read(_ text: String) -> (zones: [ReadZone], plane: LocalPlane)? {
        let found = readUsable(text)
        return problems.isEmpty ? found : nil
    }

    /// Those zones that can be read, by rising number, and the plane they are in, which is the one given or else centred on
    /// them; nil when there are none.
    mutating func readUsable(_ text: String, in given: LocalPlane? = nil) -> (zones: [ReadZone], plane: LocalPlane)? {
        self.text = text
        defer { problems = located(problems).sorted { ($0.feature ?? -1) < ($1.feature ?? -1) } }
        for (library, isInstalled) in [("libgeos_c", Geometries.isInstalled), ("libproj", LocalPlane.isInstalled)]
        where !isInstalled {
            problems.append(
                LayoutProblem(.library, "the zones need \(library), which is not installed; run scripts/install"))
        }
        guard problems.isEmpty else { return nil }
        let collection: FeatureCollection
        do {
            collection = try JSONText(text: text).featureCollection()
        } catch {
            problems.append(error)
            return nil
        }
        guard let features = features(of: collection) else { return nil }
        featureCount = features.count
        names = features.map(name)
        keys = features.map { _ in nil }
        let ids = zones(of: features)
        noteTwins(ids)
        var usable = features.indices.filter { isUsable(features[$0], index: $0, id: ids[$0]) }
        dropStrays(&usable, features, ids)
        guard !usable.isEmpty, let plane = given ?? plane(for: usable.map { features[$0] }) else { return nil }
        var zones: [ReadZone] = []
        for index in usable {
            if let zone = zone(features[index], index: index, id: ids[index], plane: plane) { zones.append(zone) }
        }
        zones.sort { ($0.id, $0.feature) < ($1.id, $1.feature) }
        checkOverlaps(&zones)
        if let narrowest { problems += Slivers(width: narrowest).errors(zones, self) }
        return (zones, plane)
    }

    /// Problems of this file with their lines and columns.
    mutating func located(_ problems: [LayoutProblem]) -> [LayoutProblem] {
        guard !problems.isEmpty else { return [] }
        let locations = self.locations ?? JSONLocations(text)
        self.locations = locations
        return problems.map { $0.located(locations) }
    }

    /// A property that is there twice has two values, of which the decoder takes one without a word.
    private mutating func noteTwins(_ ids: [ZoneID?]) {
        let locations = JSONLocations(text)
        self.locations = locations
        for index in ids.indices {
            for key in [numberProperty, nameProperty].compactMap(\.self)
            where locations.count(of: key, ofFeature: index, in: [.key("properties")]) > 1 {
                note(
                    .structure, index, ids[index], "has the property \"\(key)\" twice",
                    at: [.key("properties"), .key(key)])
            }
        }
    }

    // MARK: The file as a whole

    private mutating func features(of collection: FeatureCollection) -> [Feature]? {
        if collection.type != "FeatureCollection" {
            let found = collection.type.map { "\"\($0)\"" } ?? "null"
            problems.append(
                LayoutProblem(
                    .structure, "the file has the type \(found), but must be a GeoJSON \"FeatureCollection\"",
                    at: [.key("type")]))
            return nil
        }
        if let system = collection.coordinateSystem, !system.contains("CRS84"), !system.contains("4326") {
            problems.append(
                LayoutProblem(
                    .position, "the file is in the coordinate system \(system); GeoJSON must be in WGS 84 degrees",
                    at: [.key("crs")]))
        }
        guard let features = collection.features, !features.isEmpty else {
            problems.append(
                LayoutProblem(.structure, "the file has no features, so there is no zone", at: [.key("features")]))
            return nil
        }
        return features
    }

    /// The plane centred on all positions.
    private mutating func plane(for features: [Feature]) -> LocalPlane? {
        let (west, south, east, north) = Self.edges(of: features)
        let plane = LocalPlane(
            centre: planeCentre ?? GeographicPoint(longitude: (west + east) / 2, latitude: (south + north) / 2))
        for corner in [(west, south), (west, north), (east, south), (east, north)] {
            let flat = plane.metres(GeographicPoint(longitude: corner.0, latitude: corner.1))
            guard let flat, max(abs(flat.east), abs(flat.north)) <= Self.reach else {
                problems.append(
                    LayoutProblem(
                        .position,
                        "the layout reaches from longitude \(west) to \(east) and latitude \(south) to \(north): "
                            + "farther than \(Int(Self.reach / 1000)) km from its centre; is one position wrong?",
                        at: [.key("features")]))
                return nil
            }
        }
        return plane
    }

    // MARK: One feature

    private func name(_ feature: Feature) -> String? {
        switch nameProperty.flatMap({ feature.properties[$0] }) {
        case .text(let text): text
        case .whole(let number): String(number)
        default: nil
        }
    }

    /// `features[3] (zone 7, BRERA)`, as far as number and name are known.
    func label(_ index: Int, _ id: ZoneID?) -> String {
        let key = keys[index] ?? id?.description
        let name = names[index] == key ? nil : names[index]
        let words = [numberProperty == nil ? nil : key.map { "zone \($0.shown)" }, name].compactMap { $0 }
        return words.isEmpty ? "features[\(index)]" : "features[\(index)] (\(words.joined(separator: ", ")))"
    }

    mutating func note(
        _ kind: LayoutProblem.Kind, _ index: Int, _ id: ZoneID?, _ message: String, at path: [JSONLocations.Step] = []
    ) {
        problems.append(
            LayoutProblem(
                kind, feature: index, zones: id.map { [$0] } ?? [], "\(label(index, id)) \(message)", at: path))
    }

    /// Whether all rings are closed lists of positions in degrees; notes why not, once a ring.
    private mutating func isUsable(_ feature: Feature, index: Int, id: ZoneID?) -> Bool {
        if let fault = feature.fault {
            note(.structure, index, id, fault, at: feature.faultPath)
            return false
        }
        guard !feature.polygons.isEmpty, feature.polygons.allSatisfy({ !$0.isEmpty }) else {
            note(.outline, index, id, "has a polygon without rings", at: [.key("geometry"), .key("coordinates")])
            return false
        }
        var isUsable = true
        for (polygon, rings) in feature.polygons.enumerated() {
            for (number, ring) in rings.enumerated() {
                guard let fault = Self.fault(of: ring) else { continue }
                isUsable = false
                let ringName = feature.polygons.count == 1 ? "ring \(number)" : "polygon \(polygon), ring \(number)"
                note(
                    fault.kind, index, id, "\(ringName): \(fault.message)",
                    at: feature.path(polygon: polygon, ring: number, position: fault.position))
            }
        }
        return isUsable
    }

    private mutating func zone(_ feature: Feature, index: Int, id: ZoneID?, plane: LocalPlane) -> ReadZone? {
        var outline: [[[GeographicPoint]]] = []
        var rings: [[Place]] = []
        var flat: [[[Double]]] = []
        for polygon in feature.polygons {
            outline.append(polygon.map { $0.map { GeographicPoint(longitude: $0[0], latitude: $0[1]) } })
            let places = outline[outline.count - 1].map { $0.map(plane.place) }
            rings += places
            flat.append(places.map { $0.flatMap { [Double($0.east), Double($0.north)] } })
        }
        guard var geometry = session.area(flat) else {
            note(.outline, index, id, "is refused by GEOS")
            return nil
        }
        if let repairing {
            let before = problems.count
            geometry =
                mend(feature, index: index, id: id, geometry, plane: plane, sliver: repairing) ?? geometry
            if problems.count > before { return nil }
        } else if let fault = geometry.fault {
            let spot = plane.geographic(Place(metresEast: fault.x / 1000, north: fault.y / 1000))
            let corner = Self.corner(of: flat, nearest: (fault.x, fault.y))
            note(
                .outline, index, id,
                "is not a valid polygon: \(fault.reason) near longitude \(spot.longitude), latitude \(spot.latitude); "
                    + "`cabrank layout repair` mends such rings",
                at: feature.path(polygon: corner.polygon, ring: corner.ring, position: corner.position))
            return nil
        }
        // A zone smaller than a door mat has no room for a taxi, and no point inside of it could be found.
        guard geometry.area >= 1_000_000 else {
            note(.outline, index, id, "covers less than one square metre")
            return nil
        }
        guard let id else { return nil }
        let key = keys[index] ?? id.description
        return ReadZone(
            feature: index, id: id, key: key, name: names[index] ?? key, properties: feature.properties,
            outline: outline, rings: rings, geometry: geometry, territory: geometry)
    }
}
