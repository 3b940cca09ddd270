// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CityHost
import CityModel
import CitySimulation
import CitySlices
import Foundation
import RaceRules
import ScenarioLanguage

/// Serves a city to live clients over HTTPS.
@main
struct Cabrankd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cabrankd", abstract: "Serves a city to live clients over HTTPS.", version: cabrankVersion,
        subcommands: [
            ServeCommand.self, ReportCommand.self, LoadCommand.self, AccountsCommand.self, BeginCommand.self,
        ], defaultSubcommand: ServeCommand.self)

    /// The plan of a server's scenario, and what its log begins with.
    ///
    /// - Throws: `InputErrors` with all that is wrong with it.
    static func read(_ config: ServerConfig) throws(InputErrors) -> (plan: CityPlan, origin: LogOrigin) {
        let read = InputShelf()
        let plan = InputFile.$shelf.withValue(read) {
            Result { () throws(InputErrors) in
                try Self.plan(config.city)
            }
        }
        return (try plan.get(), config.origin(of: read))
    }

    /// The plan of a scenario whose run is the time between these two.
    ///
    /// - Throws: `InputErrors` with all that is wrong with it.
    static func read(_ city: String, day start: CityTime, to end: CityTime) throws(InputErrors) -> CityPlan {
        let minute = CityTime(nanoseconds: start.nanoseconds - start.sinceMidnight.nanoseconds % 60_000_000_000)
        let seconds = max(1, Int((end - minute).inSeconds.rounded(.up)))
        let day = ["start=\(ClockText.text(minute))", "length=\(seconds) s", "warm-up=0 s"]
        return try plan(city, day)
    }

    /// The plan of a scenario whose people stay at home, and with them the races that they would hold: organisers with accounts create
    /// others.
    private static func plan(_ city: String, _ settings: [String] = []) throws(InputErrors) -> CityPlan {
        let reader = ScenarioReader(services: Slices.all.keys)
        let hasRaces = try reader.read(file: city).scenario.services[.races] != nil
        let settings = settings + (hasRaces ? ["races.held=false"] : [])
        return try CityPlan(
            try reader.read(file: city, overrides: settings.map { ScenarioOverride(text: $0) }))
    }

    /// Says something on standard error. What cannot be said, because the disk is full or nobody reads it any more, ends nothing.
    static func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8)) }
    /// Says something on standard output.
    static func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }
}

/// Serves.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the city of a server's file.")

    @Argument(help: "The server's file.")
    var config: String

    func run() async throws {
        let server: Server
        do throws(InputErrors) {
            let config = try ServerConfig.read(config)
            let (plan, origin) = try Cabrankd.read(config)
            server = Server(config: config, plan: plan, origin: origin)
        } catch {
            Cabrankd.complain(error.description)
            throw ExitCode(2)
        }
        do {
            try await server.run()
        } catch let error as InputErrors {
            Cabrankd.complain(error.description)
            throw ExitCode(2)
        } catch let error as ExitCode {
            throw error
        } catch {
            Cabrankd.complain("error: the server at \(server.config.listen.text) has ended: \(error)")
            throw ExitCode(2)
        }
    }
}
