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
        guard let threads else { return }
        if threads < 1 { throw ValidationError("--threads \(threads); at least 1 is needed") }
        let processors = ProcessInfo.processInfo.activeProcessorCount
        if threads > processors {
            throw ValidationError("--threads \(threads), but this machine has \(processors) processors")
        }
    }

    /// The replications of a plan, ready to be run.
    func experiment(_ plan: CityPlan, isMetered: Bool = true) throws -> Replications {
        do throws(ExperimentProblem) {
            var experiment = try Replications(
                plan, rule: .count(replications),
                threads: min(threads ?? ProcessInfo.processInfo.activeProcessorCount, replications), seed: seed)
            if isMetered { experiment.meter = ReplicationCost.meter }
            return experiment
        } catch {
            throw ValidationError(error.description)
        }
    }

    /// Runs them; Ctrl-C stops, and what is finished stays in the journal.
    func run(_ experiment: Replications, journal: ReplicationJournal? = nil) throws -> ReplicationSet {
        Interruption.listen()
        let line = quiet ? nil : ReplicationLine(rule: experiment.rule, level: experiment.level)
        let set = try experiment.run(journal: journal) { progress in
            line?.show(progress)
            return !Interruption.isAsked
        }
        line?.end()
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
