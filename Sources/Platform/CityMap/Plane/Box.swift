// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// An upright rectangle around places in whole units: millimetres of the plane, or the grid of a file.
struct Box: Sendable {
    var west = Int64.max
    var south = Int64.max
    var east = Int64.min
    var north = Int64.min

    mutating func add(_ x: Int64, _ y: Int64) {
        west = min(west, x)
        east = max(east, x)
        south = min(south, y)
        north = max(north, y)
    }

    func meets(_ other: Box) -> Bool {
        west <= other.east && other.west <= east && south <= other.north && other.south <= north
    }
}

extension Box {
    /// The smallest one around some rings, in millimetres.
    init(_ rings: [[Place]]) {
        self.init()
        for place in rings.joined() { add(Int64(place.east), Int64(place.north)) }
    }
}
