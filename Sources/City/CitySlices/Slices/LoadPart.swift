// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What one key of a scenario asks for in a run, so that a refusal names it.
package struct LoadPart: Sendable {
    package let location: InputLocation
    /// The key's own name.
    package let key: String
    /// What is asked, in words: `10000000 calls a day for 30 days`.
    package let asked: String
    /// Events of one run.
    package var events = 0.0
    /// Memory of one run, in bytes.
    package var bytes = 0.0
    /// Time of one core for one run, in seconds, beside that of the events.
    package var seconds = 0.0
    /// Time of one core to read what it names, once for all runs of a command, in seconds.
    package var reading = 0.0

    /// A key that asks for next to nothing yet.
    package init(location: InputLocation, key: String, asked: String) {
        self.location = location
        self.key = key
        self.asked = asked
    }
}
