// SPDX-License-Identifier: GPL-3.0-or-later

/// One zone as reports and builders see it.
public struct ZoneRecord: Sendable {
    /// The zone's number: what events and tables of results call it.
    public let id: ZoneID
    /// What the layout and its tables call it: its number as they write it, `001` perhaps, or a name (`ZoneKey`).
    public let key: String
    /// The zone's name; its key when the layout gives none.
    public let name: String
    /// A place surely inside the zone.
    public let inside: Place
    /// Area in square metres, of the plane.
    public let area: Double
    /// Outlines for maps: polygons, each a list of rings (outer first), each ring a closed list of (longitude, latitude)
    /// in degrees. Drawn anew at each reading where the layout computes them: runs without a map need none.
    public var outline: [[[GeographicPoint]]] { draw() }

    private let draw: @Sendable () -> [[[GeographicPoint]]]

    /// Whether the layout calls the zone by its number.
    public var isNumbered: Bool { ZoneKey(key) == .number(id) }

    /// Key and name, for readers: `7 (BRERA)`; the key alone where that is the name.
    public var label: String { Self.label(key, name) }

    /// The same of a zone that is no record yet.
    package static func label(_ key: String, _ name: String) -> String {
        name == key ? key.shown : "\(key.shown) (\(name.shown))"
    }

    /// Makes a zone record. Without a key the layout calls the zone by its number.
    public init(
        id: ZoneID, key: String? = nil, name: String, inside: Place, area: Double,
        outline: @autoclosure @escaping @Sendable () -> [[[GeographicPoint]]]
    ) {
        self.id = id
        self.key = key ?? id.description
        self.name = name
        self.inside = inside
        self.area = area
        draw = outline
    }
}

/// A position on the globe, WGS 84.
@frozen
public struct GeographicPoint: Hashable, Codable, Sendable {
    /// Degrees east of Greenwich.
    public let longitude: Double
    /// Degrees north of the equator.
    public let latitude: Double

    /// Makes a position from degrees.
    @inlinable
    public init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }
}

/// Where a straight line passes from one zone into another, or out of all zones, or into one.
public struct ZoneCrossing: Hashable, Sendable {
    /// The share of the line at which the border is met, above 0 and at most 1.
    public let share: Double
    /// The zone entered; nil when the line leaves all zones.
    public let zone: ZoneID?

    /// Makes a crossing.
    public init(share: Double, zone: ZoneID?) {
        self.share = share
        self.zone = zone
    }
}

/// The set of all zones of a scenario, as the services and the population ask it.
///
/// A point in several zones belongs to the one with the lowest number; a point in none, but within the gap tolerance of
/// one, belongs to the nearest (DEC-ZONE-FLICKER).
///
/// A class, so that holding and asking one copies nothing.
public protocol ZoneLayout: AnyObject, Sendable {
    /// All zones, by rising number.
    var zones: [ZoneRecord] { get }
    /// The zone that holds a place, if any.
    func zone(at place: Place) -> ZoneID?
    /// The borders that the straight line meets, in order; empty when it stays in one zone (or outside all).
    func crossings(from start: Place, to end: Place) -> [ZoneCrossing]
    /// A place in the zone for two numbers from 0 up to 1: equal numbers give equal places, and uniform numbers give
    /// places spread evenly over the zone. Nil when the zone is not in the layout.
    func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place?
    /// The position of a place on the globe, for maps.
    func geographic(_ place: Place) -> GeographicPoint
    /// The place of a position on the globe.
    func place(_ point: GeographicPoint) -> Place
    /// Places whose convex hull holds all zones. Computed at each reading.
    var corners: [Place] { get }
}

extension ZoneLayout {
    /// The corners of all zones.
    public var corners: [Place] { zones.flatMap { $0.outline.joined().joined() }.map { place($0) } }

    /// The zones that the straight lines from each place to the next touch; nil among them where a line leaves all zones.
    public func zones(along places: [Place]) -> Set<ZoneID?> {
        guard let first = places.first else { return [] }
        return zip(places, places.dropFirst()).reduce(into: [zone(at: first)]) { zones, line in
            zones.formUnion(crossings(from: line.0, to: line.1).map(\.zone))
        }
    }
}
