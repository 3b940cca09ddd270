// SPDX-License-Identifier: GPL-3.0-or-later

/// A point of the city in a flat plane: whole millimetres east and north of the layout's origin.
///
/// Geographic positions are projected once, when the layout is loaded; see `CityMap`.
@frozen
public struct Place: Hashable, Codable, Sendable {
    /// Millimetres east of the origin.
    public let east: Int32
    /// Millimetres north of the origin.
    public let north: Int32

    /// Makes the place this many millimetres east and north of the origin.
    @inlinable
    public init(east: Int32, north: Int32) {
        self.east = east
        self.north = north
    }

    /// Makes a place from metres, rounded to the millimetre; traps beyond 2,147 km from the origin.
    @inlinable
    public init(metresEast: Double, north: Double) {
        self.init(east: Int32((metresEast * 1000).rounded()), north: Int32((north * 1000).rounded()))
    }

    /// The origin of the layout.
    public static let origin = Place(east: 0, north: 0)

    /// Metres east of the origin.
    @inlinable public var metresEast: Double { Double(east) / 1000 }
    /// Metres north of the origin.
    @inlinable public var metresNorth: Double { Double(north) / 1000 }

    /// The straight distance in the plane, rounded to the millimetre.
    @inlinable
    public func distance(to other: Place) -> Distance {
        let dx = Double(Int64(other.east) - Int64(east))
        let dy = Double(Int64(other.north) - Int64(north))
        return Distance(millimetres: Int64(nearest: (dx * dx + dy * dy).squareRoot()))
    }

    /// The place at a share of the straight line to another place; the share is 0 here and 1 there.
    @inlinable
    public func along(_ share: Double, to other: Place) -> Place {
        let dx = Double(Int64(other.east) - Int64(east)) * share
        let dy = Double(Int64(other.north) - Int64(north)) * share
        return Place(east: Int32(Int64(nearest: Double(east) + dx)), north: Int32(Int64(nearest: Double(north) + dy)))
    }

    /// The middle of the square cell of this side that holds the place: what an offer shows before acceptance
    /// (DEC-OFFER-LOCATION).
    @inlinable
    public func cell(side: Distance) -> Place {
        func middle(_ value: Int32) -> Int32 {
            let side = side.millimetres
            let low = (Int64(value) / side - (value < 0 && Int64(value) % side != 0 ? 1 : 0)) * side
            return Int32(low + side / 2)
        }
        return Place(east: middle(east), north: middle(north))
    }
}
