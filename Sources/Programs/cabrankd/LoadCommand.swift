// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Commands
import Foundation
import ScenarioLanguage
import Synchronization
import WebPopulation

/// Sends a scenario's people to a live server.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Send the people of a scenario to a live server, each message when it is due.",
        discussion: """
            The same population, seeds and keys as in a simulation, at the pace of the clock on the wall. \
            Times are taken from the instant at which a message was due. The exit code is 1 when a message was lost, when less than \
            95 % were answered in under 5 s, or not all in under 10 s. What of the scenario is not sent is named in a line of its own.
            """)

    @Argument(help: "The scenario file. Its server's key `server` says how people use it.", completion: .file())
    var scenario: String

    @Option(help: "The server, such as https://127.0.0.1:8443.")
    var server: String

    @Option(help: "The server's certificate, where the machine does not trust it by itself.", completion: .file())
    var certificate: String?

    @Option(help: "The folder of the server's mail: accounts that are not there are opened.", completion: .directory)
    var mail: String?

    @Option(
        help:
            "The server's file: the keys of its totems, gates and exits are shown, and shoppers are sent with --mail.",
        completion: .file())
    var devices: String?

    @Option(name: .customLong("for"), help: "How long, such as 1h; the scenario's length unless given.")
    var length: String?

    @Option(help: "How much of it is sent and not counted; the scenario's warm-up unless given.")
    var warmUp: String?

    @Flag(help: "State each person's own address as a proxy does: the server's file must name this machine as `proxy`.")
    var addresses = false

    @Option(
        help: "A folder of `cabrank run` of the same scenario: its processing times are set beside the measured ones.")
    var predicted: String?

    @Option(help: "The folder for load.json.", completion: .directory)
    var out: String

    func run() async throws {
        let plan: CityPlan
        let predicted: [String: PredictedTimes]
        let devices: StoreDevices?
        do {
            devices = try self.devices.map { try ServerConfig.read($0).readStoreDevices() }
            plan = try read(from: Self.second(after: 0))
            predicted = try self.predicted.map { try PredictedTimes.read($0) } ?? [:]
            try check(plan, devices)
        } catch let error as InputErrors {
            Cabrankd.complain(error.description)
            throw ExitCode(2)
        }
        let unsent = LiveLoad.unsent(plan, devices: devices)
        if let line = LoadReport.line(ofUnsent: unsent) { Cabrankd.complain(line) }
        let transport = LoadTransport(server, trusting: certificate, statesAddresses: addresses)
        let name = "\(plan.scenario.seed)-\(Int(Date().timeIntervalSince1970))"
        let load = LiveLoad(
            name, transport: transport, mail: mail.map { MailFolder($0) }, devices: devices, clock: { WallClock.now })
        let progress = Progress()
        await load.openAccounts(plan) { done, all in progress.tell("accounts", done, all) }
        let accounts = load.accounts
        Cabrankd.complain(
            "accounts: \(accounts.opened) opened, \(accounts.known) there before, \(accounts.failed) failed")
        if accounts.failed > 0 {
            for failure in accounts.failures { Cabrankd.complain("error: the account of \(failure)") }
            await transport.end()
            throw ExitCode(2)
        }
        await load.signInPhones(plan) { done, all in progress.tell("phones", done, all) }
        let phones = load.signedIn
        if phones.opened + phones.failed > 0 {
            Cabrankd.complain("phones: \(phones.opened) signed in, \(phones.failed) failed")
        }
        if phones.failed > 0 {
            for failure in phones.failures { Cabrankd.complain("error: the phone \(failure)") }
            await transport.end()
            throw ExitCode(2)
        }
        let start = Self.second(after: 2)
        let day = try read(from: start)
        while WallClock.now < start { try await Task.sleep(for: .milliseconds(1)) }
        Cabrankd.complain("load: \(day.scenario.title) from \(start) for \(day.scenario.length)")
        let result = try await load.run(day)
        await transport.end()
        let report = LoadReport(
            result, predicted, unsent: unsent, from: start, to: day.scenario.end, of: day.scenario.name)
        do {
            try report.write(to: out)
        } catch {
            Cabrankd.complain("error: \(error)")
            throw ExitCode(2)
        }
        Cabrankd.say(report.text)
        if !result.keepsTarget { throw ExitCode(1) }
    }

    private func check(_ plan: CityPlan, _ devices: StoreDevices?) throws(InputErrors) {
        var problems = LiveLoad.problems(plan, devices: devices)
        if devices != nil, mail == nil {
            problems.append(
                InputProblem(
                    .error, at: InputLocation(file: scenario),
                    "shoppers sign in by text messages, which are read in the folder of --mail"))
        }
        if !problems.isEmpty { throw InputErrors(problems: problems) }
    }

    /// The full second after so many.
    private static func second(after seconds: Int) -> CityTime {
        CityTime(nanoseconds: (WallClock.now.nanoseconds / 1_000_000_000 + Int64(seconds) + 1) * 1_000_000_000)
    }

    private func read(from start: CityTime) throws(InputErrors) -> CityPlan {
        var over = ["start=\(ClockText.text(start))"]
        if let length { over.append("length=\(length)") }
        if let warmUp { over.append("warm-up=\(warmUp)") }
        return try CityPlan(
            try ScenarioReader(services: Slices.all.keys).read(
                file: scenario, overrides: over.map { ScenarioOverride(text: $0) }))
    }
}

/// Says now and then how far something is.
private final class Progress: Sendable {
    private let last = Mutex(ContinuousClock.now)

    func tell(_ what: String, _ done: Int, _ all: Int) {
        let isDue = last.withLock { last in
            guard done == all || last.duration(to: .now) > .seconds(5) else { return false }
            last = .now
            return true
        }
        if isDue { Cabrankd.complain("\(what): \(done) of \(all)") }
    }
}
