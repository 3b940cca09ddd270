// SPDX-License-Identifier: GPL-3.0-or-later

package import ArgumentParser
import CityModel
import CitySimulation

/// The command: runs, checks and makes scenario files.
package struct Cabrank: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "cabrank",
        abstract: "Simulate the services of a city, such as taxis and stores: real rules, synthetic people.",
        version: cabrankVersion,
        subcommands: [
            RunCommand.self, CompareCommand.self, CheckCommand.self, SweepCommand.self, SizeCommand.self,
            StressCommand.self,
            ExportCommand.self, LayoutCommand.self, RoadsCommand.self, TransitCommand.self,
            CalendarCommand.self, ImportCommand.self, FitCommand.self, PredictCommand.self,
            ValidateCommand.self, NewCommand.self, ReplayCommand.self,
            OpenCommand.self, HandbookCommand.self,
            SchemaCommand.self,
            MetricsCommand.self, BenchCommand.self, CalibrateCommand.self,
            WorkerCommand.self, ExperimentCommand.self, LoadCommand.self,
        ])

    package init() {}

    /// Runs the command. A wrong option or argument is bad input like a wrong scenario: exit status 2.
    package static func main() {
        StandardStreams.prepare()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let problem = CommandWords.unknownCommand(arguments, of: self) {
            complain(problem)
            exit(withError: ExitStatus.badInput)
        }
        // Swift puts this sign where bytes are no UTF-8: the path would name another file than the one that was typed.
        if let argument = arguments.first(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
            complain(
                "error: the argument \(argument.shown) is not UTF-8: Cabrank takes names of files and folders in UTF-8 only"
            )
            exit(withError: ExitStatus.badInput)
        }
        do {
            try reportingErrors {
                try OpenFilesLimit.check()
                try MemoryGuard.prepare()
            }
            var command = try parseAsRoot(CommandWords.joined(arguments))
            try reportingErrors {
                do {
                    try command.run()
                } catch let status as ExitCode
                    where status == ExitStatus.brokenBudget || status == ExitStatus.brokenInvariant
                {
                    try StoreArguments.complete()
                    throw status
                }
                try StoreArguments.complete()
            }
            StandardStreams.finish()
        } catch {
            if exitCode(for: error) == .success {
                print(fullMessage(for: error))
                exit()
            }
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            complain(CommandWords.reported(fullMessage(for: error)))
            exit(withError: ExitStatus.badInput)
        }
    }
}
