// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import HealthRules
package import HealthService

extension HealthSlice {
    /// What a live service begins with that has the rules of a scenario's health service. Who wears a device and who asks for data stays at
    /// home.
    ///
    /// - Returns: nil for a scenario without a health service.
    package static func live(_ scenario: Scenario) -> LiveHealth.Parameters? {
        guard let section = scenario.services[.health] as? HealthSection else { return nil }
        var parameters = LiveHealth.Parameters(health: section.rules)
        parameters.data = section.data
        return parameters
    }
}
