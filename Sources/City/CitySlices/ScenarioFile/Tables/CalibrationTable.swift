// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import ScenarioLanguage

/// The service times of every type of message as `cabrank calibrate` measured them, with what they hold for.
package struct CalibrationTable: Sendable, Hashable {
    /// The version of the file's form that this build reads and writes.
    package static let formatVersion = 1

    /// The machine.
    package struct Machine: Sendable, Hashable {
        /// The processor's model, as the system names it.
        package var processor: String
        /// Its cores that the program could use.
        package var cores: Int

        package init(processor: String = "", cores: Int = 0) {
            self.processor = processor
            self.cores = cores
        }
    }

    /// The program that was measured.
    package struct Build: Sendable, Hashable {
        /// The version of Cabrank.
        package var version: String
        package var swift: String

        package init(version: String = "", swift: String = "") {
            self.version = version
            self.swift = swift
        }
    }

    /// The size of the city that was served.
    package struct City: Sendable, Hashable {
        /// So many people of one kind.
        package struct People: Sendable, Hashable {
            /// What they are called.
            package var name: String
            /// How many they are.
            package var count: Int

            /// Counts some.
            package init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }
        }

        /// Zones of the service.
        package var zones: Int
        /// The people of the services that every city has.
        package var people: [People]
        /// Registered accounts.
        package var accounts: Int

        package init(zones: Int = 0, people: [People] = [], accounts: Int = 0) {
            self.zones = zones
            self.people = people
            self.accounts = accounts
        }

        /// How many people have this name.
        package subscript(name: String) -> Int { people.first { $0.name == name }?.count ?? 0 }
    }

    /// What the check of a password cost at the logins.
    package struct PasswordCost: Sendable, Hashable {
        /// The hash, such as `argon2id13`.
        package var algorithm: String
        /// Passes over the memory.
        package var operations: Int
        /// Memory in bytes.
        package var memory: Int64

        package init(algorithm: String = "", operations: Int = 0, memory: Int64 = 0) {
            self.algorithm = algorithm
            self.operations = operations
            self.memory = memory
        }
    }

    /// A service whose messages were measured on another day than the rest.
    package struct Addition: Sendable, Hashable {
        /// The service, by its key in a scenario.
        package var service: String
        /// The day, as that of the rest.
        package var date: String

        /// Names a service and a day.
        package init(service: String = "", date: String = "") {
            self.service = service
            self.date = date
        }
    }

    /// The program that was measured.
    package var build = Build()
    /// The day of the measurement, `2026-03-04`.
    package var date = ""
    /// Services whose messages were measured later, in the same city on the same machine.
    package internal(set) var additions: [Addition] = []
    package var machine = Machine()
    /// The size of the city.
    package var city = City()
    /// The cost of a login.
    package var password = PasswordCost()
    /// One distribution for each kind that was measured.
    var times: [MessageType: MeasuredTimes] = [:]

    init() {}

    /// Gathers a table of these kinds; nil when one has no times.
    package init?(
        build: Build, date: String, machine: Machine, city: City, password: PasswordCost,
        kinds: [MessageType], times: (MessageType) -> MeasuredTimes?
    ) {
        self.build = build
        self.date = date
        self.machine = machine
        self.city = city
        self.password = password
        for kind in kinds {
            guard let measured = times(kind) else { return nil }
            self.times[kind] = measured
        }
    }

    /// The same with all times of another table, which are those of a service, in place of its own.
    package func adding(_ service: String, from other: CalibrationTable) -> CalibrationTable {
        var table = self
        table.times.merge(other.times) { _, new in new }
        table.additions.removeAll { $0.service == service }
        table.additions.append(Addition(service: service, date: other.date))
        return table
    }

    /// The kinds that were measured, in the order of the file.
    package var kinds: [MessageType] {
        times.keys.sorted { $0.number < $1.number }
    }

    /// The service times of a kind that was measured.
    package subscript(kind: MessageType) -> MeasuredTimes {
        guard let times = times[kind] else {
            preconditionFailure("a calibration without times of \(kind.word)")
        }
        return times
    }

    /// What was measured and where, in one line for reports.
    package var summary: String {
        "measured on \(date) on \(machine.processor) (\(machine.cores) cores) with Cabrank \(build.version), \(build.swift), "
            + "in a city of \(city.zones) zones" + city.people.map { ", \($0.count) \($0.name)" }.joined() + " and "
            + "\(city.accounts) accounts; logins with \(password.algorithm), \(password.operations) passes over "
            + Quantity.memory.write(Double(password.memory))
            + additions.map { "; messages of \($0.service) on \($0.date)" }.joined()
    }
}
