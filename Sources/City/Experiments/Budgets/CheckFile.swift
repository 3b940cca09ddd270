// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
import Reporting

/// The JSON form of a check; its schema is in `check.schema.json` of this target's articles.
package struct CheckFile: ResultFile, Codable, Hashable {
    /// The version of the file's form.
    package static let version = 1

    /// A budget. All its numbers have the metric's unit; what is nil is left out.
    struct Entry: Codable, Hashable {
        let name, metric, unit: String
        /// `at-most`, `at-least`, `below` or `above`; and `mean` or `each`.
        let bound, judge: String
        let verdict: BudgetVerdict
        /// The limit, nil when it could not be found, and what was measured: the mean, or the worst replication.
        let limit, measured: Double?
        /// The baseline behind the limit, if there is one.
        let baseline: BudgetJudgement.Reference?
        /// The interval, the standard deviation of one replication, and the interval's confidence.
        let low, high, sd, confidence: Double?
        /// Replications that measured it, and about how many would decide.
        let count: Int
        let replicationsNeeded: Int?
        /// The line that `cabrank check` prints.
        let text: String
    }

    let checkVersion: Int
    /// The scenario's name, the hash of the scenario with all its values, the seed, and the program's version.
    let scenario, scenarioHash, seed, version: String
    let replications: Int
    /// What all budgets together come to.
    let verdict: BudgetVerdict
    /// The budgets, in the order of the file.
    let budgets: [Entry]
    let invariantsChecked: Bool
    /// How many invariants were broken, and the first one in words.
    let violations: Int
    let firstViolation: String?

    /// The file of a result.
    package init(_ result: CheckResult) {
        checkVersion = Self.version
        scenario = result.context.name
        scenarioHash = result.context.scenarioHash
        seed = String(result.context.seed)
        version = result.context.version
        replications = result.replications
        verdict = result.verdict
        invariantsChecked = result.invariantsChecked
        violations = result.violations
        firstViolation = result.firstViolation
        budgets = result.judgements.map { judgement in
            Entry(
                name: judgement.budget.name, metric: judgement.budget.metric, unit: judgement.unit,
                bound: judgement.budget.bound.rawValue, judge: judgement.budget.judging.rawValue,
                verdict: judgement.verdict, limit: judgement.limit, measured: judgement.measured,
                baseline: judgement.reference, low: judgement.low, high: judgement.high, sd: judgement.sd,
                confidence: judgement.budget.judging == .mean ? judgement.budget.confidence : nil,
                count: judgement.count, replicationsNeeded: judgement.needed, text: judgement.line)
        }
    }
}
