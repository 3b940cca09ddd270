// SPDX-License-Identifier: GPL-3.0-or-later
public import CityModel

/// Zones that are equal squares in rows and columns, for validation and benchmark scenarios.
///
/// The zones are numbered 1, 2, 3, ... from west to east, row after row from south to north: zone 1 is the south-west
/// corner. `Place.origin` is the south-west corner of zone 1 and lies at the anchor. A border belongs to the lower number.
/// There are no gaps, so there is no gap tolerance: a place beyond the outer border is in no zone.
public final class GridLayout: ZoneLayout {
    /// All zones, by rising number.
    public let zones: [ZoneRecord]
    /// Number of rows, from south to north.
    public let rows: Int
    /// Number of columns, from west to east.
    public let columns: Int
    /// Side of a square.
    public let side: Distance
    private let plane: LocalPlane
    private let sideLength: UInt32
    private let width: Int32
    private let height: Int32

    /// Makes a grid.
    ///
    /// - Parameters:
    ///   - rows: number of rows, at least 1.
    ///   - columns: number of columns, at least 1.
    ///   - side: side of a square, at least 1 mm; the whole grid may be at most 2,147 km wide and high.
    ///   - anchor: the position of the south-west corner, for maps.
    public init(rows: Int, columns: Int, side: Distance, anchor: GeographicPoint) {
        precondition(rows > 0 && columns > 0 && side > .zero, "a grid has rows, columns and a side")
        precondition(
            side.millimetres * Int64(max(rows, columns)) <= Int64(Int32.max),
            "the grid is wider or higher than 2,147 km")
        self.rows = rows
        self.columns = columns
        self.side = side
        let plane = LocalPlane(centre: anchor)
        self.plane = plane
        let length = Int32(side.millimetres)
        sideLength = UInt32(length)
        width = length * Int32(columns)
        height = length * Int32(rows)
        zones = (0..<rows * columns).map { index in
            let west = Int32(index % columns) * length
            let south = Int32(index / columns) * length
            let corners = [
                (west, south), (west + length, south), (west + length, south + length), (west, south + length),
            ]
            let id = ZoneID(index + 1)
            // Rounded up: the south and west border of a square belong to its neighbours.
            let middle = Place(east: west + (length + 1) / 2, north: south + (length + 1) / 2)
            return ZoneRecord(
                id: id, name: id.description, inside: middle, area: side.inMetres * side.inMetres,
                outline: [[(corners + [(west, south)]).map { plane.geographic(Place(east: $0.0, north: $0.1)) }]])
        }
    }

    /// The zone that holds a place.
    public func zone(at place: Place) -> ZoneID? {
        guard place.east >= 0, place.north >= 0, place.east <= width, place.north <= height else { return nil }
        // Places 1...side are in the first square, and 0 too.
        let column = UInt32(max(place.east, 1) - 1) / sideLength
        let row = UInt32(max(place.north, 1) - 1) / sideLength
        return ZoneID(Int(row) * columns + Int(column) + 1)
    }

    /// The borders that the straight way meets, in order. Way and borders are compared in whole numbers; only the share is
    /// rounded, once.
    public func crossings(from start: Place, to end: Place) -> [ZoneCrossing] {
        let least = 0.5 / max(Double(start.distance(to: end).millimetres), 1)
        var across = Lines(Int64(start.east), Int64(end.east), side.millimetres, columns)
        var along = Lines(Int64(start.north), Int64(end.north), side.millimetres, rows)
        var zone = self.zone(at: start)
        var crossings: [ZoneCrossing] = []
        while let share = [across.next, along.next].compactMap({ $0 }).min() {
            // At a corner both borders are met at one share.
            if across.next == share { across.pass() }
            if along.next == share { along.pass() }
            let next = across.square.flatMap { column in along.square.map { ZoneID($0 * columns + column + 1) } }
            guard next != zone else { continue }
            zone = next
            crossings.append(ZoneCrossing(share: max(share, least), zone: next))
        }
        return crossings
    }

    /// A place in the zone for two numbers from 0 up to 1.
    public func place(in zone: ZoneID, _ u: Double, _ v: Double) -> Place? {
        guard zone.number > 0, zone.index <= rows * columns else { return nil }
        let (row, column) = (zone.index - 1).quotientAndRemainder(dividingBy: columns)
        func position(_ square: Int, _ share: Double) -> Int32 {
            let step = min(Int64(share * Double(sideLength)), Int64(sideLength) - 1)
            return Int32(Int64(square) * Int64(sideLength) + 1 + max(step, 0))
        }
        return Place(east: position(column, u), north: position(row, v))
    }

    /// The corners of the whole grid.
    public var corners: [Place] {
        [.origin, Place(east: width, north: 0), Place(east: width, north: height), Place(east: 0, north: height)]
    }

    /// The position of a place on the globe.
    public func geographic(_ place: Place) -> GeographicPoint { plane.geographic(place) }

    /// The place of a position on the globe.
    public func place(_ point: GeographicPoint) -> Place { plane.place(point) }
}

/// The border lines that a way meets along one axis, in order.
private struct Lines {
    private let start: Int64
    private let step: Int64
    private let side: Int64
    private let count: Int64
    // The next line and the last one to meet; line k lies at k * side.
    private var line: Int64
    private let last: Int64
    private var index: Int64

    /// The row or column that the way is in; nil when outside.
    var square: Int? { index < 0 || index >= count ? nil : Int(index) }

    init(_ start: Int64, _ end: Int64, _ side: Int64, _ count: Int) {
        self.start = start
        step = end - start
        self.side = side
        self.count = Int64(count)
        // Going up, a line k is left behind once the way is above it, and line 0 once it is reached: it belongs to square 0.
        let from = Self.square(start, side)
        let to = Self.square(end, side)
        index = from
        line = step > 0 ? from + 1 : from
        last = step > 0 ? to : to + 1
    }

    /// The share at which the next line is met; nil when there is none, or none that counts.
    var next: Double? {
        guard step > 0 ? line <= min(last, count) : step < 0 && line >= max(last, 0) else { return nil }
        return Double(line * side - start) / Double(step)
    }

    mutating func pass() {
        index = step > 0 ? line : line - 1
        line += step > 0 ? 1 : -1
        // Lines far outside of the grid change nothing: skip to its border.
        if step > 0 { line = max(line, min(0, last)) }
        if step < 0 { line = min(line, max(count, last)) }
    }

    /// Square k holds the positions above k * side up to (k + 1) * side; square 0 also holds 0.
    private static func square(_ position: Int64, _ side: Int64) -> Int64 {
        if position == 0 { return 0 }
        let above = position - 1
        return above >= 0 ? above / side : -((-above + side - 1) / side)
    }
}
