// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import CitySimulation
import CitySlices
import TaxiSimulation

extension LiveLoad {
    /// What of a scenario's services is not sent to a live server, each by its key: their people stay at home, and the program says so.
    package static func unsent(_ plan: CityPlan) -> [String] { plan.namedSlices.map { $0.key.service.name } }

    /// Whether anybody of a scenario is sent.
    static func sendsAnybody(_ plan: CityPlan) -> Bool {
        !plan.scenario.drivers.isEmpty || !plan.scenario.passengers.isEmpty
    }
}
