// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import Reporting

extension BudgetMetric {
    /// Every metric that a budget may name: those of the report, of the modules, of the services, and of the program's own
    /// cost.
    package static let all = all(with: Slices.all)

    /// Those of the program itself.
    private static let host = MetricDescription.host.map { BudgetMetric($0) }

    /// The metric that a name is of, with a part of the run or without one; nil when there is none.
    package static func named(_ name: String) -> BudgetMetric? {
        let path = PartedName.metric(of: name)
        return all.first { $0.path == path }
    }

    static func all(with services: [any ServiceSlice]) -> [BudgetMetric] {
        host
            + services.flatMap { slice in
                let service = slice.key.isOfEveryCity ? nil : slice.key.service
                return slice.chapters.flatMap { chapter in
                    chapter.metrics.map { BudgetMetric($0, module: chapter.module, service: service) }
                }
            }
    }

    private init(_ description: MetricDescription, module: ModuleName? = nil, service: ServiceID? = nil) {
        self.init(path: description.name, unit: description.unit, module: module, service: service)
    }
}
