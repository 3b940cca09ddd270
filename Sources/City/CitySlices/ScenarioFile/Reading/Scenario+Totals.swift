// SPDX-License-Identifier: GPL-3.0-or-later

import ScenarioLanguage

extension Scenario {
    /// Spends `demand` and the like of services, so that nothing after reading knows of them.
    mutating func spendTotals(_ reading: Reading, _ services: [ServiceKey]) {
        for service in services { service.reading.spend(&self, reading) }
        if demand.scale != 1 {
            for service in services { service.reading.scale(&self, demand.scale, reading) }
        }
        demand = DemandSection()
    }
}
