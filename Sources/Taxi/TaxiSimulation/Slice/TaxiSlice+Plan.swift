// SPDX-License-Identifier: GPL-3.0-or-later

package import CityMap
package import CityModel
package import CitySlices
import ScenarioLanguage

extension TaxiSlice {
    /// What a run must know of a scenario on its map.
    struct Facts: Sendable {
        /// Whether straight routes of available taxis leave all zones.
        let hasGaps: Bool
        /// The times of rides, where they have a table of their own.
        let rideTable: TravelTable?
    }

    /// The times of rides; nil without a table of their own.
    private static func rideTable(_ scenario: Scenario, layout: any ZoneLayout) throws(InputErrors) -> TravelTable? {
        guard let path = scenario.travel.rides.table else { return nil }
        let text: String
        do {
            text = try InputFile.text(of: path)
        } catch {
            throw InputErrors(problems: [InputProblem(.error, at: InputLocation(file: path), error.description)])
        }
        return try TravelTable(csv: text, fileName: path, layout: layout)
    }

    /// The table of rides, which the scenario names and does not hold.
    package func files(in scenario: Scenario) -> [(key: String, path: String)] {
        scenario.travel.rides.table.map { [(key: "travel.ride-table", path: $0)] } ?? []
    }

    /// What is wrong with the keys of drivers and passengers on the map.
    package func problems(in read: ReadScenario, layout: any ZoneLayout) -> [InputProblem] {
        var found = read.zoneProblems(zones: layout.zones) + TripDoubts.problems(read, layout: layout)
        do throws(InputErrors) {
            found += try Self.rideTable(read.scenario, layout: layout)?.doubts ?? []
        } catch {
            found += error.problems
        }
        return found
    }

    /// Doubts about tables, routes and demand.
    package func findings(in city: PlannedCity, table: TravelTable?) -> SliceFindings {
        let routes = IdleRoutes(city.scenario, layout: city.layout, travel: city.travel)
        let ties = table.map { TableTies.warnings($0, city.read, layout: city.layout) } ?? []
        return SliceFindings(
            doubts: ties + routes.warnings(city.read) + TaxiLoadDoubts.warnings(city),
            facts: Facts(
                hasGaps: !routes.found.isEmpty,
                // What is wrong with it was said before: then there is no city.
                rideTable: try? Self.rideTable(city.scenario, layout: city.peopleLayout)))
    }

    /// By the keys of each group.
    package func loads(in city: PlannedCity) -> [LoadPart] { TaxiLoad(TaxiTown(city)).parts }

    /// Whether destinations depend on the zone of the call.
    package func pairsZones(in scenario: Scenario) -> Bool {
        scenario.passengers.contains { group in
            if case .trace = group.demand { return false }
            if case .table = group.demand { return false }
            if case .zones = group.destination { return false }
            return true
        }
    }

    /// Drivers do, to renew their licences.
    package func comesBackToAccounts(in scenario: Scenario) -> Bool { scenario.accounts?.licenceRenewal != nil }

    /// Taxis lead the results of experiments.
    package var experiments: ExperimentForm? { .taxis }
    /// What their shares are of.
    package var shares: ShareMeaning { .taxis }
}
