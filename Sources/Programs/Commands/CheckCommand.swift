// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting

/// `cabrank check`.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Judge the budgets of a scenario, for a CI system.",
        discussion: """
            Runs replications and prints one line for each budget: kept, broken, or undecided with the number of replications \
            that would decide. A mean is judged by its confidence interval.

            Exit status: 0 when every budget is kept, 1 when one is broken or undecided, 2 on bad input (nothing is run), 3 when \
            an invariant was broken, 70 on an internal error, 130 when Ctrl-C stopped it. With --allow-undecided only a broken \
            budget gives 1.

            Finished replications are kept in Reports/<scenario>/check/ until the end, or in the folder given with --out, which \
            stays: after Ctrl-C or a crash, --resume continues. With --out, --resume and more --replications, only the missing \
            ones run.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @OptionGroup var size: ExperimentSize

    @Option(
        help: "Judge budgets with the limit `baseline` against this file, whatever the scenario says.",
        completion: .file())
    var baseline: String?

    @Option(help: "Store the measured values in this file, as a baseline for later checks.", completion: .file())
    var storeBaseline: String?

    @Option(help: "Write the result as JUnit XML.", completion: .file())
    var junit: String?

    @Option(help: "Write the result as a Markdown summary.", completion: .file())
    var markdown: String?

    @Option(help: "Write the result as JSON.", completion: .file())
    var jsonFile: String?

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Undecided budgets do not fail the check.")
    var allowUndecided = false

    @Flag(inversion: .prefixedNo, help: "Check every invariant after every turn.")
    var invariants = true

    func run() throws {
        let result = try check()
        if !json { for line in result.lines { show(line) } }
        if !json, !result.judgements.isEmpty { show("\n\(result.verdict.rawValue): \(result.counts)") }
        if result.violations > 0 {
            complain("\(result.violations) invariants broken; the first: \(result.firstViolation ?? "not recorded")")
        }
        if let status = Self.status(result, allowUndecided: allowUndecided) { throw status }
    }

    /// The exit status that is not 0, if any.
    static func status(_ result: CheckResult, allowUndecided: Bool) -> ExitCode? {
        if result.violations > 0 { return ExitStatus.brokenInvariant }
        switch result.verdict {
        case .kept: return nil
        case .undecided: return allowUndecided ? nil : ExitStatus.brokenBudget
        case .broken: return ExitStatus.brokenBudget
        }
    }

    private func check() throws -> CheckResult {
        let plan = try arguments.plan()
        let budgets = plan.scenario.budgets
        if budgets.isEmpty, storeBaseline == nil {
            throw ValidationError("\(arguments.scenario) has no `budgets`; there is nothing to check")
        }
        let junitFile = try junit.map { try OutputFile($0, kind: .junit) }
        let markdownFile = try markdown.map { try OutputFile($0, kind: .markdown) }
        let resultFile = try jsonFile.map { try OutputFile($0, kind: .json(key: "checkVersion")) }
        let baselineFile = try storeBaseline.map { try OutputFile($0, kind: .json(key: "baselineVersion")) }
        try size.admit(plan, arguments.load)
        var experiment = try size.experiment(plan, counting: budgets.map(\.metric))
        experiment.checksInvariants = invariants || plan.scenario.record.invariants
        let stored = try baselines(of: budgets)
        let folder = try size.workFolder("Reports/\(plan.scenario.name)/check", resultName: "check.json")
        let set = try size.run(experiment, in: folder, journal: "journal.jsonl")
        var fresh: (stored: Baseline, file: String)?
        if let baselineFile {
            let hosts = MetricDescription.host.map(\.name).filter { name in budgets.contains { $0.metric == name } }
            let kept = Baseline(set, hosts: hosts)
            try baselineFile.write(kept.encoded())
            fresh = (kept, baselineFile.path)
        }
        let result = CheckResult(budgets, on: set, invariantsChecked: experiment.checksInvariants) { budget in
            stored[budget.name] ?? fresh
        }
        try junitFile?.write(Data(result.junit(acceptsUndecided: allowUndecided).utf8))
        try markdownFile?.write(Data(result.markdown.utf8))
        let bytes = try CheckFile(result).encoded()
        try resultFile?.write(bytes)
        if json { show(json: bytes) }
        try size.close(folder, bytes)
        return result
    }

    /// The baselines of the budgets that have one, by the budget's name. Read before the first run.
    private func baselines(of budgets: [Budget]) throws -> [String: (stored: Baseline, file: String)] {
        var read: [String: Baseline] = [:]
        var found: [String: (stored: Baseline, file: String)] = [:]
        for budget in budgets where budget.limit == .baseline {
            guard let path = baseline ?? budget.baseline else {
                if storeBaseline != nil { continue }
                throw ValidationError(
                    "the budget `\(budget.name)` needs a baseline; name its file in the scenario or with --baseline")
            }
            // What is stored now is the baseline of a budget that has none yet.
            if storeBaseline != nil, !FileManager.default.fileExists(atPath: path) { continue }
            do throws(ExperimentProblem) {
                let kept = if let known = read[path] { known } else { try Baseline(path: path) }
                read[path] = kept
                guard kept.metrics[budget.metric] != nil else {
                    throw ExperimentProblem(
                        "\(path) does not contain `\(budget.metric)`; store it again with --store-baseline")
                }
                found[budget.name] = (kept, path)
            } catch {
                throw ValidationError("budget `\(budget.name)`: \(error)")
            }
        }
        return found
    }
}
