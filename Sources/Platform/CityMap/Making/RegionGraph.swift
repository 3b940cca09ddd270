// SPDX-License-Identifier: GPL-3.0-or-later

/// Pieces of ground that are joined with their neighbours until each is large enough.
struct RegionGraph {
    /// Which neighbour a region that is too small is joined with.
    enum Choice {
        /// The one with the longest common border.
        case longestBorder
        /// Of those whose border is at least half as long as the longest, the one that has least itself.
        case leastOfLong
    }

    /// How much each region has: square metres, or drivers. Nil for one that was joined with another.
    private var amounts: [Double?]
    /// The pieces of each region, rising; empty for one that was joined with another.
    private var members: [[Int]]
    private var borders: [[Int: Double]]

    init(amounts: [Double], borders: [[Int: Double]]) {
        self.amounts = amounts
        self.borders = borders
        members = amounts.indices.map { [$0] }
    }

    /// Joins the smallest region with a neighbour until every region has at least so much; ties go to the lowest index.
    /// A region without neighbours is joined with the nearest one, by the distance given between two pieces.
    private mutating func join(until least: Double, _ choice: Choice, distance: (Int, Int) -> Double) {
        while true {
            let live = amounts.indices.filter { amounts[$0] != nil }
            guard live.count > 1, let small = live.min(by: { amount($0) < amount($1) }), amount(small) < least else {
                return
            }
            let partner = neighbour(of: small, choice) ?? nearest(to: small, among: live, distance)
            guard let partner else { return }
            join(max(small, partner), to: min(small, partner))
        }
    }

    /// The pieces of each region, their ground given, after the joining.
    mutating func joined(
        until least: Double, _ choice: Choice, _ grounds: [Ground], _ plane: LocalPlane, _ session: Geometries
    ) -> [[Int]] {
        let shapes = grounds.map { session.area($0.metres(in: plane)) }
        join(until: least, choice) { first, second in
            guard let first = shapes[first], let second = shapes[second] else { return .infinity }
            return first.distance(second)
        }
        return members.filter { !$0.isEmpty }
    }

    private func amount(_ region: Int) -> Double { amounts[region] ?? 0 }

    private func neighbour(of region: Int, _ choice: Choice) -> Int? {
        let table = borders[region]
        let near = table.keys.sorted()
        guard let longest = near.map({ table[$0] ?? 0 }).max() else { return nil }
        switch choice {
        case .longestBorder: return near.first { table[$0] == longest }
        case .leastOfLong:
            return near.filter { (table[$0] ?? 0) >= longest / 2 }.min { amount($0) < amount($1) }
        }
    }

    private func nearest(to region: Int, among live: [Int], _ distance: (Int, Int) -> Double) -> Int? {
        var best: (region: Int, distance: Double)?
        for other in live where other != region {
            for (mine, yours) in members[region].flatMap({ mine in members[other].map { (mine, $0) } }) {
                let length = distance(mine, yours)
                if length < best?.distance ?? .infinity { best = (other, length) }
            }
        }
        return best?.region
    }

    private mutating func join(_ gone: Int, to kept: Int) {
        amounts[kept] = amount(kept) + amount(gone)
        amounts[gone] = nil
        members[kept] = (members[kept] + members[gone]).sorted()
        members[gone] = []
        for other in borders[gone].keys.sorted() {
            let length = borders[gone][other] ?? 0
            borders[other][gone] = nil
            if other != kept {
                borders[kept][other, default: 0] += length
                borders[other][kept, default: 0] += length
            }
        }
        borders[gone] = [:]
    }
}
