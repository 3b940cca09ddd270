// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What one key of a scenario asks for in a run, so that a refusal names it.
public struct LoadPart: Sendable {
    /// Where it stands.
    public let location: InputLocation
    /// The key's own name.
    public let key: String
    /// What is asked, in words: `10000000 calls a day for 30 days`.
    public let asked: String
    /// Events of one run.
    public var events = 0.0
    /// Memory of one run, in bytes.
    public var bytes = 0.0
    /// Time of one core for one run, in seconds, beside that of the events.
    public var seconds = 0.0
    /// Time of one core to read what it names, once for all runs of a command, in seconds.
    public var reading = 0.0

    /// A key that asks for next to nothing yet.
    public init(location: InputLocation, key: String, asked: String) {
        self.location = location
        self.key = key
        self.asked = asked
    }
}
