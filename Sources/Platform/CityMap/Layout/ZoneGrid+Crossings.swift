// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension ZoneGrid {
    /// The changes of zone along the straight line, as shares above 0 up to 1 and zone indexes (-1 for none).
    ///
    /// Walks the cells that the line passes. In a mixed cell the zone can change only where the line meets a border, or, in
    /// ground that no zone covers, where another zone becomes the nearest or the tolerance ends: those shares are computed,
    /// and the zone of each stretch between two of them is the zone of its middle.
    func crossings(from start: Place, to end: Place) -> [(share: Double, zone: Int)] {
        guard start != end, !isInOneZone(start, end) else { return [] }
        var walk = ZoneWalk(start, end, in: self)
        walk.run()
        return walk.changes
    }

    /// Whether all cells around both places are in one zone, or in none, as a whole: so it is with most pieces of a way along
    /// streets, which are short.
    private func isInOneZone(_ start: Place, _ end: Place) -> Bool {
        let west = Int((Int64(min(start.east, end.east)) - west) >> shift)
        let east = Int((Int64(max(start.east, end.east)) - self.west) >> shift)
        let south = Int((Int64(min(start.north, end.north)) - south) >> shift)
        let north = Int((Int64(max(start.north, end.north)) - self.south) >> shift)
        guard west >= 0, south >= 0, east < columns, north < rows, (east - west + 1) * (north - south + 1) <= 16 else {
            return false
        }
        let zone = cells[south * columns + west]
        guard zone >= 0 else { return false }
        for row in south...north {
            for column in west...east where cells[row * columns + column] != zone { return false }
        }
        return true
    }

    /// The borders that the stretch of a line meets near a mixed cell, as shares.
    func meetings(_ line: StraightLine, mixed cell: Int, _ shares: inout [Double]) {
        for index in Int(mixedStarts[cell])..<Int(mixedStarts[cell + 1]) {
            for edge in candidates[index].near { line.meet(nearEdges[Int(edge)], &shares) }
        }
    }

    /// The shares in a stretch in no zone at which another zone may become the nearest or the tolerance ends.
    func gapChanges(_ line: StraightLine, mixed cell: Int, _ from: Double, _ to: Double, _ shares: inout [Double]) {
        guard tolerance > 0 else { return }
        let limit = Double(tolerance * tolerance)
        var edges: [(zone: Int32, edge: Edge)] = []
        var breaks = [from, to]
        for index in Int(mixedStarts[cell])..<Int(mixedStarts[cell + 1]) {
            for number in candidates[index].near {
                let edge = nearEdges[Int(number)]
                edges.append((candidates[index].zone, edge))
                line.passEnds(of: edge, from, to, &breaks)
            }
        }
        breaks.sort()
        shares += breaks
        for (low, high) in zip(breaks, breaks.dropFirst()) where high > low {
            // Between two breaks each squared distance is one parabola.
            var parabolas: [(zone: Int32, curve: Parabola)] = []
            for (zone, edge) in edges {
                let curve = line.squaredDistance(to: edge, near: (low + high) / 2)
                if curve.least(low, high) <= limit { parabolas.append((zone, curve)) }
            }
            for (index, one) in parabolas.enumerated() {
                one.curve.minus(Parabola(limit)).roots(low, high, &shares)
                for other in parabolas[..<index] where other.zone != one.zone {
                    one.curve.minus(other.curve).roots(low, high, &shares)
                }
            }
        }
    }
}

/// One line through the grid, cell by cell, and the changes of zone found so far.
private struct ZoneWalk {
    private let grid: ZoneGrid
    private let start: Place
    private let end: Place
    private let line: StraightLine
    private var zone: Int
    /// Half a millimetre as a share: shorter stretches are below what places can tell apart.
    private let least: Double
    private(set) var changes: [(share: Double, zone: Int)] = []
    /// Where the line meets the borders of a cell: kept for its memory.
    private var meetings: [Double] = []

