// SPDX-License-Identifier: GPL-3.0-or-later

package import CitySlices

extension Flood.Sender {
    /// Passengers who are logged in, which poll for an arrival.
    package static let passengers = Flood.Sender("passengers")
}
