// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

extension Preflight {
    /// Money that says nothing: costs are told as a part of income, of which nothing is told without fares; and rides for nothing bring
    /// none.
    func checkMoney() {
        guard let fares = scenario.fares else {
            if scenario.costs != nil {
                error("costs", "`costs`: nothing is told of money without `fares`; allowed: with `fares`")
            }
            for (index, budget) in scenario.budgets.enumerated() where budget.metric.hasPrefix("money.") {
                error(
                    "budgets.\(index).metric",
                    "`metric`: `\(budget.metric)` needs the section `fares`, which this scenario does not have")
            }
            return
        }
        // Less than half a hundredth is nothing once it is rounded.
        let isFree = fares.start.most < 0.005 && fares.perKilometre.most <= 0 && fares.perMinute.most <= 0
        if isFree, (fares.zones ?? [:]).allSatisfy({ $0.value < 0.005 }) {
            error("fares", "`fares`: every ride is for nothing; allowed: a `start`, `per-km` or `per-minute` above 0")
        }
        if fares.zones != nil, scenario.city.serviceZones != nil {
            error("fares.zones", Self.surchargesElsewhere)
        }
    }

    /// Surcharges mean the zones of the city; a ride is known by that of the service in which it began.
    static let surchargesElsewhere =
        "`zones`: surcharges are by the zones of the service, which are others than the city's here; allowed: without `zones` of "
        + "fares, or without other zones of the service"
}
