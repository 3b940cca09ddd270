// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Foundation
import Reporting
import TaxiRules
import TaxiSimulation

/// `cabrank calibrate`.
struct CalibrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibrate", abstract: "Measure how long this machine takes for each type of message.",
        discussion: """
            Runs the real handlers many thousands of times in a city of the given size and writes an empirical distribution of \
            service times for each type of message. A scenario uses the file with `server.calibration`.

            Measured: the handler with its turn of the loop, from the message to the last notice delivered; a login with its real \
            password hash; writing to the account file. Not measured: network stack, TLS, HTTP, JSON, and what the operating \
            system does for them. So try a scenario with `server.service-scale` 2, 5 and 10 as well.

            Run it on a quiet machine, built with `swift build -c release`: a slower build is refused. For example: \
            cabrank calibrate --out mine.yaml

            A file that was measured before a service was built has no times for its messages. Add them with \
            cabrank calibrate --service stores --into mine.yaml \
            on the same machine. The city has the size that the file states; all other times stay as they are.

            Exit status: 0 when the file was written, 2 on bad input (nothing is measured), 70 on an internal error.
            """)

    @Option(help: "Zones of the city.") var zones = CalibrationSize().zones
    @Option(help: "Drivers in service.") var drivers = CalibrationSize().drivers
    @Option(help: "Passengers with a client.") var passengers = CalibrationSize().passengers
    @Option(help: "Registered accounts.") var accounts = CalibrationSize().accounts
    @Option(help: "Fewest measurements of each type.") var repetitions = CalibrationSize().repetitions
    @Option(help: "Measurements of each message that hashes a password.")
    var hashRepetitions = CalibrationSize().hashRepetitions
    @Option(help: "Write the calibration to this file. Without it, only the table is printed.", completion: .file())
    var out: String?
    @Option(help: "Measure only the messages of this service, such as `stores`.") var service: String?
    @Option(
        help: "Write the times of this service's messages into this calibration, in place of those in it.",
        completion: .file())
    var into: String?
    @Flag(help: "Show no progress.") var quiet = false

    /// Without optimisation the handlers take many times as long, which no server would.
    static var isOptimised: Bool {
        #if DEBUG
            false
        #else
            true
        #endif
    }

    func run() throws {
        let table = try measure()
        print(CalibrationText.table(table), terminator: "")
        if let path = out ?? into { print("written to \(path)") }
    }

    private func measure() throws -> CalibrationTable {
        if out != nil, service != nil {
            throw ValidationError("--out writes a whole calibration; --service with --into adds to one")
        }
        if into != nil, service == nil {
            throw ValidationError("--into needs --service; --out writes a whole calibration")
        }
        let old = try into.map {
            try CalibrationReader(version: cabrankVersion, services: Slices.all.keys).read(file: $0)
        }
        let file = try (out ?? into).map { try OutputFile($0, kind: .calibration) }
        guard Self.isOptimised else {
            throw ValidationError(
                "this is a debug build; measure with a release build, made by `swift build -c release`")
        }
        var size = CalibrationSize()
        size.zones = zones
        size.drivers = drivers
        size.passengers = passengers
        size.accounts = accounts
        size.repetitions = repetitions
        size.hashRepetitions = hashRepetitions
        if let old, let into { try fit(&size, to: old, named: into) }
        let date = Date()
        let (measurements, kinds): (Measurements, [MessageType])
        do {
            var calibration = try Calibration(size, only: service.map { ServiceID($0) })
            let line = CalibrationLine()
            if !quiet { calibration.progress = { line.show($0) } }
            let epoch = ContinuousClock.now
            kinds = calibration.kinds
            measurements = try calibration.measure {
                let (seconds, attoseconds) = epoch.duration(to: .now).components
                return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
            }
        } catch let problem as CalibrationProblem {
            switch problem {
            case .size, .service, .missing: throw ValidationError(problem.description)
            default: throw problem
            }
        }
        let table = try self.table(measurements, kinds, size, date)
        if let file, let old, let service {
            try Self.write(old.adding(service, from: table), to: file, notes: Self.notes(of: file.path))
        } else if let file {
            try Self.write(
                table, to: file,
                notes: [
                    "Service times of each kind of message, measured by `cabrank calibrate` (\(CalibrationText.size(table))).",
                    "They apply to this machine, this build and a city of this size. Network stack and TLS are not included.",
                ])
        }
        return table
    }

    private static var machine: CalibrationTable.Machine {
        CalibrationTable.Machine(
            processor: HostMachine.processor, cores: ProcessInfo.processInfo.activeProcessorCount)
    }

    /// Takes the size of a file's city, and refuses to mix what was measured elsewhere.
    private func fit(_ size: inout CalibrationSize, to old: CalibrationTable, named path: String) throws {
        guard old.machine == Self.machine, old.build.swift == HostMachine.compiler else {
            throw ValidationError(
                "\(path) was measured on \(old.machine.processor) (\(old.machine.cores) cores) with \(old.build.swift), but this "
                    + "is \(Self.machine.processor) (\(Self.machine.cores) cores) with \(HostMachine.compiler); measure "
                    + "everything anew with --out")
        }
        let usual = CalibrationSize()
        for (name, asked, usual, held) in [
            ("zones", size.zones, usual.zones, old.city.zones),
            ("drivers", size.drivers, usual.drivers, old.city.drivers),
            ("passengers", size.passengers, usual.passengers, old.city.passengers),
            ("accounts", size.accounts, usual.accounts, old.city.accounts),
        ] where asked != held && asked != usual {
            throw ValidationError(
                "--\(name) \(asked); \(path) was measured with \(held); leave the option out to use that")
        }
        size.zones = old.city.zones
        size.drivers = old.city.drivers
        size.passengers = old.city.passengers
        size.accounts = old.city.accounts
    }

    /// The comments at the top of a file, which say where it comes from.
    private static func notes(of path: String) throws -> [String] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.hasPrefix("#") }.map { String($0.drop { $0 == "#" }.drop { $0 == " " }) }
    }

    private func table(
        _ measurements: Measurements, _ kinds: [MessageType], _ size: CalibrationSize, _ date: Date
    ) throws -> CalibrationTable {
        let city = CalibrationTable.City(
            zones: size.zones, drivers: size.drivers, passengers: size.passengers, accounts: size.accounts)
        let table = CalibrationTable(
            build: CalibrationTable.Build(version: cabrankVersion, swift: HostMachine.compiler),
            date: String(date.formatted(.iso8601).prefix(10)),
            machine: Self.machine, city: city, password: measurements.password, kinds: kinds,
            times: measurements.distribution)
        if let table { return table }
        let missing = kinds.first { measurements.count($0) == 0 } ?? .call
        throw CalibrationProblem.missing(missing)
    }

    /// Writes the file whole, after reading it once as a scenario would.
    private static func write(_ table: CalibrationTable, to file: OutputFile, notes: [String]) throws {
        let text = table.text(notes: notes)
        _ = try CalibrationReader(version: cabrankVersion, services: Slices.all.keys).read(text: text, named: file.path)
        try file.write(Data(text.utf8))
    }
}

/// The progress of a calibration on the standard error: on a terminal one line that is written over, elsewhere one line for
/// each work.
private final class CalibrationLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private var work = ""

    /// Shows it and says that the measuring goes on.
    func show(_ progress: CalibrationProgress) -> Bool {
        if isTerminal {
            let percent = Int((progress.share * 100).rounded(.down))
            let ending = progress.share < 1 ? "" : "\n"
            StandardStreams.report("\r\u{1B}[K\(progress.work)  \(percent)%\(ending)")
        } else if progress.work != work {
            work = progress.work
            complain(work)
        }
        return true
    }
}
