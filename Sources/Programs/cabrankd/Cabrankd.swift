// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Foundation
import ScenarioLanguage

/// Serves a city to live clients over HTTPS.
@main
struct Cabrankd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cabrankd", abstract: "Serves a city to live clients over HTTPS.", version: cabrankVersion)

    @Argument(help: "The server's file.")
    var config: String

    func run() async throws {
        let server: Server
        do throws(InputErrors) {
            let config = try ServerConfig.read(config)
            let read = InputShelf()
            let reader = ScenarioReader(services: Slices.all.keys)
            let plan = InputFile.$shelf.withValue(read) {
                Result { () throws(InputErrors) in try CityPlan(try reader.read(file: config.city)) }
            }
            server = Server(config: config, plan: try plan.get(), origin: ServerConfig.origin(of: read))
        } catch {
            Self.complain(error.description)
            throw ExitCode(2)
        }
        do {
            try await server.run()
        } catch let error as InputErrors {
            Self.complain(error.description)
            throw ExitCode(2)
        } catch let error as ExitCode {
            throw error
        } catch {
            Self.complain("error: the server at \(server.config.listen.text) has ended: \(error)")
            throw ExitCode(2)
        }
    }

    /// Says something on standard error.
    static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
    /// Says something on standard output.
    static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
