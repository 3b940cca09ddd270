// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Experiments
import Foundation

extension BenchCommand {
    /// What a database bears; see `StoreLoad`.
    struct Store: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "store",
            abstract: "Measure how many workers a database bears, with stand-ins that simulate nothing.",
            discussion: """
                Puts an experiment of its own into the database, and takes it out at the end. The database must allow as many \
                connections as there are workers, and some more.
                """)

        @OptionGroup var arguments: ScenarioArguments

        @Option(help: ArgumentHelp("The database.", valueName: "postgresql://host/name"))
        var store: String

        @Option(help: "How many workers; at least 1.") var workers = 100
        @Option(help: "How many replications each runs at once; at least 1.") var threads = 1
        @Option(help: "How long a replication takes, in seconds; above 0.") var length = 1.0
        @Option(help: "How many replications; at least 1.") var replications = 10_000

        func validate() throws {
            guard workers >= 1, threads >= 1, replications >= 1, length > 0, length.isFinite else {
                throw ValidationError("workers, threads and replications must be at least 1, and length above 0")
            }
        }

        func run() throws {
            let address = try PostgresAddress(store)
            let experiment = try Replications(arguments.plan(), rule: .count(1))
            Interruption.listen()
            let load = StoreLoad(workers: workers, threads: threads, length: length, replications: replications)
            let figures = try load.run(
                address, experiment, cpu: { HostUsage.cpuSeconds }, goesOn: { !Interruption.isAsked })
            if Interruption.isAsked { throw Interruption.status }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            show(json: try encoder.encode(figures))
        }
    }
}
