// SPDX-License-Identifier: GPL-3.0-or-later

/// The arcs that some quickest way takes by a metric, of the points that have many: a climb along these alone finds the same.
///
/// An arc is left out when a way through points above its lower end takes less. Of equal ones both stay, so that the paths are the same
/// too: no quickest way has an arc that is left out. The points with many arcs are few, and are what most of a climb looks at: a list of
/// theirs alone takes next to no memory.
/// Source: perfect customization of Dibbelt, Strasser and Wagner, arXiv 1402.0402, section 7.
final class NeededArcs: Sendable {
    /// The needed arcs of one direction.
    struct Side: Sendable {
        /// A bit for each rank: whether the point has many arcs. How many of these come before each word of bits.
        let marks: [UInt64]
        let before: [UInt32]
        /// Where those of each of the points begin; one more for the end.
        let first: [UInt32]
        /// Their places among all arcs of their point, rising.
        let places: [UInt16]

        /// Where the needed arcs of a rank stand in `places`; nil for one that has few: all of its arcs are needed.
        @inline(__always)
        func range(of point: Int) -> Range<Int>? {
            guard point >> 6 < marks.count else { return nil }
            let (word, bit) = (marks[point >> 6], UInt64(1) << UInt64(point & 63))
            guard word & bit != 0 else { return nil }
            let index = Int(before[point >> 6]) + (word & (bit - 1)).nonzeroBitCount
            return Int(first[index])..<Int(first[index + 1])
        }

        /// No list: all arcs are needed, as far as is known.
        fileprivate init() { (marks, before, first, places) = ([], [], [], []) }

        fileprivate init(
            _ labels: [UInt64], least: [UInt64], _ points: [Int], _ marks: [UInt64], _ before: [UInt32],
            _ hierarchy: RoadHierarchy
        ) {
            (self.marks, self.before) = (marks, before)
            var (first, places): ([UInt32], [UInt16]) = ([0], [])
            for point in points {
                let start = Int(hierarchy.first[point])
                for arc in start..<Int(hierarchy.first[point + 1])
                where labels[arc] < RoadLabel.never && labels[arc] == least[arc] {
                    places.append(UInt16(arc - start))
                }
                first.append(UInt32(places.count))
            }
            (self.first, self.places) = (first, places)
        }
    }

    /// So many arcs are many.
    static let many = 32

    /// Of times that were searched seldom: all arcs are needed.
    static let unknown = NeededArcs()

    let up: Side
    let down: Side

    private init() { (up, down) = (Side(), Side()) }

    /// Finds them: takes about twice as long as customizing did.
    init(_ metric: RoadMetric, _ hierarchy: RoadHierarchy, many: Int = NeededArcs.many) {
        let (first, heads) = (hierarchy.first, hierarchy.heads)
        // What the quickest way between the ends of each arc takes: from the top on, as those above it are known then.
        var (up, down) = (metric.up, metric.down)
        for point in (0..<hierarchy.count).reversed() {
            let (start, end) = (Int(first[point]), Int(first[point + 1]))
            guard end - start > 1 else { continue }
            for low in start..<(end - 1) {
                var arc = Int(first[Int(heads[low])])
                for high in (low + 1)..<end {
                    let head = heads[high]
                    while heads[arc] != head { arc += 1 }
                    up[low] = min(up[low], up[high] &+ down[arc])
                    up[high] = min(up[high], up[low] &+ up[arc])
                    down[low] = min(down[low], up[arc] &+ down[high])
                    down[high] = min(down[high], down[arc] &+ down[low])
                    arc += 1
                }
            }
        }
        // A place is a word of 16 bits.
        let points = (0..<hierarchy.count).filter { many...Int(UInt16.max) ~= Int(first[$0 + 1] - first[$0]) }
        var marks = [UInt64](repeating: 0, count: hierarchy.count / 64 + 1)
        for point in points { marks[point >> 6] |= 1 << UInt64(point & 63) }
        let before = marks.reduce(into: [UInt32(0)]) { $0.append(($0.last ?? 0) + UInt32($1.nonzeroBitCount)) }
        self.up = Side(metric.up, least: up, points, marks, before, hierarchy)
        self.down = Side(metric.down, least: down, points, marks, before, hierarchy)
    }
}
