// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityMap
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Reporting
import ScenarioLanguage
import Synchronization

/// What the command's exit status means.
enum ExitStatus {
    /// The scenario, an option or a file was wrong; nothing was written.
    static let badInput = ExitCode(2)
    /// A budget is broken, or undecided and that is not accepted (SIM-04).
    static let brokenBudget = ExitCode(1)
    /// A fit that does not show what the record shows; what was found is written.
    static let notFitted = ExitCode(1)
    /// A rule that must always hold was broken (SIM-07).
    static let brokenInvariant = ExitCode(3)
    /// The program itself failed; the message is worth a bug report.
    static let internalError = ExitCode(70)
}

/// Ends a command whose runs broke invariants, after telling how many; `where` says more.
func judge(violations: Int, where: String = "") throws {
    guard violations > 0 else { return }
    complain("\(violations) invariants broken\(`where`)")
    throw ExitStatus.brokenInvariant
}

/// Prints a line, or several, on the standard error. Control characters that files or arguments brought are escaped.
func complain(_ line: String) {
    StandardStreams.report(Paint.error(line.shownLines.withShortLines) + "\n")
}

/// Tells what a check found, and how many warnings there are, in words; with an error among them it ends with the status of bad input.
func judge(_ problems: [InputProblem]) throws -> String {
    for problem in problems { complain(problem.description) }
    let errors = problems.count { $0.severity == .error }
    let warnings = problems.count - errors
    let words = "\(warnings) warning\(warnings == 1 ? "" : "s")"
    guard errors == 0 else {
        complain("\(errors) error\(errors == 1 ? "" : "s"), \(words)")
        throw ExitStatus.badInput
    }
    return words
}

/// Runs a part of a command and turns what it throws into messages and an exit status; `work` is what bad input prevents.
func reportingErrors<Result>(work: String = "run", _ body: () throws -> Result) throws -> Result {
    do {
        do {
            InputFile.announcing.withLock { announcing in
                announcing = { path, bytes in complain("reading \(path), \(LoadText.bytes(Double(bytes)))") }
            }
            return try body()
        } catch let error as LayoutProblems {
            throw error.input
        }
    } catch _ where MemoryGuard.isExceeded {
        complain(MemoryGuard.message)
        throw ExitStatus.badInput
    } catch let error as InputErrors {
        for problem in error.problems { complain(problem.description) }
        complain("\(error.countText); nothing was \(work)")
        throw ExitStatus.badInput
    } catch let error where error is ExitCode || Cabrank.exitCode(for: error) == .success {
        throw error
    } catch let error as ValidationError {
        complain("error: \(error.message)")
        throw ExitStatus.badInput
    } catch let error
        where error is OutputProblem || error is ExperimentProblem || error is JournalProblem || error is ResultsProblem
    {
        complain("error: \(error)")
        throw ExitStatus.badInput
    } catch let error where error is PostgresProblem || error is StoreProblem {
        complain("error: \(error)")
        throw ExitStatus.badInput
    } catch ReplicationError.journal(let problem) {
        complain("error: \(problem)")
        throw ExitStatus.badInput
    } catch ReplicationError.crew(let problem) {
        complain("error: \(problem)")
        throw ExitStatus.badInput
    } catch ReplicationError.failed(let problems) {
        for problem in problems { complain("internal error: \(problem)") }
        complain("the other results are kept; the same command runs the failed replications again")
        throw ExitStatus.internalError
    } catch ReplicationError.rows(let problem),
        ReplicationError.run(replication: _, SimulationError.unwritten(let problem))
    {
        complain("error: \(problem)")
        throw ExitStatus.badInput
    } catch {
        complain("internal error: \(error)")
        complain("please report this with the scenario file and the seed")
        throw ExitStatus.internalError
    }
}
