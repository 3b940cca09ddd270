// SPDX-License-Identifier: GPL-3.0-or-later

/// One metric's value.
package struct MetricValue: Codable, Hashable, Sendable {
    /// The metric's path, as in `MetricDescription`.
    package let name: String
    /// The value in the metric's unit; nil when nothing was measured.
    package let value: Double?

    package init(name: String, value: Double?) { (self.name, self.value) = (name, value) }
}

/// A judgement on an assumption or a rule, from measured values.
package struct Verdict: Codable, Hashable, Sendable {
    /// How a verdict reads.
    package enum Outcome: String, Codable, CaseIterable, Sendable {
        case pass = "PASS"
        /// It does not hold: a finding, not an error of the program.
        case flag = "FLAG"
        /// Nothing was measured that could say.
        case notMeasured = "NOT MEASURED"
    }
    /// The requirement's id, or a name.
    package let id: String
    package let outcome: Outcome
    /// What was judged, with the measured value.
    package let text: String
    /// Whether it stands in every summary, however little room there is; no file keeps this.
    package private(set) var isAlwaysTold = false

    private enum CodingKeys: String, CodingKey { case id, outcome, text }

    package init(id: String, outcome: Outcome, text: String) {
        self.id = id
        self.outcome = outcome
        self.text = text
    }

    /// Makes a verdict that holds or not; nil when nothing was measured.
    package init(_ id: String, _ isKept: Bool?, _ text: String) {
        self.init(id: id, outcome: isKept.map { $0 ? .pass : .flag } ?? .notMeasured, text: text)
    }

    /// The same, told in every summary.
    package var alwaysTold: Verdict {
        var verdict = self
        verdict.isAlwaysTold = true
        return verdict
    }
}
