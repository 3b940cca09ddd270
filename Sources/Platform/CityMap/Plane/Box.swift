// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The smallest upright rectangle around some rings, in millimetres.
struct Box {
    var west = Int64.max
    var south = Int64.max
    var east = Int64.min
    var north = Int64.min

    init(_ rings: [[Place]]) {
        for place in rings.joined() {
            west = min(west, Int64(place.east))
            east = max(east, Int64(place.east))
            south = min(south, Int64(place.north))
            north = max(north, Int64(place.north))
        }
    }

    func meets(_ other: Box) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }
}
