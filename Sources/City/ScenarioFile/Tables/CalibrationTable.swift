// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
import ScenarioLanguage

/// The service times of every type of message as `cabrank calibrate` measured them, with what they hold for.
public struct CalibrationTable: Sendable, Hashable {
    /// The version of the file's form that this build reads and writes.
    public static let formatVersion = 1

    /// The machine.
    public struct Machine: Sendable, Hashable {
        /// The processor's model, as the system names it.
        public var processor: String
        /// Its cores that the program could use.
        public var cores: Int

        /// Names a machine.
        public init(processor: String = "", cores: Int = 0) {
            self.processor = processor
            self.cores = cores
        }
    }

    /// The program that was measured.
    public struct Build: Sendable, Hashable {
        /// The version of Cabrank.
        public var version: String
        /// The compiler.
        public var swift: String

        /// Names a build.
        public init(version: String = "", swift: String = "") {
            self.version = version
            self.swift = swift
        }
    }

    /// The size of the city that was served.
    public struct City: Sendable, Hashable {
        /// So many people of one kind.
        public struct People: Sendable, Hashable {
            /// What they are called.
            public var name: String
            /// How many they are.
            public var count: Int

            /// Counts some.
            public init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }
        }

        /// Zones of the service.
        public var zones: Int
        /// The people of the services that every city has.
        public var people: [People]
        /// Registered accounts.
        public var accounts: Int

        /// States a size.
        public init(zones: Int = 0, people: [People] = [], accounts: Int = 0) {
            self.zones = zones
            self.people = people
            self.accounts = accounts
        }

        /// How many people have this name.
        public subscript(name: String) -> Int { people.first { $0.name == name }?.count ?? 0 }
    }

    /// What the check of a password cost at the logins.
    public struct PasswordCost: Sendable, Hashable {
        /// The hash, such as `argon2id13`.
        public var algorithm: String
        /// Passes over the memory.
        public var operations: Int
        /// Memory in bytes.
        public var memory: Int64

        /// States a cost.
        public init(algorithm: String = "", operations: Int = 0, memory: Int64 = 0) {
            self.algorithm = algorithm
            self.operations = operations
            self.memory = memory
        }
    }

    /// A service whose messages were measured on another day than the rest.
    public struct Addition: Sendable, Hashable {
        /// The service, by its key in a scenario.
        public var service: String
        /// The day, as that of the rest.
        public var date: String

        /// Names a service and a day.
        public init(service: String = "", date: String = "") {
            self.service = service
            self.date = date
        }
    }

    /// The program that was measured.
    public var build = Build()
    /// The day of the measurement, `2026-03-04`.
    public var date = ""
    /// Services whose messages were measured later, in the same city on the same machine.
    public internal(set) var additions: [Addition] = []
    /// The machine.
    public var machine = Machine()
    /// The size of the city.
    public var city = City()
    /// The cost of a login.
    public var password = PasswordCost()
    /// One distribution for each kind that was measured.
    var times: [MessageType: MeasuredTimes] = [:]

    init() {}

    /// Gathers a table of these kinds; nil when one has no times.
    public init?(
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
    public func adding(_ service: String, from other: CalibrationTable) -> CalibrationTable {
        var table = self
        table.times.merge(other.times) { _, new in new }
        table.additions.removeAll { $0.service == service }
        table.additions.append(Addition(service: service, date: other.date))
        return table
    }

    /// The kinds that were measured, in the order of the file.
    public var kinds: [MessageType] {
        times.keys.sorted { $0.number < $1.number }
    }

    /// The service times of a kind that was measured.
    public subscript(kind: MessageType) -> MeasuredTimes {
        guard let times = times[kind] else {
            preconditionFailure("a calibration without times of \(kind.word)")
        }
        return times
    }

    /// What was measured and where, in one line for reports.
    public var summary: String {
        "measured on \(date) on \(machine.processor) (\(machine.cores) cores) with Cabrank \(build.version), \(build.swift), "
            + "in a city of \(city.zones) zones" + city.people.map { ", \($0.count) \($0.name)" }.joined() + " and "
            + "\(city.accounts) accounts; logins with \(password.algorithm), \(password.operations) passes over "
            + Quantity.memory.write(Double(password.memory))
            + additions.map { "; messages of \($0.service) on \($0.date)" }.joined()
    }
}
