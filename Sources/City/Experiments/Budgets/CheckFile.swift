// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
public import Foundation
import ScenarioFile

/// The JSON form of a check; its schema is in `check.schema.json` of this target's articles.
public struct CheckFile: Codable, Hashable, Sendable {
    /// The version of the file's form.
    public static let version = 1

    /// A budget.
    public struct Entry: Codable, Hashable, Sendable {
        /// The budget's name.
        public let name: String
        /// The metric's path.
        public let metric: String
        /// The metric's unit, which all numbers of the entry have.
        public let unit: String
        /// `at-most`, `at-least`, `below` or `above`.
        public let bound: String
        /// `mean` or `each`.
        public let judge: String
        /// What it comes to.
        public let verdict: BudgetVerdict
        /// The limit; left out when it could not be found.
        public let limit: Double?
        /// The baseline behind it, if there is one.
        public let baseline: BudgetJudgement.Reference?
        /// The mean, or the worst replication.
        public let measured: Double?
        /// The interval's lower end.
        public let low: Double?
        /// The interval's upper end.
        public let high: Double?
        /// Standard deviation of one replication.
        public let sd: Double?
        /// The interval's confidence.
        public let confidence: Double?
        /// Replications that measured it.
        public let count: Int
        /// About how many replications would decide.
        public let replicationsNeeded: Int?
        /// The line that `cabrank check` prints.
        public let text: String
    }

    /// The version of the file's form.
    public let checkVersion: Int
    /// The scenario's name.
    public let scenario: String
    /// The hash of the scenario with all its values.
    public let scenarioHash: String
    /// The seed, as text.
    public let seed: String
    /// The program's version.
    public let version: String
    /// How many replications.
    public let replications: Int
    /// What all budgets together come to.
    public let verdict: BudgetVerdict
    /// The budgets, in the order of the file.
    public let budgets: [Entry]
    /// Whether the invariants were checked.
    public let invariantsChecked: Bool
    /// How many were broken.
    public let violations: Int
    /// The first one in words.
    public let firstViolation: String?

    /// The file of a result.
    public init(_ result: CheckResult) {
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
                verdict: judgement.verdict, limit: judgement.limit, baseline: judgement.reference,
                measured: judgement.measured, low: judgement.low, high: judgement.high, sd: judgement.sd,
                confidence: judgement.budget.judging == .mean ? judgement.budget.confidence : nil,
                count: judgement.count,
                replicationsNeeded: judgement.needed, text: judgement.line)
        }
    }

    /// The file's bytes: keys in order, ending with a line break.
    public func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self) + Data("\n".utf8)
    }
}
