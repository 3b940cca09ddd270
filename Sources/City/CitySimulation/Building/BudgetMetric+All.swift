// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CityReports
import CitySlices
import Reporting
public import ScenarioFile
import TaxiRules

extension BudgetMetric {
    /// Every metric that a budget may name: those of the report, of the modules, of the services, and of the program's own
    /// cost.
    public static let all = all(with: Slices.all)

    /// Without those of slices: made once, since each plan asks for them.
    private static let core =
        (MetricDescription.all + MetricDescription.host).map { BudgetMetric($0) }
        + MetricDescription.reservations.map { BudgetMetric($0, module: .reservations) }
        + MetricDescription.sharing.map { BudgetMetric($0, module: .sharing) }
        + (MetricDescription.server + MetricDescription.accounts).map { BudgetMetric($0) }

    /// The metric that a name is of, with a part of the run or without one; nil when there is none.
    public static func named(_ name: String) -> BudgetMetric? {
        let path = PartedName.metric(of: name)
        return all.first { $0.path == path }
    }

    static func all(with services: [any ServiceSlice]) -> [BudgetMetric] {
        core
            + services.flatMap { slice in
                let service = slice.key.isOfEveryCity ? nil : slice.key.service
                return slice.metrics.map { BudgetMetric($0, service: service) }
            }
    }

    private init(_ description: MetricDescription, module: ModuleName? = nil, service: ServiceID? = nil) {
        self.init(path: description.name, unit: description.unit, module: module, service: service)
    }
}
