// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import FleetFitting
import Foundation
import Reporting
import ScenarioLanguage
import TripRecords

/// `cabrank fit`.
struct FitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fit", abstract: "Change a scenario until its runs show what a record of trips shows.",
        discussion: """
            For example:
              cabrank fit city/scenario.yaml --to city/observed.csv --change calls.by-hour --hold patience="15 min" --ask fleet=-20%

            The option --change names what is changed: calls.by-hour, travel.free-speed, seek.scale, seek.again, patience, turnaround. --hold sets a number that the record does not have \
            and says which other values fit as well; --ask says what follows, over all that fits as well: fleet=-20%, calls=+10%. The \
            file observed-vacant.csv beside the one of --to is read too.

            Writes fit.json, the page report.html, and scenario.yaml with its map, which runs at once, into Reports/<scenario>/fit, or into \
            the folder given with --out; and copies of the record's figures, which cabrank predict reads. Ctrl-C writes nothing.

            Exit status: 0 on success, 1 when the first line says that it is not fitted (all is written all the same), 2 on bad input (nothing \
            is run), 70 on an internal error, 130 when Ctrl-C stopped it. With --allow-vacant, vacant times that are farther off than \
            Little's line are told and do not count.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @Option(help: "What the record shows by hour: observed.csv of an import.", completion: .file(extensions: ["csv"]))
    var to: String

    @Option(help: "What is changed, such as calls.by-hour,seek.scale; may be repeated.")
    var change: [String] = []

    @Option(help: "A number that the record does not have, such as patience=\"15 min\"; may be repeated.")
    var hold: [String] = []

    @Option(help: "What would be with other taxis or calls, such as fleet=-20%; may be repeated.")
    var ask: [String] = []

    @Flag(help: "Exit with 0 where nothing but vacant times is far off.")
    var allowVacant = false

    @OptionGroup var size: FitSize

    func run() throws {
        let wish = try wish()
        let threads = try ReplicationArguments.count(ofThreads: size.threads)
        var record = ExperimentRecord()
        let (read, recorded) = try record.reading { try inputs(wish) }
        let plan = try CityPlan(read)
        for warning in plan.warnings { complain(warning.description) }
        let fit = FleetFit(
            read, to: recorded, wish,
            runs: FitRuns(kinds: read.scenario.kindsOfCalls, seed: size.seed, threads: threads) {
                !Interruption.isAsked && !MemoryGuard.isExceeded
            }
        ) { line in
            if !size.quiet { complain(line) }
        }
        try arguments.load.limits().admit(
            plan, runs: fit.mostRuns, threads: threads, option: "the search and --replications \(size.replications)")
        let location = OutputLocation(
            named: size.out, usual: "Reports/\(read.scenario.name)/fit", settings: arguments.set)
        try FitFolder.refuse(location.path, holding: [arguments.scenario, to])
        let folder = try location.open()
        defer { folder.close() }
        try folder.check(FitFolder.names)
        let result = try stoppable { try fit.run() }
        let origin = record.origin(setting: arguments.set, files: [RunScenario.fileName])
        try location.note(in: folder)
        try FitFolder(folder: folder, record: record).write(result, read, seed: size.seed, origin, figures: to)
        print(result.text, terminator: "")
        print("\n  scenario     \(folder.path)/\(RunScenario.fileName)")
        print("  report       \(folder.path)/report.html")
        if !result.isFitted(acceptingVacant: allowVacant) { throw ExitStatus.notFitted }
    }

    // MARK: Options

    /// What is wanted; what is wrong with it is told at once.
    private func wish() throws -> FleetFit.Wish {
        var faults: [String] = []
        var wish = FleetFit.Wish()
        let names = ["calls.by-hour", "travel.free-speed"] + FitParameter.allCases.map(\.rawValue)
        func parameter(_ option: String, _ name: String, _ names: [String]) -> FitParameter? {
            if let found = FitParameter(rawValue: name) { return found }
            let near = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
            faults.append("\(option): there is no `\(name)`; allowed: \(names.joined(separator: ", "))\(near)")
            return nil
        }
        for name in change.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }) {
            if name == names[0] {
                wish.changesCalls = true
            } else if name == names[1] {
                wish.changesSpeed = true
            } else if let found = parameter("--change", name, names) {
                if wish.changes.contains(found) { faults.append("--change: `\(name)` stands twice") }
                wish.changes.append(found)
            }
        }
        if change.isEmpty { faults.append("--change is missing; allowed: \(names.joined(separator: ", "))") }
        for text in hold {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let found = parameter("--hold", parts[0], Array(names.dropFirst(2))) else { continue }
            if wish.changes.contains(found) { faults.append("--hold: `\(parts[0])` is changed, so it cannot be held") }
            if wish.holds.contains(found) { faults.append("--hold: `\(parts[0])` stands twice") }
            if parts.count < 2 || found.value(of: parts[1]) == nil {
                faults.append(
                    "--hold: `\(text)` has no value; allowed: \(found.rawValue)=VALUE with \(found.boundsText)")
            }
            wish.holds.append(found)
        }
        for text in ask {
            do throws(FitFault) {
                wish.questions.append(try FitQuestion(text))
            } catch {
                faults.append("--ask: \(error)")
            }
        }
        if !ask.isEmpty, wish.changes.isEmpty, hold.isEmpty {
            faults.append(
                "--ask: no other value is tried of anything that the record lacks, so the answer would be one number and no band; give --hold patience=\"15 min\", or --change with one of \(FitParameter.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        wish.replications = size.replications
        guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\nerror: ")) }
        return wish
    }

    /// The scenario with what is held, and the figures of the record.
    private func inputs(_ wish: FleetFit.Wish) throws -> (ReadScenario, ObservedFigures) {
        let (read, recorded) = try FitFolder.both({ () throws(InputErrors) in try arguments.read() }) {
            () throws(InputErrors) in try FitFolder.figures(to)
        }
        let faults = FleetFit.faults(read, recorded, of: to, wish)
        guard faults.isEmpty else { throw InputErrors(problems: faults) }
        return (
            read.with { scenario in
                for (parameter, text) in zip(wish.holds, hold) {
                    let value = text.split(separator: "=", maxSplits: 1).last.flatMap {
                        parameter.value(of: String($0))
                    }
                    if let value { parameter.set(value, in: &scenario) }
                }
            }, recorded
        )
    }
}

/// How many replications, from which seed, and where the results go.
struct FitSize: ParsableArguments {
    @Option(help: "How many replications the results are the mean of.")
    var replications = 10

    @Option(help: "How many of them run at once (default: one on each processor core).")
    var threads: Int?

    @Option(help: "The seed of every random stream, instead of the scenario's.")
    var seed: UInt64?

    @Flag(help: "Show no progress.")
    var quiet = false

    @Option(help: "The folder for the results.", completion: .directory)
    var out: String?

    func validate() throws {
        if replications < 1 { throw ValidationError("--replications \(replications); at least 1 is needed") }
    }
}

/// Runs what Ctrl-C may stop: then nothing was written.
func stoppable<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch is FitRuns.Stopped {
        complain("stopped; nothing was written")
        throw Interruption.status
    }
}
