// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
package import CitySlices
import RaceRules
package import RaceService

extension RacesSlice {
    /// What a live service begins with that has the rules of a scenario's races. Its races and people stay at home: organisers with accounts
    /// create others.
    ///
    /// - Returns: nil for a scenario without races.
    package static func live(_ scenario: Scenario) -> LiveRaces.Parameters? {
        guard let section = scenario.services[.races] as? RacesSection else { return nil }
        var parameters = LiveRaces.Parameters()
        parameters.races = section.rules
        return parameters
    }
}
