// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where the zones come from.
public enum LayoutSource: Codable, Hashable, Sendable {
    /// A GeoJSON file (path resolved against the scenario file's folder), with the names of the properties that hold the
    /// zone number and name.
    case geoJSON(path: String, number: String, name: String?)
    /// Square zones in rows and columns, numbered row by row from the south-west, from 1.
    case grid(rows: Int, columns: Int, cell: Distance, anchor: GeographicPoint)
}

/// The city: its zones.
public struct CitySection: Sendable {
    /// Where the zones come from.
    public var layout: LayoutSource
    /// A GeoJSON file with the city's outline (path resolved); nil for the hull of the zones and 1 km around it (TAXI-ZONE-01).
    public var outline: String?
    /// A point in no zone but this near to one belongs to it (DEC-ZONE-FLICKER). Default 10 m.
    public var gapTolerance: Distance = .metres(10)
    /// Overlap allowed, as a share of the smaller zone (TAXI-ZONE-02). Default 0.01.
    public var overlapTolerance = 0.01
    /// A change of zone counts when a vehicle reports a position this far from the first one beyond the border. Default 0 m.
    public var hysteresis: Distance = .zero
    /// Error of reported positions of vehicles in metres, nil for none (DEC-ZONE-FLICKER).
    public var positionError: Distribution?
    /// How many people live in each zone; nil when nobody says. Runs do not read it: comparisons count by it.
    public var residents: [ZoneID: Double]?
    /// The zones of the service where they are others than those that people's places are drawn in; nil for the same.
    public var serviceZones: LayoutSource?

    /// A city with this layout and default tolerances.
    public init(layout: LayoutSource) {
        self.layout = layout
    }
}

/// How long drives take.
public struct TravelSection: Sendable {
    /// A zone-to-zone table of times (path resolved), or nil for distance and speed alone.
    public var table: String?
    /// Driven distance divided by the straight distance. Default 1.3.
    public var circuity = 1.3
    /// Speed without traffic, in metres per second. Default 30 km/h.
    public var freeSpeed = 30 / 3.6
    /// 24 factors on the speed, by hour of departure (TAXI-CALL-15). Default 1.
    public var traffic = [Double](repeating: 1, count: 24)
    /// Walking speed in metres per second. Default 4.8 km/h.
    public var walkSpeed = 4.8 / 3.6
    /// A factor drawn for each drive, with mean about 1; nil for none. Estimates do not know it.
    public var variability: Distribution?
    /// When set, the approach takes a drawn time in seconds, whatever the distance; its mean is announced (reference models).
    public var approach: Distribution?
    /// Approach times are cut off here when set (DEC-PUNCTUALITY).
    public var longestApproach: TimeSpan?
    /// What services say of drives beside this, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]

    /// Default travel.
    public init() {}
}
