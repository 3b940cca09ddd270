// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import RandomStreams
import StoreRules
package import StoreService

extension StoresSlice {
    /// What a live service begins with that has the stores of a scenario: where they stand, their settings and their rules. As in a
    /// run, one manager manages them all, who is the first of the staff; the employee of store n is number n + 1. Who shops
    /// stays at home.
    ///
    /// - Returns: nil for a scenario whose stores have no service.
    package static func live(_ scenario: Scenario, on layout: any ZoneLayout) -> LiveStores.Parameters? {
        guard let section = scenario.services[.stores] as? StoresSection, section.hasService else { return nil }
        var parameters = LiveStores.Parameters()
        parameters.managers = [StoreWorld.manager]
        parameters.stores = section.rules
        parameters.first = section.forms(on: layout, StreamKey(seed: scenario.seed)).enumerated().map { index, form in
            LiveStores.FirstStore(
                form, managers: [StoreWorld.manager], employees: [StoreWorld.employee(of: StoreID(index + 1))])
        }
        return parameters
    }
}
