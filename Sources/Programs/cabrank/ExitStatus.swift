// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CityReports
import Experiments
import Foundation
import ScenarioFile

/// What the command's exit status means.
enum ExitStatus {
    /// The scenario, an option or a file was wrong; nothing was written.
    static let badInput = ExitCode(2)
    /// A budget is broken, or undecided and that is not accepted (SIM-04).
    static let brokenBudget = ExitCode(1)
    /// A rule that must always hold was broken (SIM-07).
    static let brokenInvariant = ExitCode(3)
    /// The program itself failed; the message is worth a bug report.
    static let internalError = ExitCode(70)
}

/// Prints a line, or several, on the standard error. Control characters that files or arguments brought are escaped.
func complain(_ line: String) {
    StandardStreams.tell(Paint.error(line.shownLines) + "\n")
}

/// Runs a part of a command and turns what it throws into messages and an exit status.
func reportingErrors<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch _ where MemoryGuard.isExceeded {
        complain(MemoryGuard.message)
        throw ExitStatus.badInput
    } catch let error as InputErrors {
        for problem in error.problems { complain(problem.description) }
        let count = error.problems.count
        complain(count == 1 ? "1 error; nothing was run" : "\(count) errors; nothing was run")
        throw ExitStatus.badInput
    } catch let error as ExitCode {
        throw error
    } catch let error as CleanExit {
        throw error
    } catch let error as ValidationError {
        complain("error: \(error.message)")
        throw ExitStatus.badInput
    } catch let problem where problem is OutputProblem || problem is ExperimentProblem || problem is JournalProblem {
        complain("error: \(problem)")
        throw ExitStatus.badInput
    } catch ReplicationError.journal(let problem) {
        complain("error: \(problem)")
        throw ExitStatus.badInput
    } catch {
        complain("internal error: \(error)")
        complain("please report this with the scenario file and the seed")
        throw ExitStatus.internalError
    }
}
