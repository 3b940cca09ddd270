// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
package import CitySlices
package import Reporting

/// The budgets of a scenario with what its replications say of them: what `cabrank check` prints and writes.
package struct CheckResult: Sendable {
    /// The facts of the scenario.
    package let context: RunContext
    package let replications: Int
    /// The budgets, in the order of the file.
    package let judgements: [BudgetJudgement]
    /// Invariants that were broken, all replications together.
    package internal(set) var violations = 0
    /// The first one in words.
    package internal(set) var firstViolation: String?
    /// Whether the invariants were checked.
    package internal(set) var invariantsChecked = true
    /// The wall time of the replications, one after the other, in seconds; nil when nobody measured.
    package var wallSeconds: Double?
}

extension CheckResult {
    /// Judges the budgets of a scenario on its replications.
    ///
    /// - Parameters:
    ///   - budgets: the budgets.
    ///   - set: the replications.
    ///   - invariantsChecked: whether the replications checked the invariants.
    ///   - baseline: the baseline of a budget whose limit is one, with its file.
    package init(
        _ budgets: [Budget], on set: ReplicationSet, invariantsChecked: Bool,
        baseline: (Budget) -> (stored: Baseline, file: String)?
    ) {
        let hosts = MetricDescription.host.map(\.name)
        let judgements = budgets.map { budget in
            var budget = budget
            // The cost of a run is no random variable of the city: the worst replication counts.
            if hosts.contains(budget.metric) { budget.judging = .each }
            let unit = BudgetMetric.named(budget.metric)?.unit ?? "1"
            return BudgetJudge(
                values: set.budgetValues(of: budget.metric), seed: set.context.seed, units: set.units(of: budget.metric)
            )
            .judge(budget, unit: unit, baseline: budget.limit == .baseline ? baseline(budget) : nil)
        }
        self.init(
            context: set.context, replications: set.replications.count, judgements: judgements,
            violations: set.replications.reduce(0) { $0 + $1.violations },
            firstViolation: set.replications.lazy.compactMap(\.firstViolation).first,
            invariantsChecked: invariantsChecked)
        let costs = set.replications.compactMap { $0.cost?.wallSeconds }
        wallSeconds = costs.isEmpty ? nil : costs.reduce(0, +)
    }

    /// Broken when one budget is; undecided when none is and one is not decided; kept otherwise.
    package var verdict: BudgetVerdict {
        let all = judgements.map(\.verdict)
        return all.contains(.broken) ? .broken : all.contains(.undecided) ? .undecided : .kept
    }

    /// A line for each budget, the verdict first.
    package var lines: [String] {
        judgements.map { judgement in
            let word = judgement.verdict.rawValue
            return word + String(repeating: " ", count: 11 - word.count) + judgement.line
        }
    }

    /// Budgets by verdict: `3 kept, 1 broken`.
    package var counts: String {
        BudgetVerdict.allCases.compactMap { verdict in
            let count = judgements.count { $0.verdict == verdict }
            return count == 0 ? nil : "\(count) \(verdict.rawValue)"
        }.joined(separator: ", ")
    }
}
