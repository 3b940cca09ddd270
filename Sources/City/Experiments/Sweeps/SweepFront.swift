// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
import Reporting

/// The points of a sweep that nothing else dominates, weighing service against drivers' time; both measures are the lower the
/// better.
///
/// One point dominates another when its means are at most as large in both measures, and smaller in one (Pareto). Means are
/// uncertain: a dominated point whose paired differences from a point of the front cannot be told from 0 in either measure,
/// after Holm's correction over all these comparisons, is alike with that point, and is not ruled out.
public struct SweepFront: Sendable {
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

        /// The other point.
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
    private let labels: [String]

    init(_ result: SweepResult) {
        let measures = Self.measures(result)
        self.measures = measures
        labels = result.rows.indices.map(result.label)
        guard let measures else {
            standings = []
            return
        }
        let means = result.rows.map { row in
            (row.metrics[measures.service]?.mean ?? 0, row.metrics[measures.effort]?.mean ?? 0)
        }
        func dominates(_ one: Int, _ other: Int) -> Bool {
            let (first, second) = (means[one], means[other])
            return first.0 <= second.0 && first.1 <= second.1 && (first.0 < second.0 || first.1 < second.1)
        }
        let all = Array(result.rows.indices)
        let front = all.filter { point in !all.contains { dominates($0, point) } }
        // Each point off the front beside each of the front that dominates it, the one with the best service first.
        let beside = all.flatMap { point in
            front.filter { dominates($0, point) }.sorted { (means[$0].0, $0) < (means[$1].0, $1) }.map { (point, $0) }
        }
        let pairs = beside.flatMap { point, other in
            [result.paired(measures.service, other, point), result.paired(measures.effort, other, point)]
        }.corrected
        standings = all.map { point in
            guard !front.contains(point) else { return .front }
            let found = beside.indices.filter { beside[$0].0 == point }
            let alike = found.first { pairs[$0 * 2].isAlike && pairs[$0 * 2 + 1].isAlike }
            if let alike { return .alike(beside[alike].1) }
            return found.first.map { .dominated(beside[$0].1) } ?? .front
        }
    }

    /// Who was not aboard in time, or else who was not served, against the drivers' hours in service.
    private static func measures(_ result: SweepResult) -> (service: String, effort: String)? {
        func isMeasured(_ metric: String) -> Bool { result.rows.allSatisfy { $0.metrics[metric] != nil } }
        let service = ["wishes.notInTimeShare", "calls.unservedShare"].first(where: isMeasured)
        guard let service, isMeasured("drivers.serviceHours"), result.rows.count > 1 else { return nil }
        return (service, "drivers.serviceHours")
    }

    /// What is said of the front, a sentence each; none without measures.
    var sentences: [String] {
        guard let measures else { return [] }
        func label(_ metric: String) -> String { MetricDescription.ofProgram(metric)?.label ?? metric }
        let front = standings.indices.filter { standings[$0] == .front }.map { labels[$0] }
        var all = [
            "Weighing \(label(measures.service)) against \(label(measures.effort)), nothing else dominates "
                + "\(front.count) of \(standings.count) points: \(front.joined(separator: "; "))."
        ]
        let alike = standings.indices.compactMap { index -> String? in
            guard case .alike(let other) = standings[index] else { return nil }
            return "\(labels[index]) with \(labels[other])"
        }
        if !alike.isEmpty {
            all.append("Alike with one of these, for the two cannot be told apart: \(alike.joined(separator: "; ")).")
        }
        return all
    }
}

extension PairedDifference {
    /// Whether the two cannot be told apart. Hours that differ by the same amount in every replication, as one more shift makes
    /// them, are told apart, however few the replications: chance does not repeat itself.
    fileprivate var isAlike: Bool {
        guard let difference, abs(difference.mean) < 1e-9 || difference.sd > 1e-9 else { return false }
        return finding == .noDifferenceShown || finding == .onlyAlone
    }
}

extension SweepResult {
    /// The points that nothing else dominates.
    public var front: SweepFront { SweepFront(self) }
}
