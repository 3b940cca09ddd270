// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

extension Scenario {
    /// Budgets without a name take the path of their metric.
    mutating func nameBudgets() {
        for index in budgets.indices where budgets[index].name.isEmpty { budgets[index].name = budgets[index].metric }
    }
}

extension Preflight {
    /// Checks of the budgets against each other, and of keys that would have no effect.
    func checkBudgets() {
        let names = scenario.budgets.map(\.name)
        for (index, budget) in scenario.budgets.enumerated() {
            if names[..<index].contains(budget.name) {
                error("budgets.\(index).name", "`name`: two budgets are named `\(budget.name)`; names must be unique")
            }
            guard case .amount = budget.limit else { continue }
            for (key, isGiven) in [("tolerance", budget.tolerance != 0), ("baseline", budget.baseline != nil)]
            where isGiven {
                error(
                    "budgets.\(index).\(key)",
                    "`\(key)` has no effect on a fixed limit; allowed: `\(budget.bound.rawValue): baseline`")
            }
        }
    }
}
