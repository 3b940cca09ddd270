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

/// `cabrank predict`.
struct PredictCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "predict", abstract: "Hold a fitted scenario against days that it was not fitted to.",
        discussion: """
            For example:
              cabrank predict Reports/city/fit/scenario.yaml --observed city/observed-days.csv --days 2026-03-06 --given calls,taxis

            Prints how far the runs are from what was recorded, beside copying the fitted days and beside Little's law in one line. \
            --given says what is known of the day beforehand: calls, its rides by hour; taxis, how many are seen by hour. The figures of the \
            fitted days are observed.csv beside the scenario, or --fitted.

            Writes predict.json and the page report.html into Reports/<scenario>/predict, or into the folder given with --out.

            Exit status: 0 on success, 2 on bad input (nothing is run), 70 on an internal error, 130 when Ctrl-C stopped it.
            """)

    @OptionGroup var arguments: ScenarioArguments

    @Option(
        help: "What the record shows by date: observed-days.csv of an import.", completion: .file(extensions: ["csv"]))
    var observed: String

    @Option(help: "The days to predict, such as 2026-03-06 or 2026-03-02..2026-03-06,2026-03-09.")
    var days: String

    @Option(help: "What is known of the days: calls, taxis, or both with a comma.")
    var given: String?

    @Option(
        name: .customLong("as"),
        help: "The day whose calls, taxis and travel the runs have, where the scenario has none of the predicted day.")
    var runDay: String?

    @Option(help: "What the record shows of the fitted days (default: observed.csv beside the scenario).")
    var fitted: String?

    @OptionGroup var size: FitSize

    private static let names = ["predict.json", "report.html", RunFolder.lastFile]

    func run() throws {
        let wish = try wish()
        let threads = try ReplicationArguments.count(ofThreads: size.threads)
        var record = ExperimentRecord()
        let (read, known, recorded) = try record.reading { try inputs(wish) }
        let prediction = DayPrediction(
            read, fitted: known, recorded: recorded, wish,
            runs: FitRuns(kinds: known.days, seed: size.seed, threads: threads) {
                !Interruption.isAsked && !MemoryGuard.isExceeded
            })
        if let plan = try prediction.plan() {
            try arguments.load.limits().admit(
                plan, runs: prediction.mostRuns, threads: threads,
                option: "--days \(days) with --replications \(size.replications)")
        }
        let location = OutputLocation(
            named: size.out, usual: "Reports/\(read.scenario.name)/predict",
            settings: ["days=\(days)"] + (given.map { ["given=\($0)"] } ?? []) + arguments.set)
        try FitFolder.refuse(location.path, holding: [arguments.scenario, fittedFigures, observed])
        let folder = try location.open()
        defer { folder.close() }
        try folder.check(Self.names)
        let result = try stoppable { try prediction.run() }
        let origin = record.origin(setting: arguments.set)
        try location.note(in: folder)
        let stage = try folder.stage()
        var files = [
            ("report.html", Data(PredictionPage(result, origin).html.utf8)),
            ("predict.json", try PredictionFile(result, origin).encoded()),
        ]
        if let context = result.context { files.append((RunFolder.lastFile, try record.runFile(context).encoded())) }
        for (name, bytes) in files {
            let file = try NewFile(path: stage + "/" + name, name: folder.path + "/" + name)
            try file.add(bytes)
        }
        try folder.publish(last: "predict.json", replacesAll: true)
        print(result.text, terminator: "")
        print("\n  report       \(folder.path)/report.html")
    }

    /// What is wanted; what is wrong with it is told at once.
    private func wish() throws -> DayPrediction.Wish {
        var faults: [String] = []
        var wish = DayPrediction.Wish()
        do throws(TripFaults) {
            wish.days = try DayChoice(days).days
        } catch {
            faults += error.sentences.map { "--days: \($0)" }
        }
        let names = DayPrediction.Given.allCases.map(\.rawValue)
        for name in given?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [] {
            if let found = DayPrediction.Given(rawValue: name) {
                if !wish.given.contains(found) { wish.given.append(found) }
            } else {
                let near = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
                faults.append("--given: there is no `\(name)`; allowed: \(names.joined(separator: ", "))\(near)")
            }
        }
        if let runDay {
            wish.runDay = TripDate.day(runDay)
            if wish.runDay == nil { faults.append("--as: \"\(runDay)\" is not a date such as 2026-03-04") }
        }
        wish.replications = size.replications
        guard faults.isEmpty else { throw ValidationError(faults.joined(separator: "\nerror: ")) }
        return wish
    }

    /// The file with the figures of the fitted days.
    private var fittedFigures: String {
        let beside = URL(fileURLWithPath: arguments.scenario).deletingLastPathComponent().relativePath
        return fitted ?? (beside == "." ? FitFolder.observed : beside + "/" + FitFolder.observed)
    }

    private func inputs(_ wish: DayPrediction.Wish) throws -> (ReadScenario, ObservedFigures, ObservedFigures) {
        let (read, (known, recorded)) = try FitFolder.both({ () throws(InputErrors) in try arguments.read() }) {
            () throws(InputErrors) in
            try FitFolder.both({ () throws(InputErrors) in try FitFolder.figures(fittedFigures) }) {
                () throws(InputErrors) in try FitFolder.figures(observed)
            }
        }
        let faults = DayPrediction.faults(read.scenario, fitted: known, recorded: recorded, wish)
        let problems =
            faults.map { InputProblem(.error, at: InputLocation(file: observed), $0) }
            + DayPrediction.faultsBeside(read, wish)
        guard problems.isEmpty else { throw InputErrors(problems: problems) }
        return (read, known, recorded)
    }
}
