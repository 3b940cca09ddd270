// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import CitySimulation
import CitySlices
import ScenarioLanguage
import StoreRules
import StoreSimulation
import TaxiSimulation

extension LiveLoad {
    /// What of a scenario is not sent to a live server, each by its key: services whose people stay at home, and what the people of the
    /// others leave undone. The program says so.
    ///
    /// - Parameter devices: those whose keys are known; nil for none, and without them nobody is sent to a store.
    package static func unsent(_ plan: CityPlan, devices: StoreDevices?) -> [String] {
        plan.namedSlices.flatMap { slice -> [String] in
            let service = slice.key.service
            return service == .stores && sendsShoppers(plan, devices)
                ? ShopperCrowd.unsent(in: plan.scenario) : [service.name]
        }
    }

    /// Whether the people of a scenario's stores are sent.
    static func sendsShoppers(_ plan: CityPlan, _ devices: StoreDevices?) -> Bool {
        devices != nil && ShopperCrowd.storeCount(in: plan.scenario) > 0
    }

    /// What keeps people from being sent at all.
    static func problemsOfServices(_ plan: CityPlan, _ devices: StoreDevices?) -> [InputProblem] {
        let (scenario, read) = (plan.scenario, plan.read)
        guard sendsShoppers(plan, devices) else {
            guard scenario.drivers.isEmpty, scenario.passengers.isEmpty else { return [] }
            let says =
                "nobody is sent to a live server: the scenario has no drivers and no passengers, and no shoppers are sent"
            return [InputProblem(.error, at: InputLocation(file: read.location(of: "server").file), says)]
        }
        let missing = devices?.missing(ofStores: ShopperCrowd.storeCount(in: scenario)) ?? []
        return missing.prefix(5).map {
            InputProblem(.error, at: read.location(of: "stores"), "\($0) among the devices of the server's file")
        }
    }
}