    init(_ start: Place, _ end: Place, in grid: ZoneGrid) {
        self.grid = grid
        self.start = start
        self.end = end
        line = StraightLine(start, end)
        zone = grid.zone(east: start.east, north: start.north)
        least = min(0.5 / (line.dx * line.dx + line.dy * line.dy).squareRoot(), 1)
    }

    mutating func run() {
        let side = Double(1 << grid.shift)
        let (sx, sy) = (line.x - Double(grid.west), line.y - Double(grid.south))
        var from = 0.0
        var to = 1.0
        clip(sx, line.dx, side * Double(grid.columns), &from, &to)
        clip(sy, line.dy, side * Double(grid.rows), &from, &to)
        var lineX = Self.firstLine(sx + from * line.dx, line.dx, side)
        var lineY = Self.firstLine(sy + from * line.dy, line.dy, side)
        var share = from
        while share < to {
            let atX = line.dx == 0 ? .infinity : (lineX * side - sx) / line.dx
            let atY = line.dy == 0 ? .infinity : (lineY * side - sy) / line.dy
            let next = min(atX, atY, to)
            if next > share {
                let middle = (share + next) / 2
                let column = Int(((sx + middle * line.dx) / side).rounded(.down))
                let row = Int(((sy + middle * line.dy) / side).rounded(.down))
                if column >= 0, row >= 0, column < grid.columns, row < grid.rows {
                    pass(grid.cells[row * grid.columns + column], share, next)
                }
                share = next
            }
            if atX <= next { lineX += line.dx > 0 ? 1 : -1 }
            if atY <= next { lineY += line.dy > 0 ? 1 : -1 }
        }
        // On a border the line's end may belong to another zone than the ground just before it.
        change(to: grid.zone(east: end.east, north: end.north), at: 1)
    }

    private static func firstLine(_ position: Double, _ step: Double, _ side: Double) -> Double {
        step > 0 ? (position / side).rounded(.down) + 1 : (position / side).rounded(.up) - 1
    }

    /// Narrows the shares to those inside the grid.
    private func clip(_ position: Double, _ step: Double, _ width: Double, _ from: inout Double, _ to: inout Double) {
        if step == 0 {
            if position < 0 || position > width { to = -1 }
            return
        }
        let (a, b) = (-position / step, (width - position) / step)
        from = max(from, min(a, b))
        to = min(to, max(a, b))
    }

    private mutating func change(to next: Int, at share: Double) {
        guard next != zone else { return }
        zone = next
        changes.append((min(max(share, least), 1), next))
    }

    private mutating func pass(_ cell: Int32, _ from: Double, _ to: Double) {
        guard cell < 0 else { return change(to: Int(cell) - 1, at: from) }
        let mixed = Int(-cell - 1)
        meetings.removeAll(keepingCapacity: true)
        grid.meetings(line, mixed: mixed, &meetings)
        Self.cut(&meetings, from, to)
        var low = from
        for high in meetings {
            if high - low >= least { passStretch(mixed, low, high) }
            low = high
        }
    }

    /// A stretch that meets no border of the mixed cell.
    private mutating func passStretch(_ mixed: Int, _ low: Double, _ high: Double) {
        let (found, isCovered) = middle(mixed, low, high)
        guard !isCovered else { return change(to: found, at: low) }
        var shares: [Double] = []
        grid.gapChanges(line, mixed: mixed, low, high, &shares)
        Self.cut(&shares, low, high)
        var from = low
        for share in shares {
            if share - from >= least { change(to: middle(mixed, from, share).zone, at: from) }
            from = share
        }
    }

    private func middle(_ mixed: Int, _ low: Double, _ high: Double) -> (zone: Int, isCovered: Bool) {
        let place = start.along((low + high) / 2, to: end)
        let row = Int((Int64(place.north) - grid.south) >> grid.shift)
        return grid.mixedZone(mixed, Int64(place.east), Int64(place.north), row: row)
    }

    /// Keeps the shares of a part of the line, in order, with its end.
    private static func cut(_ shares: inout [Double], _ from: Double, _ to: Double) {
        shares.removeAll { !($0 > from && $0 <= to) }
        if shares.count > 1 { shares.sort() }
        shares.append(to)
    }
}
