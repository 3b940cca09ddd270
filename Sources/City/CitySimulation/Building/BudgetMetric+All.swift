// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
public import ScenarioFile
import TaxiRules

extension BudgetMetric {
    /// Every metric that a budget may name: those of the report, of the modules, and of the program's own cost.
    public static let all: [BudgetMetric] =
        (MetricDescription.all + MetricDescription.host).map { BudgetMetric($0, module: nil) }
        + MetricDescription.reservations.map { BudgetMetric($0, module: .reservations) }
        + MetricDescription.sharing.map { BudgetMetric($0, module: .sharing) }
        + (MetricDescription.server + MetricDescription.accounts).map { BudgetMetric($0, module: nil) }

    private init(_ description: MetricDescription, module: ModuleName?) {
        self.init(path: description.name, unit: description.unit, module: module)
    }
}
