// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// A flat city of strips side by side: zone 1 from 0 to 10 km east, zone 2 from 10 to 20 km, and so on.
///
/// The strip numbered `gap`, if any, belongs to no zone: a hole between its neighbours.
struct Strips {
    var zones: Int
    var gap: Int?

    func zone(at place: Place) -> ZoneID? {
        let strip = Int((place.metresEast / 10_000).rounded(.down)) + 1
        guard (1...zones).contains(strip), strip != gap else { return nil }
        return ZoneID(strip)
    }

    /// Whether a place is in the city: the strips, the hole among them, and 1 km at either end.
    func isInCity(_ place: Place) -> Bool {
        (-1_000...(Double(zones) * 10_000 + 1_000)).contains(place.metresEast)
    }

    /// The middle of a strip.
    static func middle(of zone: ZoneID) -> Place { .kilometres(Double(zone.number) * 10 - 5) }

    /// A place surely outside all zones.
    static var outside: Place { .kilometres(-5) }
}

/// Straight ways at one speed, in metres a second.
final class SteadyRouter: Router {
    let speed: Double

    init(speed: Double = 10) {
        self.speed = speed
    }

    func route(_ query: RouteQuery) -> Journey? {
        let distance = query.start.distance(to: query.end)
        return Journey(straight: query, distance, .seconds(distance.inMetres / speed))
    }
}
