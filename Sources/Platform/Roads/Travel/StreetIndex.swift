// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// Where a position joins the streets of a user: the nearest point of the nearest street that is kept for it.
package struct StreetJoint: Hashable, Sendable {
    /// The arcs of the street, one for each direction that the user may take, each with the share of it that lies before the point.
    package let arcs: [Arc]
    /// Metres from the position to the point, in a straight line.
    package let metres: Double

    /// A direction of the street.
    package struct Arc: Hashable, Sendable {
        package let arc: Int
        /// The share of it before the point, from 0 to 1.
        package let share: Double
    }
}

/// Finds the nearest street of a user: the arcs of a network in the cells of a grid.
package struct StreetIndex: Sendable {
    private let network: StreetNetwork
    /// Metres a degree east and north.
    private let scale: (east: Double, north: Double)
    private let west: Double
    private let south: Double
    private let columns: Int
    private let rows: Int
    private let first: [UInt32]
    private let arcs: [UInt32]
    /// Where each node is, in metres east and north of the corner.
    private let flats: [(x: Double, y: Double)]
    /// Side of a cell in metres.
    private static let side = 150.0

    /// Makes the index of all arcs that are kept for anybody.
    package init(_ network: StreetNetwork) {
        self.network = network
        func degrees(_ value: Int32?) -> Double { Double(value ?? 0) / Globe.parts }
        (west, south) = (degrees(network.longitudes.min()), degrees(network.latitudes.min()))
        let (east, north) = (degrees(network.longitudes.max()), degrees(network.latitudes.max()))
        scale = Globe.metresPerDegree(at: (south + north) / 2)
        // Of a country the cells are as few as of a city.
        columns = min(max(1, Int((east - west) * scale.east / Self.side) + 1), 4000)
        rows = min(max(1, Int((north - south) * scale.north / Self.side) + 1), 4000)
        let (corner, metres, most) = ((west, south), scale, (columns - 1, rows - 1))
        let flats = zip(network.longitudes, network.latitudes).map { longitude, latitude in
            ((degrees(longitude) - corner.0) * metres.east, (degrees(latitude) - corner.1) * metres.north)
        }
        func cell(_ node: UInt32) -> (Int, Int) {
            let flat = flats[Int(node)]
            return (min(Int(flat.0 / Self.side), most.0), min(Int(flat.1 / Self.side), most.1))
        }
        var pairs: [UInt64] = []
        for arc in 0..<network.arcCount where network.kept[arc] != 0 {
            let (a, b) = (cell(network.tails[arc]), cell(network.heads[arc]))
            for row in min(a.1, b.1)...max(a.1, b.1) {
                for column in min(a.0, b.0)...max(a.0, b.0) {
                    pairs.append(UInt64(row * (most.0 + 1) + column) << 32 | UInt64(arc))
                }
            }
        }
        pairs.sort()
        var first = [UInt32](repeating: 0, count: columns * rows + 1)
        for pair in pairs { first[Int(pair >> 32) + 1] += 1 }
        for index in 1..<first.count { first[index] += first[index - 1] }
        self.first = first
        arcs = pairs.map { UInt32(truncatingIfNeeded: $0) }
        self.flats = flats
    }

    /// Where a position joins the streets of a user; nil when none is kept for it. Of streets equally near the one with the lowest
    /// arc.
    package func joint(_ point: GeographicPoint, for user: StreetUser) -> StreetJoint? {
        let x = (point.longitude - west) * scale.east
        let y = (point.latitude - south) * scale.north
        let (column, row) = (Self.clamped(x / Self.side, columns), Self.clamped(y / Self.side, rows))
        var best: (distance: Double, arc: Int, share: Double)?
        for ring in 0..<max(columns, rows) {
            if let best {
                // Cells of this ring are at least so far from the position, when that lies in the middle cell; else farther.
                let near = Double(ring - 1) * Self.side
                if near > 0, near * near > best.distance { break }
            }
            for cellRow in (row - ring)...(row + ring) where cellRow >= 0 && cellRow < rows {
                let isEdge = abs(cellRow - row) == ring
                for cellColumn in stride(
                    from: column - ring, through: column + ring, by: isEdge || ring == 0 ? 1 : 2 * ring)
                where cellColumn >= 0 && cellColumn < columns {
                    let beside = Self.beside(x, cellColumn, of: columns)
                    let above = Self.beside(y, cellRow, of: rows)
                    // The nearest street is registered in the cell of its nearest point.
                    if let best, beside * beside + above * above > best.distance { continue }
                    look(in: cellRow * columns + cellColumn, x, y, user, &best)
                }
            }
        }
        return best.map { joint(point, $0.arc, $0.share, user) }
    }

    private static func clamped(_ value: Double, _ count: Int) -> Int {
        value.isFinite ? Int(min(max(value, 0), Double(count - 1))) : 0
    }

    /// How far a coordinate is outside of a row or column of cells, less a hair, which rounding may put on the other side.
    private static func beside(_ value: Double, _ index: Int, of count: Int) -> Double {
        let low = Double(index) * side
        // The last one has all that lies beyond.
        let high = index == count - 1 ? Double.infinity : low + side
        return max(0, max(low - value, value - high) - 1e-6)
    }

    private func look(
        in cell: Int, _ x: Double, _ y: Double, _ user: StreetUser,
        _ best: inout (distance: Double, arc: Int, share: Double)?
    ) {
        for index in Int(first[cell])..<Int(first[cell + 1]) {
            let arc = Int(arcs[index])
            guard network.isKept(arc, for: user) else { continue }
            let (a, b) = (flats[Int(network.tails[arc])], flats[Int(network.heads[arc])])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            let share = length > 0 ? min(max(((x - a.x) * dx + (y - a.y) * dy) / length, 0), 1) : 0
            let (ex, ey) = (a.x + share * dx - x, a.y + share * dy - y)
            let distance = ex * ex + ey * ey
            if distance < best?.distance ?? .infinity || (distance == best?.distance && arc < best?.arc ?? 0) {
                best = (distance, arc, share)
            }
        }
    }

    /// The joint on a street, with the arc that leads back along it where there is one.
    private func joint(_ point: GeographicPoint, _ arc: Int, _ share: Double, _ user: StreetUser) -> StreetJoint {
        let (tail, head) = (network.tails[arc], network.heads[arc])
        let (a, b) = (network.position(Int(tail)), network.position(Int(head)))
        func between(_ a: Int32, _ b: Int32) -> Int32 { Int32((Double(a) + (Double(b) - Double(a)) * share).rounded()) }
        func part(_ degrees: Double) -> Int32 { Int32((degrees * Globe.parts).rounded()) }
        let metres = Globe.metres(
            (part(point.longitude), part(point.latitude)),
            (between(a.longitude, b.longitude), between(a.latitude, b.latitude)))
        var found = [StreetJoint.Arc(arc: arc, share: share)]
        // Both directions of a way are next to each other; of parallel ways each is a street of its own.
        for back in [arc - 1, arc + 1] where network.tails.indices.contains(back) {
            guard network.tails[back] == head, network.heads[back] == tail, network.isKept(back, for: user),
                network.edgeIDs[back] == network.edgeIDs[arc]
            else { continue }
            found.append(.init(arc: back, share: 1 - share))
        }
        if found.count == 1 {
            // Of tables the way back is an edge of its own.
            let others = back(from: head, to: tail, near: tail)
            for other in others where network.isKept(other, for: user) {
                found.append(.init(arc: other, share: 1 - share))
            }
        }
        return StreetJoint(arcs: found, metres: metres)
    }

    /// The first arc that leads from a node to another one, among those in the cell of a node.
    private func back(from start: UInt32, to end: UInt32, near node: UInt32) -> [Int] {
        let place = flats[Int(node)]
        let cell =
            Self.clamped(place.y / Self.side, rows) * columns + Self.clamped(place.x / Self.side, columns)
        return arcs[Int(first[cell])..<Int(first[cell + 1])].map { Int($0) }
            .first { network.tails[$0] == start && network.heads[$0] == end }.map { [$0] } ?? []
    }
}
