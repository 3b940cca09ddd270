// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import CitySlices
import ScenarioFile
import StoreSimulation

/// The services of this program.
public enum Slices {
    /// The services beside the taxi service, which brings the people of a scenario into the city and is opened by
    /// `SimulatedCity` itself. A new service is one line here.
    public static let all: [any ServiceSlice] = [StoresSlice()]

    /// The metrics that summaries show of the services with these sections, beside the taxi service's.
    public static func headlines(in sections: [ServiceID: any Sendable]) -> [String] {
        all.filter { sections[$0.key.service] != nil }.flatMap(\.headlines)
    }
}
