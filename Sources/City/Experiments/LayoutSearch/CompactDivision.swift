// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams

/// Divides cells into compact zones that are small where weights are dense: each cell belongs to the nearest of some
/// centres, and each centre lies in the middle of its cells' weights (a centroidal Voronoi division by Lloyd's algorithm;
/// Q. Du, V. Faber and M. Gunzburger, "Centroidal Voronoi Tessellations", SIAM Review 41, 1999).
struct CompactDivision {
    let graph: CellGraph
    /// By cell, at least 0.
    let weights: [Double]

    private typealias Point = (x: Double, y: Double)
    private static let attempts = 4, mostRounds = 60

    /// The best of a few attempts, each with other centres to begin with; zones that do not hang together are mended.
    ///
    /// - Parameter count: at least 1 and at most as many as there are cells of some weight; fewer zones may come out.
    func divided(into count: Int, _ stream: inout RandomStream) -> Partition {
        let points = graph.middles.map { (x: Double($0.east), y: Double($0.north)) }
        var best: (sum: Double, labels: [Int]) = (.infinity, [])
        for _ in 0..<Self.attempts {
            let found = settled(beginning(count, points, &stream), points)
            if found.sum < best.sum { best = found }
        }
        return connected(best.labels)
    }

    private func distance(_ one: Point, _ other: Point) -> Double {
        (one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)
    }

    /// Centres far from each other (D. Arthur and S. Vassilvitskii, "k-means++", SODA 2007).
    private func beginning(_ count: Int, _ points: [Point], _ stream: inout RandomStream) -> [Point] {
        var centres = [points[stream.pick(weights: weights)]]
        var nearest = points.map { distance($0, centres[0]) }
        while centres.count < count {
            let next = points[stream.pick(weights: zip(weights, nearest).map { $0 * $1 })]
            centres.append(next)
            for index in points.indices { nearest[index] = min(nearest[index], distance(points[index], next)) }
        }
        return centres
    }

    /// Cells to the nearest centre, centres into the middle of their cells, until nothing changes.
    private func settled(_ begun: [Point], _ points: [Point]) -> (sum: Double, labels: [Int]) {
        var centres = begun
        var labels: [Int] = []
        var sum = 0.0
        for _ in 0..<Self.mostRounds {
            sum = 0
            let next = points.indices.map { cell -> Int in
                var best = (centre: 0, distance: Double.infinity)
                for (index, centre) in centres.enumerated() {
                    let distance = distance(points[cell], centre)
                    if distance < best.distance { best = (index, distance) }
                }
                sum += weights[cell] * best.distance
                return best.centre
            }
            if next == labels { break }
            labels = next
            var sums = [(x: Double, y: Double, weight: Double)](repeating: (0, 0, 0), count: centres.count)
            for (cell, label) in labels.enumerated() {
                sums[label].x += weights[cell] * points[cell].x
                sums[label].y += weights[cell] * points[cell].y
                sums[label].weight += weights[cell]
            }
            for (index, sum) in sums.enumerated() where sum.weight > 0 {
                centres[index] = (sum.x / sum.weight, sum.y / sum.weight)
            }
        }
        return (sum, labels)
    }

    /// Of a zone in several pieces the largest stays; the cells of the others go to the neighbour with the longest border.
    private func connected(_ labels: [Int]) -> Partition {
        var labels = labels
        for label in Set(labels).sorted() {
            let cells = labels.indices.filter { labels[$0] == label }
            var left = Set(cells)
            var pieces: [[Int]] = []
            for cell in cells where left.contains(cell) {
                let piece = graph.reached(from: cell, within: left)
                left.subtract(piece)
                pieces.append(piece)
            }
            let largest = pieces.max { (graph.area(of: $0), $1[0]) < (graph.area(of: $1), $0[0]) }
            for cell in pieces.filter({ $0 != largest }).joined() { labels[cell] = -1 }
        }
        var stray = labels.indices.filter { labels[$0] < 0 }
        while !stray.isEmpty {
            let before = stray.count
            for cell in stray {
                var borders: [Int: Double] = [:]
                for (other, length) in graph.borders[cell] where labels[other] >= 0 {
                    borders[labels[other], default: 0] += length
                }
                if let owner = borders.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
                    labels[cell] = owner
                }
            }
            stray.removeAll { labels[$0] >= 0 }
            // An island without neighbours is a zone of its own.
            if stray.count == before {
                stray.removeAll { cell in
                    labels[cell] = labels.count + cell; return true
                }
            }
        }
        return Partition(labels)
    }
}
