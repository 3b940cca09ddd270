// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Where the zones come from.
package enum LayoutSource: Codable, Hashable, Sendable {
    /// A GeoJSON file (path resolved against the scenario file's folder), with the names of the properties that hold the
    /// zone number and name.
    case geoJSON(path: String, number: String, name: String?)
    /// Square zones in rows and columns, numbered row by row from the south-west, from 1.
    case grid(rows: Int, columns: Int, cell: Distance, anchor: GeographicPoint)
}

/// The city: its zones.
package struct CitySection: Sendable {
    /// Where the zones come from.
    package var layout: LayoutSource
    /// A GeoJSON file with the city's outline (path resolved); nil for the hull of the zones and 1 km around it (TAXI-ZONE-01).
    package var outline: String?
    /// A point in no zone but this near to one belongs to it (DEC-ZONE-FLICKER). Default 10 m.
    package var gapTolerance: Distance = .metres(10)
    /// Overlap allowed, as a share of the smaller zone (TAXI-ZONE-02). Default 0.01.
    package var overlapTolerance = 0.01
    /// A change of zone counts when a vehicle reports a position this far from the first one beyond the border. Default 0 m.
    package var hysteresis: Distance = .zero
    /// Error of reported positions of vehicles in metres, nil for none (DEC-ZONE-FLICKER).
    package var positionError: Distribution?
    /// How many people live in each zone; nil when nobody says. Runs do not read it: comparisons count by it.
    package var residents: [ZoneID: Double]?
    /// The zones of the service where they are others than those that people's places are drawn in; nil for the same.
    package var serviceZones: LayoutSource?

    /// A city with this layout and default tolerances.
    package init(layout: LayoutSource) {
        self.layout = layout
    }
}

/// The streets that everybody goes along.
package struct RoadsSection: Sendable {
    /// The network (path resolved), as `cabrank roads import` makes it.
    package var file = ""
    /// The hash of its content; another network is refused. Nil for any.
    package var hash: String?
    /// Speed of vehicles between a place and its street, in metres per second. Default 10 km/h.
    package var offStreet = 10 / 3.6

    package init() {}
}

/// The lines of a city.
package struct TimetableSection: Sendable {
    /// The timetable (path resolved), as `cabrank transit import` makes it.
    package var file = ""
    /// The hash of its content; another timetable is refused. Nil for any.
    package var hash: String?
    /// The longest way on foot between two vehicles. Default 800 m.
    package var walk = Distance.metres(800)
    /// What such a change takes beside the walk. Default 60 s.
    package var change = TimeSpan.seconds(60)
    /// How late trips are; the first entry that names a line holds.
    package var late: [LineLateness] = []

    package init() {}
}

/// How much later than in the timetable the trips of a line are.
package struct LineLateness: Sendable {
    /// The line's name; nil for all.
    package var line: String?
    /// In seconds; drawn for each trip of each day.
    package var delay = Distribution.constant(0)
}

/// How long drives take.
package struct TravelSection: Sendable {
    /// The streets; nil for straight lines.
    package var roads: RoadsSection?
    /// The lines; nil for none.
    package var timetable: TimetableSection?
    /// A zone-to-zone table of times (path resolved), or nil for distance and speed alone.
    package var table: String?
    /// Driven distance divided by the straight distance. Default 1.3.
    package var circuity = 1.3
    /// Speed without traffic, in metres per second. Default 30 km/h.
    package var freeSpeed = 30 / 3.6
    /// Factors on the speed, by hour of departure (TAXI-CALL-15). Default 1.
    package var traffic = DayProfile.even(1)
    /// Walking speed in metres per second. Default 4.8 km/h.
    package var walkSpeed = 4.8 / 3.6
    /// A factor drawn for each drive, with mean about 1; nil for none. Estimates do not know it.
    package var variability: Distribution?
    /// When set, the approach takes a drawn time in seconds, whatever the distance; its mean is announced (reference models).
    package var approach: Distribution?
    /// Approach times are cut off here when set (DEC-PUNCTUALITY).
    package var longestApproach: TimeSpan?
    /// What services say of drives beside this, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]

    package init() {}
}
