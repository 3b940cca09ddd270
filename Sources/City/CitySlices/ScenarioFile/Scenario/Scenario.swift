// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import ScenarioLanguage

/// A checked scenario: every parameter of a run, in base units (seconds, metres, shares from 0 to 1).
///
/// Made by `ScenarioReader` from a text file; holds nothing that was not checked.
package struct Scenario: Sendable {
    /// Short name, used for the results folder: letters, digits, dots and dashes.
    package var name: String
    /// One line for people.
    package var title: String
    /// The first instant of the run.
    package var start: CityTime
    /// Dates that are like another day of the week, for all values that are given by day.
    package var holidays: Holidays
    /// How long the run lasts.
    package var length: TimeSpan
    /// The first part of the run, left out of the statistics.
    package var warmUp: TimeSpan
    /// The seed of every random stream.
    package var seed: UInt64
    package var city: CitySection
    /// How long drives take.
    package var travel: TravelSection
    /// The gateway; nil for a service that takes every message at once.
    package var server: ServerSection?
    /// The clients' side of the wire; nil for the defaults. Only with a server.
    package var clients: ClientsSection?
    /// The accounts; nil for the defaults. Only with a server.
    package var accounts: AccountsSection?
    /// Timed changes: surges, closures, rain.
    package var changes: [TimedChange]
    /// Links between clients and the service.
    package var network: NetworkSection
    /// What a run records beside its metrics.
    package var record: RecordSection
    /// Limits that `cabrank check` judges, in file order. They change nothing in a run.
    package var budgets: [Budget]
    /// The parameters of the services that the file gives keys of, each of the service's own type.
    package var services: [ServiceID: any Sendable] = [:]
    var demand = DemandSection()

    /// The start of a scenario that names none: 1971-01-01 00:00, since logs hold stamps after 1970-01-01 00:00 only
    /// (INV-UniqueTaxiLog).
    static let firstInstant = ClockText.firstInstant

    /// The last instant of the run.
    package var end: CityTime { start + length }

    /// Makes a scenario with the given city; everything else as in an empty file.
    package init(name: String, city: CitySection) {
        self.name = name
        title = name
        start = Self.firstInstant
        holidays = Holidays()
        length = .hours(1)
        warmUp = .zero
        seed = 1
        self.city = city
        travel = TravelSection()
        changes = []
        network = NetworkSection()
        record = RecordSection()
        budgets = []
    }
}

/// Links between clients and the service.
package struct NetworkSection: Sendable {
    /// One-way delay of a message, in seconds. Default 0.
    package var delay: Distribution = .constant(0)
    /// Share of messages lost. Default 0 (TAXI-ASSUME-01).
    package var loss = 0.0

    /// A perfect network.
    package init() {}
}

/// How much a run logs.
package enum LogLevel: String, Sendable, CaseIterable {
    case error, info, debug
}

/// What a run records beside its metrics.
package struct RecordSection: Sendable {
    /// How much is printed to the log (OPS-02).
    package var level: LogLevel = .info
    /// Whether `results.sqlite` holds the whole event log.
    package var events = false
    /// Whether the messages are kept for `cabrank replay`.
    package var messages = false
    /// Whether the invariants are checked after every turn (SIM-07).
    package var invariants = false

    package init() {}
}
