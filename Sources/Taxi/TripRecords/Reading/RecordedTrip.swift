// SPDX-License-Identifier: GPL-3.0-or-later

/// One ride of a record, 56 bytes: of a million of them all are kept.
struct RecordedTrip: Hashable {
    /// When it began, in Unix seconds.
    var start: Int64
    /// How long it took, in seconds.
    var ride: Int32
    /// How far the city's clock was ahead of universal time then, in seconds.
    var offset: Int32
    /// Where it began, as an index of the map's zones; `outside`.
    var from: Int32
    /// Where it ended.
    var to: Int32
    /// The taxi, counted from 0; `none` without ids.
    var taxi: Int32
    /// Its line in the file.
    let row: Int32
    /// Metres of the straight line between its ends, for judging its speed: between its points, or between the middles of its zones. What
    /// the law of rides is fitted to is `ZoneDistances`.
    var straight: Float
    /// Metres that it went; 0 when that is not known.
    var driven: Float
    /// The longest time without a sign of the taxi before it, in seconds; `none` when that is not known.
    var silence: Int32
    /// How many travelled; 0 when that is not known.
    var people: Int32
    /// How long the taxi was vacant before it, in seconds; `none` when that is not known.
    var vacant = RecordedTrip.none

    static let none: Int32 = -1
    static let outside: Int32 = -1

    /// When it ended, in Unix seconds.
    var end: Int64 { start + Int64(ride) }
    /// What the city's clock showed at its start: seconds since 1970-01-01 00:00 as if it knew no change.
    var wall: Int64 { start + Int64(offset) }
    /// Whether both ends are on the map.
    var isInside: Bool { from >= 0 && to >= 0 }
}
