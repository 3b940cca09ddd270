// SPDX-License-Identifier: GPL-3.0-or-later

public import ScenarioFile

extension Flood.Sender {
    /// Passengers who are logged in, which poll for an arrival.
    public static let passengers = Flood.Sender("passengers")
}
