// SPDX-License-Identifier: GPL-3.0-or-later

package import ScenarioLanguage

/// A limit on a metric, for `cabrank check` (SIM-04).
package struct Budget: Sendable, Hashable {
    /// On which side of the limit the metric must lie.
    package enum Bound: String, Sendable, CaseIterable {
        /// Not above the limit.
        case atMost = "at-most"
        /// Not below the limit.
        case atLeast = "at-least"
        /// Strictly below the limit (PERF-03).
        case below
        /// Strictly above the limit.
        case above

        /// Whether large values break the budget.
        package var isUpper: Bool { self == .atMost || self == .below }
        /// The sign that stands for it.
        package var sign: String {
            switch self {
            case .atMost: "<="
            case .atLeast: ">="
            case .below: "<"
            case .above: ">"
            }
        }
    }

    /// The limit.
    package enum Limit: Sendable, Hashable {
        case amount(Amount)
        /// The metric's value in a stored baseline, moved by the tolerance.
        case baseline
    }

    /// What of the replications is judged.
    package enum Judging: String, Sendable, CaseIterable {
        /// The mean over the replications, by its confidence interval.
        case mean
        /// Every replication by itself.
        case each
    }

    /// The budget's name; the metric's path when the text gives none.
    package var name: String
    package var metric: String
    /// On which side of the limit the metric must lie.
    package var bound: Bound
    package var limit: Limit
    /// What is judged. Default: the mean.
    package var judging: Judging = .mean
    /// The confidence of the interval, from 0.5 to 0.9999. Default 0.95.
    package var confidence = 0.95
    /// The baseline's file (path resolved); nil for the one of the command line.
    package var baseline: String?
    /// How much worse than the baseline is still good, as a share of the baseline. Default 0.
    package var tolerance = 0.0

    /// A budget with a limit.
    package init(name: String = "", metric: String, bound: Bound, limit: Limit) {
        self.name = name.isEmpty ? metric : name
        self.metric = metric
        self.bound = bound
        self.limit = limit
    }
}
