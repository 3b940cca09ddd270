// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of everything of one kind, such as all requests: each one has exactly one outcome, so the outcomes add up to
/// the whole. The printed summary and the report tell outcomes from these tables alone.
package struct OutcomeTable: Hashable, Sendable {
    /// One outcome.
    package struct Outcome: Hashable, Sendable {
        package let metric: String
        /// The outcome in words, such as `open at the end`.
        package let words: String
        package let count: Int
    }

    /// What is counted, such as `requests`.
    package let what: String
    /// The metric's path of the whole.
    package let metric: String
    /// How many there were.
    package let whole: Int
    /// What became of them, in the order in which it is told; those that did not occur are there too.
    package let outcomes: [Outcome]

    /// The outcomes in one sentence part: `11 fulfilled, 5 aborted, 0 abandoned`.
    package var reported: String {
        outcomes.map { "\(Text.number(Double($0.count), 0)) \($0.words)" }.joined(separator: ", ")
    }

    /// The same without the outcomes that did not occur, and how often each occurred. The sum is still the whole.
    package var reportedShort: String {
        let some = outcomes.filter { $0.count > 0 }
        guard !some.isEmpty else { return "none" }
        return some.map { "\(Text.number(Double($0.count), 0)) \($0.words)" }.joined(separator: ", ")
    }
}

/// A table before it is filled: metrics and their words.
package struct OutcomeForm: Sendable {
    let what: String
    package let metric: String
    let outcomes: [(metric: String, words: String)]

    /// The tables of a file: on each line what is counted, its metric, and for each outcome the metric and its words.
    package static func all(_ file: [UInt8]) -> [OutcomeForm] {
        TextTable.rows(file).map { cells in
            OutcomeForm(
                what: cells[0], metric: cells[1],
                outcomes: cells.dropFirst(2).map { cell in
                    let words = cell.split(separator: " ", maxSplits: 1).map(String.init)
                    return (words[0], words[1])
                })
        }
    }

    /// The table of a run; nil when the run does not have it. `value` gives a metric's.
    package func filled(_ value: (String) -> Double?) -> OutcomeTable? {
        guard let whole = value(metric) else { return nil }
        return OutcomeTable(
            what: what, metric: metric, whole: Int(whole),
            outcomes: outcomes.map {
                OutcomeTable.Outcome(metric: $0.metric, words: $0.words, count: Int(value($0.metric) ?? 0))
            })
    }
}
