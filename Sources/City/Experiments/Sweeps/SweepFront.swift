// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Reporting

/// The points of a sweep that nothing else dominates, weighing service against the time of those who serve; both measures are the lower the
/// better.
///
/// One point dominates another when its means are at most as large in both measures, and smaller in one (Pareto). Means are
/// uncertain: a dominated point whose paired differences from a point of the front cannot be told from 0 in either measure,
/// after Holm's correction over all these comparisons, is alike with that point, and is not ruled out.
package struct SweepFront: Sendable {
    /// Where a point stands.
    enum Standing: Hashable, Sendable {
        /// Nothing dominates it.
        case front
        /// Dominated by the means, but alike with this point of the front.
        case alike(Int)
        /// This point of the front dominates it.
        case dominated(Int)

        /// `front`, `alike`, `dominated`.
        var word: String {
            switch self {
            case .front: "front"
            case .alike: "alike"
            case .dominated: "dominated"
            }
        }

        var other: Int? {
            switch self {
            case .front: nil
            case .alike(let other), .dominated(let other): other
            }
        }
    }

    /// The paths of the two measures; nil when not every point measured them.
    let measures: (service: String, effort: String)?
    /// Where each point stands, in the order of the rows; empty without measures.
    let standings: [Standing]
    /// The points of the front, the one with the best service first.
    private let points: [Int]
    private let labels: [String]

    init() { (measures, standings, points, labels) = (nil, [], [], []) }

    init(_ result: SweepResult) {
        let measures = Self.measures(result)
        self.measures = measures
        labels = result.rows.indices.map(result.label)
        guard let measures else {
            (standings, points) = ([], [])
            return
        }
        let means = result.rows.map { row in
            (service: row.metrics[measures.service]?.mean ?? 0, effort: row.metrics[measures.effort]?.mean ?? 0)
        }
        let front = Self.front(means)
        points = front
        let isOfFront = Set(front)
        // Each point off the front beside each of the front that dominates it, the one with the best service first.
        let beside = means.indices.map { point in
            isOfFront.contains(point)
                ? []
                : front.filter { means[$0].service <= means[point].service && means[$0].effort <= means[point].effort }
        }
        var weighed: [Weighed] = []
        for point in beside.indices {
            for other in beside[point] {
                weighed.append(Weighed(result.paired(measures.service, other, point)))
                weighed.append(Weighed(result.paired(measures.effort, other, point)))
            }
        }
        let isAlike = Weighed.areAlike(weighed, level: result.level)
        var pairs = 0
        standings = beside.map { others in
            defer { pairs += others.count }
            guard let first = others.first else { return .front }
            let alike = others.indices.first { isAlike[2 * (pairs + $0)] && isAlike[2 * (pairs + $0) + 1] }
            return alike.map { .alike(others[$0]) } ?? .dominated(first)
        }
    }

    /// The points that nothing else dominates, the one with the best service first, then by number.
    private static func front(_ means: [(service: Double, effort: Double)]) -> [Int] {
        let order = means.indices.sorted { one, other in
            (means[one].service, means[one].effort, one) < (means[other].service, means[other].effort, other)
        }
        // In this order a point is dominated unless it has less effort than all before it. Equal points do not dominate each
        // other.
        return order.reduce(into: []) { front, point in
            guard let last = front.last, means[point].effort >= means[last].effort, means[point] != means[last] else {
                return front.append(point)
            }
        }
    }

    /// Who was missed, or else who was not served, against the time of those who serve.
    private static func measures(_ result: SweepResult) -> (service: String, effort: String)? {
        func isMeasured(_ metric: String) -> Bool { result.rows.allSatisfy { $0.metrics[metric] != nil } }
        guard let form = Slices.leading?.form, isMeasured(form.sweep.effort), result.rows.count > 1 else { return nil }
        let service = [form.totals.missed, form.totals.unserved].first(where: isMeasured)
        return service.map { ($0, form.sweep.effort) }
    }

    /// What service is weighed against, in words.
    var effortInWords: String { Slices.leading?.form.sweep.effortInWords ?? "" }

    /// What is said of the front, a sentence each; none without measures.
    var sentences: [String] {
        guard let measures else { return [] }
        func label(_ metric: String) -> String { MetricDescription.ofProgram(metric)?.label ?? metric }
        let found =
            "Weighing \(label(measures.service)) against \(label(measures.effort)), nothing else dominates "
            + "\(points.count) of \(standings.count) points"
        let named = some.map { labels[$0] }.joined(separator: "; ")
        var all = [
            some.count == points.count
                ? "\(found): \(named)."
                : "\(found). \(some.count) of them, from the best service to the least of the \(effortInWords): \(named)."
        ]
        let alike = standings.indices.compactMap { index -> String? in
            guard case .alike(let other) = standings[index] else { return nil }
            return "\(labels[index]) with \(labels[other])"
        }
        if isLarge, !alike.isEmpty {
            all.append(
                "\(alike.count) more cannot be told apart from one of those that nothing else dominates: they are alike."
            )
        } else if !alike.isEmpty {
            all.append("Alike with one of these, for the two cannot be told apart: \(alike.joined(separator: "; ")).")
        }
        return all
    }

    private var isLarge: Bool { standings.count > SweepResult.mostSingle }

    /// The points of the front that are named: all by number; of a sweep of many at most 8, evenly along the front, the one with
    /// the best service first.
    var some: [Int] {
        let most = 8
        guard isLarge, points.count > most else { return isLarge ? points : points.sorted() }
        return (0..<most).map { points[$0 * (points.count - 1) / (most - 1)] }
    }
}

/// What of a paired difference says whether two points can be told apart. There may be millions of them.
private struct Weighed {
    let pValue: Double?
    /// Hours that differ by the same amount in every replication, as one more shift makes them, are told apart, however few the
    /// replications: chance does not repeat itself.
    let isByChance: Bool
    let holdsZero: Bool

    init(_ paired: PairedDifference) {
        pValue = paired.pValue
        isByChance = paired.difference.map { abs($0.mean) < 1e-9 || $0.sd > 1e-9 } ?? false
        holdsZero = paired.difference?.holds(0) ?? false
    }

    /// For each whether it cannot be told from 0, after Holm's correction over all that were measured.
    static func areAlike(_ all: [Weighed], level: Double) -> [Bool] {
        let measured = all.indices.filter { all[$0].pValue != nil }
        let corrected = HolmCorrection.correct(measured.compactMap { all[$0].pValue })
        var found = all.map { _ in false }
        for (index, value) in zip(measured, corrected) {
            found[index] = all[index].isByChance && (all[index].holdsZero || value > 1 - level)
        }
        return found
    }
}
