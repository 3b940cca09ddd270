// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension ZoneGrid {
    /// Beyond the tolerance, so that no rounding ever leaves an edge out of a cell.
    private static let slack: Int64 = 3

    /// Builds the grid over the zones' rings (even-odd, so holes and several polygons need no mark), by rising number.
    init(_ zones: [[[Place]]], tolerance: Distance) {
        let pad = tolerance.millimetres + Self.slack
        let edges = zones.map { $0.flatMap(Self.edges) }
        self = ZoneGrid(frameOf: edges, Box(zones.flatMap { $0 }), tolerance: tolerance, pad: pad)
            .filled(edges, pad: pad)
    }

    /// The size of the grid and the edges by row, without cells.
    private init(frameOf edges: [[Edge]], _ box: Box, tolerance: Distance, pad: Int64) {
        let (west, south) = (box.west - pad, box.south - pad)
        let (width, height) = (box.east + pad - west, box.north + pad - south)
        // Cells as small as pays: about 64 for each edge, at most 131,072 (half a megabyte), not smaller than the tolerance.
        let most = min(max(64 * Int64(edges.reduce(0) { $0 + $1.count }), 1024), 131_072)
        var shift: Int64 = 10
        while ((width >> shift) + 1) * ((height >> shift) + 1) > most || (1 << shift) < pad { shift += 1 }
        self.west = west
        self.south = south
        self.shift = shift
        self.tolerance = tolerance.millimetres
        columns = Int(width >> shift) + 1
        rows = Int(height >> shift) + 1

        var zoneRows: [Rows] = []
        var rowStarts: [Int32] = []
        var rowEdges: [Edge] = []
        for zone in edges {
            let first = Int(((zone.map { Int64($0.y1) }.min() ?? south) - south) >> shift)
            let last = Int(((zone.map { Int64($0.y2) }.max() ?? south) - south) >> shift)
            var lines = [[Edge]](repeating: [], count: last - first + 1)
            for edge in zone {
                let reached = Int((Int64(edge.y1) - south) >> shift)...Int((Int64(edge.y2) - south) >> shift)
                for row in reached { lines[row - first].append(edge) }
            }
            zoneRows.append(Rows(first: first, count: lines.count, start: rowStarts.count))
            for line in lines {
                rowStarts.append(Int32(rowEdges.count))
                rowEdges += line
            }
            rowStarts.append(Int32(rowEdges.count))
        }
        self.zoneRows = zoneRows
        self.rowStarts = rowStarts
        self.rowEdges = rowEdges
    }

    /// The grid with its cells: for each zone first the cells near its border, then those wholly inside.
    private func filled(_ edges: [[Edge]], pad: Int64) -> ZoneGrid {
        var near: [Near] = []
        var whole = [Int32](repeating: -1, count: columns * rows)
        var touchedBy = [Int32](repeating: -1, count: columns * rows)
        for (zone, pieces) in edges.enumerated() {
            var (left, right) = (columns, -1)
            for (number, edge) in pieces.enumerated() {
                eachCell(near: edge, pad: pad) { cell, column in
                    near.append(Near(cell: Int32(cell), zone: Int32(zone), edge: Int32(number)))
                    touchedBy[cell] = Int32(zone)
                    left = min(left, column)
                    right = max(right, column)
                }
            }
            let reached = zoneRows[zone]
            for row in reached.first..<reached.first + reached.count where left <= right {
                let y = south + (Int64(row) << shift) + (1 << (shift - 1))
                for column in left...right {
                    let cell = row * columns + column
                    guard whole[cell] < 0, touchedBy[cell] != Int32(zone) else { continue }
                    let x = west + (Int64(column) << shift) + (1 << (shift - 1))
                    if covers(zone, x, y, row: row) { whole[cell] = Int32(zone) }
                }
            }
        }
        near.sort { ($0.cell, $0.zone, $0.edge) < ($1.cell, $1.zone, $1.edge) }
        return gathered(edges, near, whole)
    }

    /// Puts the cells' near edges and covering zones into the final lists.
    private func gathered(_ edges: [[Edge]], _ near: [Near], _ whole: [Int32]) -> ZoneGrid {
        var cells = whole.map { $0 + 1 }
        var starts: [Int32] = []
        var candidates: [Candidate] = []
        var nearEdges: [Edge] = []
        var next = near.startIndex
        while next < near.endIndex {
            let cell = Int(near[next].cell)
            starts.append(Int32(candidates.count))
            cells[cell] = -Int32(starts.count)
            while next < near.endIndex, near[next].cell == cell {
                let zone = near[next].zone
                let first = Int32(nearEdges.count)
                while next < near.endIndex, near[next].cell == cell, near[next].zone == zone {
                    nearEdges.append(edges[Int(zone)][Int(near[next].edge)])
                    next += 1
                }
                candidates.append(Candidate(zone: zone, isWhole: false, near: first..<Int32(nearEdges.count)))
            }
            guard whole[cell] >= 0 else { continue }
            // Zones above one that covers the whole cell can never win in it.
            while let last = candidates.last, candidates.count > Int(starts[starts.count - 1]), last.zone > whole[cell]
            {
                candidates.removeLast()
                nearEdges.removeSubrange(Int(last.near.lowerBound)...)
            }
            candidates.append(Candidate(zone: whole[cell], isWhole: true, near: 0..<0))
        }
        starts.append(Int32(candidates.count))
        var grid = self
        grid.cells = cells
        grid.mixedStarts = starts
        grid.candidates = candidates
        grid.nearEdges = nearEdges
        return grid
    }

    /// Calls for every cell that has a point within `pad` of the edge (and for some more beside it).
    private func eachCell(near edge: Edge, pad: Int64, _ body: (_ cell: Int, _ column: Int) -> Void) {
        let (x1, y1) = (Double(edge.x1), Double(edge.y1))
        let (dx, dy) = (Double(edge.x2) - x1, Double(edge.y2) - y1)
        let wide = Double(pad)
        let low = max(Int((Int64(edge.y1) - pad - south) >> shift), 0)
        let high = min(Int((Int64(edge.y2) + pad - south) >> shift), rows - 1)
        for row in low...high {
            // The part of the edge in the row's height, and its reach in x.
            let bottom = Double(south + (Int64(row) << shift)) - wide
            let top = Double(south + (Int64(row + 1) << shift)) + wide
            let from = dy == 0 ? 0 : min(max((bottom - y1) / dy, 0), 1)
            let to = dy == 0 ? 1 : min(max((top - y1) / dy, 0), 1)
            let (a, b) = (x1 + from * dx, x1 + to * dx)
            let left = (Int64(min(a, b).rounded(.down)) - pad - west) >> shift
            let right = (Int64(max(a, b).rounded(.up)) + pad - west) >> shift
            for column in max(Int(left), 0)...min(Int(right), columns - 1) { body(row * columns + column, column) }
        }
    }

    private static func edges(_ ring: [Place]) -> [Edge] {
        zip(ring, ring.dropFirst()).compactMap { a, b in
            guard a != b else { return nil }
            return a.north <= b.north
                ? Edge(x1: a.east, y1: a.north, x2: b.east, y2: b.north)
                : Edge(x1: b.east, y1: b.north, x2: a.east, y2: a.north)
        }
    }

    private struct Near {
        let cell: Int32
        let zone: Int32
        let edge: Int32
    }
}
