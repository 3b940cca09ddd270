// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityExperiments
import CitySimulation
import Foundation

/// How many replications, from which seed, and how many at once: the same for every command that runs some.
struct ExperimentSize: ParsableArguments {
    @Option(help: "How many replications.")
    var replications = 10

    @Option(help: "How many of them run at once; as many as the machine has processors when left out.")
    var threads: Int?

    @Option(help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    @Flag(help: "Show no progress.")
    var quiet = false

    func validate() throws {
        if replications < 1 { throw ValidationError("--replications \(replications); at least 1 is needed") }
        _ = try ReplicationArguments.count(ofThreads: threads)
    }

    /// The replications of a plan, ready to be run.
    func experiment(_ plan: CityPlan, isMetered: Bool = true) throws -> Replications {
        let threads = min(try ReplicationArguments.count(ofThreads: threads), replications)
        return try Replications.checked(isMetered: isMetered) { () throws(ExperimentProblem) in
            try Replications(plan, rule: .count(replications), threads: threads, seed: seed)
        }
    }

    /// Runs them; Ctrl-C stops, and what is finished stays in the journal.
    func run(_ experiment: Replications, journal: ReplicationJournal? = nil) throws -> ReplicationSet {
        let set = try experiment.runStoppable(journal: journal, isQuiet: quiet)
        guard set.ending != .stopped else {
            complain("stopped" + (journal == nil ? "" : "; what is finished is kept, and --resume goes on"))
            throw ExitCode(130)
        }
        return set
    }

    /// Tells what is run next.
    func tell(_ line: String) {
        if !quiet { complain(line) }
    }
}
