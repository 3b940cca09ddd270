// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import ArgumentParser
import CityGateway
import CityHost
import CityLoop
import CityModel
import CitySimulation
import CitySlices
import Commands
import Foundation
import ScenarioLanguage

/// Writes the report of what a log holds.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write the report of a city's log, as `cabrank run` does of a scenario.",
        discussion: """
            The city is taken up from the log and runs to its last input: what it does is counted as a run is. Where the server \
            ended as it was told to, the fingerprint of the city is held to the one of then. The log stays as it is, and may be a copy.
            """)

    @Argument(help: "The server's file.")
    var config: String

    @Option(help: "The folder for the results.", completion: .directory)
    var out: String

    func run() throws {
        do {
            try report()
        } catch let error as InputErrors {
            Cabrankd.complain(error.description)
            throw ExitCode(2)
        }
    }

    private func report() throws {
        let config = try ServerConfig.read(config)
        let origin = try Cabrankd.read(config).origin
        let staff = try LivePeople(config).staff
        let identifiers = try LogFolder.identifiers(config)
        let copy = try LogCopy(of: config)
        defer { copy.remove() }
        let store = LogInputs(try copy.store(), isReadOnly: true)
        let inputs = try store.load().open
        guard let first = inputs.first, let last = inputs.last else {
            throw config.fault("log", "the log holds nothing yet")
        }
        let plan = try Cabrankd.read(config.city, day: first.time, to: last.time)
        try LiveReport.write(plan, scenario: config.city, to: out) { observers, checksEveryTurn in
            do {
                return try LiveDay(plan, store, origin, staff, identifiers, observers, checksEveryTurn)
            } catch {
                throw config.fault(of: error)
            }
        }
    }
}

/// A city that is taken up from a log and runs to the last input.
private final class LiveDay: CountedCity {
    private let city: UnservedCity

    init(
        _ plan: CityPlan, _ store: LogInputs, _ origin: LogOrigin, _ staff: [StaffAccount],
        _ identifiers: IdentifierKey, _ observers: [any EventObserver],
        _ checksEveryTurn: Bool
    ) throws {
        city = try UnservedCity(
            plan, origin, store, staff, identifiers, now: plan.scenario.start, observers: observers,
            checksEveryTurn: checksEveryTurn)
    }

    var loop: CityLoop { city.host.loop }
    var log: EventLog { city.host.log }
    var inputLog: InputLog? { nil }
    var customerCount: Int { 0 }
    var storeProblems: [String] { [] }

    func run(until time: CityTime) throws(LoopError) { try loop.run(until: min(time, city.last)) }

    func finish() -> [String] { city.end() }
}
