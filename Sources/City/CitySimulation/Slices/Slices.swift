// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceSimulation
public import CityModel
public import CitySlices
import HealthSimulation
import RaceSimulation
import ScenarioFile
import StoreSimulation
import TaxiSimulation

/// The services of this program.
public enum Slices {
    /// All of them. A new service is one line here.
    public static let all: [any ServiceSlice] = [
        TaxiSlice(), ServerSlice(), AccountsSlice(), StoresSlice(), RacesSlice(), AmbulancesSlice(), HealthSlice(),
    ]

    /// The metrics that summaries show of the services with these sections, beside those of services in every city.
    public static func headlines(in sections: [ServiceID: any Sendable]) -> [String] {
        all.filter { !$0.key.isOfEveryCity && sections[$0.key.service] != nil }.flatMap(\.headlines)
    }
}
