// SPDX-License-Identifier: GPL-3.0-or-later

/// Pairs rows with columns: as many as can be, and of all such pairings the one with the least sum of costs.
///
/// The Hungarian method with potentials, by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987), in whole numbers, so that the
/// answer is exact and the same in every process. O(rows x rows x columns).
enum LeastTotal {
    /// For each row its column; nil for one that is left over. `costs` holds a list for each row, all as long; nil is what cannot be paired,
    /// all else is at least 0.
    static func pairs(_ costs: [[Int64?]]) -> [Int?] {
        let rows = costs.count
        guard let columns = costs.first?.count else { return [] }
        let most = costs.joined().reduce(Int64(0)) { max($0, $1 ?? 0) }
        // To be left over costs more than all pairs together: so none is that could be paired. What cannot be costs more still.
        let leftOver = (most + 1) * Int64(rows + 1)
        func cost(_ row: Int, _ column: Int) -> Int64 {
            // Each row has a column of its own to be left over in.
            column >= columns ? (column - columns == row ? leftOver : 3 * leftOver) : costs[row][column] ?? 3 * leftOver
        }
        let width = columns + rows
        var rowPotential = [Int64](repeating: 0, count: rows)
        var columnPotential = [Int64](repeating: 0, count: width)
        var owner = [Int](repeating: -1, count: width)
        for row in 0..<rows {
            var least = [Int64](repeating: .max, count: width)
            var before = [Int](repeating: -1, count: width)
            var isSeen = [Bool](repeating: false, count: width)
            // The column that was reached last; none at first, where the row itself stands.
            var reached = -1
            repeat {
                let from = reached < 0 ? row : owner[reached]
                var (step, next) = (Int64.max, -1)
                for column in 0..<width where !isSeen[column] {
                    let slack = cost(from, column) - rowPotential[from] - columnPotential[column]
                    if slack < least[column] { (least[column], before[column]) = (slack, reached) }
                    if least[column] < step { (step, next) = (least[column], column) }
                }
                rowPotential[row] += step
                for column in 0..<width {
                    if isSeen[column] {
                        rowPotential[owner[column]] += step
                        columnPotential[column] -= step
                    } else {
                        least[column] -= step
                    }
                }
                reached = next
                isSeen[reached] = true
            } while owner[reached] >= 0
            // Each column on the way takes the row of the one before it.
            while reached >= 0 {
                let previous = before[reached]
                owner[reached] = previous < 0 ? row : owner[previous]
                reached = previous
            }
        }
        var found = [Int?](repeating: nil, count: rows)
        for column in 0..<columns where owner[column] >= 0 && costs[owner[column]][column] != nil {
            found[owner[column]] = column
        }
        return found
    }
}
