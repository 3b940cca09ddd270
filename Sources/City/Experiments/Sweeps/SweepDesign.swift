// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RandomStreams

/// How the points of a sweep are chosen.
package enum SweepDesign: Sendable, Hashable {
    /// Every value with every other; the last axis changes fastest.
    case grid
    /// The first values together, then the second ones, and so on; an axis of one value keeps it.
    case list
    /// A Latin hypercube of so many points: each axis is cut into as many parts, and each part is met once. The middle of a
    /// part is taken. Source: McKay, Beckman, Conover, Technometrics 21 (1979).
    case latin(points: Int, seed: UInt64)

    /// The points of the axes.
    ///
    /// - Throws: `ExperimentProblem` when the axes do not fit the design.
    package func points(_ axes: [SweepAxis]) throws(ExperimentProblem) -> [SweepPoint] {
        guard !axes.isEmpty else { throw ExperimentProblem("nothing is swept; name a value with --set path=values") }
        for (index, axis) in axes.enumerated() where axes[..<index].contains(where: { $0.path == axis.path }) {
            throw ExperimentProblem("`\(axis.path)` is swept twice")
        }
        let rows: [[String]]
        switch self {
        case .grid: rows = try Self.grid(axes)
        case .list: rows = try Self.list(axes)
        case .latin(let points, let seed): rows = try Self.latin(axes, points, seed)
        }
        return rows.enumerated().map { index, row in
            SweepPoint(index: index, settings: zip(axes, row).map { .init(path: $0.path, value: $1) })
        }
    }

    private static func lists(_ axes: [SweepAxis]) throws(ExperimentProblem) -> [[String]] {
        var lists: [[String]] = []
        for axis in axes {
            guard case .list(let values) = axis.values else {
                throw ExperimentProblem(
                    "`\(axis.path)`: the range needs a step, such as 300..700/50, or --design latin")
            }
            lists.append(values)
        }
        return lists
    }

    private static func grid(_ axes: [SweepAxis]) throws(ExperimentProblem) -> [[String]] {
        let lists = try lists(axes)
        var count = 1
        for list in lists {
            count *= list.count
            guard count <= SweepAxis.mostPoints else {
                throw ExperimentProblem("the grid has more than \(SweepAxis.mostPoints) points; use --design latin")
            }
        }
        return lists.reduce([[]]) { rows, list in rows.flatMap { row in list.map { row + [$0] } } }
    }

    private static func list(_ axes: [SweepAxis]) throws(ExperimentProblem) -> [[String]] {
        let lists = try lists(axes)
        let count = lists.map(\.count).max() ?? 0
        for (axis, list) in zip(axes, lists) where list.count != count && list.count != 1 {
            throw ExperimentProblem(
                "--design list: `\(axis.path)` has \(list.count) values and another path has \(count); give each path as many values, or one"
            )
        }
        return (0..<count).map { row in lists.map { $0.count == 1 ? $0[0] : $0[row] } }
    }

    private static func latin(_ axes: [SweepAxis], _ points: Int, _ seed: UInt64) throws(ExperimentProblem)
        -> [[String]]
    {
        guard points >= 1, points <= SweepAxis.mostPoints else {
            throw ExperimentProblem("--points \(points); allowed: 1 to \(SweepAxis.mostPoints)")
        }
        var rows = [[String]](repeating: [], count: points)
        for (index, axis) in axes.enumerated() {
            for (row, part) in order(of: points, seed, axis: index).enumerated() {
                let share = (Double(part) + 0.5) / Double(points)
                switch axis.values {
                case .list(let values):
                    rows[row].append(values[min(values.count - 1, Int(share * Double(values.count)))])
                case .span(let span): rows[row].append(span.value(at: share))
                }
            }
        }
        return rows
    }

    /// The numbers from 0 in an order of chance, which seed and axis decide (Fisher and Yates).
    private static func order(of count: Int, _ seed: UInt64, axis: Int) -> [Int] {
        var stream = RandomStream(StreamKey(seed: seed), for: .design, of: UInt64(axis))
        var order = Array(0..<count)
        for last in stride(from: count - 1, to: 0, by: -1) { order.swapAt(last, stream.index(last + 1)) }
        return order
    }
}

/// One point of a sweep: a value for each path.
package struct SweepPoint: Sendable, Hashable {
    /// A value under a path.
    package struct Setting: Sendable, Hashable {
        package let path: String
        /// The value as a text.
        package let value: String
    }

    /// Its number, from 0.
    package let index: Int
    /// The values, in the order of the axes.
    package let settings: [Setting]

    /// The settings as `--set` takes them.
    package var overrides: [String] { settings.map { "\($0.path)=\($0.value)" } }
    /// For people: `fleet.drivers=300, demand.scale=0.8`.
    package var label: String { overrides.joined(separator: ", ") }
}
