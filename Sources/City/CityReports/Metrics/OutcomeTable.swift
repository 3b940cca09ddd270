// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

/// What became of everything of one kind, such as all requests: each one has exactly one outcome, so the outcomes add up to
/// the whole. The printed summary and the report tell outcomes from these tables alone.
public struct OutcomeTable: Hashable, Sendable {
    /// One outcome.
    public struct Outcome: Hashable, Sendable {
        /// The metric's path.
        public let metric: String
        /// The outcome in words, such as `open at the end`.
        public let words: String
        /// How many.
        public let count: Int
    }

    /// What is counted, such as `requests`.
    public let what: String
    /// The metric's path of the whole.
    public let metric: String
    /// How many there were.
    public let whole: Int
    /// What became of them, in the order in which it is told; those that did not occur are there too.
    public let outcomes: [Outcome]

    /// The outcomes in one sentence part: `11 fulfilled, 5 aborted, 0 abandoned`.
    var reported: String { outcomes.map { "\(Text.number(Double($0.count), 0)) \($0.words)" }.joined(separator: ", ") }

    /// The same without the outcomes that did not occur, and how often each occurred. The sum is still the whole.
    var reportedShort: String {
        let some = outcomes.filter { $0.count > 0 }
        guard !some.isEmpty else { return "none" }
        return some.map { "\(Text.number(Double($0.count), 0)) \($0.words)" }.joined(separator: ", ")
    }
}

extension MetricsResult {
    /// What became of the calls, requests and offers, and of all that the modules, the server and the accounts of the run
    /// deal with; what the run does not have is left out.
    public var outcomeTables: [OutcomeTable] { OutcomeForm.all.compactMap { $0.filled(from: self) } }

    /// The table of one kind; nil when the run does not have it.
    func outcomes(of metric: String) -> OutcomeTable? {
        OutcomeForm.all.first { $0.metric == metric }?.filled(from: self)
    }
}

/// A table before it is filled: metrics and their words.
private struct OutcomeForm {
    let what: String
    let metric: String
    let outcomes: [(metric: String, words: String)]

    func filled(from result: MetricsResult) -> OutcomeTable? {
        guard let whole = result[metric] else { return nil }
        return OutcomeTable(
            what: what, metric: metric, whole: Int(whole),
            outcomes: outcomes.map {
                OutcomeTable.Outcome(metric: $0.metric, words: $0.words, count: Int(result[$0.metric] ?? 0))
            })
    }

    /// The file `outcomes.txt`: on each line what is counted, its metric, and for each outcome the metric and its words.
    static let all = TextTable.rows(PackageResources.outcomes_txt).map { cells in
        OutcomeForm(
            what: cells[0], metric: cells[1],
            outcomes: cells.dropFirst(2).map { cell in
                let words = cell.split(separator: " ", maxSplits: 1).map(String.init)
                return (words[0], words[1])
            })
    }
}
