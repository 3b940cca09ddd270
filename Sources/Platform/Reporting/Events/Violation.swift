// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// An invariant that did not hold (SIM-07).
package struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// The invariant's id, such as `INV-OneQueuePerDriver`.
    package let id: String
    /// When it was found: the instant of the event that broke it.
    package let time: CityTime
    /// The number of that event.
    package let number: Int64
    /// Who is concerned, such as `driver 7`.
    package let actors: [String]
    /// What is wrong, in words.
    package let message: String

    package init(id: String, time: CityTime, number: Int64, actors: [String], message: String) {
        self.id = id
        self.time = time
        self.number = number
        self.actors = actors
        self.message = message
    }

    /// One line with everything.
    package var description: String {
        let seconds = TimeSpan(nanoseconds: time.nanoseconds)
        return "\(id) at t=\(seconds) (event \(number), \(actors.joined(separator: ", "))): \(message)"
    }
}
