// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting
import TaxiSimulation

/// `cabrank size`.
struct SizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "size",
        abstract: "Find the smallest or largest fleet, or other whole number, that reaches a target.",
        discussion: """
            For example: cabrank size city.yaml --target "wait.p90<5min" --by fleet.drivers. A size is enough when the whole \
            confidence interval of the metric's mean is on the right side of the target. The search assumes that more is \
            never worse; the result lists all sizes tried, and says so when that does not hold. With --largest it finds the largest size, \
            as of an income that more taxis share: --target "money.belowMinimum<10%" --largest.

            Exit status: 0 when a size was found, 1 when none from --from to --to is shown to be enough, 2 on bad input (nothing is run), \
            3 when an invariant was broken, 70 on an internal error, 130 when Ctrl-C stopped it.

            Writes size.json, the page report.html with the curve of the target over the sizes tried, and the scenario with the size \
            found into a folder of Reports/<scenario>/ that is named after what is searched, or into the folder given with --out. \
            Finished replications are kept in its journals; after Ctrl-C or a crash, --resume continues.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @Option(help: "The target to reach, such as \"wait.p90<5min\".")
    var target: String

    @Option(help: "The path of the number to find, such as fleet.drivers.")
    var by: String

    @Flag(help: "Find the largest number that reaches the target, where more makes it harder.")
    var largest = false

    @Option(help: "The smallest number to try (default 1; for fleet.drivers, one for each group).")
    var from: Int?

    @Option(help: "The largest number to try (default: 16 times the scenario's, at least 1000).")
    var to: Int?

    @Option(help: "The confidence of the intervals, such as 95% or 0.95.")
    var confidence = "95%"

    @OptionGroup var size: ExperimentSize

    @Option(help: "Write the result as JSON.", completion: .file())
    var jsonFile: String?

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Check every invariant after every turn, whatever the scenario says.")
    var invariants = false

    func run() throws {
        let (result, violations, folder) = try search()
        if !json {
            show(result.text, terminator: "")
            if let folder { print("\n  report       \(folder)/report.html") }
        }
        try judge(violations: violations)
        if result.answer.found == nil { throw ExitStatus.brokenBudget }
    }

    private func search() throws -> (SizeResult, violations: Int, folder: String?) {
        let budget = try wanted()
        let file = try jsonFile.map { try OutputFile($0, kind: .json(key: "sizeVersion")) }
        var record = ExperimentRecord()
        let plan = try record.reading { try arguments.plan() }
        for warning in plan.warnings { complain(warning.description) }
        if let module = BudgetMetric.named(budget.metric)?.module,
            !plan.scenario.modules.contains(module)
        {
            throw ValidationError("--target \(target): the module `\(module.word)` is off in this scenario")
        }
        try size.admit(plan, arguments.load)
        let search = try range(plan.scenario)
        // Both ends are checked before the first run: a path that does not exist is reported at once.
        for number in [search.from, search.to] { try size.check([budget.metric], in: self.plan(number)) }
        let folder = try size.folder(
            OutputLocation(
                named: size.out, usual: "Reports/\(plan.scenario.name)/size",
                settings: ["\(by)=\(target)"] + (largest ? ["size=largest"] : []) + arguments.set
                    + (size.seed.map { ["seed=\($0)"] } ?? [])),
            resultName: "size.json", others: ["report.html", RunFolder.lastFile, RunScenario.fileName])
        var attempts: [SizeResult.Attempt] = []
        var asked = 0
        var violations = 0
        let isEnough = { (number: Int) throws(any Error) -> Bool in
            let plan = try self.plan(number)
            try size.admit(plan, arguments.load)
            var experiment = try size.experiment(plan, isMetered: false, counting: [budget.metric])
            experiment.checksInvariants = invariants
            asked += 1
            let place = "size \(asked) of at most \(search.most), \(by)=\(number)"
            let set = try size.run(
                experiment, in: folder, journal: "journal-\(number).jsonl", lead: place, metric: budget.metric)
            let check = CheckResult([budget], on: set, invariantsChecked: invariants) { _ in nil }
            violations += check.violations
            guard let judgement = check.judgements.first else { return false }
            attempts.append(SizeResult.Attempt(size: number, judgement: judgement))
            size.report("\(place): \(judgement.verdict.rawValue): \(judgement.line)")
            return judgement.verdict == .kept
        }
        let answer = try largest ? search.runLargest(isEnough: isEnough) : search.run(isEnough: isEnough)
        var result = SizeResult(
            context: Simulation(plan, seed: size.seed).context, path: by, answer: answer, attempts: attempts)
        result.origin = record.origin(setting: arguments.set, files: folder == nil ? [] : [RunScenario.fileName])
        let bytes = try SizeFile(result)?.encoded()
        if let bytes {
            try file?.write(bytes)
            if json { show(json: bytes) }
        }
        guard let folder, let bytes else { return (result, violations, nil) }
        try write(result, record, bytes, to: folder)
        return (result, violations, folder.path)
    }

    private func write(_ result: SizeResult, _ record: ExperimentRecord, _ bytes: Data, to folder: ExperimentFolder)
        throws
    {
        if let number = result.answer.found ?? result.answer.missed {
            try folder.write(
                scenario: plan(number).text(in: folder.path, seed: size.seed), as: RunScenario.fileName,
                "The scenario of a search for a size, with \(by)=\(number)")
        }
        try folder.write(record, result.context)
        try folder.write(Data(SizePage(result).html.utf8), as: "report.html")
        try folder.write(bytes, as: folder.resultName)
    }

    private func wanted() throws -> Budget {
        if size.replications < 2 { throw ValidationError("--replications 1 has no interval; 2 or more are needed") }
        guard let share = MetricText.share(confidence) else {
            throw ValidationError("--confidence \(confidence) is not a share, such as 95%")
        }
        return try SizeTarget.budget(target, confidence: share)
    }

    private func range(_ scenario: Scenario) throws -> SizeSearch {
        let present = scenario.count(at: by)
        let largest = to ?? max(1000, 16 * (present ?? 1))
        // A fleet has at least one driver in each group.
        let least = by == "fleet.drivers" ? max(1, scenario.drivers.count) : 1
        let smallest = from ?? min(least, max(largest, 1))
        if smallest < 0 { throw ValidationError("--from \(smallest); at least 0 is needed") }
        guard largest >= smallest else { throw ValidationError("--from \(smallest) lies above --to \(largest)") }
        return SizeSearch(from: smallest, to: largest, start: present ?? smallest)
    }

    private func plan(_ number: Int) throws -> CityPlan {
        try CityPlan(arguments.read(setting: ["\(by)=\(number)"]))
    }
}

extension Scenario {
    /// How many drivers stand at a path; nil when the path is another number's.
    fileprivate func count(at path: String) -> Int? {
        if path == "fleet.drivers" { return drivers.reduce(0) { $0 + $1.count } }
        let steps = path.split(separator: ".").map(String.init)
        guard steps.count == 3, steps[0] == "drivers", steps[2] == "count" else { return nil }
        if let index = Int(steps[1]) { return drivers.indices.contains(index) ? drivers[index].count : nil }
        return drivers.first { $0.name == steps[1] }?.count
    }
}
