// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityGateway
import CityHost
import CityModel
import CitySimulation
import TaxiService
import TripService
import TripSimulation

extension LiveSlices {
    /// Opens the trip planner of a scenario with the accounts of its users, whom their devices tell.
    ///
    /// What it holds is kept in memory: it follows from the log. Then, when the city's client is made: `LiveTrips.attach` names it, before
    /// the log is taken up. It hears nothing of the weather, of strikes and of shared vehicles.
    ///
    /// - Parameters:
    ///   - dispatcher: says how long taxis take to come.
    ///   - secrets: those of the city's input log.
    ///   - identifiers: what the log hides cloud identifiers with.
    /// - Returns: nil for a scenario without a planner.
    static func trips(
        _ plan: CityPlan, in host: CityHost, _ dispatcher: Dispatcher, secrets: RecordedSecrets,
        identifiers: IdentifierKey
    ) -> LiveTrips? {
        guard let (parameters, journeys) = TripsSlice.live(plan.planned) else { return nil }
        return LiveTrips(
            on: host, parameters, files: TripFiles(shelves: TripShelves(), devices: DeviceBook(), key: identifiers),
            journeys: journeys, waits: dispatcher, secrets: secrets)
    }
}
