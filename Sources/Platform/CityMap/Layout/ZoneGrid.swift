// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the zone of a place in some ten nanoseconds: a grid of square cells over all zones.
///
/// Most cells lie in one zone, or in none, far from every border: they answer at once. The others name the zones whose
/// borders come near, and only those are looked at.
///
/// Why this is not left to GEOS: its answer takes a microsecond and a C pointer that two threads may not use at once, and
/// every taxi asks at every corner. So GEOS checks, cuts and measures when a layout is loaded; here only the test "is this
/// point inside" is repeated, in exact whole numbers on the same millimetres that GEOS saw. Tests hold the two together.
///
/// Zones are indexed by rising zone number, so the lowest index wins. Value type of plain arrays: any thread may ask.
struct ZoneGrid: Sendable {
    /// One straight piece of a zone's border, its lower end first.
    struct Edge {
        let x1: Int32
        let y1: Int32
        let x2: Int32
        let y2: Int32
    }

    /// A zone whose border comes near a cell, or that covers a cell that others' borders cross.
    struct Candidate {
        let zone: Int32
        /// Whether the zone covers the whole cell: no border of it is near.
        let isWhole: Bool
        /// The pieces of its border near the cell, as a range of `nearEdges`.
        let near: Range<Int32>
    }

    /// Where a zone's rows stand in `rowStarts`.
    struct Rows {
        let first: Int
        let count: Int
        let start: Int
    }

    /// A cell in no zone and near none.
    static let empty: Int32 = 0

    /// South-west corner of the grid, in millimetres.
    let west: Int64
    let south: Int64
    /// A cell has 2^shift millimetres a side.
    let shift: Int64
    let columns: Int
    let rows: Int
    /// How far outside a zone a place may be and still belong to it, in millimetres.
    let tolerance: Int64

    /// For each cell, row by row: 0 = no zone, z > 0 = all in zone index z - 1, m < 0 = mixed, candidates at -m - 1.
    var cells: [Int32] = []
    /// Starts of the mixed cells' candidates, one more than there are mixed cells.
    var mixedStarts: [Int32] = []
    var candidates: [Candidate] = []
    var nearEdges: [Edge] = []
    /// For each zone and each grid row that it reaches, where the row's edges start in `rowEdges`.
    let zoneRows: [Rows]
    let rowStarts: [Int32]
    let rowEdges: [Edge]

    /// The index of the zone that a place belongs to, or -1.
    @inline(__always)
    func zone(east: Int32, north: Int32) -> Int {
        let x = Int64(east)
        let y = Int64(north)
        let column = (x - west) >> shift
        let row = (y - south) >> shift
        guard column >= 0, row >= 0, column < columns, row < rows else { return -1 }
        let cell = cells[Int(row) * columns + Int(column)]
        return cell >= 0 ? Int(cell) - 1 : mixedZone(Int(-cell - 1), x, y, row: Int(row)).zone
    }

    /// The zone of a point of a mixed cell, and whether a zone covers it (if not, it is taken in by the gap tolerance).
    func mixedZone(_ cell: Int, _ x: Int64, _ y: Int64, row: Int) -> (zone: Int, isCovered: Bool) {
        let range = Int(mixedStarts[cell])..<Int(mixedStarts[cell + 1])
        for index in range {
            let candidate = candidates[index]
            if candidate.isWhole || covers(Int(candidate.zone), x, y, row: row) { return (Int(candidate.zone), true) }
        }
        return (nearest(range, x, y), false)
    }

    /// Whether the zone's polygon holds the point; its border belongs to it.
    ///
    /// Counts how often a ray to the east meets the border (J. O'Rourke, Computational Geometry in C, section 7.4), with
    /// whole numbers that cannot overflow: both factors are below 2^30.
    func covers(_ zone: Int, _ x: Int64, _ y: Int64, row: Int) -> Bool {
        let rows = zoneRows[zone]
        let line = row - rows.first
        guard line >= 0, line < rows.count else { return false }
        var isInside = false
        for index in Int(rowStarts[rows.start + line])..<Int(rowStarts[rows.start + line + 1]) {
            let edge = rowEdges[index]
            let y1 = Int64(edge.y1)
            let y2 = Int64(edge.y2)
            if y < y1 || y > y2 { continue }
            let x1 = Int64(edge.x1)
            let x2 = Int64(edge.x2)
            if y1 == y2 {
                if x >= min(x1, x2), x <= max(x1, x2) { return true }
                continue
            }
            let side = (x2 - x1) * (y - y1) - (x - x1) * (y2 - y1)
            if side == 0 { return true }
            // Half-open in y, so that a corner counts once.
            if side > 0, y < y2 { isInside.toggle() }
        }
        return isInside
    }

    /// The nearest zone within the gap tolerance of a point in no zone, or -1; of equally near ones the lowest.
    private func nearest(_ range: Range<Int>, _ x: Int64, _ y: Int64) -> Int {
        var best = Double(tolerance * tolerance)
        var zone = -1
        for index in range {
            let candidate = candidates[index]
            for edge in candidate.near {
                let square = Self.squaredDistance(nearEdges[Int(edge)], x, y)
                if square < best || (square == best && zone < 0) {
                    best = square
                    zone = Int(candidate.zone)
                }
            }
        }
        return zone
    }

    /// The squared distance from a point to an edge, in square millimetres.
    private static func squaredDistance(_ edge: Edge, _ x: Int64, _ y: Int64) -> Double {
        let vx = Int64(edge.x2) - Int64(edge.x1)
        let vy = Int64(edge.y2) - Int64(edge.y1)
        let wx = x - Int64(edge.x1)
        let wy = y - Int64(edge.y1)
        let length = vx * vx + vy * vy
        let along = wx * vx + wy * vy
        if along <= 0 { return Double(wx * wx + wy * wy) }
        if along >= length {
            let (ex, ey) = (wx - vx, wy - vy)
            return Double(ex * ex + ey * ey)
        }
        let across = Double(wx * vy - wy * vx)
        return across * across / Double(length)
    }
}
