// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Experiments
import Foundation

/// `cabrank experiment`.
struct ExperimentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "experiment", abstract: "List, watch, cancel and remove the experiments in a database.",
        discussion: "Exit status: 0 on success, 2 when the database or the experiment is not there.",
        subcommands: [List.self, Status.self, Show.self, Cancel.self, Remove.self])

    struct Place: ParsableArguments {
        @Option(help: ArgumentHelp("The database.", valueName: "postgresql://host/name"))
        var store: String

        func open() throws -> ExperimentStore { try ExperimentStore(PostgresAddress(store), patience: 5) }
    }

    struct Named: ParsableArguments {
        @Argument(help: "The name of the experiment.")
        var name: String

        @OptionGroup var place: Place
    }

    /// `cabrank experiment list`.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "List all experiments.")

        @OptionGroup var place: Place

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let store = try place.open()
            let found = try store.experiments()
            if json { return try printJSON(found) }
            guard !found.isEmpty else { return print("no experiments") }
            for experiment in found { print(experiment.line) }
            print(String(format: "%.1f MB in the database", Double(try store.size()) / 1e6))
        }
    }

    /// `cabrank experiment status`.
    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show how far an experiment is, and who works on it.")

        @OptionGroup var named: Named

        @Flag(help: "Print JSON.")
        var json = false

        func run() throws {
            let store = try named.place.open()
            let found = try store.experiments(named: named.name)
            let workers = try store.workers(of: named.name)
            let failures = try store.failures(of: named.name)
            if json { return try printJSON(Report(experiment: found[0], workers: workers, failures: failures)) }
            print(found[0].line)
            if found[0].state == "open" {
                print(
                    "  \(found[0].running) being run, \(found[0].wanted) waiting, \(found[0].lastMinute) done in the last minute"
                        + (found[0].secondsLeft.map { String(format: ", about %.0f s left at that rate", $0) } ?? ""))
            }
            for worker in workers {
                print(
                    "  worker on \(worker.host.shown), process \(worker.process): \(worker.running) being run, \(worker.done) done, last "
                        + "sign of life \(worker.quietFor) s ago")
            }
            for failure in failures { print("  failed: \(failure.shown)") }
        }

        private struct Report: Encodable {
            let experiment: StoredExperiment
            let workers: [StoredWorker]
            let failures: [String]
        }
    }

    /// `cabrank experiment show`.
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show what an experiment is: its command and its inputs.")

        @OptionGroup var named: Named

        func run() throws {
            let store = try named.place.open()
            let found = try store.experiments(named: named.name)
            print(found[0].line)
            print("  command  \(found[0].command.shown)")
            print("  began    \(found[0].began), last sign of life of its command \(found[0].seen)")
            for input in try store.inputs(of: named.name) {
                print("  input    \(input.path.shown)  \(input.bytes) bytes  sha256 \(input.hash)")
            }
        }
    }

    /// `cabrank experiment cancel`.
    struct Cancel: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "cancel", abstract: "Cancel an experiment: workers leave it, its results stay.")

        @OptionGroup var named: Named

        func run() throws {
            try named.place.open().cancel(named.name)
            print("cancelled \(named.name.shown)")
        }
    }

    /// `cabrank experiment remove`.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Remove an experiment that is not open, with its results.")

        @OptionGroup var named: Named

        func run() throws {
            try named.place.open().remove(named.name)
            print("removed \(named.name.shown)")
        }
    }
}

extension StoredExperiment {
    /// One line for a list. What others wrote into the database is escaped: it must not move the cursor of who reads it.
    fileprivate var line: String {
        "\(name.shown)  \(state.shown)  \(done) of at most \(most) replications done"
            + (failed > 0 ? ", \(failed) failed" : "")
            + "  version \(version.shown)" + (isOfThisBuild ? "" : " (another build)") + "  began \(began)"
    }
}

private func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    show(json: try encoder.encode(value))
}
