// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RandomStreams

/// What one run says of a layout: by cell, the wishes that began there, and those not aboard in time.
package struct LayoutTrial: Sendable, Hashable {
    /// Counts by cell.
    package let wishes, missed: [Int]

    /// Takes counts by cell.
    package init(wishes: [Int], missed: [Int]) { (self.wishes, self.missed) = (wishes, missed) }

    var wishTotal: Int { wishes.reduce(0, +) }
    /// The share of all wishes not aboard in time.
    var share: Double { wishTotal > 0 ? Double(missed.reduce(0, +)) / Double(wishTotal) : 0 }

    /// How much larger this one's share is by what happened in some cells.
    func excess(over other: LayoutTrial, in cells: [Int]) -> Double {
        Double(cells.reduce(0) { $0 + missed[$1] - other.missed[$1] }) / Double(max(1, other.wishTotal))
    }
}

/// Looks for a layout under which fewer wishes are not aboard in time, by simulation.
///
/// First several ways to merge the cells, and compact zones made of them, are raced by successive halving: the better half goes on with twice as many runs.
/// Then the best one is changed step by step. Each round tries many moves in one layout, in parts of the city that do not
/// touch, and judges each by its own cells: what happens elsewhere is mostly chance, and would hide the effect. What looks
/// good is put together and must prove itself in fresh runs before it is kept. All layouts of a round have the same people
/// (common random numbers), and every round has other days than the last one, so that nothing is fitted to a day. When
/// nothing is found three times, moves are judged by twice as many runs.
///
/// The result depends on seed, limits and budget, and not on time or threads. Sources: Z. Karnin, T. Koren and O. Somekh,
/// "Almost optimal exploration in multi-armed bandits", ICML 2013 (successive halving); O. Maron and A. Moore, "The racing
/// algorithm", Artificial Intelligence Review 11 (1997); A. M. Law, Simulation Modeling and Analysis, 5th edition, section
/// 11.2 (common random numbers).
package struct LayoutSearch: Sendable {
    /// Runs layouts, each as often, on the days of a window: its trials by layout and day.
    package typealias Judge = ([Partition], _ window: Int, _ count: Int) throws -> [[LayoutTrial]]

    /// A step that was kept.
    package struct Step: Sendable {
        package let move: LayoutMove
        /// How much smaller the share not in time became by the move's own cells, in fresh runs.
        package let gain: Double
    }

    /// How far the search is.
    package struct Progress: Sendable {
        /// The round, the runs so far, the zones of the best layout.
        package let round, runs, zones: Int
        /// Moves tried in the round, and of these kept.
        package let tried, kept: Int
        /// The share of wishes not in time, of the best layout in the runs of the round.
        package let share: Double
    }

    /// What was found.
    package struct Outcome: Sendable {
        /// The best layout so far.
        package internal(set) var best: Partition
        /// The layout that the steps begin with.
        package internal(set) var begin: Partition
        /// What was kept since then.
        package internal(set) var steps: [Step] = []
        /// How many runs it took.
        package internal(set) var runs = 0
    }

    package let graph: CellGraph
    /// What zones must keep.
    package let limits: LayoutLimits
    /// Of the moves that are drawn.
    package let seed: UInt64
    /// The largest number of runs.
    package let budget: Int
    /// Layouts that take part in the race, where they keep the limits.
    package var known: [Partition] = []

    /// Runs of the first trial of each beginning, and of the first rounds.
    private static let firstRuns = 2, firstTrials = 6, mostTrials = 48

    package init(_ graph: CellGraph, limits: LayoutLimits, seed: UInt64, budget: Int) {
        (self.graph, self.limits, self.seed, self.budget) = (graph, limits, seed, budget)
    }

    /// The fewest runs that a search makes anything of: two beginnings, and one round of moves.
    package static let leastBudget = firstRuns * 3 + firstTrials * 4

    /// Searches; what is found is told as it is found, so that it is there when a run is stopped.
    ///
    /// - Throws: what the judge throws.
    package func run(
        _ judge: @escaping Judge, report: @escaping (Progress, Outcome) -> Void = { _, _ in }
    ) throws -> Outcome? {
        var course = Course(search: self, judge: judge, report: report)
        return try course.run()
    }

    /// The layouts that the race begins with: those that are known, cells merged, and compact zones; of the made ones as
    /// many as there is room for.
    func beginnings(_ wishes: [Double], most: Int, _ stream: inout RandomStream) -> [Partition] {
        func added(_ some: [Partition], to found: [Partition]) -> [Partition] {
            some.reduce(into: found) { found, partition in
                if limits.allow(partition, graph), !found.contains(partition) { found.append(partition) }
            }
        }
        let first = added(known, to: [])
        let made = added(merged(wishes) + compact(wishes, &stream), to: first).dropFirst(first.count)
        let room = max(first.isEmpty ? 1 : 0, most - first.count)
        guard made.count > room else { return first + made }
        return first + (0..<room).map { made[first.count + $0 * made.count / room] }
    }

    /// The cells merged to several numbers of zones so that each has about as much area, as many wishes, or as much of both.
    func merged(_ wishes: [Double]) -> [Partition] {
        let cells = Partition.single(graph.count)
        let amounts = [graph.areas, wishes, zip(graph.areas, wishes).map { ($0 * $1).squareRoot() }]
        return zoneCounts.flatMap { count in
            amounts.compactMap { cells.merged(to: count, amounts: $0, graph, limits) }
        }.filter { limits.allow($0, graph) }
    }

    /// Compact zones in several numbers: as large everywhere, or smaller where there are more wishes to the square kilometre.
    private func compact(_ wishes: [Double], _ stream: inout RandomStream) -> [Partition] {
        guard !graph.middles.isEmpty else { return [] }
        return zoneCounts.flatMap { count in
            [0, 0.5, 1].map { power in
                // One wish more, so that a cell in which nobody called on the days of the pilot counts for something.
                let weights = zip(graph.areas, wishes).map { $0 * pow(($1 + 1) / $0, power) }
                return CompactDivision(graph: graph, weights: weights).divided(into: count, &stream)
            }
        }
    }

    /// Five numbers of zones over what is allowed, the largest first.
    private var zoneCounts: [Int] {
        let (low, high) = (limits.zones.lowerBound, min(limits.zones.upperBound, graph.count))
        var counts: [Int] = []
        for step in 0..<5 {
            let share = Double(step) / 4
            let count = Int((Double(high) * (1 - share) + Double(low) * share).rounded())
            if !counts.contains(count) { counts.append(count) }
        }
        return counts
    }

    // MARK: -

    /// A search that goes on.
    private struct Course {
        let search: LayoutSearch
        let judge: Judge
        let report: (Progress, Outcome) -> Void
        var window = 0
        var runs = 0
        var stream: RandomStream

        init(search: LayoutSearch, judge: @escaping Judge, report: @escaping (Progress, Outcome) -> Void) {
            (self.search, self.judge, self.report) = (search, judge, report)
            stream = RandomStream(StreamKey(seed: search.seed), for: .design, of: 1)
        }

        mutating func run() throws -> Outcome? {
            let cells = Partition.single(search.graph.count)
            let pilot = try trials(of: [cells], LayoutSearch.firstRuns)[0]
            let wishes = (0..<search.graph.count).map { cell in pilot.reduce(0.0) { $0 + Double($1.wishes[cell]) } }
            // So many that the first two levels can be run.
            let most = max(1, (search.budget / 2 - runs) / (2 * LayoutSearch.firstRuns))
            guard let (best, last) = try compete(search.beginnings(wishes, most: most, &stream)) else { return nil }
            var outcome = Outcome(best: best, begin: best)
            outcome.runs = runs
            report(progress(0, 0, 0, best, last), outcome)
            try climb(&outcome, last)
            return outcome
        }

        /// The same days for all layouts, and others than ever before.
        private mutating func trials(of partitions: [Partition], _ count: Int) throws -> [[LayoutTrial]] {
            let trials = try judge(partitions, window, count)
            window += 1
            runs += partitions.count * count
            return trials
        }

        /// Successive halving; half of the budget is for it at most. The best with its trials of the last window.
        private mutating func compete(_ beginnings: [Partition]) throws -> (Partition, [LayoutTrial])? {
            guard !beginnings.isEmpty else { return nil }
            var left = beginnings
            var sums = [Double](repeating: 0, count: left.count)
            var count = LayoutSearch.firstRuns
            while true {
                let found = try trials(of: left, count)
                for index in left.indices { sums[index] += found[index].reduce(0) { $0 + $1.share } }
                let order = left.indices.sorted { (sums[$0], $0) < (sums[$1], $1) }
                let next = (left.count + 1) / 2
                if next == 1 || runs + next * count * 2 > search.budget / 2 {
                    return (left[order[0]], found[order[0]])
                }
                (left, sums) = (order.prefix(next).map { left[$0] }, order.prefix(next).map { sums[$0] })
                count *= 2
            }
        }

        /// Changes the best step by step until the budget is spent, or nothing more is found with the most trials.
        private mutating func climb(_ outcome: inout Outcome, _ known: [LayoutTrial]) throws {
            var draw = MoveDraw(graph: search.graph, limits: search.limits)
            var (count, misses, round) = (LayoutSearch.firstTrials, 0, 0)
            // The best one's trials on the days of a window that others may still be run on.
            var base: (window: Int, trials: [LayoutTrial])?
            var pain = LayoutSearch.pain(known, search.graph.count)
            while runs + (base == nil ? 4 : 3) * count <= search.budget {
                round += 1
                let moves = draw.moves(of: outcome.best, pain: pain, &stream)
                var kept: [Likely] = []
                if !moves.isEmpty {
                    draw.tried.formUnion(moves)
                    let tried = moves.reduce(outcome.best) { $0.applying($1) }
                    let mine: [LayoutTrial]
                    let theirs: [LayoutTrial]
                    if let base, base.trials.count == count {
                        mine = base.trials
                        theirs = try judge([tried], base.window, count)[0]
                        runs += count
                    } else {
                        let found = try trials(of: [outcome.best, tried], count)
                        (mine, theirs) = (found[0], found[1])
                        base = (window - 1, mine)
                    }
                    kept = moves.compactMap { move in
                        LayoutSearch.gain(mine, theirs, move.cells).flatMap { $0.isLikely ? (move, $0) : nil }
                    }.sorted { ($0.gain.mean, $1.move.cells[0]) > ($1.gain.mean, $0.move.cells[0]) }
                }
                let proven = kept.isEmpty ? [] : try prove(kept, count, &outcome, &base, &pain)
                misses = proven.isEmpty ? misses + 1 : 0
                outcome.runs = runs
                report(progress(round, moves.count, proven.count, outcome.best, base?.trials ?? known), outcome)
                if misses == 3 || moves.isEmpty {
                    if count == LayoutSearch.mostTrials { return }
                    (count, misses, base) = (min(2 * count, LayoutSearch.mostTrials), 0, nil)
                    draw.tried = []
                }
            }
        }

        /// Runs the moves that looked good on fresh days, and keeps those that still do: better there, and clearly better on
        /// both samples of days together.
        private mutating func prove(
            _ moves: [Likely], _ count: Int, _ outcome: inout Outcome,
            _ base: inout (window: Int, trials: [LayoutTrial])?, _ pain: inout [Double]
        ) throws -> [LayoutMove] {
            let chosen = LayoutSearch.within(search.limits, moves, of: outcome.best)
            guard !chosen.isEmpty, runs + 2 * count <= search.budget else { return [] }
            let candidate = chosen.reduce(outcome.best) { $0.applying($1.move) }
            let found = try trials(of: [outcome.best, candidate], count)
            base = (window - 1, found[0])
            let proven = LayoutSearch.within(
                search.limits,
                chosen.compactMap { move, first in
                    guard let second = LayoutSearch.gain(found[0], found[1], move.cells), second.mean > 0 else {
                        return nil
                    }
                    let error = (first.error * first.error + second.error * second.error).squareRoot()
                    return first.mean + second.mean > 1.3 * error ? (move, second) : nil
                }, of: outcome.best)
            guard !proven.isEmpty else { return [] }
            outcome.steps += proven.map { Step(move: $0.move, gain: $0.gain.mean) }
            outcome.best = proven.reduce(outcome.best) { $0.applying($1.move) }
            // Runs of the new best are there only when all of its moves were kept.
            base = outcome.best == candidate ? (window - 1, found[1]) : nil
            pain = LayoutSearch.pain(found[1], search.graph.count)
            return proven.map(\.move)
        }

        private func progress(
            _ round: Int, _ tried: Int, _ kept: Int, _ best: Partition, _ trials: [LayoutTrial]
        ) -> Progress {
            Progress(
                round: round, runs: runs, zones: best.count, tried: tried, kept: kept,
                share: trials.reduce(0) { $0 + $1.share } / Double(max(1, trials.count)))
        }
    }

    /// The moves, the best first, as far as the number of zones stays within the limits.
    private static func within(_ limits: LayoutLimits, _ moves: [Likely], of partition: Partition) -> [Likely] {
        var zones = partition.count
        return moves.filter { move, _ in
            guard limits.zones.contains(zones + move.growth) else { return false }
            zones += move.growth
            return true
        }
    }

    /// A move with its gain on some days.
    private typealias Likely = (move: LayoutMove, gain: Gain)
    private typealias Gain = (mean: Double, error: Double, isLikely: Bool)

    /// How much smaller the second one's share is by what happened in some cells, day by day; nil below two days.
    private static func gain(
        _ first: [LayoutTrial], _ second: [LayoutTrial], _ cells: [Int]
    ) -> Gain? {
        let moments = Moments(zip(first, second).map { -$1.excess(over: $0, in: cells) })
        guard first.count > 1 else { return nil }
        let error = moments.sd / Double(first.count).squareRoot()
        return (moments.mean, error, moments.mean > error && moments.mean > 0)
    }

    /// By cell, the mean number of wishes not in time.
    private static func pain(_ trials: [LayoutTrial], _ count: Int) -> [Double] {
        (0..<count).map { cell in
            trials.reduce(0.0) { $0 + Double($1.missed[cell]) } / Double(max(1, trials.count))
        }
    }
}
