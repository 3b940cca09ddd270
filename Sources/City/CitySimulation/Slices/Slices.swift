// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceSimulation
package import CityModel
package import CitySlices
import HealthSimulation
import RaceSimulation
package import Reporting
import StoreSimulation
import TaxiSimulation
import TripSimulation

/// The services of this program.
package enum Slices {
    /// All of them. A new service is one line here.
    package static let all: [any ServiceSlice] = [
        TaxiSlice(), ServerSlice(TaxiSlice.load), AccountsSlice(TaxiSlice.load), StoresSlice(), RacesSlice(),
        AmbulancesSlice(), HealthSlice(), TripsSlice(),
    ]

    /// The types of all events of a city with these services, those of the people who use several of them among these.
    package static func events(of slices: [any ServiceSlice] = all) -> [any Event.Type] {
        slices.flatMap(\.events) + [PersonEvent.self]
    }

    /// The service that leads the results of experiments, with its form; nil where none does.
    package static let leading: (slice: any ServiceSlice, form: ExperimentForm)? =
        all.lazy.compactMap { slice in slice.experiments.map { (slice, $0) } }.first

    /// The form of the service that leads the results, where there is anything to tell of it in a scenario.
    package static func form(for scenario: Scenario) -> ExperimentForm? {
        leading.flatMap { $0.slice.isTold(in: scenario) ? $0.form : nil }
    }

    /// The same of a run.
    package static func form(for run: RunContext) -> ExperimentForm? {
        leading.flatMap { run.told.contains($0.slice.key.service) ? $0.form : nil }
    }

    /// The metrics that summaries show of the services with these sections, beside those of services in every city.
    package static func headlines(in sections: [ServiceID: any Sendable]) -> [String] {
        all.filter { !$0.key.isOfEveryCity && sections[$0.key.service] != nil }.flatMap(\.headlines)
    }
}
