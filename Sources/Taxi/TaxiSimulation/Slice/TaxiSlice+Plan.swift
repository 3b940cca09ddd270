// SPDX-License-Identifier: GPL-3.0-or-later

public import CityMap
public import CityModel
public import CitySlices
public import ScenarioFile
import TaxiScenario

extension TaxiSlice {
    /// What a run must know of a scenario on its map.
    struct Facts: Sendable {
        /// Whether straight routes of available taxis leave all zones.
        let hasGaps: Bool
    }

    /// What is wrong with the keys of drivers and passengers on the map.
    public func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        read.zoneProblems(zones: layout.zones) + TripDoubts.problems(read, layout: layout)
    }

    /// Doubts about tables, routes and demand.
    public func findings(in city: PlannedCity, table: TravelTable?) -> SliceFindings {
        let routes = IdleRoutes(city.scenario, layout: city.layout, travel: city.travel)
        let ties = table.map { TableTies.warnings($0, city.read, layout: city.layout) } ?? []
        return SliceFindings(
            doubts: ties + routes.warnings(city.read) + TaxiLoadDoubts.warnings(city),
            facts: Facts(hasGaps: !routes.found.isEmpty))
    }

    /// By the keys of each group.
    public func loads(in city: PlannedCity) -> [LoadPart] { TaxiLoad(TaxiTown(city)).parts }

    /// Whether destinations depend on the zone of the call.
    public func pairsZones(in scenario: Scenario) -> Bool {
        scenario.passengers.contains { group in
            if case .trace = group.demand { return false }
            if case .zones = group.destination { return false }
            return true
        }
    }

    /// Drivers do, to renew their licences.
    public func comesBackToAccounts(in scenario: Scenario) -> Bool { scenario.accounts?.licenceRenewal != nil }

    /// Taxis lead the results of experiments.
    public var experiments: ExperimentForm? { .taxis }
    /// What their shares are of.
    public var shares: ShareMeaning { .taxis }
}
