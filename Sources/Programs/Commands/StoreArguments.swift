// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Synchronization

/// The database that replications are run through, the same for every command that runs some.
struct StoreArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run the replications through this database, together with every `cabrank worker` of it.",
            valueName: "postgresql://host/name"))
    var store: String?

    @Option(help: "With --store: the name of the experiment in the database (default: made from the command).")
    var experiment: String?

    func validate() throws {
        if experiment != nil, store == nil { throw ValidationError("--experiment needs --store") }
        if let experiment, let fault = Self.fault(ofName: experiment) {
            throw ValidationError(
                "--experiment \(experiment.shown): \(fault); allowed: 1 to \(Self.longestName) characters, none of them a control "
                    + "character, the first and the last one no blank, and the first one no `-`")
        }
    }

    /// The longest name of an experiment, in characters.
    private static let longestName = 100

    /// What is wrong with the name of an experiment, which others read in their lists and name in their commands.
    private static func fault(ofName name: String) -> String? {
        if name.isEmpty { return "the name is empty" }
        if name.count > longestName { return "the name has \(name.count) characters" }
        if name.hasPrefix("-") { return "the name looks like an option" }
        if name.shown != name { return "the name has a character that cannot be printed" }
        return name.first?.isWhitespace == true || name.last?.isWhitespace == true
            ? "the name begins or ends with a blank" : nil
    }

    /// Opened once a process: a command that runs several experiments runs them through one.
    private static let opened = Mutex<StoreCrew?>(nil)

    /// Who runs an experiment's replications; nil for threads of this process.
    ///
    /// - Parameters:
    ///   - first: an experiment of the command; the first one names it.
    ///   - most: the largest number of replications.
    ///   - keepsRows: whether the rows of each replication are wanted too, which do not travel.
    func crew(_ first: Replications, most: Int, keepsRows: Bool = false) throws -> (any ReplicationCrew)? {
        guard let store else { return nil }
        guard !keepsRows else {
            throw ValidationError(
                "--rows keeps what replications of this process leave; it cannot be used with --store")
        }
        if let crew = Self.opened.withLock({ $0 }) { return crew }
        let address = try PostgresAddress(store)
        let words = Self.words(CommandLine.arguments.dropFirst())
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let binding = try encoder.encode(JournalBinding(first))
        let key = ContentHash.hex(of: binding + Data(words.joined(separator: "\u{0}").utf8))
        let name = experiment ?? "\(words.first ?? "run")-\(first.plan.scenario.name)-\(key.prefix(8))"
        let crew = try StoreCrew(
            ExperimentStore(address), name: name, command: (["cabrank"] + words).joined(separator: " "), key: key,
            most: most, threads: first.threads, meter: first.meter
        ) { !Interruption.isAsked && !MemoryGuard.isExceeded }
        if experiment == nil { complain("experiment \(name) in \(address)") }
        Self.opened.withLock { $0 = crew }
        return crew
    }

    /// Says that the command has its results, if it ran through a database.
    static func complete() throws {
        try opened.withLock { $0 }?.complete()
    }

    /// What of a command line makes it another experiment: all but where results go, who works, and how many replications.
    ///
    /// `keepsReplications` keeps how many replications, too: other results come of another number.
    static func words(_ arguments: some Sequence<String>, keepsReplications: Bool = false) -> [String] {
        let flags: Set = ["--quiet", "--json", "--resume", "--allow-undecided"]
        var options: Set = [
            "--store", "--experiment", "--threads", "--out", "--memory-limit", "--time-limit", "--junit",
            "--markdown", "--json-file", "--store-baseline",
        ]
        if !keepsReplications { options.insert("--replications") }
        var words: [String] = []
        var skips = false
        for word in arguments {
            if skips {
                skips = false
            } else if options.contains(word) {
                skips = true
            } else if !flags.contains(word), !options.contains(where: { word.hasPrefix($0 + "=") }) {
                words.append(word)
            }
        }
        return words
    }
}
