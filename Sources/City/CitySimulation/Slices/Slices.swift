// SPDX-License-Identifier: GPL-3.0-or-later

public import CitySlices
import StoreSimulation

/// The services of this program.
public enum Slices {
    /// The services beside the taxi service, which brings the people of a scenario into the city and is opened by
    /// `SimulatedCity` itself. A new service is one line here.
    public static let all: [any ServiceSlice] = [StoresSlice()]
}
