// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// The streets of a network as few long lines, for maps: pieces of like speed joined where they go straight on, and without the bends
/// that nobody sees.
package struct StreetDrawing: Sendable {
    /// The lines, the fastest streets first.
    package let lines: [StreetLine]

    /// Bends less than this many metres off the line are left out.
    static let tolerance = 8.0
    /// A line goes on where it turns by less than this: the cosine of 40 degrees.
    private static let straight = 0.766

    /// A street between two nodes, whichever way it may be driven.
    private struct Piece {
        let ends: (Int, Int)
        let weight: Int

        func other(than node: Int) -> Int { ends.0 == node ? ends.1 : ends.0 }
    }

    /// Draws all streets that are kept for anybody but people on foot alone.
    package init(_ network: StreetNetwork) {
        var pieces: [Piece] = []
        var known: Set<UInt64> = []
        for arc in 0..<network.arcCount {
            guard let time = StreetUser.motorised.lazy.compactMap({ network.milliseconds(arc, for: $0) }).first else {
                continue
            }
            let ends = [network.tails[arc], network.heads[arc]].sorted()
            guard ends[0] != ends[1], known.insert(UInt64(ends[0]) << 32 | UInt64(ends[1])).inserted else { continue }
            let kilometresAnHour = Double(network.millimetres[arc]) / Double(max(time, 1)) * 3.6
            let weight = kilometresAnHour > 50 ? 2 : kilometresAnHour > 30 ? 1 : 0
            pieces.append(Piece(ends: (Int(ends[0]), Int(ends[1])), weight: weight))
        }
        var at = [[Int]](repeating: [], count: network.nodeCount)
        for (number, piece) in pieces.enumerated() {
            at[piece.ends.0].append(number)
            at[piece.ends.1].append(number)
        }
        let flat = Flat(network)
        var isDrawn = [Bool](repeating: false, count: pieces.count)
        /// The piece that goes straight on from a node, and its other end.
        func next(_ before: Int, _ node: Int, _ weight: Int) -> (piece: Int, node: Int)? {
            var best: (cosine: Double, piece: Int, node: Int)?
            for number in at[node] where !isDrawn[number] && pieces[number].weight == weight {
                let beyond = pieces[number].other(than: node)
                let cosine = flat.cosine(before, node, beyond)
                if cosine > best?.cosine ?? Self.straight { best = (cosine, number, beyond) }
            }
            return best.map { ($0.piece, $0.node) }
        }
        var lines: [StreetLine] = []
        for (number, piece) in pieces.enumerated() where !isDrawn[number] {
            isDrawn[number] = true
            var nodes = [piece.ends.0, piece.ends.1]
            for _ in 0..<2 {
                while let found = next(nodes[nodes.count - 2], nodes[nodes.count - 1], piece.weight) {
                    isDrawn[found.piece] = true
                    nodes.append(found.node)
                }
                nodes.reverse()
            }
            let points = flat.simplified(nodes, Self.tolerance).map { node in
                GeographicPoint(
                    longitude: Double(network.longitudes[node]) / Globe.parts,
                    latitude: Double(network.latitudes[node]) / Globe.parts)
            }
            lines.append(StreetLine(points: points, weight: piece.weight))
        }
        self.lines = [2, 1, 0].flatMap { weight in lines.filter { $0.weight == weight } }
    }

    /// The nodes in a plane, in metres.
    private struct Flat {
        private let places: [(x: Double, y: Double)]

        init(_ network: StreetNetwork) {
            let middle = Double(network.latitudes.first ?? 0) / Globe.parts
            let scale = Globe.metresPerDegree(at: middle)
            places = (0..<network.nodeCount).map {
                (
                    Double(network.longitudes[$0]) / Globe.parts * scale.east,
                    Double(network.latitudes[$0]) / Globe.parts * scale.north
                )
            }
        }

        /// How straight it goes on from one node over another to a third: 1 for straight on, -1 for back.
        func cosine(_ from: Int, _ over: Int, _ to: Int) -> Double {
            let a = (x: places[over].x - places[from].x, y: places[over].y - places[from].y)
            let b = (x: places[to].x - places[over].x, y: places[to].y - places[over].y)
            let length = ((a.x * a.x + a.y * a.y) * (b.x * b.x + b.y * b.y)).squareRoot()
            return length > 0 ? (a.x * b.x + a.y * b.y) / length : -1
        }

        /// The nodes without which the line would lie farther off than the tolerance.
        ///
        /// Source: D. Douglas, T. Peucker, "Algorithms for the reduction of the number of points required to represent a digitized
        /// line", 1973.
        func simplified(_ nodes: [Int], _ tolerance: Double) -> [Int] {
            var isKept = [Bool](repeating: false, count: nodes.count)
            (isKept[0], isKept[nodes.count - 1]) = (true, true)
            var open = [(0, nodes.count - 1)]
            while let (first, last) = open.popLast() {
                guard last - first > 1 else { continue }
                let far = (first + 1..<last).map { ($0, distance(nodes[$0], nodes[first], nodes[last])) }
                    .max { $0.1 < $1.1 }
                guard let (index, distance) = far, distance > tolerance else { continue }
                isKept[index] = true
                open += [(first, index), (index, last)]
            }
            return zip(nodes, isKept).filter(\.1).map(\.0)
        }

        private func distance(_ node: Int, _ start: Int, _ end: Int) -> Double {
            let (p, a, b) = (places[node], places[start], places[end])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let length = dx * dx + dy * dy
            let share = length > 0 ? min(max(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0), 1) : 0
            let (x, y) = (a.x + share * dx - p.x, a.y + share * dy - p.y)
            return (x * x + y * y).squareRoot()
        }
    }
}
