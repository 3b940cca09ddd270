// SPDX-License-Identifier: GPL-3.0-or-later

import CityMap
import CityModel
package import CitySlices
package import Journeys
import TripRules
package import TripService

extension TripsSlice {
    /// What a live planner begins with that has the rules, the region and the lines of a scenario. Its people stay at home, and so do its
    /// weather, its strikes and its shared vehicles: a live planner would hear of them from outside.
    ///
    /// - Returns: nil for a scenario without a planner.
    package static func live(_ city: PlannedCity) -> (parameters: LiveTrips.Parameters, journeys: CityJourneys)? {
        let services = city.scenario.services
        guard services[.trips] != nil || services[.people] != nil else { return nil }
        let section = services[.trips] as? TripsSection ?? TripsSection()
        guard section.hasPlanner else { return nil }
        var parameters = LiveTrips.Parameters()
        parameters.planner.plans.margin = section.margin
        let drawn = PlannerRegion(section, city.read, layout: city.peopleLayout).outline
        let region = drawn ?? CityOutline(around: city.peopleLayout)
        parameters.planner.contains = { region.contains($0) }
        let journeys = CityJourneys(router: city.travel, stops: city.stops, traffic: city.scenario.travel.traffic)
        return (parameters, journeys)
    }
}
