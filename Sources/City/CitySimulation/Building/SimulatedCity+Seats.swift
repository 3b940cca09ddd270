// SPDX-License-Identifier: GPL-3.0-or-later

import Population
import RandomStreams
import ScenarioFile
import TaxiService

extension SimulatedCity {
    /// The seats of each driver's taxi, in number order.
    static func seats(_ scenario: Scenario, key: StreamKey) -> [Int32] {
        TaxiPopulation.registrations(scenario, key: key).map(\.seats)
    }
}
